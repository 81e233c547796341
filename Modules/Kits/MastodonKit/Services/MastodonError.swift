/// What can go wrong between the app and a server, typed by what a person can do about it.
///
/// Every case that a server has to do with names the host and the operation, in words that follow "could not": "load the
/// home timeline". No case carries a token, a request body or a raw answer.
public enum MastodonError: Error, Hashable, Sendable {
  /// The host cannot be reached: no network, no such name, refused, TLS trouble.
  case unreachable(host: String, reason: Reachability, operation: String = MastodonError.doThis)
  /// The host did not answer in time; `seconds` is the limit that passed.
  case timedOut(host: String, seconds: Int, operation: String = MastodonError.doThis)
  /// The server answered, but not with something that can be read.
  case invalidResponse(host: String, operation: String)
  /// The server sends the request to another one, where nobody signed in.
  case redirected(host: String, to: String, operation: String = MastodonError.doThis)
  /// The token is missing, wrong or revoked (401).
  case unauthorized(host: String, operation: String = MastodonError.doThis)
  /// The server refuses this to this account (403), in the server's words.
  case forbidden(host: String, words: String, operation: String = MastodonError.doThis)
  /// There is no such thing, or it is not visible to this account (404, 410).
  case notFound(host: String, operation: String)
  /// The server rejected the request (400, 422), in its own words.
  case rejected(host: String, words: String, operation: String = MastodonError.doThis)
  /// The answer to a change was lost, and it could not be found out whether the server made it.
  case unconfirmed(host: String, operation: String)
  /// Too many requests (429, or 503 from a server that says for how long); `retryAfter` is in seconds, where the server said it.
  case rateLimited(host: String, retryAfter: Int?, operation: String = MastodonError.doThis)
  /// The server failed (5xx) with this status code.
  case serverFailed(host: String, code: Int, operation: String = MastodonError.doThis)
  /// The server refuses this kind of request (405, 501).
  case unsupported(host: String, operation: String)
  /// The server has no such feature, as it said now or before, or as its software is known for.
  case lacks(host: String, feature: ServerFeature)
  /// A file of this machine cannot be read, sent or written, in words that follow its name: "is empty".
  case unusableFile(name: String, words: String)
  /// The server is on this machine and cannot be opened, in a whole sentence that says what to do about it.
  case unavailable(words: String)
  /// Nobody is signed in, and this needs an account.
  case signedOut
  /// The work was cancelled by the person.
  case cancelled

  /// Why a host could not be reached.
  public enum Reachability: String, Hashable, Sendable {
    /// The name could not be resolved.
    case unknownHost
    /// Nothing listens there.
    case refused
    /// The connection broke in the middle.
    case connectionLost
    /// The certificate could not be trusted, or TLS failed otherwise.
    case insecure
    /// This machine has no network.
    case offline
    /// Plain http was asked for on a host that is not this machine.
    case plainText
  }

  /// The operation of an error that was made before there was one.
  public static let doThis = "do this"

  /// The host that the error is about, where there is one.
  public var host: String? {
    switch self {
    case .unreachable(let host, _, _), .timedOut(let host, _, _), .invalidResponse(let host, _),
      .redirected(let host, _, _), .unconfirmed(let host, _), .unauthorized(let host, _),
      .forbidden(let host, _, _), .notFound(let host, _), .rejected(let host, _, _), .rateLimited(let host, _, _),
      .serverFailed(let host, _, _), .unsupported(let host, _), .lacks(let host, _):
      host
    case .unusableFile, .unavailable, .signedOut, .cancelled: nil
    }
  }

  /// What could not be done, where a server has to do with it.
  public var operation: String? {
    switch self {
    case .unreachable(_, _, let operation), .timedOut(_, _, let operation), .invalidResponse(_, let operation),
      .redirected(_, _, let operation), .unconfirmed(_, let operation),
      .unauthorized(_, let operation), .forbidden(_, _, let operation), .notFound(_, let operation),
      .rejected(_, _, let operation), .rateLimited(_, _, let operation), .serverFailed(_, _, let operation),
      .unsupported(_, let operation):
      operation
    case .lacks, .unusableFile, .unavailable, .signedOut, .cancelled: nil
    }
  }

  /// Whether the server may have done what was asked for all the same: the request may have arrived, and the answer not.
  public var mayHaveSucceeded: Bool {
    switch self {
    case .unreachable(_, .connectionLost, _), .timedOut, .invalidResponse, .serverFailed, .unconfirmed, .cancelled: true
    case .unreachable, .redirected, .unauthorized, .forbidden, .notFound, .rejected, .rateLimited, .unsupported,
      .lacks, .unusableFile, .unavailable, .signedOut:
      false
    }
  }

  /// The same error, of the operation that a person asked for.
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
    case .serverFailed(let host, let code, _): .serverFailed(host: host, code: code, operation: operation)
    case .unsupported(let host, _): .unsupported(host: host, operation: operation)
    case .lacks, .unusableFile, .unavailable, .signedOut, .cancelled: self
    }
  }
}
