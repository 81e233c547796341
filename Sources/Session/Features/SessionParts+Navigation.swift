import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import LocalStore
package import NavigationFeature
import NavigationKit
import TerminalKit

extension SessionParts {
  /// Explains tabs where a newcomer first leaves one: in the first conversation of this machine, once.
  static func tabExplanation(_ services: SessionCoordinator.Services) -> (_ from: Screen, _ to: Screen) -> Void {
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
      // Only a newcomer sees it, so it is not part of what a command answers.
      note.isUnprompted = true
      toasts.post(note)
    }
  }

  func createNavigationPlugin() -> Plugin {
    Navigation.plugin(
      model: Navigation.Model { navigationState },
      action: Navigation.Action(
        select: { [navigator] in navigator.select($0) },
        adjust: { [navigator] in navigator.present(.settings(section: $0)) }))
  }

  /// The tabs and what is open in them, as data.
  package var navigationState: Navigation.State {
    guard let router = navigator.router else { return Navigation.State(account: "", tabs: [], selected: "") }
    return Navigation.State(account: identity.id, router: router, live: streams.live)
  }
}
