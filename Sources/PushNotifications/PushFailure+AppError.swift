public import FeatureKit
import TerminalKit

/// The one place where what is wrong with a push is put into the app's words.
extension PushFailure: AppErrorConvertible {
  /// The same error in the app's words.
  public var appError: AppError {
    switch self {
    case .empty: Self.nothingCame
    case .tooLong(let limit): .validation("A push has less than \(limit) bytes.", suggestion: Self.drop)
    case .cutOff: .validation("The push is cut off: its end is missing.", suggestion: Self.drop)
    case .noBase64:
      .validation("The push is not written in base64.", suggestion: "Leave out --base64, and hand over what came.")
    case .unknownEncoding(let name):
      .validation(
        "No push is encrypted in \(Sanitizer.clean(String(name.prefix(40)))).",
        suggestion: "It is aes128gcm, or aesgcm from older servers.")
    case .missing(let part, let field):
      .validation(
        "A push in aesgcm needs the \(part) of its header field \(field).",
        suggestion: "Hand it over before the body, or with --\(field.lowercased()).")
    case .noSenderKey: .validation("The push does not hold its sender's key.", suggestion: Self.drop)
    case .recordSize:
      .validation("The push has records of a size that there is not.", suggestion: Self.drop)
    case .sealed:
      .validation(
        "No key here opens this push: it is for somebody else, or was changed.", suggestion: Self.drop)
    case .padding: .validation("The push ends in a way that no server writes.", suggestion: Self.drop)
    case .noNotification: .validation("The push holds no notification.", suggestion: Self.drop)
    case .wrongSignature:
      .validation("The push is not signed by the server that was asked for it.", suggestion: Self.drop)
    case .wrongAudience:
      .validation("The push was signed for another address than the one that it belongs to.", suggestion: Self.drop)
    case .noEndpoint:
      .validation("That is no address that a server can push to.", suggestion: Self.endpoint)
    case .plainEndpoint:
      .validation("Nothing is pushed in the clear to another machine.", suggestion: Self.endpoint)
    }
  }

  /// What is said where standard input holds nothing.
  static let nothingCame = AppError.usage(
    "There is no push on standard input.", suggestion: "Hand one over: howdah push receive < FILE.")

  private static let drop = "Drop it: what it was about is among the notifications."
  private static let endpoint = "A distributor gives you one that begins with https://."
}
