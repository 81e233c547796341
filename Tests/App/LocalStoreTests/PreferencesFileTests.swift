import CustomDump
import FileTestKit
import FoundationEssentials
import Glibc
import Testing

@testable import LocalStore

@Suite struct PreferencesFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  @Test func accountsAreEmptyWithoutAFile() throws {
    #expect(try home.preferences.load() == [:])
  }

  @Test func handWrittenLinesAreRead() throws {
    try home.put(
      """
      # My settings
      theme=dusk
         width   =   72\u{20}
      accent = #ff8800
      prompt = " › "
      formula = a = b
      empty =
      theme = day
      = nameless
      two words = x
      #live = off
      nonsense
      """, at: home.preferences.path)
    expectNoDifference(
      try home.preferences.load(),
      ["theme": "day", "width": "72", "accent": "#ff8800", "prompt": " › ", "formula": "a = b", "empty": ""])
  }

  @Test func settingOneKeepsEveryOtherLine() throws {
    let before = "# My settings\r\n\ntheme=dusk # not a comment\n\n  width =72\nlater-version = 7\n??\nno line break"
    try home.put(before, at: home.preferences.path)
    try home.preferences.set("width", to: "100")
    try home.preferences.set("live", to: "off")
    expectNoDifference(
      try home.text(at: home.preferences.path),
      before.replacing("  width =72", with: "width = 100") + "\nlive = off\n")
  }

  @Test func invalidUTF8IsPreserved() throws {
    let path = home.preferences.path
    try home.put("", at: path)
    let odd = Data([0x23, 0xFF, 0xFE, 0x0A])
    try odd.write(to: URL(filePath: path))
    try home.preferences.set("theme", to: "day")
    #expect(try Data(contentsOf: URL(filePath: path)) == odd + Data("theme = day\n".utf8))
  }

  @Test func theLastOfSeveralLinesIsTheOneThatChanges() throws {
    try home.put("theme = dusk\ntheme = day\n", at: home.preferences.path)
    try home.preferences.set("theme", to: "paper")
    #expect(try home.text(at: home.preferences.path) == "theme = dusk\ntheme = paper\n")
    try home.preferences.set("theme", to: nil)
    #expect(try home.text(at: home.preferences.path) == "")
  }

  @Test(arguments: [
    "dusk", "", " ", " spaces ", "\"", "\"quoted\"", "two\nlines", "back\\slash", "\\n", "\"\\\"", "# no comment",
    "a = b",
    "日本語 🙂", "tab\tinside", "\r\n",
  ])
  func everyValueSurvivesEncoding(_ value: String) throws {
    try home.preferences.set("name", to: "before")
    try home.preferences.set("name", to: value)
    try home.preferences.set("other", to: "after")
    expectNoDifference(try home.preferences.load(), ["name": value, "other": "after"])
  }

  @Test func unknownSettingsAreReportedAsWritten() throws {
    try home.put("theme = day\n  \n# a word\nrubbish \n= nameless\ntwo words = x", at: home.preferences.path)
    #expect(try home.preferences.ignoredLines() == ["rubbish", "= nameless", "two words = x"])
  }

  @Test func removingAMissingSettingWritesNothing() throws {
    try home.preferences.set("theme", to: nil)
    #expect(access(home.preferences.path, F_OK) != 0)
  }

  @Test func aLinkIsFollowedSoThatSettingsCanLiveInARepository() throws {
    let kept = home.path + "/dotfiles/settings"
    try home.put("theme = dusk\n", at: kept)
    try FileLocations.make(home.locations.config)
    #expect(symlink(kept, home.preferences.path) == 0)
    try home.preferences.set("theme", to: "day")
    #expect(try home.text(at: kept) == "theme = day\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.preferences.path) == kept)
  }
}
