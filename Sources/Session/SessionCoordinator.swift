package import Accounts
package import AppEnvironment
package import AppPreferences
package import FeatureKit
package import HomeFeature
package import LocalStore
package import MastodonKit
package import NavigationKit
package import NotificationsFeature
package import OwnershipKit
package import SandboxHost

/// Owns what lives while one account is signed in: the client, what is known of the account, the drafts, the streams, the tabs.
///
/// The root replaces it as a whole at a sign-in, a sign-out and a switch of accounts.
@MainActor
package final class SessionCoordinator: SessionPart {
  package typealias Router = TabRouter<Route, SheetDestination>

  /// The services that outlive the session and are given to it.
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
    package let answers: AnswerLog
    package let scope: OwnerScope

    package init(
      dependencies: AppDependencies, run: RunContext, preferences: UserPreferences, storage: Database,
      sandbox: EmbeddedSandbox, accounts: AccountManager, toasts: ToastCenter, caches: CacheManager,
      layouts: LayoutSettings, answers: AnswerLog, scope: OwnerScope
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
      self.answers = answers
      self.scope = scope
    }
  }

  /// The parts that its features use.
  package let parts: SessionParts
  /// The features, in the order of their tabs.
  package let plugins: [Plugin]
  /// The tabs, and what is open in them.
  package let router: Router

  /// Creates a session, shows the first of its tabs, and starts the streams.
  ///
  /// - Parameters:
  ///   - refusal: Thrown in place of opening a screen, by a session that has none.
  ///   - createPlugins: Creates every feature, in the order of the tabs and of the help.
  package init(
    _ account: SessionAccount, services: Services, root: SessionRoot, refusal: Router.Refusal? = nil,
    plugins createPlugins: (SessionParts) -> [Plugin]
  ) {
    let scope = services.scope.scope(of: "session")
    let paths = scope.scope(of: "tab router").keeping(.unique)
    let navigator = Navigator<Route, SheetDestination>()
    let parts = SessionParts(account, services, navigator, root, in: scope)
    self.parts = parts
    plugins = createPlugins(parts)
    router = scope.add(
      Router(
        of: plugins, navigator: navigator, createScreen: parts.createScreen, createSheet: parts.createSheetScreen,
        refusal: refusal, opened: { screen in if let model = screen.model { paths.add(model, screen.id) } },
        notify: { [toasts = services.toasts] in toasts.post($0) }, explainTabs: SessionParts.tabExplanation(services)),
      "tab router", note: { $0.selected })
    services.scope.add(self, "session") { "@\($0.identity.id)" }
    parts.streams.start()
  }

  package var base: SessionBase { parts.base }
  package var home: Home.Model { parts.home }
  package var notifications: Notifications.Model { parts.notifications }
  package var publisher: Publisher { parts.publisher }
  package var composers: Composers { parts.composers }
  package var streams: Streams { parts.streams }

  /// Ends the streams; called before the session is replaced.
  package func end() {
    parts.composers.stop()
    parts.streams.stop()
  }
}
