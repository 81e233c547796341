import Foundation
import Testing

/// The editor's additions to the line: suggestions, the menu, further rows, other programs.
struct AssistanceTests {
  private static let history = "_HiStOrY_V2_\npost\\040hello\\040you\nhelp\npost\\040again\n"

  private func start(
    _ options: String = "", columns: Int = 40, rows: Int = 24, environment: [String: String] = [:],
    history: String = history
  ) throws -> Tmux {
    let tmux = try Tmux(
      "printf '%s' '\(history.replacing("\\", with: "\\"))' > $HOME/h; probe --rich --history $HOME/h \(options)",
      columns: columns, rows: rows, environment: environment)
    try tmux.expectRows("probe>", cursor: 7)
    return tmux
  }

  @Test(arguments: [40, 80, 140]) func theRestOfAnEarlierLineIsSuggestedAndAccepted(_ columns: Int) throws {
    let tmux = try start(columns: columns)
    try tmux.type("po")
    try tmux.expectRows("probe> post again", cursor: 9)
    try tmux.type("st h")
    try tmux.expectRows("probe> post hello you", cursor: 13)
    try tmux.press("M-f", "x")
    try tmux.expectRows("probe> post hellox", cursor: 18)
    try tmux.press("BSpace", "C-e", "Enter")
    try tmux.expectRows("got: \"post hello you\" (14 scalars)", "probe>")
    for key in ["Right", "C-f", "End"] {
      try tmux.type("post h")
      try tmux.expectRows("probe> post hello you", cursor: 13)
      try tmux.press(key)
      try tmux.expectRows("probe> post hello you", cursor: 21)
      try tmux.press("C-u")
      try tmux.expectRows("probe>", cursor: 7)
    }
  }

  @Test func suggestionsDoNotRun() throws {
    let tmux = try start()
    try tmux.type("hel")
    try tmux.expectRows("probe> help", cursor: 10)
    try tmux.press("Enter")
    try tmux.expectRows("got: \"hel\" (3 scalars)", "probe>")
  }

  @Test(arguments: ["--plain", "dumb"]) func appendOnlyEditorSuggestsNothing(_ way: String) throws {
    let tmux =
      way == "dumb" ? try start(environment: ["TERM": "dumb"]) : try start("--plain")
    try tmux.type("hel")
    try tmux.press("C-e")
    try tmux.type("!\r")
    try tmux.expectRows("probe> hel!", "got: \"hel!\" (4 scalars)", "probe>")
  }

  @Test func aLongSuggestionIsCutAtTheEndOfTheRow() throws {
    let tmux = try start(history: "_HiStOrY_V2_\n" + String(repeating: "abcdefghij", count: 6) + "\n")
    try tmux.type("abc")
    try tmux.expectRows("probe> " + "abcdefghijabcdefghijabcdefghija…", cursor: 10)
  }

  @Test func upAndDownSearchByPrefix() throws {
    let tmux = try start()
    try tmux.type("post")
    try tmux.press("Up")
    try tmux.expectRows("probe> post again", cursor: 17)
    try tmux.press("Up")
    try tmux.expectRows("probe> post hello you", cursor: 21)
    try tmux.press("Up", "Down", "Down")
    try tmux.expectRows("probe> post again", cursor: 11)
    try tmux.press("C-u", "Up", "Up")
    try tmux.expectRows("probe> help", cursor: 11)
  }

  @Test(arguments: [40, 80, 140]) func theMenuIsBelowTheLineAndGoesAway(_ columns: Int) throws {
    let tmux = try start(columns: columns)
    let summary = columns == 40 ? "what print does, and then some" : "what print does, and then some more"
    try tmux.type("pr\t")
    try tmux.expect("the menu") { screen in
      screen.rows.count == 3 && screen.rows[0] == "probe> pri"
        && screen.rows[1].hasPrefix(" print    \(summary.prefix(20))")
        && screen.rows[2].hasPrefix(" private  what") && screen.rows.allSatisfy { $0.count < columns }
        && screen.cursorRow == 0 && screen.cursorColumn == 10
    }
    try tmux.press("Tab")
    try tmux.expect("the first") {
      $0.rows.first == "probe> print" && $0.rows.dropFirst().first?.hasPrefix("›print") == true
    }
    try tmux.note("meanwhile")
    try tmux.expect("the menu below a note") {
      $0.rows.starts(with: ["* meanwhile", "probe> print"]) && $0.rows.count == 4
    }
    try tmux.press("BTab")
    try tmux.expect("the last") { $0.rows.dropFirst().first == "probe> private" && $0.rows.count == 4 }
    try tmux.press("Enter")
    try tmux.expectRows("* meanwhile", "probe> private", cursor: 15)
    try tmux.type("pr\t")
    try tmux.press("Tab", "Escape")
    try tmux.expectRows("* meanwhile", "probe> private pri", cursor: 18)
    try tmux.type("\t\tx\r")
    try tmux.expectRows("got: \"private printx\" (14 scalars)", "probe>")
  }

  @Test(arguments: [40, 80, 140]) func anOpenQuoteGoesOnInTheNextRow(_ columns: Int) throws {
    let tmux = try start(columns: columns)
    try tmux.type("say \"one\rtwo")
    try tmux.expectRows("probe> say \"one", "… two", cursor: 5)
    try tmux.type("\"\r")
    try tmux.expectRows("got: \"say \"one⏎two\"\" (13 scalars)", "probe>")
    try tmux.press("Up")
    try tmux.expectRows("probe> say \"one", "… two\"", cursor: 6)
  }

  @Test func aPasteWithQuotesDoesNotRun() throws {
    let tmux = try start()
    try tmux.paste("say \"a\nb\"\nnext\n")
    try tmux.expectRows("probe> say \"a", "… b\"", "… next", cursor: 6)
  }

  @Test func undoRevertsWordsAndKills() throws {
    let tmux = try start(history: "_HiStOrY_V2_\n")
    for key in ["o", "n", "e", "Space", "t", "w", "o"] { try tmux.press(key) }
    try tmux.expectRows("probe> one two", cursor: 14)
    try tmux.press("C-u")
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.press("C-_")
    try tmux.expectRows("probe> one two", cursor: 14)
    for _ in 0..<9 { try tmux.press("C-_") }
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.type("x\r")
    try tmux.expectRows("got: \"x\" (1 scalars)", "probe>")
  }

  @Test func anotherProgramEditsTheLineAndNothingRuns() throws {
    let tmux = try start(history: "_HiStOrY_V2_\n")
    try tmux.type("some text")
    try tmux.press("C-x", "C-e")
    try tmux.expect("the terminal as it was") { $0.rows.contains(" icanon") }
    try tmux.note("meanwhile")
    try tmux.type("word\r")
    try tmux.expectRows("edited: word", "* meanwhile", "probe> some text", "… more", cursor: 6)
    try tmux.press("C-_")
    try tmux.expectRows("probe> some text", cursor: 16)
    try tmux.press("C-u")
    try tmux.type("refuse")
    try tmux.press("C-x", "C-e")
    try tmux.expect("the terminal as it was") { $0.rows.count { $0 == " icanon" } == 2 }
    try tmux.type("y\r")
    try tmux.expectRows("no editor", "probe> refuse", cursor: 13)
  }

  @Test func eventsResizesAndASuspensionLoseNoTypedCharacter() throws {
    let tmux = try start(columns: 80)
    var typed = ""
    for round in 0..<50 {
      try tmux.note((0..<20).map { "note \(round).\($0)" }.joined(separator: "\n"))
      let word = round % 5 == 4 ? "é日 " : "w\(round) "
      try tmux.type(word)
      typed += word
      // A terminal that changes while it is written to can overwrite what was printed, whoever writes.
      try tmux.expect("events of round \(round)") { $0.rows.contains("* note \(round).19") }
      let (columns, rows) = (40 + (round * 13) % 100, 12 + round % 12)
      try tmux.resize(columns, rows)
      try tmux.expect("round \(round)") { $0.rows.contains("= \(columns)x\(rows)") }
      if round == 25 {
        try tmux.signal(SIGTSTP)
        try tmux.signal(SIGCONT)
      }
    }
    try tmux.resize(140, 20)
    try tmux.press("Enter")
    let answer = "got: \"\(typed)\" (\(typed.unicodeScalars.count) scalars)"
    try tmux.expect("all that was typed") { $0.rows.suffix(4).joined().contains(answer) }
    try tmux.expect("all events") { screen in
      screen.rows.count { $0.hasPrefix("* note ") } == 1_000 && screen.rows.contains("* note 49.19")
    }
  }
}
