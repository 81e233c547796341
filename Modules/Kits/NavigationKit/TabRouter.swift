public import FeatureKit
public import TerminalKit

/// The tabs of an app and where the user is in each.
///
/// `Route` and `Sheet` are the app's own enums; `createScreen` and `createSheet` turn their cases into screens. Each tab
/// keeps its path and its sheets while another tab is selected. What a command in the background opens is its own (`Detour`).
@MainActor
public final class TabRouter<Route: Hashable & Sendable, Sheet: Hashable & Sendable> {
  public typealias Tab = Plugin.ID
  public typealias Path = RouterPath<Route, Sheet>

  /// The plugins that have a tab, in order.
  public let plugins: [Plugin]
  /// The way to this router for what it keeps itself.
  public let navigator: Navigator<Route, Sheet>
  /// The ids of the tabs, in order.
  public var tabs: [Tab] { plugins.map(\.id) }
  public private(set) var selected: Tab { didSet { changes.record() } }
  private let roots: [Tab: Screen]
  private let paths: [Tab: Path]
  private let changes = RouterChanges()
  /// The places where the user was before, the latest last; the entries keep their screens.
  private var visits: [Visit] = []
  private let explainTabs: (_ from: Screen, _ to: Screen) -> Void
  /// Counts the routes that were pushed.
  private(set) var pushes = 0
  private let createScreen: (Route, TimelineOptions) throws -> Screen
  private let createSheet: (Sheet) async throws -> Screen
  private let refusal: Refusal?
  private let opened: (Screen) -> Void
  private let notify: (StyledText) -> Void

  /// Creates a router that shows the first of its tabs.
  ///
  /// - Parameters:
  ///   - plugins: The plugins, of which at least one has a tab.
  ///   - navigator: The way to the router that the screens were given; it leads here from now on.
  ///   - createScreen: Creates the screen of a route, which shows what the options ask for; nothing is loaded yet.
  ///   - refusal: The error that replaces opening a screen; `nil` to open them.
  ///   - opened: Takes each screen that a path or a sheet keeps from now on.
  ///   - notify: Tells the user what happens to a sheet that they cannot see.
  ///   - explainTabs: Is told of each change of the tab, with the screens of both.
  public init(
    of plugins: [Plugin], navigator: Navigator<Route, Sheet>,
    createScreen: @escaping (Route, TimelineOptions) throws -> Screen,
    createSheet: @escaping (Sheet) async throws -> Screen, refusal: Refusal?,
    opened: @escaping (Screen) -> Void,
    notify: @escaping (StyledText) -> Void, explainTabs: @escaping (_ from: Screen, _ to: Screen) -> Void
  ) {
    let changes = changes
    self.plugins = plugins.filter { $0.tab != nil }
    let tabs = self.plugins.map(\.id)
    precondition(!tabs.isEmpty, "a router has at least one tab")
    selected = tabs[0]
    roots = Dictionary(uniqueKeysWithValues: plugins.compactMap { plugin in plugin.tab.map { (plugin.id, $0) } })
    paths = Dictionary(uniqueKeysWithValues: tabs.map { ($0, Path(changes)) })
    self.navigator = navigator
    self.createScreen = createScreen
    self.createSheet = createSheet
    self.refusal = refusal
    self.opened = opened
    self.notify = notify
    self.explainTabs = explainTabs
    navigator.lead(to: self)
  }

  /// The way to make a sheet in an app that has none.
  public static func noSheet(_: Sheet) throws -> Screen { throw CancellationError() }

  /// The errors of a router that opens nothing.
  @MainActor
  public struct Refusal {
    let screens: AppError
    let sheets: AppError
    /// Opens screens and sheets in another router; `nil` if they are refused.
    let adopter: Adopter?

    public init(screens: AppError, sheets: AppError, adopter: Adopter?) {
      self.screens = screens
      self.sheets = sheets
      self.adopter = adopter
    }
  }

  /// Opens screens among those of another router.
  @MainActor
  public struct Adopter {
    /// Shows a screen that has loaded.
    let push: (Route, Screen) -> Void
    let present: (Sheet, Screen) -> Void
    /// Closes the sheet of a model.
    let close: (AnyObject) -> Void

    public init(
      push: @escaping (Route, Screen) -> Void, present: @escaping (Sheet, Screen) -> Void,
      close: @escaping (AnyObject) -> Void
    ) {
      self.push = push
      self.present = present
      self.close = close
    }
  }

  public var current: Path { path(of: selected) }

  public func path(of tab: Tab) -> Path {
    guard let path = paths[tab] else { preconditionFailure("no tab \(tab)") }
    return path
  }

  public func root(of tab: Tab) -> Screen {
    guard let screen = roots[tab] else { preconditionFailure("no tab \(tab)") }
    return screen
  }

  /// The screen on top: the open sheet's, else the topmost route's, else the tab's root screen.
  public var screen: Screen { current.sheet?.screen ?? screenBelowSheet }

  /// The screen on top, or below the open sheet.
  public var screenBelowSheet: Screen { topScreen(of: selected) }

  /// The same, for `Observations`.
  public var observedScreenBelowSheet: Screen {
    changes.observe()
    return screenBelowSheet
  }

  private func topScreen(of tab: Tab) -> Screen { path(of: tab).path.last?.screen ?? root(of: tab) }

  /// The labels of the selected tab, its topmost route and its open sheet, for the prompt.
  public var location: [String] {
    [root(of: selected).label()]
      + [current.path.last?.screen, current.sheet?.screen].compactMap { $0?.label() }
  }

  /// The sheets of every tab, open or waiting.
  public var sheets: [Path.PresentedSheet] { tabs.flatMap { path(of: $0).sheets } }

  /// The tasks that would be lost if every sheet were closed now, as in “Quit without …?”.
  public var unsaved: [String] { sheets.compactMap { $0.screen.unsaved() } }

  // MARK: - Tabs

  /// Selects a tab and leaves its path as it was; an unknown tab is ignored.
  public func select(_ tab: Tab, within detour: Detour? = nil) {
    guard tabs.contains(tab) else { return }
    let move: @MainActor () -> Void = { [weak self] in self?.select(tab) }
    if let detour, detour.go(to: topScreen(of: tab), move) { return }
    detour?.moved(to: topScreen(of: tab), back: wayBack, move)
    recordingVisit { enter(tab) }
  }

  private func enter(_ tab: Tab) {
    guard tab != selected else { return }
    leaveSheet()
    let left = root(of: selected)
    selected = tab
    explainTabs(left, root(of: tab))
  }

  /// Selects a tab and goes back to its root screen.
  ///
  /// - Returns: whether the root screen is on top now, or below the sheet that the command was typed on. A sheet of another tab
  ///   that is for more than looking is shown as it is.
  @discardableResult
  public func show(_ tab: Tab, within detour: Detour? = nil) -> Bool {
    guard tabs.contains(tab) else { return false }
    let move: @MainActor () -> Void = { [weak self] in self?.show(tab) }
    if let detour, detour.go(to: root(of: tab), move) { return true }
    detour?.moved(to: root(of: tab), back: wayBack, move)
    return recordingVisit {
      let wasHere = tab == selected
      enter(tab)
      leaveSheet()
      if let sheet = current.sheet {
        if wasHere {
          current.popToRoot()
          pushes += 1
          return true
        }
        notify(StyledText("“\(sheet.screen.label())” is still open. \(Self.wayOut(of: sheet.screen))"))
        return false
      }
      current.popToRoot()
      return true
    }
  }

  /// The suggestion for leaving a sheet; where a text is written, commands begin with a slash.
  static func wayOut(of sheet: Screen) -> String { "Type \(sheet.textInput == nil ? "" : "/")close to leave it." }

  /// Closes the open sheet if it ends when the user goes elsewhere and nothing on it would be lost.
  @discardableResult
  func leaveSheet() -> Bool {
    guard let sheet = current.sheet, sheet.screen.endsWhenLeft, sheet.screen.unsaved() == nil else { return false }
    dismiss(sheet.destination, isShownNext: true)
    return true
  }

  // MARK: - Routes

  /// Pushes a route in the selected tab once its screen has loaded.
  ///
  /// - Parameters:
  ///   - options: The listed part, of a screen that lists something.
  ///   - detour: The place of the command that opens it.
  /// - Throws: `AppError` if it cannot be loaded, or `CancellationError`; then nothing changes.
  public func push(
    _ route: Route, showing options: TimelineOptions = TimelineOptions(), within detour: Detour? = nil
  ) async throws {
    try await push(route, within: detour) { [createScreen] in try createScreen(route, options) }
  }

  /// Pushes a route, like ``push(_:showing:within:)``, with a screen that the caller makes for it.
  func push(_ route: Route, within detour: Detour?, _ makeScreen: @escaping () throws -> Screen) async throws {
    if let refusal, refusal.adopter == nil { throw refusal.screens }
    let screen = try makeScreen()
    try await load(screen, within: detour)
    if let adopter = refusal?.adopter { return adopter.push(route, screen) }
    push(Path.Entry(route: route, screen: screen, make: makeScreen), within: detour)
  }

  /// Pushes a route whose screen was made by the caller.
  public func push(_ route: Route, screen: Screen) {
    push(Path.Entry(route: route, screen: screen, make: { screen }), within: nil)
  }

  private func push(_ entry: Path.Entry, within detour: Detour?) {
    if let detour, detour.go(to: entry.screen, { [weak self] in self?.push(entry, within: nil) }) { return }
    leaveSheet()
    recordingVisit { current.push(entry) }
    pushes += 1
    opened(entry.screen)
  }

  /// Creates the screens of a route again, in every tab: what they show has changed elsewhere.
  func renew(_ route: Route) throws {
    for screen in try tabs.flatMap({ try path(of: $0).renew(route) }) { opened(screen) }
  }

  /// Goes back to where the user was before, in whichever tab; `false` where they began.
  @discardableResult
  public func goBack() -> Bool {
    while let visit = visits.popLast() {
      guard visit != place else { continue }
      goBack(to: visit)
      return true
    }
    return current.pop()
  }

  /// Goes to a place where the user was before.
  public func goBack(to visit: Visit) {
    selected = visit.tab
    // What is below a sheet does not move while it cannot be seen.
    if current.sheet == nil { current.restore(visit.entries) }
    if root(of: visit.tab).subject() != visit.subject { visit.restore() }
  }

  public func popToRoot() {
    recordingVisit { current.popToRoot() }
  }

  // MARK: - Visits

  /// A place that the user can go back to.
  public struct Visit: Equatable {
    let tab: Tab
    let entries: [Path.Entry]
    /// The subject that the tab's root screen showed.
    let subject: String?
    /// Makes it show that again.
    let restore: @MainActor () -> Void

    /// Whether both are the same place.
    public static func == (one: Visit, other: Visit) -> Bool {
      one.tab == other.tab && one.subject == other.subject
        && one.entries.elementsEqual(other.entries) { $0.route == $1.route }
    }
  }

  /// The number of places that the user can go back to.
  static var visitLimit: Int { 50 }

  public var place: Visit {
    let root = root(of: selected)
    return Visit(tab: selected, entries: current.path, subject: root.subject(), restore: root.memento())
  }

  /// Lets the user go back to where they were, if they are elsewhere now.
  public func recordVisit(_ before: Visit) {
    guard before != place, visits.last != before else { return }
    visits = (visits + [before]).suffix(Self.visitLimit)
  }

  private var wayBack: @MainActor () -> Void { { [weak self, place] in self?.goBack(to: place) } }

  private func recordingVisit<Value>(_ move: () -> Value) -> Value {
    let before = place
    defer { recordVisit(before) }
    return move()
  }

  // MARK: - Sheets

  /// Whether a sheet that is presented is seen; not as another account, or in a dry run.
  public var showsSheets: Bool { refusal == nil || refusal?.adopter != nil }

  /// Presents a sheet over the selected tab once its screen has loaded; one that is open or waiting stays as it is.
  ///
  /// - Throws: `AppError` if it cannot be made or loaded, or `CancellationError`; then nothing is presented.
  public func present(_ destination: Sheet, within detour: Detour? = nil) async throws {
    if current.sheets.contains(where: { $0.destination == destination }) {
      return notifyIfWaiting(destination)
    }
    let screen = try await makeScreen(for: destination)
    try await load(screen, within: detour)
    present(destination, screen: screen, within: detour)
  }

  /// Creates the screen of a sheet without presenting it.
  ///
  /// - Throws: `AppError` if it cannot be made.
  public func makeScreen(for destination: Sheet) async throws -> Screen {
    if let refusal { throw refusal.sheets }
    return try await createSheet(destination)
  }

  /// Presents a sheet whose screen was made by the caller.
  public func present(_ destination: Sheet, screen: Screen, within detour: Detour? = nil) {
    if let adopter = refusal?.adopter { return adopter.present(destination, screen) }
    if let detour, detour.go(to: screen, { [weak self] in self?.present(destination, screen: screen) }) { return }
    if current.sheet?.destination != destination { leaveSheet() }
    if !current.sheets.contains(where: { $0.destination == destination }) { opened(screen) }
    _ = current.present(destination, screen: screen)
    notifyIfWaiting(destination)
  }

  /// Closes a sheet in whichever tab it is; the sheet that waited behind it opens.
  ///
  /// - Parameter isShownNext: Whether the caller prints the screen on top next, so that it need not be announced.
  public func dismiss(_ destination: Sheet, isShownNext: Bool = false) {
    dismiss(isShownNext: isShownNext) { $0.destination == destination }
  }

  /// Closes the sheet of a model, and no other for the same destination in another tab.
  public func dismiss(sheetOf model: AnyObject, isShownNext: Bool = false) {
    if let adopter = refusal?.adopter { return adopter.close(model) }
    dismiss(isShownNext: isShownNext) { $0.screen.model === model }
  }

  private func dismiss(isShownNext: Bool, where isMeant: (Path.PresentedSheet) -> Bool) {
    for tab in tabs where path(of: tab).dismiss(where: isMeant) {
      guard let next = path(of: tab).sheet, !isShownNext || tab != selected else { continue }
      let slash = next.screen.textInput == nil ? "" : "/"
      notify(StyledText("“\(next.screen.label())” is open now. Type \(slash)screen to show it."))
    }
  }

  /// Closes the open sheet of the selected tab, for a caller that prints the screen on top next.
  public func dismissSheet() {
    if let sheet = current.sheet { dismiss(sheet.destination, isShownNext: true) }
  }

  func load(_ screen: Screen, within detour: Detour?) async throws {
    if let detour { await detour.load(screen) } else { await screen.load() }
    // What lacks only parts is shown with its failure.
    if let failure = screen.failure(), failure.left == nil { throw failure }
    try Task.checkCancellation()
  }

  private func notifyIfWaiting(_ destination: Sheet) {
    guard let open = current.sheet, open.destination != destination,
      let waiting = current.sheets.first(where: { $0.destination == destination })
    else { return }
    notify(
      StyledText("Close “\(open.screen.label())” to continue with “\(waiting.screen.label())”.", .warning))
  }
}
