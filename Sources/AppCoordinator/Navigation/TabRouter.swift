import FeatureKit
import Observation
import StatusKit

/// The tabs and the path of each, kept when the person leaves a tab and comes back.
@MainActor
@Observable
final class TabRouter {
  /// A tab's id: its plugin's.
  typealias Tab = Plugin.ID

  /// The tabs in order.
  let tabs: [Tab]
  /// The tab that is shown.
  private(set) var selected: Tab
  private var paths: [Tab: RouterPath]

  /// Makes a router that starts at the first of at least one tab.
  init(tabs: [Tab]) {
    precondition(!tabs.isEmpty, "an app without tabs shows nothing")
    self.tabs = tabs
    selected = tabs[0]
    paths = Dictionary(uniqueKeysWithValues: tabs.map { ($0, RouterPath()) })
  }

  /// The path of the tab that is shown.
  var current: RouterPath { path(of: selected) }

  /// The models of every place in every tab.
  var readers: [any StatusReader] { tabs.flatMap { path(of: $0).path.compactMap(\.reader) } }

  /// Lets a timeline ask anew when it is next shown, in whichever tab it is.
  func refresh(_ route: Route) {
    for entry in tabs.flatMap({ path(of: $0).path }) where entry.route == route {
      (entry.reader as? StatusTimeline.Model)?.invalidate()
    }
  }

  /// The sheets of every tab, presented or waiting.
  var sheets: [RouterPath.Sheet] { tabs.flatMap { path(of: $0).sheets } }

  /// The path of a tab.
  func path(of tab: Tab) -> RouterPath {
    guard let path = paths[tab] else { preconditionFailure("no tab \(tab)") }
    return path
  }

  /// Shows a tab as it was left.
  func select(_ tab: Tab) {
    if tabs.contains(tab) { selected = tab }
  }
}
