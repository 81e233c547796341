import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonKit
import SettingsFeature
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

@MainActor
@Suite(.timeLimit(.minutes(10))) struct PreferencesTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  private func write(_ text: String, to name: String) throws {
    let path = URL(filePath: "\(folder.path)/config/themes/\(name)")
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  @Test func aTemplateForSpokenPostsIsChecked() async throws {
    let app = try makeApp()
    let editor = PreferenceEditor(
      preferences: app.preferences, liveChanged: {}, archiveEnded: { _ in }, drawsPictures: { true })
    #expect(app.layout(width: 80).spokenPost == nil)
    try editor.change(.spokenPost, to: "$name, $text, $time")
    #expect(app.layout(width: 80).spokenPost?.variables == ["name", "text", "time"])
    let failure = #expect(throws: AppError.self) { try editor.change(.spokenPost, to: "$nmae, $text") }
    #expect(failure?.message == "Unknown variable “$nmae”.")
    #expect(failure?.suggestion.contains("$boosted_by") == true)
    #expect(throws: AppError.self) { try editor.change(.spokenPost, to: "hello") }
    #expect(app.preferences.setting(.spokenPost).value == "$name, $text, $time")
    try editor.change(.spokenPost, to: nil)
    try editor.change(.spokenSymbols, to: "words")
    #expect(app.layout(width: 80).spokenPost == nil)
    #expect(app.layout(width: 80).spokenSymbols == .words)
  }

  @Test func layoutFollowsThePreferences() throws {
    let app = try makeApp()
    let server = app.session.account.serverPreferences
    #expect(app.preferences.setting(.visibility) == ("public", .standard))
    server.take(
      Preferences(visibility: .private, sensitive: true, language: "de", expandMedia: .hideAll, expandSpoilers: true))
    #expect(app.preferences.setting(.visibility) == ("followers", .server))
    #expect(app.preferences.setting(.sensitive) == ("yes", .server))
    #expect(app.preferences.setting(.language) == ("de", .server))
    #expect(app.layout(width: 80).media == .hide)
    #expect(app.layout(width: 80).contentWarnings == .show)
    try app.preferences.set(.media, to: "show")
    try app.preferences.set(.visibility, to: "unlisted")
    #expect(app.layout(width: 80).media == .show)
    #expect(app.preferences.setting(.visibility) == ("unlisted", .here))
    try app.preferences.set(.media, to: nil)
    #expect(app.layout(width: 80).media == .hide)
    #expect(app.preferences.setting(.theme).origin == .standard)
  }

  @Test func postingDefaultsAreKeptForEachAccount() async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(.prompt), browser: loopback.browser())
    _ = try await app.type("set", "visibility", "private")
    _ = try await app.type("set", "language", "de")
    _ = try await app.type("set", "sensitive", "yes")
    _ = try await app.type("set", "media", "hide")
    let (question, _) = try await app.login(loopback.host)
    _ = try await question.elsewhere?()
    #expect(app.session.identity.isOnServer)
    for name in [UserPreferences.Name.visibility, .language, .sensitive] {
      #expect(app.preferences.setting(name).origin != .here, "\(name)")
    }
    #expect(app.preferences.setting(.media) == ("hide", .here))
    _ = try await app.type("set", "visibility", "unlisted")
    #expect(app.preferences.applied(to: app.session.context.author).source?.privacy == .unlisted)
    _ = try await app.type("switch", "sandbox")
    #expect(app.preferences.setting(.visibility) == ("followers", .here))
    await app.shutdown()
    let next = try loopback.app()
    #expect(next.session.identity.isOnServer && next.preferences.setting(.visibility) == ("unlisted", .here))
    _ = try await next.type("reset", "visibility")
    #expect(next.preferences.setting(.visibility).origin != .here)
    await next.shutdown()
    await loopback.stop()
  }

  @Test func settingsFileAppliesToEveryAccountWithoutAValue() async throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/config", withIntermediateDirectories: true)
    try Data("visibility = private\n".utf8).write(to: URL(filePath: "\(folder.path)/config/settings"))
    let app = try makeApp()
    #expect(app.preferences.setting(.visibility) == ("followers", .allAccounts))
    #expect(app.preferences.applied(to: app.session.context.author).source?.privacy == .private)
    _ = try await app.type("set", "visibility", "unlisted")
    #expect(app.preferences.setting(.visibility) == ("unlisted", .here))
    _ = try await app.type("reset", "visibility")
    #expect(app.preferences.setting(.visibility) == ("followers", .allAccounts))
    await app.shutdown()
  }

  @Test func unreadableSettingsOfAnAccountAreAnError() throws {
    let file = "\(folder.path)/config/accounts/you@sandbox"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    #expect(throws: AppError.self) { try makeApp() }
  }

  @Test func postingDefaultsReachTheComposer() async throws {
    let app = try makeApp()
    _ = try await app.type("set", "visibility", "private")
    _ = try await app.type("set", "language", "PT-br")
    _ = try await app.type("post")
    let screen = Renderer(
      format: .plain, width: 80, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
    ).render(app.screen.document(app.layout(width: 80)))
    #expect(screen.hasPrefix("New post · followers · Brazilian Portuguese"))
    await app.shutdown()
  }

  @Test func newSessionFollowsItsServer() throws {
    let app = try makeApp()
    app.session.account.serverPreferences.take(Preferences(visibility: .private))
    try app.install(.sandbox)
    #expect(app.preferences.setting(.visibility) == ("public", .standard))
  }

  @Test func settingsScreenLoadsTheServersPreferences() async throws {
    let app = try makeApp()
    _ = try await app.type("settings")
    await app.screen.load()
    #expect(app.preferences.setting(.media) == ("default", .server))
    await app.shutdown()
  }

  @Test func mistakesInAThemeArePrintedOnce() async throws {
    let app = try makeApp()
    try write("base = dusk\nname = cyan bold\nwrong\n", to: "harbour.theme")
    _ = try await app.type("set", "theme", "harbour")
    #expect(app.promptSettings.theme.name == "harbour")
    #expect(app.promptSettings.theme[.name] == Appearance(Color(0x00CDCD, basic: 6), bold: true))
    app.finishNotes()
    var notes: [String] = []
    for await note in app.notes { notes.append(note.plain) }
    #expect(notes == ["harbour.theme, line 3: Missing = in “wrong”."])
    #expect(app.themes.names.last == "harbour")
    await app.shutdown()
  }

  @Test(arguments: [true, false]) func ignoredLinesAreReportedInConversationsAndStay(_ reads: Bool) async throws {
    let text = "width = abc\nthme = day\nrubbish\n# mine\nvisibility = direct\nlanguage = klingon\nvault = keyrng\n"
    let path = URL(filePath: "\(folder.path)/config/settings")
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(reads ? .prompt : .script, usesSandbox: true))
    app.finishNotes()
    var notes: [String] = []
    for await note in app.notes { notes.append(note.plain) }
    let expected = [
      "settings: ignored invalid value “abc” for width.",
      "settings: ignored invalid value “direct” for visibility.",
      "settings: ignored invalid value “klingon” for language.",
      "settings: ignored 3 more lines of \(path.path).",
    ]
    #expect(notes == (reads ? expected : []))
    app.session.account.serverPreferences.take(Preferences(visibility: .private, language: "de"))
    #expect(app.preferences.setting(.visibility) == ("followers", .server))
    #expect(app.preferences.setting(.language) == ("de", .server))
    #expect(try String(decoding: Data(contentsOf: path), as: UTF8.self) == text)
    await app.shutdown()
  }

}

/// Meaning without colour: roles that carry a meaning never stand behind the same words.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct MeaningTests {
  /// The roles that say more than what kind of word it is.
  private static let meaningful: Set<Role> = [.warning, .error, .success, .accent]

  private func texts(_ block: Block) -> [StyledText] {
    switch block {
    case .paragraph(let text), .preformatted(let text), .verbatim(let text): [text]
    case .spread(let text, let trailing): [text, trailing]
    case .table(let rows): rows.map { StyledText.joined($0, separator: " ") }
    case .quote(let blocks): blocks.flatMap(texts)
    case .listItem(let marker, let blocks): [marker] + blocks.flatMap(texts)
    case .item(let item): (item.mark.map { ["Mark " + $0] } ?? []) + item.blocks.flatMap(texts)
    case .spoken(let blocks, as: _): blocks.flatMap(texts)
    case .blank, .rule, .picture, .thumbnail: []
    }
  }

  @Test func coloursDoNotChangeMeanings() throws {
    var looks: [String: Set<[Role]>] = [:]
    for plugin in try AppCoordinator.createPreviewPlugins() {
      for preview in plugin.previews() where !preview.id.hasPrefix("themes") {
        let document = preview.document(Layout(width: 80, now: Date.fixtureNow))
        for text in document.blocks.flatMap(texts) {
          let meanings = text.spans.map(\.role).filter(Self.meaningful.contains)
          looks[text.plain, default: []].insert(meanings)
        }
      }
    }
    #expect(looks.count > 100)
    for (text, meanings) in looks where meanings.count > 1 {
      Issue.record("“\(text)” is seen as \(meanings): only the colour tells them apart")
    }
  }

  @Test(arguments: Theme.all) func rolesOfMeaningLookDifferentFromTextWithoutColourToo(_ theme: Theme) {
    // Where there are no colours at all, weight and lines still set a failure apart.
    for role in [Role.warning, .error] {
      let look = theme[role]
      #expect(look.isBold || look.isUnderlined || look.isReversed, "\(theme.name) \(role)")
    }
  }
}
