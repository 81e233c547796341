import FeatureKit
public import NavigationKit

@MainActor extension Navigation.State {
  /// The tabs of a router and what is open in them, as data.
  public init<Route, Sheet>(
    account: String, router: TabRouter<Route, Sheet>, live: Navigation.Live?
  ) {
    let tabs = router.plugins.compactMap { plugin -> Navigation.Tab? in
      guard let screen = plugin.tab else { return nil }
      let path = router.path(of: plugin.id)
      return Navigation.Tab(
        id: plugin.id, title: plugin.title, symbol: plugin.symbol, label: screen.label(),
        path: path.path.map { entry in
          Navigation.Place(kind: entry.screen.id, id: entry.screen.subject(), label: entry.screen.label())
        },
        sheets: path.sheets.map { sheet in
          Navigation.Sheet(kind: sheet.screen.id, label: sheet.screen.label(), unsaved: sheet.screen.unsaved())
        })
    }
    self.init(account: account, tabs: tabs, selected: router.selected, live: live)
  }
}
