import Accounts
import AppEnvironment
import AppPreferences
public import FeatureKit
import LocalStore
import MastodonClient
import NavigationKit
import QuickLook
import Session
import SettingsFeature
import TerminalKit

extension AppCoordinator {
  func createSettingsPlugin(of session: SessionParts) -> Plugin {
    let model = createSettingsModel()
    return Settings.plugin(
      model: model,
      action: Settings.Action(
        model: model, themes: { [preferences, themes] in try themes.list(current: preferences.theme.name) },
        load: load(session.account.serverPreferences), files: createSettingsFiles(),
        store: { [weak self] name, value in
          guard let self else { return nil }
          let (session, service) = (session, session.client.profileService)
          let stored = try await preferences.store(name, value, on: session.account.serverPreferences, by: service)
          session.context.update(stored.account)
          return stored.before
        },
        show: { [navigator = session.navigator] in navigator.show("settings") }))
  }

  func createSettingsScreen(_ section: String?) throws -> Screen {
    let model = createSettingsModel()
    try model.show(section)
    return Settings.screen(model: model, load: load(session.account.serverPreferences))
  }

  func createSettingsFiles() -> Settings.Files {
    let files = userFiles
    return Settings.Files(
      text: PreferencesFile.text,
      exists: files.exists, write: { path, text in try await files.write(path, Array(text.utf8)) },
      read: { PreferencesFile.values(in: try await files.read($0)) })
  }

  private func createSettingsModel() -> Settings.Model {
    Settings.Model(settings: preferenceEditor.settings(push: createPushSettings()))
  }

  private func load(_ server: ServerPreferences) -> @MainActor () async -> Void {
    { [weak server] in await server?.loadIfNeeded() }
  }

  /// Takes the settings that another process has stored, and leaves an account that it has signed out: a line means what it
  /// would in a new run.
  public func refresh() -> AppError? {
    preferenceEditor.refresh()
    return session.router.current.sheet == nil ? signIn.leaveSignedOut() : nil
  }

  /// Changes preferences, and opens or closes the stream when live events are turned on or off.
  var preferenceEditor: PreferenceEditor {
    PreferenceEditor(
      preferences: preferences, liveChanged: { [weak self] in self?.session.streams.start() },
      archiveEnded: { [storage] in try storage.clearArchive(onlyPrivate: $0) },
      drawsPictures: { [dependencies] in dependencies.media.programs.drawsPictures })
  }
}
