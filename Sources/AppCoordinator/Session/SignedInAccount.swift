import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

/// An account that can be acted as: where its server is, and its token.
struct SignedInAccount: Sendable {
  let identity: AccountSession.Identity
  /// `nil` for the embedded instance.
  let server: ServerAddress?
  let token: Token?

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
      guard let account = known[id] else {
        throw AppError.unknownAccount(Sanitizer.clean(id), known: known.all.map(\.id))
      }
      return try signedIn(account, secrets: secrets)
    }
    guard let current = known.current else { return .sandbox }
    return try signedIn(current, secrets: secrets)
  }

  nonisolated static func signedIn(_ account: KnownAccount, secrets: Secrets) throws -> SignedInAccount {
    let server = try ServerAddress(parsing: account.address)
    return SignedInAccount(
      identity: AccountSession.Identity(id: account.id, accountID: account.accountID, isSandbox: false),
      server: server, token: try secrets.load(account.id)?.token)
  }
}

extension AccountSecrets {
  /// The program as the account's server knows it; `nil` where the token was handed in.
  func application(of account: KnownAccount) -> Application? {
    guard let id = account.clientID, let secret = clientSecret else { return nil }
    return Application(name: "Howdah", clientID: id, clientSecret: secret)
  }
}
