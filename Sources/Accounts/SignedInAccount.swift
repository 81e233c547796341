public import FeatureKit
public import MastodonClient
public import MastodonKit

/// An account to act as with its server and token, or the reason why there is none.
public struct SignedInAccount: Sendable {
  public let identity: AccountIdentity
  /// The account's server; `nil` in the sandbox and while signed out.
  public let server: ServerAddress?
  /// The account's token, if one is stored.
  public let token: Token?
  /// Why there is no account to act as; `nil` if there is one.
  public let obstacle: AppError?

  public init(identity: AccountIdentity, server: ServerAddress?, token: Token?, obstacle: AppError? = nil) {
    self.identity = identity
    self.server = server
    self.token = token
    self.obstacle = obstacle
  }

  /// No account: every command that needs one fails with `obstacle`.
  public static func signedOut(_ obstacle: AppError) -> SignedInAccount {
    SignedInAccount(
      identity: AccountIdentity(id: AccountIdentity.signedOutID, accountID: nil, isSandbox: false), server: nil,
      token: nil, obstacle: obstacle)
  }

  /// The user's account in the embedded instance.
  public static let sandbox = SignedInAccount(
    identity: AccountIdentity(
      id: AccountIdentity.sandboxID, accountID: Account.fixtures.you.id, isSandbox: true),
    server: nil, token: nil)
}

extension Transport {
  /// Refuses every request, for a run without an account.
  public static let signedOut = Transport(
    send: { _ in throw MastodonError.signedOut },
    openStream: { _ in AsyncThrowingStream { $0.finish(throwing: MastodonError.signedOut) } })

  /// Refuses every request as if the server could not be reached, so that what can wait is put into the outbox.
  public static func notAsking(_ host: String) -> Transport {
    let error = MastodonError.unreachable(host: host, reason: .notAsked)
    return Transport(
      send: { _ in throw error }, openStream: { _ in AsyncThrowingStream { $0.finish(throwing: error) } })
  }
}
