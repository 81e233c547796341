/// An error of a request, classified by what the user can do about it.
///
/// Every case about a server names the host and the operation, in words that follow "could not": "load the home
/// timeline". No case contains a token, a request body or a response.
public enum MastodonError: Error, Hashable, Sendable {
  /// The host cannot be reached: no network, unknown name, connection refused, TLS failure.
  case unreachable(host: String, reason: Reachability, operation: String = MastodonError.doThis)
  /// The host did not respond in time; `seconds` is the limit.
  case timedOut(host: String, seconds: Int, operation: String = MastodonError.doThis)
  /// The response cannot be read.
  case invalidResponse(host: String, operation: String)
  /// The server redirects to another one, where the user is not signed in.
  case redirected(host: String, to: String, operation: String = MastodonError.doThis)
  /// The token is missing, wrong or revoked (401).
  case unauthorized(host: String, operation: String = MastodonError.doThis)
  /// The server forbids this to this account (403), in the server's words.
  case forbidden(host: String, words: String, operation: String = MastodonError.doThis)
  /// It does not exist or is not visible to this account (404, 410).
  case notFound(host: String, operation: String)
  /// The server rejected the request (400, 422), in the server's words; empty without a reason.
  case rejected(host: String, words: String, operation: String = MastodonError.doThis)
  /// The response to a change was lost, and whether the server made the change is unknown.
  case unconfirmed(host: String, operation: String)
  /// Too many requests (429); `retryAfter` is in seconds, if the server named it.
  case rateLimited(host: String, retryAfter: Int?, operation: String = MastodonError.doThis)
  /// The request is larger than the server accepts (413).
  case tooLarge(host: String, operation: String = MastodonError.doThis)
  /// The server answers with a page that only a browser can pass, to keep out bots.
  case challenged(host: String, operation: String = MastodonError.doThis)
  /// The server has accepted it and is not ready with it (202, 206); `seconds` is how long it was waited for.
  case processing(host: String, seconds: Int?, operation: String = MastodonError.doThis)
  /// The server failed (5xx) with this status code, in the server's words, which may be empty; `retryAfter` is in seconds, if
  /// the server named it.
  case serverFailed(
    host: String, code: Int, retryAfter: Int? = nil, words: String = "", operation: String = MastodonError.doThis)
  /// The server does not support this kind of request (405, 501).
  case unsupported(host: String, operation: String)
  /// The server lacks the feature, according to an earlier response or to its software.
  case lacks(host: String, feature: ServerFeature)
  /// A local file cannot be read, sent or written, in words that follow its name: "is empty".
  case unusableFile(name: String, words: String)
  /// A folder cannot take a file, in words that follow its name: "does not exist".
  case unusableFolder(name: String, words: String)
  /// An id that cannot be part of a path; nothing was sent.
  case unusableID(String, operation: String)
  /// The server could not be reached for this reason; the request is kept and sent later.
  indirect case queued(MastodonError)
  /// The server could not be reached; what this undoes was still waiting and is not sent either.
  case withdrawn(operation: String)
  /// The server on this machine cannot be started, in a complete message for the user.
  case unavailable(words: String, suggestion: String? = nil)
  /// A run that asks no server needs what the archive does not keep, or is to change something.
  case notArchived(isChange: Bool)
  /// No account is signed in, and this needs one.
  case signedOut
  case cancelled

  /// Why a host could not be reached.
  public enum Reachability: Hashable, Sendable {
    /// The name could not be resolved.
    case unknownHost
    case refused
    /// The connection ended too early.
    case connectionLost
    /// TLS failed.
    case insecure
    /// No authority that this machine trusts has signed the certificate.
    case untrusted
    case wrongName
    case expired
    case notYetValid
    /// The answer was not TLS.
    case noTLS
    /// Both sides have no version of TLS in common.
    case oldTLS
    /// The file of trusted certificates that `SSL_CERT_FILE` names cannot be read.
    case unreadableRoots
    case offline
    /// Plain http to another machine.
    case plainText
    case proxy(ProxyTrouble)
    /// It was not asked: the command is to wait in the outbox.
    case notAsked

    /// Whether trying again later does not help.
    public var isLasting: Bool {
      switch self {
      case .insecure, .untrusted, .wrongName, .expired, .notYetValid, .noTLS, .oldTLS, .unreadableRoots, .plainText:
        true
      case .unknownHost, .refused, .connectionLost, .offline, .notAsked: false
      case .proxy(let trouble): trouble.isLasting
      }
    }
  }

  /// The operation of an error that was created without one.
  public static let doThis = "do this"

  /// The operation that failed, if a server is involved.
  public var operation: String? {
    switch self {
    case .unreachable(_, _, let operation), .timedOut(_, _, let operation), .invalidResponse(_, let operation),
      .redirected(_, _, let operation), .unconfirmed(_, let operation),
      .unauthorized(_, let operation), .forbidden(_, _, let operation), .notFound(_, let operation),
      .rejected(_, _, let operation), .rateLimited(_, _, let operation), .serverFailed(_, _, _, _, let operation),
      .unsupported(_, let operation), .unusableID(_, let operation), .tooLarge(_, let operation),
      .challenged(_, let operation), .processing(_, _, let operation):
      operation
    case .queued(let error): error.operation
    case .withdrawn(let operation): operation
    case .lacks, .unusableFile, .unusableFolder, .unavailable, .notArchived, .signedOut, .cancelled: nil
    }
  }

  /// Whether the server may have made the change although the response failed.
  public var mayHaveSucceeded: Bool {
    switch self {
    case .unreachable(_, .connectionLost, _), .timedOut, .invalidResponse, .serverFailed, .unconfirmed, .cancelled: true
    case .queued(let error): error.mayHaveSucceeded
    case .unreachable, .redirected, .unauthorized, .forbidden, .notFound, .rejected, .rateLimited, .unsupported,
      .lacks, .withdrawn, .unusableFile, .unusableFolder, .unusableID, .unavailable, .notArchived, .signedOut,
      .tooLarge, .challenged, .processing:
      false
    }
  }

  /// Returns the same error with another operation.
  public func during(_ operation: String) -> MastodonError {
    switch self {
    case .unreachable(let host, let reason, _): .unreachable(host: host, reason: reason, operation: operation)
    case .timedOut(let host, let seconds, _): .timedOut(host: host, seconds: seconds, operation: operation)
    case .invalidResponse(let host, _): .invalidResponse(host: host, operation: operation)
    case .unconfirmed(let host, _): .unconfirmed(host: host, operation: operation)
    case .redirected(let host, let other, _): .redirected(host: host, to: other, operation: operation)
    case .unauthorized(let host, _): .unauthorized(host: host, operation: operation)
    case .forbidden(let host, let words, _): .forbidden(host: host, words: words, operation: operation)
    case .notFound(let host, _): .notFound(host: host, operation: operation)
    case .rejected(let host, let words, _): .rejected(host: host, words: words, operation: operation)
    case .rateLimited(let host, let seconds, _): .rateLimited(host: host, retryAfter: seconds, operation: operation)
    case .serverFailed(let host, let code, let seconds, let words, _):
      .serverFailed(host: host, code: code, retryAfter: seconds, words: words, operation: operation)
    case .unsupported(let host, _): .unsupported(host: host, operation: operation)
    case .tooLarge(let host, _): .tooLarge(host: host, operation: operation)
    case .challenged(let host, _): .challenged(host: host, operation: operation)
    case .processing(let host, let seconds, _): .processing(host: host, seconds: seconds, operation: operation)
    case .unusableID(let id, _): .unusableID(id, operation: operation)
    case .queued(let error): .queued(error.during(operation))
    case .lacks, .withdrawn, .unusableFile, .unusableFolder, .unavailable, .notArchived, .signedOut, .cancelled: self
    }
  }
}
