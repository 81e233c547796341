import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import LiveUpdates
import LocalStore
import MastodonKit
package import NavigationFeature
import NavigationKit
import TerminalKit

extension SessionCoordinator {
  /// Explains tabs where a newcomer first leaves one: in the first conversation of this machine, once.
  static func tabExplanation(_ services: Services) -> (_ from: Screen, _ to: Screen) -> Void {
    var isNew =
      services.run.options.isLive && services.preferences.showsHints
      && !services.dependencies.locations.hasHistory
    return { [toasts = services.toasts] left, shown in
      guard isNew else { return }
      isNew = false
      var note = Note(
        StyledText(
          "“\(shown.id)” is a tab, and “\(left.id)” stays open in its own. back returns there; tabs lists them all.",
          .hint))
      // Only a newcomer sees it, so it is no part of what a command answers.
      note.isUnprompted = true
      toasts.post(note)
    }
  }

  func createNavigationPlugin() -> Plugin {
    Navigation.plugin(
      model: Navigation.Model { [weak self] in
        self?.navigationState ?? Navigation.State(account: "", tabs: [], selected: "")
      },
      action: Navigation.Action(
        select: { [navigator] in navigator.select($0) },
        adjust: { [navigator] in try await navigator.present(.settings(section: $0)) }))
  }

  /// The tabs and what is open in them, as data.
  package var navigationState: Navigation.State {
    Navigation.State(account: identity.id, plugins: plugins, router: router, live: live)
  }

  /// The state of live updates; `nil` in a run without them.
  package var live: Navigation.Live? {
    guard services.run.options.isLive else { return nil }
    guard services.preferences.live != .off else { return .off }
    switch watcher?.connection {
    case .connected: return .connected
    case .connecting, nil: return .connecting
    case .waiting: return .waiting
    case .ended(.unsupported): return .polling
    case .ended: return .ended
    }
  }
}
