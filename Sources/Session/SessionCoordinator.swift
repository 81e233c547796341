package import Accounts
package import AppEnvironment
package import AppPreferences
import ComposerFeature
package import ConcurrencyKit
package import FeatureKit
import FiltersFeature
import FoundationEssentials
import GroupsFeature
package import HomeFeature
package import Links
package import ListsFeature
package import LiveUpdates
package import LocalStore
package import MastodonClient
package import MastodonKit
package import NavigationKit
package import NotificationsFeature
package import OutboxFeature
package import OwnershipKit
package import SandboxHost
import ServersFeature
import StatusKit
import TerminalKit
import WatchFeature

/// Owns what lives while one account is signed in: the client, what is known of the account, the drafts, the streams, the tabs.
///
/// The root replaces it as a whole at a sign-in, a sign-out and a switch of accounts.
@MainActor
package final class SessionCoordinator {
  package typealias Router = TabRouter<Route, SheetDestination>

  /// What outlives the session and is given to it.
  package struct Services {
    package let dependencies: AppDependencies
    package let run: RunContext
    package let preferences: UserPreferences
    package let storage: Database
    package let sandbox: EmbeddedSandbox
    package let accounts: AccountManager
    package let toasts: ToastCenter
    package let caches: CacheManager
    package let layouts: LayoutSettings
    /// Where the session is registered in the ownership graph.
    package let scope: OwnerScope

    package init(
      dependencies: AppDependencies, run: RunContext, preferences: UserPreferences, storage: Database,
      sandbox: EmbeddedSandbox, accounts: AccountManager, toasts: ToastCenter, caches: CacheManager,
      layouts: LayoutSettings, scope: OwnerScope
    ) {
      self.dependencies = dependencies
      self.run = run
      self.preferences = preferences
      self.storage = storage
      self.sandbox = sandbox
      self.accounts = accounts
      self.toasts = toasts
      self.caches = caches
      self.layouts = layouts
      self.scope = scope
    }
  }

  /// What the session cannot do by itself.
  @MainActor
  package struct Action {
    var draftEnded: @MainActor (_ outcome: String, Draft.ID) -> Void
    var publish: @MainActor (StreamEvent) -> Void
    var publishGap: @MainActor () -> Void
    var watchPushes: @MainActor () async -> Void

    /// - Parameters:
    ///   - draftEnded: Reports how a draft left the composer: `sent` or `left`.
    ///   - publish: Passes an event on to other programs.
    ///   - publishGap: Tells other programs that events were missed.
    ///   - watchPushes: Keeps the push notifications of the account arriving.
    package init(
      draftEnded: @escaping @MainActor (_ outcome: String, Draft.ID) -> Void,
      publish: @escaping @MainActor (StreamEvent) -> Void, publishGap: @escaping @MainActor () -> Void,
      watchPushes: @escaping @MainActor () async -> Void
    ) {
      self.draftEnded = draftEnded
      self.publish = publish
      self.publishGap = publishGap
      self.watchPushes = watchPushes
    }

    /// The action of a session that has not begun.
    package static var none: Action {
      Action(draftEnded: { _, _ in }, publish: { _ in }, publishGap: {}, watchPushes: {})
    }
  }

  /// The sheets over a session's screens that the root makes, from what outlives the session.
  @MainActor
  package struct RootSheets {
    var media: @MainActor (Status.ID, _ index: Int) async throws -> Screen
    var settings: @MainActor (_ section: String?) throws -> Screen
    var signIn: @MainActor (_ server: String?) throws -> Screen
    var onboarding: @MainActor () throws -> Screen

    package init(
      media: @escaping @MainActor (Status.ID, _ index: Int) async throws -> Screen,
      settings: @escaping @MainActor (_ section: String?) throws -> Screen,
      signIn: @escaping @MainActor (_ server: String?) throws -> Screen,
      onboarding: @escaping @MainActor () throws -> Screen
    ) {
      self.media = media
      self.settings = settings
      self.signIn = signIn
      self.onboarding = onboarding
    }
  }

  package let services: Services
  /// Who is signed in, and where.
  package let identity: AccountIdentity
  /// Why there is no account to act as; `nil` where there is one.
  package let obstacle: AppError?
  /// The client of the account's server.
  package let client: MastodonClient
  /// Keeps the account's token fresh; `nil` in the sandbox, where none expires.
  package let tokens: RenewingTokens?
  /// Puts what cannot be sent into the outbox.
  let outboxQueue: OutboxQueue
  /// Keeps posts for a while before they are sent.
  let holder: Composer.Holder
  /// What is known of the account and of its server.
  package let context: AccountContext
  /// The posting and reading preferences on the account's server.
  package let serverPreferences: ServerPreferences
  /// The settings of this account alone.
  package let settings: AccountSettings
  /// The account's drafts.
  package let drafts: DraftService
  /// The tabs, and what is open in them.
  package let router: Router
  /// What the screens may ask of the router.
  package let navigator: Navigator<Route, SheetDestination>
  /// Carries a changed post to every screen that shows it.
  package let updates: StatusUpdates
  /// The timelines of the Home tab.
  package let home: Home.Model
  /// The notifications.
  package let notifications: Notifications.Model
  /// Hands what was looked up to the screen that shows it.
  let lookups: RecentLookups
  /// Resolves links by asking the account's server.
  package let deepLinks: OnDemand<DeepLinks>
  /// Names for completion; made at the first Tab.
  package let serverNames: OnDemand<ServerNames>
  // The overviews of tabs that a run may never show.
  package let lists: Cached<Lists.Model>
  let groups: Cached<Groups.Model>
  let servers: Cached<Servers.Model>
  let filters: Cached<Filters.Model>

  private(set) var action = Action.none
  /// Follows the account's stream; set by ``begin(with:action:sheets:refusingScreens:)``.
  package private(set) var watcher: StreamWatcher?
  /// Lists what waits to be sent, and sends it.
  package private(set) lazy var outbox = services.scope.scope(of: "session").add(createOutbox(), "outbox")
  /// The features, in the order of their tabs.
  package private(set) var plugins: [Plugin] = []
  /// Loads what depends on the account and follows its stream; keyed by the account.
  package private(set) lazy var lifecycle = createLifecycle()
  /// Follows the stream of the public timeline that Home shows; keyed by the timeline.
  package private(set) lazy var timelineWatch = createTimelineWatch()
  /// Closes composers whose draft is open elsewhere; running once a composer was opened.
  var draftWatch: Task<Void, Never>?
  /// Holds back what is announced in the user's quiet hours.
  private(set) lazy var quiet = createQuietGate()
  /// What the user follows beside the screens.
  private(set) lazy var watches = services.scope.scope(of: "session").add(
    createWatchModel(), "watches", note: { $0.targets.isEmpty ? nil : "\($0.targets.count)" })
  /// Follows the stream of the timeline on top; keyed by its model.
  private(set) lazy var screenWatch = createScreenWatch()
  /// Notices which timeline is on top.
  private(set) lazy var screenObservation = createScreenObservation()
  /// The account's streams; one service, so that all who follow one share a connection.
  package private(set) lazy var streams = client.streamService(
    at: StreamingAddress(context.instance), dialect: StreamDialect(context.instance),
    keepsAlive: !identity.isSandbox)

  /// Makes a session without tabs, which ``begin(with:action:sheets:refusingScreens:)`` adds.
  ///
  /// - Throws: ``AppError`` if the account's settings cannot be read.
  package init(for account: SignedInAccount, services: Services) throws {
    let scope = services.scope.scope(of: "session")
    let dependencies = services.dependencies
    self.services = services
    identity = account.identity
    obstacle = account.obstacle
    tokens = Self.createTokens(for: account, services)
    let known = Self.createKnownServer(for: account, dependencies)
    let outboxQueue = scope.add(
      OutboxQueue(service: services.storage.outboxService(account: account.identity.id), now: dependencies.now),
      "outbox queue")
    self.outboxQueue = outboxQueue
    holder = scope.add(Self.createHolder(services, outboxQueue), "held posts")
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
        notify: { [toasts = services.toasts] in toasts.post($0) }, explainTabs: Self.tabExplanation(services)),
      "tab router", note: { $0.selected })
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
    let domain = account.identity.isOnServer ? account.identity.host : client.server.name
    deepLinks = scope.lazy("deep links") { [context] in
      DeepLinks(
        server: {
          DeepLinks.Server(
            name: client.server.name, domain: domain, accounts: lookups.remembering(client.accountService),
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
  ///
  /// - Parameters:
  ///   - refusal: Thrown in place of opening a screen, by a session that has none.
  ///   - sheetRefusal: Thrown in place of opening a sheet by such a session; by default `refusal`.
  package func begin(
    with plugins: [Plugin], action: Action, sheets: RootSheets, refusingScreens refusal: AppError? = nil,
    refusingSheets sheetRefusal: AppError? = nil
  ) {
    self.plugins = plugins
    self.action = action
    watcher = services.scope.scope(of: "session").add(createStreamWatcher(), "stream watcher")
    router.setTabs(
      plugins.compactMap { plugin in plugin.tab.map { (plugin.id, $0) } },
      createScreen: { [weak self] route in
        guard let self else { throw AppError.cancelled }
        if let refusal { throw refusal }
        return createScreen(for: route)
      },
      createSheet: { [weak self] sheet in
        guard let self else { throw AppError.cancelled }
        if let refusal { throw sheetRefusal ?? refusal }
        return try await createSheetScreen(for: sheet, sheets)
      })
    startStreams()
  }

  /// Ends the streams; called before the session is replaced.
  package func end() {
    draftWatch?.cancel()
    watcher?.stop()
    watches.stop()
    quiet.stop()
    lifecycle.update(nil)
    timelineWatch.update(nil)
    screenObservation.update(nil)
    screenWatch.update(nil)
  }

  /// Whether this run prints live events.
  package var isLive: Bool { services.run.options.isLive && services.preferences.live != .off }
}
