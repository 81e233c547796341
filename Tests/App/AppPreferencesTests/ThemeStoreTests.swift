import FeatureKit
import LocalStore
import TerminalKit
import Testing

@testable import AppPreferences

@MainActor
@Suite struct ThemeStoreTests {
  let folder: PreferencesFolder

  init() throws { folder = try PreferencesFolder() }

  @Test func mistakesInAThemeAreReportedOnce() throws {
    try folder.write("base = dusk\nname = cyan bold\nwrong\n", to: "themes/harbour.theme")
    var reports: [String] = []
    let store = folder.themes { reports.append($0) }
    #expect(store.theme("harbour")[.name] == Appearance(Color(0x00CDCD, basic: 6), bold: true))
    #expect(store.theme("harbour").name == "harbour")
    #expect(reports.count == 1 && reports.first?.hasPrefix("harbour.theme, line 3: ") == true)
    #expect(store.names.last == "harbour")
    let entry = try #require(try store.list(current: "harbour").entries.last)
    #expect(
      entry.theme.name == "harbour" && entry.mistakes.count == 1 && entry.file?.hasSuffix("harbour.theme") == true)
  }

  @Test func changedFileIsReadAfterForget() throws {
    try folder.write("name = cyan\n", to: "themes/harbour.theme")
    let store = folder.themes()
    let before = store.theme("harbour")[.name]
    try folder.write("name = red\n", to: "themes/harbour.theme")
    #expect(store.theme("harbour")[.name] == before)
    store.forget()
    #expect(store.theme("harbour")[.name] != before)
  }

  @Test func missingThemeIsReportedOnceAndReplaced() {
    var reports: [String] = []
    let store = folder.themes { reports.append($0) }
    #expect(store.theme("lost").name == "dusk" && store.theme("lost").name == "dusk")
    #expect(reports == ["Theme lost is missing; using dusk."])
  }

  @Test(arguments: ["../settings", "a/b", "", ".hidden", "x\0y"])
  func invalidNameIsNoTheme(_ name: String) throws {
    #expect(try ThemeFiles(locations: folder.locations).text(of: name) == nil)
  }
}
