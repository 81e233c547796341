package import Accounts
import AppEnvironment
package import AppPreferences
package import FeatureKit
package import Links
import LocalStore
package import MastodonClient
package import MastodonKit
package import OwnershipKit
import SandboxHost
import StatusKit
import Synchronization
import TerminalKit

/// The account of a session: the way to its server, and what is known and kept of it.
@MainActor
package struct SessionAccount {
  /// The signed-in account and its server.
  package let identity: AccountIdentity
  /// Why there is no account to act as; `nil` where there is one.
  package let obstacle: AppError?
  package private(set) var client: MastodonClient
  /// Keeps the account's token fresh; `nil` in the sandbox, where none expires.
  package let tokens: RenewingTokens?
  package let archive: ArchiveService
  /// Puts what cannot be sent into the outbox.
  let outboxQueue: OutboxQueue
  /// The facts about the account and its server.
  package let context: AccountContext
  /// The posting and reading preferences on the account's server.
  package let serverPreferences: ServerPreferences
  package let settings: StoredSettings
  package let drafts: DraftService
  let bookmarks: BookmarkMarks
  let boosts = BoostAudiences()
  /// The receivers of the account's id, once the server has reported it.
  let owners = Living<@MainActor (Account.ID) -> Void>()
  /// Hands what was looked up to the screen that shows it.
  let lookups: RecentLookups
  /// Resolves links by asking the account's server.
  package let deepLinks: OnDemand<DeepLinks>
  /// Names for completion; made at the first Tab.
  package let serverNames: OnDemand<ServerNames>

  /// Creates the value that a session needs of its account; nothing is requested yet.
  ///
  /// - Throws: ``AppError`` if the account's settings cannot be read.
  package init(_ account: SignedInAccount, _ services: SessionCoordinator.Services) throws {
    let scope = services.scope.scope(of: "session")
    let (dependencies, storage, id) = (services.dependencies, services.storage, account.identity.id)
    identity = account.identity
    obstacle = account.obstacle
    tokens = Self.createTokens(for: account, services)
    let known =
      !account.identity.isOnServer
      ? nil : KnownServerFile(locations: dependencies.locations, account: id, now: dependencies.now)
    outboxQueue = scope.scope(of: "publisher").add(
      OutboxQueue(
        service: storage.outboxService(account: id), sentPosts: storage.postKeys(account: id), now: dependencies.now,
        keeps: { [run = services.run, preferences = services.preferences] in
          run.options.isLater || run.options.keepsUnsent && preferences.queuesUnsent(atPrompt: run.policy.isAttended)
        }, isDeferring: services.run.options.isLater, mayHaveArrived: services.run.options.mayHaveArrived),
      "outbox queue")
    archive = account.obstacle == nil ? Self.createArchive(of: id, services) : .none
    let client = try Self.createClient(for: account, tokens: tokens, known, outboxQueue, archive, services)
    self.client = client
    serverPreferences = scope.add(
      ServerPreferences(
        storage: !account.identity.isOnServer
          ? .none : .file(ServerPreferencesFile(locations: dependencies.locations, account: id)),
        service: client.profileService), "server preferences")
    // A file that cannot be read is an error, since it may say who sees a post.
    settings =
      if let obstacle { StoredSettings(values: [:], changes: { nil }) { _, _ in throw obstacle } } else {
        try StoredSettings(file: PreferencesFile(locations: dependencies.locations, account: id))
      }
    bookmarks = account.obstacle == nil ? storage.bookmarkMarks(account: id) : .none
    drafts = account.obstacle.map(DraftService.refusing) ?? storage.draftService(account: id)
    let context = scope.add(
      AccountContext(
        identity: account.identity, client: client, file: known, now: dependencies.now,
        identified: { [owners] id in for tell in owners.all { tell(id) } }),
      "account context", note: { $0.instance?.title })
    self.context = context
    let lookups = scope.add(RecentLookups(now: dependencies.now), "recent lookups")
    self.lookups = lookups
    let domain = account.identity.isOnServer ? account.identity.host : client.server.name
    deepLinks = scope.lazy("deep links") {
      DeepLinks(
        server: {
          DeepLinks.Server(
            name: client.server.name, domain: domain, accounts: lookups.remembering(client.accountService),
            statuses: lookups.remembering(client.statusService),
            collection: { try await client.collectionService.collection($0).collection },
            me: { try await context.ownID() })
        }, timeout: .seconds(20), sleep: dependencies.sleep)
    }
    serverNames = scope.lazy("server names") { ServerNames(client: client) }
  }

  /// The same account for the requests of one screen.
  func reading(_ kept: KeptReads) -> SessionAccount {
    var account = self
    account.client = client.reading(kept)
    return account
  }

  /// Creates the archive, which is opened when the first response is kept.
  private static func createArchive(of account: String, _ services: SessionCoordinator.Services) -> ArchiveService {
    services.storage.archiveService(
      account: account, isBrief: !services.run.policy.isAttended,
      options: { [preferences = services.preferences] in preferences.archiveOptions },
      report: { [toasts = services.toasts] in
        toasts.warn("What you read can't be kept for later. \(AppError($0).message)")
      })
  }

  private static func createClient(
    for account: SignedInAccount, tokens: RenewingTokens?, _ known: KnownServerFile?, _ outbox: OutboxQueue,
    _ archive: ArchiveService, _ services: SessionCoordinator.Services
  ) throws -> MastodonClient {
    let use = services.run.options.archiveUse
    let (dependencies, isLater) = (services.dependencies, services.run.options.isLater)
    let queue = services.run.options.keepsUnsent && !dependencies.isDry ? outbox.requests : .none
    guard let server = account.server else {
      guard account.identity.isSandbox else {
        // No request leaves without an account.
        return MastodonClient(
          server: try ServerAddress(scheme: .https, host: "signed-out.invalid"), transport: .signedOut,
          tokens: .signedOut, userAgent: AppVersion.userAgent, now: dependencies.now)
      }
      return MastodonClient(
        server: try ServerAddress(scheme: .https, host: "sandbox.example"),
        transport: isLater ? .notAsking("The sandbox") : dependencies.recording(.sandbox(services.sandbox)),
        tokens: TokenSource { [sandbox = services.sandbox] in await sandbox.token() },
        userAgent: AppVersion.userAgent, queue: queue, archive: archive, archiveUse: use,
        answers: services.answers, now: dependencies.now)
    }
    guard !isLater else {
      return MastodonClient(
        server: server, transport: .notAsking(server.name), tokens: tokens?.source ?? .signedOut,
        userAgent: AppVersion.userAgent, record: known?.endpoints ?? .none, queue: queue, archive: archive,
        archiveUse: use, answers: services.answers, now: dependencies.now)
    }
    var retries = dependencies.retries
    let isSeen = services.run.policy.isAttended && services.run.options.isShown
    let limit = NoticeLimit()
    retries.report = { [toasts = services.toasts, uptime = dependencies.uptime] wait in
      let text: String
      switch wait {
      case .forLimit(let wait):
        text = "\(server.name) accepts no more requests for now: waiting \(wait.components.seconds) s."
      case .beforeRetry(let wait):
        guard isSeen, limit.allows(at: uptime()) else { return }
        text = Self.retryNotice(host: server.name, wait: wait)
      }
      Task { @MainActor in
        var note = Note(StyledText(text, .secondary))
        // A retry says how the network was, not what the command does.
        if case .beforeRetry = wait { note.isUnprompted = true }
        toasts.post(note)
      }
    }
    return MastodonClient(
      server: server, transport: dependencies.recording(dependencies.connect(server, dependencies.network)),
      tokens: tokens?.source ?? .signedOut, userAgent: AppVersion.userAgent,
      retries: retries, record: known?.endpoints ?? .none,
      queue: queue, confirmed: services.storage.confirmedPosts(account: account.identity.id), archive: archive,
      archiveUse: use, answers: services.answers, now: dependencies.now)
  }

  /// Creates the value that keeps the account's token fresh; it reads what it needs when a token has to be renewed.
  private static func createTokens(for account: SignedInAccount, _ services: SessionCoordinator.Services)
    -> RenewingTokens?
  {
    guard let server = account.server else { return nil }
    return RenewingTokens(
      account.token,
      access: services.accounts.tokenAccess(
        for: account.identity.id, at: server, connector: services.dependencies.connector
      ) { [toasts = services.toasts] error in
        toasts.warn("A new token could not be kept, so the next run signs in again. \(AppError(error).message)")
      })
  }

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
