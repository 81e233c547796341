public import FeatureKit

/// The navigation state of one tab: the screens pushed above its root screen, and its sheets.
///
/// It owns what it shows: each entry holds the screen that was made for it, so popping an entry releases its model.
///
/// Sheets are never stacked. A sheet that is presented while another one is open waits until that one is closed, so
/// every command is about one sheet, and no sheet is closed by another.
@MainActor
public final class RouterPath<Route: Hashable & Sendable, Sheet: Hashable & Sendable> {
  /// A pushed route and the screen that was made for it.
  public struct Entry {
    public let route: Route
    public let screen: Screen
    /// Creates another one that shows the same.
    let make: () throws -> Screen
  }

  /// An open or waiting sheet and the screen that was made for it.
  public struct PresentedSheet {
    public let destination: Sheet
    public let screen: Screen
  }

  /// The entries above the tab's root screen, topmost last.
  public private(set) var path: [Entry] = [] { didSet { changes.record() } }
  /// The sheets of the tab: the first is open, the others wait until it is closed.
  public private(set) var sheets: [PresentedSheet] = [] { didSet { changes.record() } }
  private let changes: RouterChanges

  public var sheet: PresentedSheet? { sheets.first }

  init(_ changes: RouterChanges) { self.changes = changes }

  /// Pushes a screen; pushing the route on top again replaces its screen.
  func push(_ entry: Entry) {
    if path.last?.route == entry.route { path.removeLast() }
    path.append(entry)
  }

  /// Creates the screens of a route again, and returns them.
  func renew(_ route: Route) throws -> [Screen] {
    path = try path.map { $0.route == route ? Entry(route: route, screen: try $0.make(), make: $0.make) : $0 }
    return path.filter { $0.route == route }.map(\.screen)
  }

  /// Pops the topmost entry; `false` at the tab's root screen.
  func pop() -> Bool { path.popLast() != nil }

  func popToRoot() { path = [] }

  /// Shows these entries again.
  func restore(_ entries: [Entry]) { path = entries }

  /// Opens a sheet, or queues it behind the open one; `false` if it waits.
  ///
  /// A sheet that is open or waiting already is not added twice.
  func present(_ destination: Sheet, screen: Screen) -> Bool {
    if !sheets.contains(where: { $0.destination == destination }) {
      sheets.append(PresentedSheet(destination: destination, screen: screen))
    }
    return sheet?.destination == destination
  }

  /// Closes sheets, open or waiting; `false` if there are none of that kind.
  func dismiss(where isMeant: (PresentedSheet) -> Bool) -> Bool {
    let count = sheets.count
    sheets.removeAll(where: isMeant)
    return sheets.count < count
  }
}
