import Accounts
import AppPreferences
import ConcurrencyKit
import FeatureKit
import FiltersFeature
import FoundationEssentials
import GroupsFeature
import HomeFeature
import Links
import ListsFeature
import LiveUpdates
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import OutboxFeature
import OwnershipKit
import SandboxHost
import ServersFeature
import StatusKit
import TerminalKit

/// Owns what lives while one account is signed in: the client, what is known of the account, the drafts, the streams, the tabs.
///
/// The root replaces it as a whole at a sign-in, a sign-out and a switch of accounts.
@MainActor
final class SessionCoordinator {
  typealias Router = TabRouter<Route, SheetDestination>

  /// What outlives the session and is given to it.
  struct Services {
    let dependencies: AppDependencies
    let run: RunContext
    let preferences: UserPreferences
    let storage: Database
    let sandbox: EmbeddedSandbox
    let accounts: AccountManager
    let toasts: ToastCenter
    let caches: CacheManager
    let layouts: LayoutSettings
    /// Where the session is registered in the ownership graph.
    let scope: OwnerScope
  }

  /// What the session cannot do by itself.
  @MainActor
  struct Action {
    /// Reports how a draft left the composer: `sent` or `left`.
    var draftEnded: @MainActor (_ outcome: String, Draft.ID) -> Void
    /// Passes an event on to other programs.
    var publish: @MainActor (StreamEvent) -> Void
    /// Tells other programs that events were missed.
    var publishGap: @MainActor () -> Void
    /// Keeps the push notifications of the account arriving.
    var watchPushes: @MainActor () async -> Void

    /// The action of a session that has not begun.
    static var none: Action {
      Action(draftEnded: { _, _ in }, publish: { _ in }, publishGap: {}, watchPushes: {})
    }
  }

  let services: Services
  /// Who is signed in, and where.
  let identity: AccountIdentity
  /// Why there is no account to act as; `nil` where there is one.
  let obstacle: AppError?
  /// The client of the account's server.
  let client: MastodonClient
  /// Keeps the account's token fresh; `nil` in the sandbox, where none expires.
  let tokens: RenewingTokens?
  /// Puts what cannot be sent into the outbox.
  let outboxQueue: OutboxQueue
  /// What is known of the account and of its server.
  let context: AccountContext
  /// The posting and reading preferences on the account's server.
  let serverPreferences: ServerPreferences
  /// The settings of this account alone.
  let settings: AccountSettings
  /// The account's drafts.
  let drafts: DraftService
  /// The tabs, and what is open in them.
  let router: Router
  /// What the screens may ask of the router.
  let navigator: Navigator<Route, SheetDestination>
  /// Carries a changed post to every screen that shows it.
  let updates: StatusUpdates
  /// The timelines of the Home tab.
  let home: Home.Model
  /// The notifications.
  let notifications: Notifications.Model
  /// Hands what was looked up to the screen that shows it.
  let lookups: RecentLookups
  /// Resolves links by asking the account's server.
  let deepLinks: OnDemand<DeepLinks>
  /// Names for completion; made at the first Tab.
  let serverNames: OnDemand<ServerNames>
  // The overviews of tabs that a run may never show.
  let lists: Cached<Lists.Model>
  let groups: Cached<Groups.Model>
  let servers: Cached<Servers.Model>
  let filters: Cached<Filters.Model>

  private(set) var action = Action.none
  /// Follows the account's stream; set by ``begin(with:action:createScreen:createSheet:)``.
  private(set) var watcher: StreamWatcher?
  /// Lists what waits to be sent, and sends it.
  private(set) lazy var outbox = services.scope.scope(of: "session").add(createOutbox(), "outbox")
  /// The features, in the order of their tabs.
  private(set) var plugins: [Plugin] = []
  /// Loads what depends on the account and follows its stream; keyed by the account.
  private(set) lazy var lifecycle = createLifecycle()
  /// Follows the stream of the public timeline that Home shows; keyed by the timeline.
  private(set) lazy var timelineWatch = createTimelineWatch()
  /// The account's streams; one service, so that all who follow one share a connection.
  private(set) lazy var streams = client.streamService(
    at: StreamingAddress(context.instance), dialect: StreamDialect(context.instance),
    keepsAlive: !identity.isSandbox)

  /// Makes a session without tabs, which ``begin(with:action:createScreen:createSheet:)`` adds.
  ///
  /// - Throws: ``AppError`` if the account's settings cannot be read.
  init(for account: SignedInAccount, services: Services) throws {
    let scope = services.scope.scope(of: "session")
    let dependencies = services.dependencies
    self.services = services
    identity = account.identity
    obstacle = account.obstacle
    tokens = Self.createTokens(for: account, services)
    let known = Self.createKnownServer(for: account, dependencies)
    outboxQueue = scope.add(
      OutboxQueue(service: services.storage.outboxService(account: account.identity.id), now: dependencies.now),
      "outbox queue")
    let client = try Self.createClient(for: account, tokens: tokens, known, outboxQueue, services)
    self.client = client
    serverPreferences = scope.add(
      ServerPreferences(
        storage: !account.identity.isOnServer
          ? .none : .file(ServerPreferencesFile(locations: dependencies.locations, account: account.identity.id)),
        service: client.profileService), "server preferences")
    settings = try Self.createSettings(for: account, dependencies: dependencies)
    drafts =
      account.obstacle.map(DraftService.refusing) ?? services.storage.draftService(account: account.identity.id)
    let paths = scope.scope(of: "tab router").keeping(.unique)
    let router = scope.add(
      Router(
        opened: { screen in if let model = screen.model { paths.add(model, screen.id) } },
        notify: { [toasts = services.toasts] in toasts.post($0) }), "tab router", note: { $0.selected })
    self.router = router
    navigator = Navigator(router)
    updates = StatusUpdates(
      navigator: navigator,
      archive: PostArchive(
        service: services.storage.archiveService(account: account.identity.id),
        isOn: { [preferences = services.preferences] in preferences.archive },
        report: { [toasts = services.toasts] in toasts.warn(AppError($0).message) }))
    let home = scope.add(
      Self.createHomeModel(for: account.identity, client: client, updates: updates, services), "home")
    self.home = home
    let notifications = scope.add(
      Notifications.Model(
        state: Notifications.State(me: account.identity.accountID), service: client.notificationService,
        visitOptions: { Notifications.VisitOptions(marksRead: false, countsUnread: false) }), "notifications")
    self.notifications = notifications
    context = scope.add(
      AccountContext(identity: account.identity, client: client, file: known, now: dependencies.now) {
        [weak home, weak notifications] id in
        home?.setMe(id)
        notifications?.setMe(id)
      }, "account context", note: { $0.instance?.title })
    notifications.visitOptions = Self.visitOptions(for: account.identity, context: context, services)
    let lookups = scope.add(RecentLookups(now: dependencies.now), "recent lookups")
    self.lookups = lookups
    deepLinks = scope.lazy("deep links") { [context] in
      DeepLinks(
        server: {
          DeepLinks.Server(
            name: client.server.name, accounts: lookups.remembering(client.accountService),
            statuses: lookups.remembering(client.statusService), me: { [context] in try await context.ownID() })
        }, timeout: .seconds(20))
    }
    serverNames = scope.lazy("server names") { ServerNames(client: client) }
    let (caches, storage) = (services.caches, services.storage)
    lists = caches.cached("lists", in: scope) { Lists.model(client.listService) }
    let navigator = navigator
    groups = caches.cached("groups", in: scope) {
      let service = storage.tagGroupService
      return navigator.following(
        Groups.model(service), services.run.options.isLive ? service.changes : nil, in: "groups",
        named: "Your hashtag groups", post: services.toasts.post)
    }
    servers = caches.cached("servers", in: scope) {
      let service = storage.savedServerService
      return navigator.following(
        Servers.model(service), services.run.options.isLive ? service.changes : nil, in: "servers",
        named: "Your servers", post: services.toasts.post)
    }
    filters = caches.cached("filters", in: scope) { Filters.model(client.filterService) }
    services.scope.add(self, "session") { "@\($0.identity.id)" }
  }

  /// Sets the features, shows the first of their tabs, and starts the streams; to be called once.
  func begin(
    with plugins: [Plugin], action: Action, createScreen: @escaping (Route) throws -> Screen,
    createSheet: @escaping (SheetDestination) async throws -> Screen
  ) {
    self.plugins = plugins
    self.action = action
    watcher = services.scope.scope(of: "session").add(createStreamWatcher(), "stream watcher")
    router.setTabs(
      plugins.compactMap { plugin in plugin.tab.map { (plugin.id, $0) } }, createScreen: createScreen,
      createSheet: createSheet)
    startStreams()
  }

  /// Ends the streams; called before the session is replaced.
  func end() {
    watcher?.stop()
    lifecycle.update(nil)
    timelineWatch.update(nil)
  }

  /// Whether this run prints live events.
  var isLive: Bool { services.run.options.isLive && services.preferences.live != .off }
}
