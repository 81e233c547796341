/// Why and where a text is not JSON; the text is never quoted, because it may be a secret.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  public var reason: Reason
  /// The number of bytes before the error.
  public var offset: Int

  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  public enum Reason: Hashable, Sendable {
    /// The text is empty or ends too early.
    case truncated
    /// A byte that is not allowed here.
    case unexpectedByte
    case trailingBytes
    case controlCharacter
    case badEscape
    /// An invalid number such as `01`, `.5` or `1.`.
    case badNumber
    /// More nested lists and objects than ``MastodonJSON/depthLimit``.
    case tooDeep
    /// More bytes than ``MastodonJSON/sizeLimit``.
    case tooLong
    /// More values and names than ``MastodonJSON/valueLimit``.
    case tooMany
  }

  /// The reason and the position.
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
