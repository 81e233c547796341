import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NotificationsFeature
import SandboxHost
import StatusKit
import Synchronization
import TerminalKit

/// What a session is made of.
extension SessionCoordinator {
  static func createHomeModel(
    for identity: AccountIdentity, client: MastodonClient, updates: StatusUpdates, _ services: Services
  ) -> Home.Model {
    var state = Home.State(me: identity.accountID)
    state.limit = services.run.pageSize
    return Home.Model(
      state: state, timelines: client.timelineService, statuses: client.statusService,
      // A script keeps no reading position, and does not open the database for one.
      positions: services.run.options.isConversation
        ? services.storage.readingPositions(account: identity.id) : .none,
      marker: client.homeMarkerService(isFollowed: services.run.options.isConversation),
      now: services.dependencies.now, statusChanged: { updates.changed($0) }, statusRemoved: { updates.removed($0) })
  }

  /// What a visit of the notifications does; whether the server groups them is taken from what is known, never asked.
  static func visitOptions(
    for identity: AccountIdentity, context: AccountContext, _ services: Services
  ) -> @MainActor () -> Notifications.VisitOptions {
    { [run = services.run, preferences = services.preferences] in
      let support = context.capabilities?.support(of: .groupedNotifications)
      return Notifications.VisitOptions(
        marksRead: run.options.isShown, countsUnread: run.options.isData,
        isGrouped: support.map { $0 == .present } ?? identity.isSandbox, hidden: preferences.hiddenNotifications)
    }
  }

  /// Reads the account's own settings; a file that cannot be read is an error, since it may say who sees a post.
  static func createSettings(for account: SignedInAccount, dependencies: AppDependencies) throws -> AccountSettings {
    if let obstacle = account.obstacle { return AccountSettings(values: [:]) { _, _ in throw obstacle } }
    return try AccountSettings(
      file: PreferencesFile(locations: dependencies.locations, account: account.identity.id))
  }

  static func createClient(
    for account: SignedInAccount, tokens: RenewingTokens?, _ known: KnownServerFile?, _ outbox: OutboxQueue,
    _ services: Services
  ) throws -> MastodonClient {
    let dependencies = services.dependencies
    guard let server = account.server else {
      guard account.identity.isSandbox else {
        // No request leaves without an account.
        return MastodonClient(
          server: try ServerAddress(scheme: .https, host: "signed-out.invalid"), transport: .signedOut,
          tokens: .signedOut, userAgent: AppVersion.userAgent, now: dependencies.now)
      }
      return MastodonClient(
        server: try ServerAddress(scheme: .https, host: "sandbox.example"), transport: .sandbox(services.sandbox),
        tokens: TokenSource { [sandbox = services.sandbox] in await sandbox.token() },
        userAgent: AppVersion.userAgent, now: dependencies.now)
    }
    var retries = dependencies.retries
    retries.reportLimit = { [toasts = services.toasts] wait in
      Task { @MainActor in
        toasts.post(
          StyledText(
            "\(server.name) accepts no more requests for now: waiting \(wait.components.seconds) s.", .secondary))
      }
    }
    if services.run.options.isConversation, services.run.options.isShown {
      let limit = NoticeLimit()
      retries.report = { [toasts = services.toasts, uptime = dependencies.uptime] wait in
        guard limit.allows(at: uptime()) else { return }
        Task { @MainActor in
          var note = Note(StyledText(Self.retryNotice(host: server.name, wait: wait), .secondary))
          // It says how the network was, not what the command does.
          note.isUnprompted = true
          toasts.post(note)
        }
      }
    }
    return MastodonClient(
      server: server, transport: dependencies.connect(server, dependencies.network),
      tokens: tokens?.source ?? .signedOut, userAgent: AppVersion.userAgent,
      retries: retries, record: known?.endpoints ?? .none,
      queue: services.run.options.keepsUnsent ? outbox.requests : .none,
      confirmed: services.storage.confirmedPosts(account: account.identity.id), now: dependencies.now)
  }

  /// Makes the file of what is known of the account's server; `nil` for the sandbox and while nobody is signed in.
  static func createKnownServer(for account: SignedInAccount, _ dependencies: AppDependencies) -> KnownServerFile? {
    guard account.identity.isOnServer else { return nil }
    return KnownServerFile(locations: dependencies.locations, account: account.identity.id, now: dependencies.now)
  }

  /// Makes what keeps the account's token fresh; it reads what it needs when a token has to be renewed.
  static func createTokens(for account: SignedInAccount, _ services: Services) -> RenewingTokens? {
    guard let server = account.server else { return nil }
    return RenewingTokens(
      account.token,
      access: services.accounts.tokenAccess(
        for: account.identity.id, at: server, connector: services.dependencies.connector
      ) { [toasts = services.toasts] error in
        toasts.warn("A new token could not be kept, so the next run signs in again. \(AppError(error).message)")
      })
  }
}

extension SessionCoordinator {
  /// The line for a request that is sent again and takes long because of that.
  nonisolated static func retryNotice(host: String, wait: Duration) -> String {
    let seconds = max(1, Int(wait.components.seconds))
    return "\(host) is slow to answer: trying again in \(seconds) s."
  }
}

/// Lets a notice through once in ten seconds: requests that were sent together fail together.
final class NoticeLimit: Sendable {
  private let last = Mutex<Duration?>(nil)

  /// Whether the notice may be printed now.
  func allows(at time: Duration) -> Bool {
    last.withLock { last in
      if let last, time - last < .seconds(10) { return false }
      last = time
      return true
    }
  }
}
