import FeatureKit
import LocalStore
import MastodonKit
import SettingsFeature
import StatusKit
import TerminalKit

extension AppCoordinator {
  func createSettingsPlugin() -> Plugin {
    let model = Settings.Model(settings: createBindings())
    return Settings.plugin(
      model: model,
      action: Settings.Action(
        model: model,
        themes: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try themes.list(current: preferences.theme.name)
        },
        load: loadSettings(),
        show: { [weak self] in self?.showTab("settings", fromItsBeginning: $0) ?? false }))
  }

  /// Asks for the server's preferences, where nobody has yet: the settings say what of them is followed.
  func loadSettings() -> @MainActor () async -> Void {
    { [weak session = session] in
      guard let server = session?.serverPreferences, server.values == nil else { return }
      await server.refresh()
    }
  }

  /// Says what of the settings' file means nothing, to somebody who can mend it; it stays as it is.
  func reportMistakes(in file: PreferencesFile) {
    let strays: [String]
    // It could be read a moment ago; where it cannot be now, whoever changes a setting hears of it.
    do { strays = try file.strays() } catch { return }
    var mistakes = preferences.mistakes
    mistakes += strays.map { "“\($0.prefix(40))” is not understood; settings are written name = value." }
    if mistakes.count > 3 { mistakes[3...] = ["\(mistakes.count - 3) more of this kind in \(file.path)."] }
    for mistake in mistakes {
      let words = Sanitizer.clean("settings: \(mistake)").split(whereSeparator: \.isNewline).joined(separator: " ")
      notices.post(StyledText(words, .warning))
    }
  }

  /// Ties each setting to the preferences, both ways.
  func createBindings() -> [Setting] {
    let themes = themes
    let widths = Setting.Kind.integer(UserPreferences.widths, or: UserPreferences.Name.width.standard)
    let languages = Setting.Kind.word(
      [UserPreferences.noLanguage] + PostLanguage.codes,
      description: "a code such as en or pt-BR, \(UserPreferences.noLanguage)")
    let words = UserPreferences.Name.visibilities.map(\.word)
    // The server's words for the same are taken too.
    let visibilities = Setting.Kind.word(words, description: words.joined(separator: ", "))
    return [
      binding(.theme, "Reading", "the colours", .choice(themes.names)),
      binding(.width, "Reading", "the widest that a line may be", widths),
      binding(.color, "Reading", "when colours are used"),
      binding(.time, "Reading", "how times are written"),
      binding(.contentWarnings, "Reading", "posts behind a content warning"),
      binding(.media, "Reading", "what is said of pictures, films and sounds"),
      binding(.pictures, "Reading", "how pictures are shown at a terminal"),
      binding(.visibility, "Posting", "who sees a new post", visibilities),
      binding(.sensitive, "Posting", "whether media of a new post are hidden at first"),
      binding(.language, "Posting", "the language of a new post", languages),
      binding(.live, "Live", "what appears by itself"),
    ] + createPushSettings() + [
      binding(.history, "Privacy", "what of the lines that you type is kept for the next run"),
      binding(.usageLog, "Privacy", "whether the names of verbs and their times are written down, here alone"),
      binding(.supporter, "About", "whether about thanks you for supporting Howdah"),
    ]
  }

  private func binding(
    _ name: UserPreferences.Name, _ section: String, _ summary: String,
    _ kind: @autoclosure @escaping @MainActor () -> Setting.Kind? = nil
  ) -> Setting {
    Setting(
      name: Setting.Name(rawValue: name.rawValue), aliases: name == .color ? ["colour"] : [], section: section,
      summary: summary,
      kind: kind() ?? .choice(name.choices ?? []), standard: name.standard,
      get: { [weak self] in self?.preferences.setting(name).value ?? name.standard },
      origin: { [weak self] in self?.preferences.setting(name).origin },
      set: { [weak self] value in try self?.change(name, to: value) },
      reset: { [weak self] in try self?.change(name, to: nil) })
  }

  func change(_ name: UserPreferences.Name, to value: String?) throws {
    var value = value
    if name == .language, let word = value, word != UserPreferences.noLanguage {
      guard let language = PostLanguage(word) else {
        throw AppError.validation(
          "“\(Sanitizer.clean(word))” is not a language that Howdah knows.",
          suggestion: "Use a code such as en, ja or pt-BR.")
      }
      value = language.code
    }
    if name == .visibility, let word = value {
      let offered = UserPreferences.Name.visibilities
      guard let visibility = Visibility(typed: word, among: offered) else {
        throw AppError.validation(
          "visibility cannot be “\(Sanitizer.clean(word))”.",
          suggestion: "Choose \(offered.map(\.word).joined(separator: ", ")).")
      }
      value = visibility.word
    }
    let before = preferences.live
    try preferences.set(name, to: value)
    // The stream is opened or closed at once, not at the next start.
    if before != preferences.live, before == .off || preferences.live == .off { restartLifecycle() }
  }
}
