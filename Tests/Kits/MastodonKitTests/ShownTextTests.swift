import MastodonKit
import Testing

/// Names and content warnings that are empty, invisible or endless.
@Suite struct ShownTextTests {
  @Test(arguments: [
    ("Rook", "rook", "Rook"), ("", "rook", "rook"), (" \t\n", "rook", "rook"),
    ("\u{200B}", "rook", "rook"), ("\u{2060}\u{FEFF}\u{AD}\u{E0041}", "rook", "rook"),
    ("\u{2800}\u{3164}", "rook", "rook"),
    ("\u{1B}\u{9B}", "rook", "rook"), ("👩🏽‍🔧", "rook", "👩🏽‍🔧"), ("ノ", "rook", "ノ"), (" .", "rook", " ."),
    ("", "", "(no name)"), ("\u{200D}", " ", "(no name)"),
  ])
  func nameThatCannotBeSeenIsReplaced(display: String, username: String, shown: String) {
    #expect(Account(id: "1", username: username, displayName: display).name == shown)
  }

  @Test func endlessNameIsCut() {
    let name = Account(id: "1", username: "rook", displayName: String(repeating: "<div>", count: 400)).name
    #expect(name.count == 100)
    #expect(name.hasSuffix("…"))
    let family = String(repeating: "👩🏽‍🔧", count: 30)
    #expect(Account(id: "1", username: "rook", displayName: family).name == family)
  }

  @Test(arguments: [
    ("", ""), ("food", "food"), ("food\npolitics", "food politics"), (" ", "(no text)"), ("\u{200B}\n", "(no text)"),
    (String(repeating: "a", count: 500), String(repeating: "a", count: 500)),
    (String(repeating: "a", count: 501), String(repeating: "a", count: 499) + "…"),
  ])
  func warningIsOneLineThatCanBeSeen(typed: String, shown: String) {
    var status = Status.fixtures.plain
    status.spoilerText = typed
    #expect(status.shownWarning == shown)
  }
}
