/// Says where a text stops being JSON, and why; what the text says is never quoted, since it may be a secret.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var reason: Reason
  /// How many bytes were read before it.
  public var offset: Int

  /// Makes an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// What can be wrong with a text that should be JSON.
  public enum Reason: Hashable, Sendable {
    /// It ends where something must follow; also a text without anything in it.
    case truncated
    /// A byte that cannot stand there.
    case unexpectedByte
    /// Something follows the value.
    case trailingBytes
    /// A control character stands in a string; it must be escaped.
    case controlCharacter
    /// A backslash before something that has no meaning.
    case badEscape
    /// A number that JSON has no form for, such as `01`, `.5` or `1.`.
    case badNumber
    /// More lists and objects inside one another than ``MastodonJSON/depthLimit``.
    case tooDeep
    /// More bytes than ``MastodonJSON/sizeLimit``.
    case tooLong
    /// More values and names than ``MastodonJSON/valueLimit``.
    case tooMany
  }

  /// The reason and the place, in a few words.
  public var description: String {
    let words =
      switch reason {
      case .truncated: "ends too soon"
      case .unexpectedByte: "has a byte that does not belong there"
      case .trailingBytes: "goes on after its end"
      case .controlCharacter: "has a bare control character in a string"
      case .badEscape: "has an unknown escape"
      case .badNumber: "has a malformed number"
      case .tooDeep: "is nested too deeply"
      case .tooLong: "is too long"
      case .tooMany: "has too many values"
      }
    return "The JSON \(words), at byte \(offset)."
  }
}
