import Accounts
import AppPreferences
import FeatureKit
import MastodonKit
import NavigationKit
import ShellFeature

extension AppCoordinator {
  func createShellPlugin() -> Plugin {
    Shell.plugin(
      model: Shell.Model { [weak self] in
        self?.shellState ?? Shell.State(account: "", tabs: [], selected: "")
      },
      action: Shell.Action(
        select: { [weak self] in self?.showTab($0) },
        adjust: { [weak self] in try await self?.present(.settings(section: $0)) }))
  }

  /// Where one is, as data.
  var shellState: Shell.State {
    let tabs = plugins.compactMap { plugin -> Shell.Tab? in
      guard let screen = plugin.tab else { return nil }
      let path = router.path(of: plugin.id)
      return Shell.Tab(
        id: plugin.id, title: plugin.title, symbol: plugin.symbol, label: screen.label(),
        path: path.path.map { entry in
          Shell.Place(kind: entry.screen.id, id: entry.route.id, label: entry.screen.label())
        },
        sheets: path.sheets.map { sheet in
          Shell.Sheet(kind: sheet.screen.id, label: sheet.screen.label(), unsaved: sheet.screen.unsaved())
        })
    }
    return Shell.State(account: session.identity.id, tabs: tabs, selected: router.selected, live: live)
  }

  /// Whether events arrive by themselves; `nil` where nobody reads along.
  var live: Shell.Live? {
    guard choice.isLive else { return nil }
    guard preferences.live != .off else { return .off }
    switch streamConnection {
    case .connected: return .connected
    case .connecting, nil: return .connecting
    case .waiting: return .waiting
    case .ended(.unsupported): return .polling
    case .ended: return .ended
    }
  }
}
