public import FeatureKit
public import MastodonKit
import TerminalKit

/// The one place that turns a server's errors into messages for the user.
extension MastodonError: AppErrorConvertible {
  /// The error as it is shown to the user.
  public var appError: AppError {
    switch self {
    case .unreachable(let host, .connectionLost, _): .network(.connectionLost(host: host))
    case .unreachable(let host, .proxy(let trouble), _):
      .detailed(
        .network(.noConnection(host: host, reason: trouble.words)), suggestion: trouble.suggestion(host), data: [])
    case .unreachable(let host, let reason, _): .network(.noConnection(host: host, reason: reason.words))
    case .timedOut(let host, let seconds, _): .network(.timedOut(host: host, seconds: seconds))
    case .invalidResponse(let host, _): .network(.invalidResponse(host: host))
    case .unconfirmed(let host, let operation): .network(.unconfirmed(host: host, operation: operation))
    case .redirected(let host, let other, _): .network(.redirected(host: host, to: other))
    case .unauthorized(let host, _): .unauthorized(host: host)
    case .forbidden(let host, let words, _): .forbidden(Self.sentence("\(host) does not allow this", words))
    case .notFound(let host, let operation): Self.notFound(host, operation)
    case .rejected(let host, let words, _):
      .validation(
        Self.sentence("\(host) rejected the request", words, without: " without a reason"),
        suggestion: "Change it, then try again.")
    case .rateLimited(let host, let seconds, _): .network(.rateLimited(host: host, seconds: seconds))
    case .serverFailed(let host, let code, _): .network(.serverError(host: host, code: code))
    case .unsupported(let host, let operation):
      .validation("\(host) cannot \(operation).", suggestion: "Its software does not support this.")
    case .lacks(let host, let feature):
      .validation(
        "\(host) has no \(feature.words).", suggestion: "Its software does not support this.")
    case .unusableFile(let name, let words):
      .validation("\(Sanitizer.clean(name)) \(words).", suggestion: "Choose another file, then try again.")
    case .queued(let error):
      .detailed(
        error.appError, suggestion: "It waits in the outbox and is sent later. To send it now: outbox send",
        data: [AppError.queued])
    case .withdrawn(let operation):
      .validation(
        "The outbox no longer has “\(operation)”.", suggestion: "Nothing is sent, since the server did not have it yet.")
    case .unavailable(let words, let suggestion):
      suggestion.map { .detailed(.unknown(words), suggestion: $0, data: []) } ?? .unknown(words)
    case .signedOut: .unauthorized(host: nil)
    case .cancelled: .cancelled
    }
  }

  private static func notFound(_ host: String, _ operation: String) -> AppError {
    let message = "\(host) could not \(operation): not found."
    let isLasting = lasting.contains { $0.hasSuffix(" ") ? operation.hasPrefix($0) : operation == $0 }
    guard isLasting else { return .notFound(message) }
    return .notFound(message, suggestion: "The server may not offer this: server shows its software.")
  }

  /// What nobody can delete, since each account or server has it; those that end in a space are beginnings.
  private static let lasting = [
    "load the home timeline", "load the posts", "load the notifications", "load the conversations", "load the filters",
    "load the announcements", "load the follow requests", "load the suggestions", "load the directory",
    "load the scheduled posts", "load the hashtags that you follow", "load the trending ", "load the server's ",
    "load your bookmarks", "load your favourites", "load your lists", "load your preferences",
  ]

  /// Adds the server's own words in one line with one full stop, or an ending if there are none.
  private static func sentence(_ start: String, _ words: String, without ending: String = "") -> String {
    let words = Sanitizer.clean(words).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let last = words.last else { return "\(start)\(ending)." }
    return ".!?…".contains(last) ? "\(start): \(words)" : "\(start): \(words)."
  }
}

extension MastodonError.Reachability {
  /// The reason as a clause behind a colon.
  fileprivate var words: String {
    switch self {
    case .unknownHost: "the name is not known"
    case .refused: "nothing answers there"
    case .connectionLost: "the connection broke"
    case .insecure: "the connection is not secure"
    case .offline: "this machine has no network"
    case .plainText: "it leads to plain http, and only https is used"
    case .proxy(let trouble): trouble.words
    }
  }
}

extension ProxyTrouble {
  /// The problem as a clause behind a colon.
  fileprivate var words: String {
    let name = Sanitizer.clean(name)
    return switch problem {
    case .unreadable: "\(name) is not the address of a proxy"
    case .unsupported(let scheme): "\(name) names a proxy of the kind \(Sanitizer.clean(scheme)), which is not supported"
    case .passwordForSOCKS: "a SOCKS proxy with a name and a password is not supported: \(name)"
    case .unreachable: "the proxy does not answer: \(name)"
    case .refused: "the proxy did not connect to it: \(name)"
    case .needsPassword: "the proxy does not accept the sign-in: \(name)"
    }
  }

  /// What to do about it.
  fileprivate func suggestion(_ host: String) -> String {
    switch problem {
    case .unreadable: "Write it like http://proxy.example:3128 or socks5h://proxy.example:1080."
    case .unsupported: "Use an http, socks5 or socks5h proxy, or add \(host) to NO_PROXY."
    case .passwordForSOCKS: "Use an http proxy, or a SOCKS proxy without a password."
    case .unreachable: "Check the connection and \(variable), then retry."
    case .refused: "Check that the proxy allows \(host), or add it to NO_PROXY."
    case .needsPassword: "Write the name and the password into \(variable): http://NAME:PASSWORD@HOST:PORT."
    }
  }
}
