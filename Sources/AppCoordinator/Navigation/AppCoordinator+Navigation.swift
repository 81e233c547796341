import Accounts
public import FeatureKit
import MastodonKit
import NavigationKit
import NotificationsFeature
import ProfileFeature
import StatusKit
import TagFeature
import TerminalKit
import ThreadFeature

extension AppCoordinator {
  /// Makes the tabs and what is pushed and presented in them.
  func createRouter() -> TabRouter<Route, SheetDestination> {
    TabRouter(
      roots: plugins.compactMap { plugin in plugin.tab.map { (plugin.id, $0) } },
      createScreen: { [unowned self] in createScreen(for: $0) },
      createSheet: { [unowned self] in try await createSheetScreen(for: $0) },
      notify: { [notices] in notices.post($0) })
  }

  /// Every model that shows posts now.
  func forEachContainer(_ body: (any StatusContainer) -> Void) {
    for screen in router.screens { (screen.model as? any StatusContainer).map(body) }
  }

  /// Pushes a screen in the selected tab.
  ///
  /// - Throws: ``AppError`` if it cannot be loaded; then nothing changes.
  func push(_ route: Route) async throws {
    try await router.push(route)
    if case .tag(let name) = route { note(tags: [name]) }
  }

  /// Makes the screen of a route; the path owns it and its model.
  private func createScreen(for route: Route) -> Screen {
    switch route {
    case .thread(let id):
      let model = createThreadModel(id)
      return Thread.screen(model: model, action: createThreadAction(model))
    case .foreignThread(let id, let host): return createForeignThread(id, host: host)
    case .profile(let id):
      let model = createProfileModel(id)
      return ProfileFeature.Profile.screen(model: model, action: createProfileAction(model))
    case .tag(let name):
      let model = createTagModel(name)
      return TagFeature.Tag.screen(model: model, action: createTagAction(model))
    case .list(let id): return createListTimeline(id)
    case .tagGroup(let id): return createTagGroupTimeline(id)
    case .localTimeline(let id): return createLocalTimeline(id)
    }
  }

  /// The screen on top.
  public var screen: Screen { router.screen }

  /// The account, the tab, the screen and the sheet, for the prompt.
  public var location: [String] {
    [session.identity.isSandbox ? "sandbox" : session.identity.id] + router.location
  }

  /// Selects a tab; see ``TabRouter/show(_:fromItsBeginning:)``.
  @discardableResult
  func showTab(_ tab: Plugin.ID, fromItsBeginning: Bool = false) -> Bool {
    router.show(tab, fromItsBeginning: fromItsBeginning)
  }
}
