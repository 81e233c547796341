public import FeatureKit
import HomeFeature
import MastodonKit
import NotificationsFeature
import StatusKit
import TerminalKit

extension Home.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.list.status(id) }
}
extension Home.Thread.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.list.status(id) }
}
extension Home.Profile.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.list.status(id) }
}
extension Home.Tag.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.list.status(id) }
}
extension StatusTimeline.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.list.status(id) }
}
extension Notifications.Model: StatusReader {
  func known(_ id: Status.ID) -> Status? { state.notifications.lazy.compactMap(\.status).first { $0.id == id } }
  func replace(_ status: Status) { apply(.statusUpdate(status)) }
  func remove(_ id: Status.ID) { apply(.delete(id)) }
}

extension AppCoordinator {
  /// Every model that shows posts now.
  func forEachReader(_ body: (any StatusReader) -> Void) {
    body(session.home)
    body(session.notifications)
    for reader in router.readers { body(reader) }
  }

  /// Goes to a place within the tab that is shown, once there is something to show there.
  ///
  /// - Throws: ``AppError`` if it cannot be loaded; then one stays where one is.
  func push(_ route: Route) async throws {
    let (screen, reader) = createScreen(for: route)
    await screen.load()
    if let failure = screen.failure() { throw failure }
    try Task.checkCancellation()
    router.current.push(route, screen: screen, reader: reader)
    if case .tag(let name) = route { note(tags: [name]) }
  }

  /// Makes the screen of a route and the model that it shows; the path owns both.
  private func createScreen(for route: Route) -> (Screen, (any StatusReader)?) {
    switch route {
    case .thread(let id):
      let model = createThreadModel(id)
      return (Home.Thread.screen(model: model, action: createThreadAction(model)), model)
    case .foreignThread(let id, let host): return createForeignThread(id, host: host)
    case .profile(let id):
      let model = createProfileModel(id)
      return (Home.Profile.screen(model: model, action: createProfileAction(model)), model)
    case .tag(let name):
      let model = createTagModel(name)
      return (Home.Tag.screen(model: model, action: createTagAction(model)), model)
    case .list(let id): return createListTimeline(id)
    case .tagGroup(let id): return createTagGroupTimeline(id)
    case .localTimeline(let id): return createLocalTimeline(id)
    }
  }

  /// The screen on top: the presented sheet's, else the path's last, else the tab's.
  public var screen: Screen {
    let path = router.current
    if let sheet = path.sheet { return sheet.screen }
    if let entry = path.path.last { return entry.screen }
    guard let tab = plugins.first(where: { $0.id == router.selected })?.tab else {
      preconditionFailure("the router knows only plugins with a tab")
    }
    return tab
  }

  /// Where the person is, for the prompt.
  public var location: [String] {
    let path = router.current
    var places = session.identity.isSandbox ? ["sandbox"] : [session.identity.id]
    if let tab = plugins.first(where: { $0.id == router.selected })?.tab { places.append(tab.label()) }
    if let entry = path.path.last { places.append(entry.screen.label()) }
    if let sheet = path.sheet { places.append(sheet.screen.label()) }
    return places
  }

  /// Shows a tab: as it was left, or, where one already is or where it is asked for, where it begins.
  ///
  /// - Returns: whether it is shown where it begins. A sheet over it stays: what is below one is out of reach until it is
  ///   closed.
  @discardableResult
  func showTab(_ tab: TabRouter.Tab, fromItsBeginning: Bool = false) -> Bool {
    let isThere = router.selected == tab
    router.select(tab)
    guard isThere || fromItsBeginning else { return false }
    if let sheet = router.current.sheet {
      notices.post(StyledText("This is open over the tab: \(sheet.screen.label()). Type close to leave it."))
      return false
    }
    router.current.popToRoot()
    return true
  }

  /// The verbs of getting about.
  var navigationVerbs: [Verb] {
    [
      Verb("back", aliases: ["b"], help: "Go back to where you came from") { [weak self] in
        guard let self else { return .nothing }
        try refuseBelowSheet()
        guard router.current.pop() else {
          throw AppError.usage(
            "There is nothing to go back to.", suggestion: "This is where \(router.selected) begins.")
        }
        return .screen
      },
      Verb("top", help: "Go back to where this tab begins") { [weak self] in
        try self?.refuseBelowSheet()
        self?.router.current.popToRoot()
        return .screen
      },
    ]
  }

  /// What is below a sheet does not move while it cannot be seen.
  private func refuseBelowSheet() throws {
    guard let sheet = router.current.sheet else { return }
    throw AppError.usage(
      "There is no way back on a sheet: this is \(sheet.screen.label()).", suggestion: "Type close to leave it.")
  }
}
