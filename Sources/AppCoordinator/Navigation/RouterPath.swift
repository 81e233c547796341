import FeatureKit
import Observation

/// Where one tab has got to: the screens above its first, and the sheet over them.
///
/// It owns what it shows: each entry holds the screen made for it, so that popping an entry releases its model.
///
/// A sheet is never laid over a sheet: what is presented meanwhile waits, in order, until those before it are closed. So
/// what is typed is always about one sheet, and none is closed by another.
@MainActor
@Observable
final class RouterPath {
  /// A place and the screen that was made for it.
  struct Entry {
    let route: Route
    let screen: Screen
    let reader: (any StatusReader)?
  }

  /// A presented sheet and the screen that was made for it.
  struct Sheet {
    let destination: SheetDestination
    let screen: Screen
  }

  /// The places above the tab's first screen, the last on top.
  private(set) var path: [Entry] = []
  /// The sheets of the tab: the first is presented, the others wait until it is closed.
  private(set) var sheets: [Sheet] = []

  /// What is presented over the places.
  var sheet: Sheet? { sheets.first }

  /// Goes to a place; going where one already is does nothing but show the newer screen.
  func push(_ route: Route, screen: Screen, reader: (any StatusReader)?) {
    if path.last?.route == route { path.removeLast() }
    path.append(Entry(route: route, screen: screen, reader: reader))
  }

  /// Goes back one place; `false` at the tab's first screen.
  func pop() -> Bool { path.popLast() != nil }

  /// Goes back to the tab's first screen.
  func popToRoot() { path = [] }

  /// Presents a sheet over whatever is shown, or lets it wait behind the one that is; `false` if it waits.
  ///
  /// What is presented or waits already is not made twice.
  func present(_ destination: SheetDestination, screen: Screen) -> Bool {
    if !sheets.contains(where: { $0.destination == destination }) {
      sheets.append(Sheet(destination: destination, screen: screen))
    }
    return sheet?.destination == destination
  }

  /// Closes a sheet, presented or waiting; `false` if there is none of that destination.
  func dismiss(_ destination: SheetDestination) -> Bool {
    let count = sheets.count
    sheets.removeAll { $0.destination == destination }
    return sheets.count < count
  }
}
