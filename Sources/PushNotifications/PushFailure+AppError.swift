public import FeatureKit
import TerminalKit

/// Messages for push errors.
extension PushFailure: AppErrorConvertible {
  /// The error with a message for the user.
  public var appError: AppError {
    switch self {
    case .empty: Self.nothingCame
    case .tooLong(let limit): .validation("The push exceeds \(limit) bytes.", suggestion: Self.drop)
    case .cutOff: .validation("The push is incomplete.", suggestion: Self.drop)
    case .noBase64:
      .validation("The push is not valid base64.", suggestion: "Omit --base64 for a binary push.")
    case .unknownEncoding(let name):
      .validation(
        "Unknown content encoding “\(Sanitizer.clean(String(name.prefix(40))))”.",
        suggestion: "Use aes128gcm or aesgcm.")
    case .missing(let part, let field):
      .validation(
        "The header field \(field) is missing the parameter “\(part)”, which aesgcm needs.",
        suggestion: "Pass the header before the body, or use --\(field.lowercased()).")
    case .noSenderKey: .validation("The push contains no valid sender key.", suggestion: Self.drop)
    case .recordSize:
      .validation("The push has an invalid record size.", suggestion: Self.drop)
    case .sealed:
      .validation(
        "The push is for another account, or was modified.", suggestion: Self.drop)
    case .padding: .validation("The push has invalid padding.", suggestion: Self.drop)
    case .noNotification: .validation("The push contains no notification.", suggestion: Self.drop)
    case .wrongSignature:
      .validation("The push is not signed by your server.", suggestion: Self.drop)
    case .wrongAudience:
      .validation("The push was signed for another address.", suggestion: Self.drop)
    case .noEndpoint:
      .validation("That is not a valid push address.", suggestion: Self.endpoint)
    case .plainEndpoint:
      .validation("The push address must use https.", suggestion: Self.endpoint)
    }
  }

  static let nothingCame = AppError.usage(
    "No push on standard input.", suggestion: "Usage: howdah push receive < FILE")

  private static let drop = "You can ignore it: type notifications to see the notification itself."
  private static let endpoint = "Use the https:// address that your distributor gave you."
}
