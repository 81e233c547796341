import FeatureKit
import Observation

/// Where one tab has got to: the screens above its first, and the sheet over them.
///
/// It owns what it shows: each entry holds the screen made for it, so that popping an entry releases its model.
@MainActor
@Observable
final class RouterPath {
  /// A place and the screen that was made for it.
  struct Entry {
    let route: Route
    let screen: Screen
    let reader: any StatusReader
  }

  /// A presented sheet and the screen that was made for it.
  struct Sheet {
    let destination: SheetDestination
    let screen: Screen
  }

  /// The places above the tab's first screen, the last on top.
  private(set) var path: [Entry] = []
  /// What is presented over them.
  private(set) var sheet: Sheet?

  /// Goes to a place; going where one already is does nothing but show the newer screen.
  func push(_ route: Route, screen: Screen, reader: any StatusReader) {
    if path.last?.route == route { path.removeLast() }
    path.append(Entry(route: route, screen: screen, reader: reader))
  }

  /// Goes back one place; `false` at the tab's first screen.
  func pop() -> Bool { path.popLast() != nil }

  /// Goes back to the tab's first screen.
  func popToRoot() { path = [] }

  /// Presents a sheet over whatever is shown.
  func present(_ destination: SheetDestination, screen: Screen) {
    sheet = Sheet(destination: destination, screen: screen)
  }

  /// Closes the sheet.
  func dismissSheet() { sheet = nil }
}
