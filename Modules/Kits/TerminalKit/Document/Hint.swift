/// The commands to type next.
///
/// It takes one line: if not all of it fits, parts are dropped from the end, except those marked as kept. The commands
/// that finish and cancel a task are kept, or users of narrow terminals would not find them.
public struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// A command to type, such as `unfav 2` or `reply N`, or another short instruction.
  public struct Command: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The words of its line as they are typed, in quotes where they need them; they may come from anywhere.
    public var words: [String]
    /// Whether it is shown even if not all parts fit.
    public let isKept: Bool

    public init(_ line: String, isKept: Bool = false) {
      words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      self.isKept = isKept
    }

    /// Creates a command that is dropped if it does not fit.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a command that is shown even if not all parts fit, such as `close`.
    public static func kept(_ line: String) -> Command { Command(line, isKept: true) }

    /// A value as one word of a line: in quotes if it has a sign with a meaning.
    public static func quoted(_ value: String) -> String {
      let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      guard value.isEmpty || value.hasPrefix("-") || !isPlain else { return value }
      return "\"\(value.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined())\""
    }

    public var line: String { words.joined(separator: " ") }

    /// The line as it is shown: harmless, and without line feeds.
    public var text: String { Sanitizer.clean(line).split(separator: "\n").joined(separator: " ") }
  }

  /// The parts, in reading order.
  public var parts: [Command]
  /// The spoken form in place of the parts; `nil` for one made from them.
  public var spoken: String?

  public init(_ parts: [Command], spoken: String? = nil) {
    self.parts = parts.filter { !$0.text.isEmpty }
    self.spoken = spoken.map(Sanitizer.clean)
  }

  /// Creates a hint from commands separated by ` · `, of which none is kept.
  public init(_ text: StyledText) {
    self.init(
      text.plain.components(separatedBy: " · ").map { Command($0) },
      spoken: text.spans.contains { $0.spoken != nil } ? text.spoken : nil)
  }

  /// Creates a hint from commands separated by ` · `, of which none is kept.
  public init(stringLiteral value: String) { self.init(StyledText(value)) }

  public var isEmpty: Bool { parts.isEmpty }

  public var plain: String { parts.map(\.text).joined(separator: " · ") }

  public var description: String { plain }

  /// The parts that fit on a line.
  func fitted(to width: Int) -> StyledText {
    var hint = self
    while hint.parts.count > 1, hint.plain.displayWidth > width,
      let last = hint.parts.lastIndex(where: { !$0.isKept })
    {
      hint.parts.remove(at: last)
    }
    let text = StyledText(hint.plain, .hint)
    guard hint.parts.count > 1, text.displayWidth > width else { return text.truncated(to: width) }
    // Only kept parts are left: the first one is cut, since the last one is the way out.
    let rest = StyledText(" · " + Hint(Array(hint.parts.dropFirst())).plain, .hint)
    let room = width - rest.displayWidth
    guard room >= 8 else { return text.truncated(to: width) }
    return StyledText(hint.parts[0].text, .hint).truncated(to: room) + rest
  }
}
