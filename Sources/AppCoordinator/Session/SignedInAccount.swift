import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit

/// An account that can be acted as: where its server is, and its token.
struct SignedInAccount: Sendable {
  let identity: AccountSession.Identity
  /// `nil` for the embedded instance.
  let server: ServerAddress?
  let token: Secret?

  /// The person's own account in the embedded instance.
  static let sandbox = SignedInAccount(
    identity: AccountSession.Identity(
      id: AccountSession.Identity.sandboxID, accountID: Account.fixtures.you.id, isSandbox: true),
    server: nil, token: nil)
}

extension AppCoordinator {
  /// The account that a run acts as: the one named, else the current one, else the embedded instance's.
  static func account(
    for choice: Choice, accounts: AccountsFile, secrets: Secrets
  ) throws -> SignedInAccount {
    if choice.usesSandbox { return .sandbox }
    let known = try accounts.load()
    if let name = choice.account {
      let id = name.hasPrefix("@") ? String(name.dropFirst()) : name
      guard let account = known[id] else { throw AppError.unauthorized(host: nil) }
      return try signedIn(account, secrets: secrets)
    }
    guard let current = known.current else { return .sandbox }
    return try signedIn(current, secrets: secrets)
  }

  static func signedIn(_ account: KnownAccount, secrets: Secrets) throws -> SignedInAccount {
    let server = try ServerAddress(parsing: account.address)
    return SignedInAccount(
      identity: AccountSession.Identity(id: account.id, accountID: account.accountID, isSandbox: false),
      server: server, token: try secrets.load(account.id).map { Secret($0.token.accessToken) })
  }
}
