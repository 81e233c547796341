import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

/// An account that can be acted as: where its server is, and its token; or the reason why there is none.
struct SignedInAccount: Sendable {
  let identity: AccountSession.Identity
  /// `nil` for the embedded instance, and where there is no account.
  let server: ServerAddress?
  let token: Token?
  /// Why there is no account; `nil` where there is one.
  var obstacle: AppError?

  /// No account, for this reason: everything that needs one fails with it.
  static func nobody(_ obstacle: AppError) -> SignedInAccount {
    SignedInAccount(
      identity: AccountSession.Identity(
        id: AccountSession.Identity.signedOutID, accountID: nil, isSandbox: false), server: nil, token: nil,
      obstacle: obstacle)
  }

  /// The person's own account in the embedded instance.
  static let sandbox = SignedInAccount(
    identity: AccountSession.Identity(
      id: AccountSession.Identity.sandboxID, accountID: Account.fixtures.you.id, isSandbox: true),
    server: nil, token: nil)
}

extension AccountSecrets {
  /// The program as the account's server knows it; `nil` where the token was handed in.
  func application(of account: KnownAccount) -> Application? {
    guard let id = account.clientID, let secret = clientSecret else { return nil }
    return Application(name: "Howdah", clientID: id, clientSecret: secret)
  }
}
