package import AppPreferences
package import FeatureKit
import FoundationEssentials
import QuickLook
import TerminalKit

/// Says how views are laid out in this run.
@MainActor
package struct LayoutSettings {
  let dependencies: AppDependencies
  let preferences: UserPreferences
  let run: RunContext

  package init(dependencies: AppDependencies, preferences: UserPreferences, run: RunContext) {
    self.dependencies = dependencies
    self.preferences = preferences
    self.run = run
  }

  /// The width that was asked for, by option or by preference; `nil` for the terminal's.
  package var width: Int? { run.options.width ?? preferences.width }

  package func layout(width: Int) -> Layout {
    var layout = preferences.layout(
      width: width, now: dependencies.now(), zone: dependencies.zone())
    layout.page = preferences.page
    layout.pictures = preferences.pictures.way(of: dependencies.media.terminal)
    return layout
  }

  /// The layout of what is printed outside of a screen.
  package func standard() -> Layout { layout(width: width ?? 80) }
}
