import FeatureKit
import SettingsFeature
import TerminalKit

extension AppCoordinator {
  /// Ties each setting to the preferences, both ways.
  func createBindings() -> [Settings.Binding] {
    [
      binding(
        .theme, "Reading", "the colours", .choice(Theme.all.map(\.name)), standard: Theme.all[0].name),
      binding(
        .width, "Reading", "the widest that a line may be", .integer(UserPreferences.widths, or: "auto"),
        standard: "auto"),
      binding(
        .color, "Reading", "when colours are used", .choice(UserPreferences.Color.allCases.map(\.rawValue)),
        standard: "auto"),
      binding(
        .time, "Reading", "how times are written", .choice(Layout.TimeFormat.allCases.map(\.rawValue)),
        standard: "relative"),
      binding(
        .contentWarnings, "Reading", "posts behind a content warning",
        .choice(Layout.Expansion.allCases.map(\.rawValue)), standard: "fold"),
      binding(
        .media, "Reading", "what is said of pictures, films and sounds",
        .choice(Layout.MediaExpansion.allCases.map(\.rawValue)), standard: "default"),
      binding(
        .pictures, "Reading", "how pictures are shown at a terminal",
        .choice(UserPreferences.Pictures.allCases.map(\.rawValue)), standard: "auto"),
      binding(
        .live, "Live", "what appears by itself", .choice(UserPreferences.Live.allCases.map(\.rawValue)), standard: "on"),
    ]
  }

  private func binding(
    _ name: UserPreferences.Name, _ section: String, _ summary: String, _ kind: Settings.Kind, standard: String
  ) -> Settings.Binding {
    Settings.Binding(
      name: name.rawValue, aliases: name == .color ? ["colour"] : [], section: section, summary: summary, kind: kind,
      standard: standard,
      get: { [weak self] in self?.preferences[name] ?? standard },
      set: { [weak self] value in try self?.change(name, to: value) })
  }

  private func change(_ name: UserPreferences.Name, to value: String) throws {
    let before = preferences.live
    try preferences.set(name, to: value)
    // The stream is opened or closed at once, not at the next start.
    if before != preferences.live, before == .off || preferences.live == .off { restartLifecycle() }
  }
}
