public import TerminalKit

/// What just happened, in one line such as "Boosted Rook's post".
public struct Toast: Hashable, Sendable {
  /// How it is meant.
  public enum Kind: String, Hashable, Sendable {
    /// It went as asked.
    case success
    /// Something to know.
    case information
    /// Something to heed.
    case warning
  }

  /// How it is meant.
  public var kind: Kind
  /// The words: one sentence with its full stop.
  public var text: StyledText
  /// What to type next, if there is something worth typing.
  public var hint: String?
  /// What a script gets, beside the words.
  public var data: [JSONValue.Member]
  /// What came of it, for which `.` stands from now on.
  public var made: Reference?

  /// Makes a toast.
  public init(
    _ kind: Kind = .success, _ text: StyledText, hint: String? = nil, data: [JSONValue.Member] = [],
    made: Reference? = nil
  ) {
    self.kind = kind
    self.text = text
    self.hint = hint
    self.data = data
    self.made = made
  }
}
