import FeatureKit
import LocalStore
import TerminalKit
import Testing

@testable import AppPreferences

@MainActor
@Suite struct PreferenceEditorTests {
  let folder: PreferencesFolder
  let preferences: UserPreferences

  init() throws {
    folder = try PreferencesFolder()
    preferences = try folder.preferences()
  }

  private func editor(
    liveChanged: @escaping @MainActor () -> Void = {},
    archiveEnded: @escaping @MainActor (Bool) throws -> Void = { _ in }, drawsPictures: Bool = true
  ) -> PreferenceEditor {
    PreferenceEditor(
      preferences: preferences, liveChanged: liveChanged, archiveEnded: archiveEnded,
      drawsPictures: { drawsPictures })
  }

  @Test func thumbnailsNeedTheProgramThatDrawsThem() throws {
    let error = #expect(throws: AppError.self) {
      try editor(drawsPictures: false).change(.picturesInTimelines, to: "thumbnails")
    }
    #expect(error?.message.contains("chafa") == true && !preferences.showsThumbnails)
    try editor().change(.picturesInTimelines, to: "thumbnails")
    #expect(preferences.showsThumbnails)
  }

  @Test func turningTheArchiveOffDeletesIt() throws {
    var deletions: [String] = []
    let editor = editor(archiveEnded: { deletions.append($0 ? "private" : "everything") })
    try editor.change(.archive, to: "2 gb")
    try editor.change(.archive, to: "forever")
    #expect(deletions.isEmpty && preferences.archiveOptions.limit == nil)
    try editor.change(.archivePrivate, to: "off")
    #expect(deletions == ["private"] && !preferences.archiveOptions.keepsPrivate)
    try editor.change(.archive, to: "off")
    #expect(deletions == ["private", "everything"] && !preferences.archiveOptions.isOn)
    try editor.change(.archive, to: "on")
    try editor.change(.archive, to: "off")
    #expect(deletions.count == 3)
  }

  /// Earlier versions wrote on, which had a limit too.
  @Test func theArchiveHasALimitUnlessItIsForever() throws {
    #expect(preferences.archiveOptions == ArchiveOptions(isOn: true, limit: 500 << 20, keepsPrivate: true))
    for (typed, limit) in [("on", 500 << 20), ("2GB", 2 << 30), ("20mb", 20 << 20)] {
      try editor().change(.archive, to: typed)
      #expect(preferences.archiveOptions.limit == limit && preferences.archiveOptions.isOn)
    }
  }

  @Test(arguments: ["", "much", "5MB", "-1GB", "500", "99999999999999999999MB", "1TB"])
  func otherSizesOfTheArchiveAreRejected(_ typed: String) {
    #expect(throws: AppError.self) { try editor().change(.archive, to: typed) }
    #expect(preferences.archiveOptions.limit == 500 << 20)
  }

  @Test(arguments: [("private", "followers"), ("followers", "followers"), ("fol", "followers"), ("quiet", "unlisted")])
  func visibilityIsStoredUnderItsCurrentName(_ typed: String, _ stored: String) throws {
    try editor().change(.visibility, to: typed)
    #expect(preferences.account.values == ["visibility": stored])
    // An older version, or a user with an editor, may have written the other names.
    try preferences.set(.visibility, to: typed)
    #expect(preferences.setting(.visibility) == (stored, .here))
  }

  @Test(arguments: ["direct", "nobody", ""]) func otherVisibilitiesAreRejected(_ typed: String) {
    #expect(throws: AppError.self) { try editor().change(.visibility, to: typed) }
    #expect(preferences.account.values.isEmpty)
  }

  @Test(arguments: [UserPreferences.Name.altTextCommand, .spellingCommand, .translateCommand])
  func aProgramOfTheUserIsNotEmpty(_ name: UserPreferences.Name) throws {
    for typed in ["", " "] {
      #expect(throws: AppError.self) { try editor().change(name, to: typed) }
    }
    #expect(preferences.account.values.isEmpty)
    try editor().change(name, to: "aspell list")
    #expect(preferences.setting(name).value == "aspell list")
  }

  @Test func languageIsStoredAsItsCode() throws {
    try editor().change(.language, to: "Brazilian portuguese")
    #expect(preferences.setting(.language) == ("pt-BR", .here))
    try editor().change(.language, to: "auto")
    #expect(preferences.setting(.language) == ("auto", .here))
    #expect(throws: AppError.self) { try editor().change(.language, to: "klingonese") }
    try editor().change(.language, to: nil)
    #expect(preferences.setting(.language) == ("auto", .standard))
  }

  @Test func streamRestartsOnlyWhenItIsTurnedOnOrOff() throws {
    var restarts = 0
    let editor = editor { restarts += 1 }
    try editor.change(.live, to: "quiet")
    #expect(restarts == 0)
    try editor.change(.live, to: "off")
    #expect(restarts == 1)
    try editor.change(.width, to: "60")
    try editor.change(.live, to: "off")
    #expect(restarts == 1)
    try editor.change(.live, to: nil)
    #expect(restarts == 2)
  }

  @Test func everyPreferenceIsASetting() throws {
    let settings = editor().settings(push: [])
    #expect(
      Set(settings.map(\.name)) == Set(UserPreferences.Name.allCases.map(\.setting))
        && settings.count == UserPreferences.Name.allCases.count)
    for setting in settings {
      #expect(setting.get() == setting.standard && setting.origin() == .standard, "\(setting.name)")
    }
  }

  @Test func settingsReadAndChangeThePreferences() async throws {
    let width = try #require(editor().settings(push: []).first { $0.name == "width" })
    try await width.set("60")
    #expect(width.get() == "60" && width.origin() == .here && preferences.width == 60)
    try await width.reset()
    #expect(width.get() == "auto" && preferences.width == nil)
  }

  @Test func settingsOfPushFollowTheLiveEvents() {
    let push = Setting(
      name: "push-polls", section: "Push", summary: "", kind: .choice([]), standard: "", get: { "" }, set: { _ in })
    let sections = editor().settings(push: [push]).map(\.section)
    #expect(sections.firstIndex(of: "Push").map { sections[$0 - 1] + sections[$0 + 1] } == "LiveNotifications")
  }

  @Test func themesOfTheUserCanBeChosen() throws {
    try folder.write("base = dusk\n", to: "themes/harbour.theme")
    let theme = try #require(editor().settings(push: []).first { $0.name == "theme" })
    #expect(theme.kind().completions.last == "harbour")
  }
}
