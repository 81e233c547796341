import FeatureKit

/// Every object that the root, or something below it, owns: one case for each, with its owner and its lifetime.
///
/// The one list of what the app is made of. `docs/architecture.md` has it as a table, and a test holds the two together.
enum GraphNode: String, CaseIterable, Sendable {
  case root = "app coordinator"
  case network
  case preferences = "user preferences"
  case theme
  case accountManager = "account manager"
  case vault
  case signIn = "signing in"
  case storage
  case sandbox
  case toastCenter = "toast center"
  case usageLog = "usage log"
  case statusRelay = "status relay"
  case pressureMonitor = "pressure monitor"
  case deepLinks = "deep links"
  case quickLook = "quick look"
  case intents
  case pushNotifications = "push notifications"
  case session
  case client = "current client"
  case account = "current account"
  case instance = "current instance"
  case serverPreferences = "server preferences"
  case drafts
  case home
  case notifications
  case streamWatcher = "stream watcher"
  case tabRouter = "tab router"
  case routerPath = "router path"
  case thread
  case profile
  case tagTimeline = "tag timeline"
  case composer
  case media
  case timeline
  case form
  case report
  case lists
  case tagGroups = "tag groups"
  case localTimelines = "local timelines"
  case filters
  case onboarding

  /// Its place among all of them.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Who owns it; `nil` for the root alone.
  var owner: GraphNode? {
    switch self {
    case .root: nil
    case .network, .preferences, .theme, .accountManager, .signIn, .storage, .sandbox, .toastCenter, .usageLog,
      .statusRelay, .pressureMonitor, .deepLinks, .quickLook, .intents, .pushNotifications, .session, .tabRouter,
      .lists, .tagGroups, .localTimelines, .filters:
      .root
    case .vault: .accountManager
    case .client, .account, .instance, .serverPreferences, .drafts, .home, .notifications, .streamWatcher: .session
    case .routerPath: .tabRouter
    case .thread, .profile, .tagTimeline, .composer, .media, .timeline, .form, .report, .onboarding: .routerPath
    }
  }

  /// How long it is kept.
  var lifetime: Lifetime {
    switch self {
    case .root, .network, .preferences, .theme, .accountManager, .vault, .signIn, .storage, .sandbox, .toastCenter,
      .usageLog,
      .statusRelay, .pressureMonitor, .deepLinks, .intents, .pushNotifications:
      .singleton
    case .session, .client, .account, .instance, .serverPreferences, .drafts, .home, .notifications, .streamWatcher,
      .tabRouter,
      .routerPath:
      .session
    case .thread, .profile, .tagTimeline, .composer, .media, .timeline, .form, .report, .onboarding: .unique
    case .quickLook, .lists, .tagGroups, .localTimelines, .filters: .cached
    }
  }
}
