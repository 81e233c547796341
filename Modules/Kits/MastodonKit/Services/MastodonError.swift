/// What can go wrong between the app and a server, typed by what a person can do about it.
///
/// Every case names the host and, where it helps, the operation in words ("load the home timeline"). No case carries a
/// token, a request body or a raw answer.
public enum MastodonError: Error, Hashable, Sendable {
  /// The host cannot be reached: no network, no such name, refused, TLS trouble.
  case unreachable(host: String, reason: Reachability)
  /// The host did not answer in time; `seconds` is the limit that passed.
  case timedOut(host: String, seconds: Int)
  /// The server answered, but not with something that can be read.
  case invalidAnswer(host: String, operation: String)
  /// The token is missing, wrong or revoked (401).
  case unauthorized(host: String)
  /// The server refuses this to this account (403), in the server's words.
  case forbidden(host: String, words: String)
  /// There is no such thing, or it is not visible to this account (404, 410).
  case notFound(host: String, operation: String)
  /// The server refuses what was sent (400, 422), in its own words.
  case rejected(host: String, words: String)
  /// Too many requests (429); `retryAfter` is in seconds, where the server said it.
  case rateLimited(host: String, retryAfter: Int?)
  /// The server failed (5xx) with this status code.
  case serverFailed(host: String, code: Int)
  /// The server lacks this feature.
  case unsupported(host: String, operation: String)
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
}
