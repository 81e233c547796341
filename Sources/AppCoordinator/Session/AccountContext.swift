import Accounts
import ComposerFeature
import ConcurrencyKit
import FeatureKit
import MastodonClient
import MastodonKit

/// What is known of the signed-in account and of its server; each is fetched once, when it is first needed.
@MainActor
final class AccountContext {
  /// The signed-in account as its server has it; `nil` until the server has been asked.
  private(set) var account: Account?
  /// The server's description; `nil` until the server has been asked.
  private(set) var instance: Instance?

  private let identity: AccountIdentity
  private let client: MastodonClient
  private let identified: (Account.ID) -> Void

  /// Makes a context in which nothing is known.
  ///
  /// - Parameters:
  ///   - identity: Who is signed in.
  ///   - client: The way to the account's server.
  ///   - identified: Takes the account's id once the server has told it.
  init(identity: AccountIdentity, client: MastodonClient, identified: @escaping (Account.ID) -> Void) {
    self.identity = identity
    self.client = client
    self.identified = identified
  }

  /// The id of the signed-in account, as far as it is known.
  var me: Account.ID? { account?.id ?? identity.accountID }

  /// The signed-in account, fetched at the first call.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  func currentAccount() async throws -> Account {
    if let account { return account }
    let account = try await client.instanceService.verifyCredentials()
    self.account = account
    identified(account.id)
    return account
  }

  /// The server's description, fetched at the first call.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  func currentInstance() async throws -> Instance {
    if let instance { return instance }
    let instance = try await client.instanceService.instance()
    self.instance = instance
    return instance
  }

  /// Replaces the account after a change of its profile.
  func update(_ account: Account) { self.account = account }

  /// Fetches the account, then the instance, as far as the server answers.
  ///
  /// A failure is not reported, because the user asked for none of it: each part is fetched again when it is needed.
  func load() async {
    do {
      _ = try await currentAccount()
      _ = try await currentInstance()
    } catch {
      // Fetched again when needed.
      return
    }
  }

  /// Does the same, but waits no longer than `duration`, and not at all where the account is known; loading then continues.
  func load(within duration: Duration) async {
    if account != nil, instance != nil { return }
    let isKnown = account != nil
    do {
      _ = try await withTimeout(isKnown ? .zero : duration) { [self] in await load() }
    } catch {
      // Ctrl-C: the user does not want to wait any longer.
    }
  }

  /// The author of a new post: the account as far as it is known.
  ///
  /// A composer opens at once, also before the server has answered; the server's defaults are missing until then.
  var author: Account {
    account ?? Account(id: identity.accountID ?? "", username: identity.username, acct: identity.username)
  }

  /// What the server can do; `nil` until its description is known.
  var capabilities: ServerCapabilities? { instance.map { client.capabilities($0) } }

  /// The server's limits, or Mastodon's until its description is known.
  var limits: Composer.Limits { Composer.Limits(configuration) }

  /// The server's configuration, or Mastodon's until its description is known.
  var configuration: Instance.Configuration { capabilities?.limits ?? Instance.Configuration() }
}
