/// Why a push cannot be decrypted, or why an address is refused.
///
/// No case carries decrypted content or a key.
public enum PushFailure: Error, Hashable, Sendable {
  case empty
  /// The input is longer than any push.
  case tooLong(limit: Int)
  /// The push is incomplete.
  case cutOff
  /// The push is not valid base64.
  case noBase64
  case unknownEncoding(String)
  /// A parameter of a header field, which `aesgcm` needs, is missing.
  case missing(part: String, field: String)
  case noSenderKey
  case recordSize
  /// No key decrypts it: it is for another account, or it was modified.
  case sealed
  case padding
  /// The content is not a notification.
  case noNotification
  /// The signature is invalid, or of another server.
  case wrongSignature
  /// It was signed for another address.
  case wrongAudience
  case noEndpoint
  /// The address is on another machine and not encrypted.
  case plainEndpoint
}
