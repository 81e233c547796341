/// What can be done next, in the words to type.
///
/// It takes one line and never more: where there is no room for all of it, what is kept stands and the rest goes, from the
/// end. How a task is finished and how it is left is to be kept, or somebody on a narrow terminal is shut in.
public struct Hint: Hashable, Sendable {
  /// One thing to do.
  public struct Part: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The words to type.
    public let words: String
    /// Whether it stands where there is no room for all.
    public let isKept: Bool

    /// Makes a part; `words` may come from anywhere.
    public init(_ words: String, isKept: Bool = false) {
      self.words = Sanitizer.clean(words).split(separator: "\n").joined(separator: " ")
      self.isKept = isKept
    }

    /// Makes a part that goes where there is no room for it.
    public init(stringLiteral value: String) { self.init(value) }

    /// A part that stands where there is no room for all, such as the way out.
    public static func kept(_ words: String) -> Part { Part(words, isKept: true) }
  }

  /// What can be done, in the order in which it is read.
  public var parts: [Part]
  /// What is said in place of the parts; `nil` where they speak for themselves.
  public var spoken: String?

  /// Makes a hint.
  public init(_ parts: [Part], spoken: String? = nil) {
    self.parts = parts.filter { !$0.words.isEmpty }
    self.spoken = spoken.map(Sanitizer.clean)
  }

  /// Makes a hint from words with ` · ` between them, of which none has to be kept.
  public init(_ text: StyledText) {
    self.init(
      text.plain.components(separatedBy: " · ").map { Part($0) },
      spoken: text.spans.contains { $0.spoken != nil } ? text.spoken : nil)
  }

  /// Whether there is nothing to type.
  public var isEmpty: Bool { parts.isEmpty }

  /// All of it, as seen where there is room.
  public var plain: String { parts.map(\.words).joined(separator: " · ") }
}

extension Hint {
  /// As much of it as fits on a line.
  func fitted(to width: Int) -> StyledText {
    var hint = self
    while hint.parts.count > 1, hint.plain.displayWidth > width,
      let last = hint.parts.lastIndex(where: { !$0.isKept })
    {
      hint.parts.remove(at: last)
    }
    let text = StyledText(hint.plain, .hint)
    guard hint.parts.count > 1, text.displayWidth > width else { return text.truncated(to: width) }
    // All that is left has to stand: the first is cut, since the last is the way out.
    let rest = StyledText(" · " + Hint(Array(hint.parts.dropFirst())).plain, .hint)
    let room = width - rest.displayWidth
    guard room >= 8 else { return text.truncated(to: width) }
    return StyledText(hint.parts[0].words, .hint).truncated(to: room) + rest
  }
}
