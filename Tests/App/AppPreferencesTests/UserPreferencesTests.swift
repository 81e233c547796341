import FeatureKit
import LocalStore
import MastodonKit
import TerminalKit
import Testing

@testable import AppPreferences

@MainActor
@Suite struct UserPreferencesTests {
  let folder: PreferencesFolder

  init() throws { folder = try PreferencesFolder() }

  private var account: StoredSettings {
    get throws {
      try StoredSettings(file: PreferencesFile(locations: folder.locations, account: "wren@garden.example"))
    }
  }

  @Test func valueSetHerePrecedesTheServers() throws {
    let preferences = try folder.preferences()
    let server = ServerPreferences.offline()
    preferences.follow(server, try account)
    #expect(preferences.setting(.visibility) == ("public", .standard))
    server.take(
      Preferences(visibility: .private, sensitive: true, language: "de", expandMedia: .hideAll, expandSpoilers: true))
    #expect(preferences.setting(.visibility) == ("followers", .server))
    #expect(preferences.setting(.sensitive) == ("yes", .server))
    #expect(preferences.setting(.language) == ("de", .server))
    #expect(preferences.media == .hide && preferences.contentWarnings == .show)
    try preferences.set(.media, to: "show")
    try preferences.set(.visibility, to: "unlisted")
    #expect(preferences.media == .show)
    #expect(preferences.setting(.visibility) == ("unlisted", .here))
    try preferences.set(.media, to: nil)
    #expect(preferences.media == .hide)
    #expect(preferences.setting(.theme).origin == .standard)
  }

  @Test func postingDefaultsAreKeptForEachAccount() throws {
    try folder.write("visibility = private\n", to: "settings")
    let preferences = try folder.preferences()
    let server = ServerPreferences.offline()
    preferences.follow(server, try account)
    #expect(preferences.setting(.visibility) == ("followers", .allAccounts))
    try preferences.set(.visibility, to: "unlisted")
    #expect(preferences.setting(.visibility) == ("unlisted", .here))
    #expect(try folder.file.load() == ["visibility": "private"])
    preferences.follow(server, try account)
    #expect(preferences.setting(.visibility) == ("unlisted", .here))
    preferences.follow(server, StoredSettings(values: [:], changes: { nil }) { _, _ in })
    #expect(preferences.setting(.visibility) == ("followers", .allAccounts))
  }

  @Test func invalidValueFallsBackToTheServers() throws {
    let preferences = try folder.preferences()
    let server = ServerPreferences.offline()
    preferences.follow(server, try account)
    try preferences.set(.visibility, to: "everyone")
    server.take(Preferences(visibility: .unlisted))
    #expect(preferences.setting(.visibility) == ("unlisted", .server))
  }

  @Test func valuesOfAnotherProcessCountAfterARefresh() throws {
    let (preferences, other) = (try folder.preferences(), try folder.preferences())
    for preferences in [preferences, other] { preferences.follow(.offline(), try account) }
    try other.set(.time, to: "absolute")
    try other.set(.visibility, to: "unlisted")
    #expect(preferences.setting(.time).value == "relative")
    preferences.refresh()
    #expect(preferences.setting(.time).value == "absolute")
    #expect(preferences.setting(.visibility).value == "unlisted")
    // A file that cannot be read changes nothing.
    try folder.write(String(repeating: "#", count: 17 << 20), to: "settings")
    preferences.refresh()
    #expect(preferences.setting(.time).value == "absolute")
  }

  @Test func valueThatCannotBeStoredDoesNotCount() {
    let settings = StoredSettings(values: ["time": "absolute"], changes: { nil }) { _, _ in
      throw AppError.fixtures.diskFull
    }
    let preferences = UserPreferences(settings, themes: folder.themes())
    #expect(throws: AppError.fixtures.diskFull) { try preferences.set(.time, to: "relative") }
    #expect(preferences.setting(.time).value == "absolute")
  }

  @Test func autoIsNotSentAsALanguage() throws {
    let preferences = try folder.preferences()
    var account = Account.fixtures.you
    account.source = Account.Source(language: "en")
    try preferences.set(.language, to: UserPreferences.noLanguage)
    #expect(preferences.applied(to: account).source?.language == nil)
  }

  /// Takahe has `unk` where no language was chosen.
  @Test func unknownLanguageOfTheServerIsNotSent() throws {
    let preferences = try folder.preferences()
    let server = ServerPreferences.offline(Preferences(language: "unk"))
    preferences.follow(server, try account)
    #expect(preferences.setting(.language).value == UserPreferences.noLanguage)
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: .private, language: "unk")
    let applied = preferences.applied(to: account).source
    #expect(applied?.language == nil && applied?.privacy == .private)
  }

  @Test func aDefaultStoredOnTheServerReplacesTheOneSetHere() async throws {
    let preferences = try folder.preferences()
    let server = ServerPreferences(
      storage: .none,
      service: ProfileService(
        preferences: { Preferences(visibility: .unlisted) }, update: { _ in Account.fixtures.you },
        removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you }))
    preferences.follow(server, try account)
    try preferences.set(.visibility, to: "followers")
    let sent = ProfileService(
      preferences: { Preferences(visibility: .unlisted) },
      update: { edit in
        #expect(edit.postingVisibility == .unlisted)
        #expect(edit.postingLanguage == nil && edit.displayName == nil, "nothing else is changed")
        return Account.fixtures.you
      }, removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you })
    _ = try await preferences.store("visibility", "unlisted", on: server, by: sent)
    #expect(preferences.setting(.visibility) == ("unlisted", .server))
    await #expect(throws: AppError.self) {
      _ = try await preferences.store("theme", "day", on: server, by: sent)
    }
  }

  @Test func newDefaultsOfTheServerReplaceOlderOnes() async throws {
    try folder.write("language = fr\n", to: "settings")
    let preferences = try folder.preferences()
    let server = ServerPreferences.offline(Preferences(visibility: .unlisted, language: "de"))
    preferences.follow(server, try account)
    try preferences.set(.visibility, to: "private")
    await preferences.adoptPostingDefaults(of: server) { Issue.record($0) }
    #expect(preferences.setting(.visibility) == ("unlisted", .server))
    #expect(preferences.setting(.language) == ("de", .here))
    #expect(try folder.file.load() == ["language": "fr"])
  }

  @Test func warningsNameTheFirstThreeIgnoredLines() throws {
    let text = "width = abc\nthme = day\nrubbish\n# mine\nvisibility = direct\nlanguage = klingon\nvault = keyrng\n"
    try folder.write(text, to: "settings")
    let preferences = try folder.preferences()
    #expect(
      preferences.warnings(about: folder.file) == [
        "settings: ignored invalid value “abc” for width.", "settings: ignored invalid value “direct” for visibility.",
        "settings: ignored invalid value “klingon” for language.",
        "settings: ignored 3 more lines of \(folder.file.path).",
      ])
    #expect(
      preferences.mistakes.dropFirst(3) == [
        "ignored invalid value “keyrng” for vault.", "ignored unknown setting “thme”.",
      ])
  }

  @Test func unreadableLineIsQuotedAtMostInPart() throws {
    try folder.write(String(repeating: "x", count: 99), to: "settings")
    let quoted = String(repeating: "x", count: 40)
    #expect(
      try folder.preferences().warnings(about: folder.file)
        == ["settings: ignored line “\(quoted)”. Write name = value."])
  }
}

@MainActor
@Suite struct ServerPreferencesTests {
  @Test func lastKnownValuesAreThereInTheNextRun() throws {
    let folder = try PreferencesFolder()
    let file = ServerPreferencesFile(locations: folder.locations, account: "wren@garden.example")
    #expect(try file.load() == nil)
    let values = Preferences(visibility: .private, sensitive: true, language: nil, expandMedia: .showAll)
    ServerPreferences(storage: .file(file), service: .fixtures.offline).take(values)
    #expect(ServerPreferences(storage: .file(file), service: .fixtures.offline).values == values)
  }

  @Test func unreachableServerChangesNothing() async {
    let server = ServerPreferences.offline(Preferences(language: "ja"))
    await server.refresh()
    #expect(server.values?.language == "ja")
  }
}
