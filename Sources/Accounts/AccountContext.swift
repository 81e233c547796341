import ConcurrencyKit
import FeatureKit
public import MastodonClient
public import MastodonKit

/// What is known of the signed-in account and of its server; each is fetched once, when it is first needed.
@MainActor
public final class AccountContext {
  /// The signed-in account as its server has it; `nil` until the server has been asked.
  public private(set) var account: Account?
  /// The server's description; `nil` until the server has been asked.
  public private(set) var instance: Instance?

  private let identity: AccountIdentity
  private let client: MastodonClient
  private let identified: (Account.ID) -> Void

  /// Makes a context in which nothing is known.
  ///
  /// - Parameters:
  ///   - identity: Who is signed in.
  ///   - client: The way to the account's server.
  ///   - identified: Takes the account's id once the server has told it.
  public init(identity: AccountIdentity, client: MastodonClient, identified: @escaping (Account.ID) -> Void) {
    self.identity = identity
    self.client = client
    self.identified = identified
  }

  /// The id of the signed-in account, as far as it is known.
  public var me: Account.ID? { account?.id ?? identity.accountID }

  /// The signed-in account, fetched at the first call.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  public func currentAccount() async throws -> Account {
    if let account { return account }
    let account = try await client.instanceService.verifyCredentials()
    self.account = account
    identified(account.id)
    return account
  }

  /// The server's description, fetched at the first call.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked.
  public func currentInstance() async throws -> Instance {
    if let instance { return instance }
    let instance = try await client.instanceService.instance()
    self.instance = instance
    return instance
  }

  /// Replaces the account after a change of its profile.
  public func update(_ account: Account) { self.account = account }

  /// Fetches the account, then the instance, as far as the server answers.
  ///
  /// A failure is not reported, because the user asked for none of it: each part is fetched again when it is needed.
  public func load() async {
    do {
      _ = try await currentAccount()
      _ = try await currentInstance()
    } catch {
      // Fetched again when needed.
      return
    }
  }

  /// Does the same, but waits no longer than `duration`, and not at all where the account is known; loading then continues.
  public func load(within duration: Duration) async {
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
  public var author: Account {
    account ?? Account(id: identity.accountID ?? "", username: identity.username, acct: identity.username)
  }

  /// What the server can do; `nil` until its description is known.
  public var capabilities: ServerCapabilities? { instance.map { client.capabilities($0) } }

  /// The server's configuration, or Mastodon's until its description is known.
  public var configuration: Instance.Configuration { capabilities?.limits ?? Instance.Configuration() }
}
