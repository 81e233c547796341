extension LineEditor {
  /// The editor's assistance besides the keys, for lines that are remembered in the history.
  public struct Assistance: Sendable {
    /// A passage of the line in another rendition.
    public struct Highlight: Equatable, Sendable {
      /// The passage, in Unicode scalars of the line.
      public var range: Range<Int>
      /// The parameters of an SGR sequence, such as `1;32`.
      public var rendition: String

      public init(_ range: Range<Int>, rendition: String) {
        self.range = range
        self.rendition = rendition
      }
    }

    /// The rendition of what is not typed: a suggestion behind the cursor, and what the menu says of a candidate.
    public var secondary: String
    /// Whether the rest of an earlier line is suggested behind the cursor.
    ///
    /// Only lines that may be in the history file are suggested.
    public var suggestsHistory: Bool
    /// Returns the passages to highlight, in order; called for every change, so it must be fast.
    public var highlights: @Sendable (_ line: String) -> [Highlight]
    /// Whether the line goes on in the next row when Enter is pressed, as within open quotes.
    public var isIncomplete: @Sendable (_ line: String) -> Bool

    public init(
      secondary: String, suggestsHistory: Bool, highlights: @escaping @Sendable (_ line: String) -> [Highlight],
      isIncomplete: @escaping @Sendable (_ line: String) -> Bool
    ) {
      self.secondary = secondary
      self.suggestsHistory = suggestsHistory
      self.highlights = highlights
      self.isIncomplete = isIncomplete
    }

    public static let none = Assistance(
      secondary: "2", suggestsHistory: false, highlights: { _ in [] }, isIncomplete: { _ in false })
  }

  /// Edits a text in another program while the editor has released the terminal to it.
  public typealias ExternalEditor = @Sendable (_ text: String) async -> EditedText

  /// The result of giving a text to another program.
  public enum EditedText: Equatable, Sendable {
    /// The text as saved.
    case text(String)
    /// A message to print, if there is any; the line stays as it was.
    case refused(String)
  }

  /// Assists in another way from the next line on.
  public func use(_ assistance: Assistance) { mailbox.post(.assistance(assistance)) }
}
