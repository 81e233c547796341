import Accounts
import AppPreferences
import ComposerFeature
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonClient
import MastodonKit
import NotificationsFeature

/// Everything that exists because one account is signed in; dropped at sign-out and at a switch.
///
/// The root is its only owner. Whatever it hands out holds it weakly or not at all.
@MainActor
final class AccountSession {
  /// Who is signed in, and where.
  let identity: AccountIdentity
  /// Why there is no account to act as; `nil` where there is one.
  let obstacle: AppError?
  /// Speaks to the account's server.
  let client: MastodonClient
  /// Keeps the account's token fresh; `nil` in the embedded instance, where none expires.
  let tokens: RenewingTokens?
  /// What the account's server says of how it posts and reads.
  let serverPreferences: ServerPreferences
  /// What was set here for this account alone.
  let settings: AccountSettings
  /// The account's drafts.
  let drafts: DraftService
  /// Owns the timelines.
  let home: Home.Model
  /// Owns the notifications.
  let notifications: Notifications.Model

  /// The signed-in account as its server has it; `nil` until the server was asked.
  private(set) var account: Account?
  /// The server's description; `nil` until the server was asked.
  private(set) var instance: Instance?

  init(
    identity: AccountIdentity, obstacle: AppError?, client: MastodonClient, tokens: RenewingTokens?,
    serverPreferences: ServerPreferences, settings: AccountSettings,
    drafts: DraftService, home: Home.Model, notifications: Notifications.Model
  ) {
    self.identity = identity
    self.obstacle = obstacle
    self.client = client
    self.tokens = tokens
    self.serverPreferences = serverPreferences
    self.settings = settings
    self.drafts = drafts
    self.home = home
    self.notifications = notifications
  }

  /// Watches the account's streams; made once, so that all who listen share one connection.
  private(set) lazy var streams = client.streamService(
    at: StreamingPlace(instance), dialect: StreamDialect(instance), keepsAlive: !identity.isSandbox)

  /// The signed-in account, asked for once.
  ///
  /// - Throws: ``AppError`` if the server cannot say.
  func currentAccount() async throws -> Account {
    if let account { return account }
    let account = try await client.instanceService.verifyCredentials()
    self.account = account
    home.setMe(account.id)
    notifications.setMe(account.id)
    return account
  }

  /// Takes the signed-in account as the server has it after a change.
  func take(_ account: Account) { self.account = account }

  /// The server's description, asked for once.
  ///
  /// - Throws: ``AppError`` if the server cannot say.
  func currentInstance() async throws -> Instance {
    if let instance { return instance }
    let instance = try await client.instanceService.instance()
    self.instance = instance
    return instance
  }

  /// Asks who is signed in and what the server is like, in this order, as far as the server answers.
  ///
  /// What fails here was not asked for by anybody, so nothing is said: each part is asked for again when it is needed.
  func introduce() async {
    do {
      _ = try await currentAccount()
      _ = try await currentInstance()
    } catch {
      return
    }
  }

  /// Asks the same of a server that may be slow: nobody waits longer than this, and where the account is known, not at all.
  ///
  /// What is not known then is asked for meanwhile.
  func introduce(within duration: Duration) async {
    if account != nil, instance != nil { return }
    let isKnown = account != nil
    do {
      _ = try await withTimeout(isKnown ? .zero : duration) { [self] in await introduce() }
    } catch {
      // Ctrl-C: whoever waited has said that this is long enough.
    }
  }

  /// Who writes a post: the account as far as it is known.
  ///
  /// A composer opens at once, also before the server has answered; the server's defaults are then not there yet.
  var author: Account {
    account ?? Account(id: identity.accountID ?? "", username: identity.username, acct: identity.username)
  }

  /// What the server can do, as far as it is known; `nil` until the server was asked.
  var capabilities: ServerCapabilities? { instance.map { client.capabilities($0) } }

  /// How long a post may be, as far as it is known.
  var limits: Composer.Limits {
    Composer.Limits(capabilities?.limits ?? Instance.Configuration())
  }
}
