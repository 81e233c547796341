import Foundation
import Testing

/// The editor on a real terminal: what a person presses and sees.
struct TerminalTests {
  private func start(
    _ command: String = "exec 3>&1; probe", columns: Int = 40, rows: Int = 12, environment: [String: String] = [:]
  ) throws -> Tmux {
    let tmux = try Tmux(command, columns: columns, rows: rows, environment: environment)
    try tmux.expectRows("probe>", cursor: 7)
    return tmux
  }

  @Test func aLineIsTypedEditedAndRead() throws {
    let tmux = try start()
    try tmux.type("helo é 日本")
    try tmux.expectRows("probe> helo é 日本", cursor: 18)
    try tmux.press("Home", "Right", "Right", "l", "End", "BSpace")
    try tmux.expectRows("probe> hello é 日", cursor: 17)
    try tmux.press("Enter")
    try tmux.expectRows("got: \"hello é 日\" (9 scalars)", "probe>")
  }

  @Test func clustersMoveAndDeleteAsOne() throws {
    let tmux = try start()
    try tmux.type("x👨‍👩‍👧ye\u{301}z")
    try tmux.press("Left", "Left", "Left", "Left", "Q")
    try tmux.expectRows("probe> xQ👨‍👩‍👧ye\u{301}z", cursor: 9)
    try tmux.press("Right", "BSpace", "Right", "DC", "Enter")
    try tmux.expectRows("got: \"xQyz\" (4 scalars)", "probe>")
  }

  @Test func killedTextComesBackWhole() throws {
    let tmux = try start()
    try tmux.type("one two")
    try tmux.press("Left", "Left", "Left", "C-k", "BSpace", "BSpace", "C-y", "Enter")
    try tmux.expectRows("got: \"ontwo\" (5 scalars)", "probe>")
  }

  @Test func theInterruptKeyCancelsTheLineAndNotTheProgram() throws {
    let tmux = try start()
    try tmux.type("some text")
    try tmux.press("C-a", "C-c")
    try tmux.expectRows("probe> some text^C", "(line cancelled)", "probe>")
    try tmux.type("on")
    try tmux.press("Enter")
    try tmux.expectRows("got: \"on\" (2 scalars)", "probe>")
  }

  @Test func theInterruptKeyStopsACommandAndKeysTypedMeanwhileBeforeIt() throws {
    let tmux = try start()
    try tmux.type("sleep")
    try tmux.press("Enter")
    try tmux.expectRows("sleeping")
    try tmux.type("forgotten")
    try tmux.press("C-c")
    try tmux.expectRows("sleeping", "(command cancelled)", "probe>")
  }

  @Test func keysTypedWhileACommandRunsAreForTheNextLineAndNotEchoed() throws {
    let tmux = try start()
    // In one piece: what follows the first line is there before the command has begun.
    try tmux.type("one\rtwo é\rthree")
    try tmux.expectRows(
      "probe> one", "got: \"one\" (3 scalars)", "probe> two é", "got: \"two é\" (5 scalars)", "probe> three")
  }

  @Test func theEndKeyLeavesOnAnEmptyLineOnly() throws {
    let tmux = try start("probe; echo rc $?; stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo|isig|ixon)$' | xargs")
    try tmux.type("ab")
    try tmux.press("C-d")
    try tmux.press("Left", "C-d", "BSpace")
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.press("C-d")
    try tmux.expect("an orderly end") { screen in
      screen.rows.suffix(from: 1).prefix(3).elementsEqual(["bye", "rc 0", "ixon isig icanon echo"])
    }
  }

  @Test func aPasteDoesNotRun() throws {
    let tmux = try start()
    try tmux.paste("send one\nsend \"two\"\n\tlast\u{1B}[31m 日本\n")
    try tmux.expectRows("probe> send one", "send \"two\"", "        last[31m 日本", cursor: 21)
    try tmux.type("!")
    try tmux.press("Enter")
    try tmux.expectRows("got: \"send one⏎send \"two\"⏎⇥last[31m 日本", "!\" (33 scalars)", "probe>")
  }

  @Test func aPasteDuringACommandDoesNotRunEither() throws {
    let tmux = try start()
    try tmux.type("sleep")
    try tmux.press("Enter")
    try tmux.expectRows("sleeping")
    try tmux.paste("one\ntwo\n")
    try tmux.press("C-c")
    try tmux.expectRows("(command cancelled)", "probe>")
    try tmux.type("sleep\r")
    try tmux.expectRows("sleeping")
    try tmux.paste("one\ntwo\n")
    try tmux.note("still here")
    try tmux.expectRows("sleeping", "* still here")
  }

  @Test func aLongPasteArrivesWholeAndOneTooLongNotAtAll() throws {
    let tmux = try start(columns: 80, rows: 24)
    let text = (0..<200).map { "line \($0) " + String(repeating: "日本", count: 20) }.joined(separator: "\n")
    try tmux.paste(text)
    try tmux.expect("its end") { $0.rows.suffix(2).first?.hasPrefix("line 199 日本") == true && $0.cursorColumn == 10 }
    try tmux.paste(String(repeating: "too long ", count: 4_000))
    try tmux.expect("a word about it") { $0.rows.contains("The paste is too long for one line.") }
    try tmux.press("Enter")
    try tmux.expect("all of it") {
      $0.rows.suffix(4).joined().hasSuffix("(\(text.unicodeScalars.count) scalars)probe>")
    }
  }

  @Test func rowsAreInsertedMovedThroughAndRecalled() throws {
    let tmux = try start()
    try tmux.type("one")
    try tmux.press("M-Enter")
    try tmux.type("three")
    try tmux.expectRows("probe> one", "three", cursor: 5)
    try tmux.press("Up", "End")
    try tmux.expectRows("probe> one", "three", cursor: 5)
    try tmux.press("C-a", "X", "Down", "Y", "Enter")
    try tmux.expectRows("got: \"Xone⏎tYhree\" (11 scalars)", "probe>")
    try tmux.press("Up")
    try tmux.expectRows("probe> Xone", "tYhree", cursor: 6)
  }

  @Test func historyIsSharedByTwoSessionsAndKeepsNoSecrets() throws {
    let tmux = try start("probe --history $HOME/h; echo again; probe --history $HOME/h")
    try tmux.type("first 日本\r second\rthird\r")
    try tmux.expectRows("got: \"third\" (5 scalars)", "probe>")
    try tmux.type("secret\r")
    try tmux.expectRows("Token:", cursor: 7)
    try tmux.type("hunter2\r")
    try tmux.expectRows("Token:", "secret of 7 characters", "probe>")
    try tmux.press("C-d")
    try tmux.expectRows("bye", "again", "probe>")
    try tmux.press("Up", "Up")
    try tmux.expectRows("probe> third")
    try tmux.press("Up")
    try tmux.expectRows("probe> first 日本")
    try tmux.press("Down", "Down", "Down")
    try tmux.expectRows("probe>", cursor: 7)
    let file = try String(contentsOfFile: tmux.folder.file("h"), encoding: .utf8)
    #expect(file == "_HiStOrY_V2_\nfirst\\040日本\nthird\nsecret\n")
  }

  @Test func searchingFindsWhatLibEditTakesForControlKeys() throws {
    let tmux = try start()
    try tmux.type("alpha 不可\rbeta\rgamma Café\r")
    try tmux.expectRows("got: \"gamma Café\" (10 scalars)", "probe>")
    try tmux.press("C-r")
    try tmux.expectRows("(search '')")
    try tmux.type("不")
    try tmux.expectRows("(search '不') alpha 不可", cursor: 20)
    try tmux.press("BSpace")
    try tmux.type("A")
    try tmux.expectRows("(search 'A') gamma Café", cursor: 14)
    try tmux.press("C-r")
    try tmux.expectRows("(search 'A') beta", cursor: 16)
    try tmux.note("meanwhile")
    try tmux.expectRows("* meanwhile", "(search 'A') beta", cursor: 16)
    try tmux.type("zz")
    try tmux.expectRows("(no match 'Azz') beta")
    try tmux.press("C-g")
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.press("C-r")
    try tmux.type("alp")
    try tmux.press("C-e")
    try tmux.type("!\r")
    try tmux.expectRows("got: \"alpha 不可!\" (9 scalars)", "probe>")
  }

  @Test func completionInsertsWhatIsCommonAndShowsTheRestBelow() throws {
    let tmux = try start()
    try tmux.type("x pr\t")
    try tmux.expectRows("probe> x pri", " print    private", cursor: 12)
    try tmux.type("v\t")
    try tmux.expectRows("probe> x private", cursor: 17)
    try tmux.type("日\t酒\t|\r")
    try tmux.expectRows("got: \"x private 日本酒 |\" (15 scalars)", "probe>")
  }

  @Test func withoutDrawingTheSecondPressPrintsTheCandidates() throws {
    let tmux = try start("probe --plain")
    try tmux.type("x pr\t\t")
    try tmux.expectRows("probe> x pri", "print    private", "probe> x pri", cursor: 12)
  }

  @Test func aSlowCompletionHoldsUpNothing() throws {
    let tmux = try start()
    try tmux.type("slow\t")
    try tmux.note("meanwhile")
    try tmux.expectRows("* meanwhile", "probe> slow")
    try tmux.press("C-c")
    try tmux.expectRows("probe> slow^C", "(line cancelled)", "probe>")
  }

  @Test func aThousandNotesWhileTypingLoseNothing() throws {
    let tmux = try start()
    let words = (1...12).map { "word\($0)" }
    for (index, word) in words.enumerated() {
      let range = index * 84..<min(1_000, (index + 1) * 84)
      try tmux.note(range.map { "note \($0)" }.joined(separator: "\n"))
      try tmux.type(word + " ")
    }
    let expected = (0..<1_000).map { "* note \($0)" }
    let text = "probe> " + words.joined(separator: " ")
    try tmux.expect("all notes and all words", seconds: 30) { screen in
      screen.rows.filter { $0.hasPrefix("*") } == expected && screen.rows.count == 1_003
        && screen.rows.suffix(3).joined() == text
    }
  }

  @Test func notesGoAboveALineOfSeveralRows() throws {
    let tmux = try start(columns: 20, rows: 8)
    try tmux.type("first 日本語 middle 🙂 text that wraps")
    try tmux.press("C-a", "X")
    try tmux.note("a note that is wider than the terminal")
    try tmux.expectRows(
      "* a note that is wid", "er than the terminal", "probe> Xfirst 日本語", " middle 🙂 text that", " wraps", cursor: 8)
  }

  @Test func aLineTallerThanTheScreenStaysUsable() throws {
    let tmux = try start(rows: 6)
    try tmux.paste((1...10).map { "row \($0)" }.joined(separator: "\n"))
    try tmux.expectRows("row 5", "row 6", "row 7", "row 8", "row 9", "row 10", cursor: 6)
    try tmux.press("C-a", "N", "E", "W")
    try tmux.expectRows("probe> NEWrow 1", "row 2", "row 3", "row 4", "row 5", "row 6", cursor: 10)
    try tmux.press("C-c")
    try tmux.expectRows("row 9", "row 10^C", "(line cancelled)", "probe>")
  }

  @Test(arguments: [(20, 12), (13, 8), (80, 24), (41, 12)]) func resizingKeepsTheLine(_ columns: Int, _ rows: Int)
    throws
  {
    let tmux = try start()
    try tmux.note("before")
    try tmux.type("the quick brown 日本語 fox jumps over the lazy dog 🙂 again")
    try tmux.press("Left", "Left", "Left", "Left", "Left", "Left")
    let line = "probe> the quick brown 日本語 fox jumps over the lazy dog 🙂 again"
    // tmux scrolls rows away when a terminal becomes narrower, out of everybody's reach: what is above the last note
    // may be there twice.
    func shows(_ note: String, _ line: String) -> (Screen) -> Bool {
      { screen in
        guard let index = screen.rows.lastIndex(of: note) else { return false }
        return screen.rows[(index + 1)...].joined().filter { $0 != " " } == line.filter { $0 != " " }
      }
    }
    try tmux.expect("the line", until: shows("* before", line))
    try tmux.resize(columns, rows)
    try tmux.expect("the line at its new size", until: shows("= \(columns)x\(rows)", line))
    try tmux.note("after")
    try tmux.expect("the line and two notes", until: shows("* after", line))
    try tmux.resize(40, 12)
    try tmux.expect("the line as before", until: shows("= 40x12", line))
    try tmux.type("|")
    try tmux.expect("the change", until: shows("= 40x12", line.replacing(" again", with: "| again")))
    let notes = try tmux.screen().rows.filter { $0.hasPrefix("* ") || $0.hasPrefix("= ") }
    #expect(notes == ["* before", "= \(columns)x\(rows)", "* after", "= 40x12"])
  }

  @Test func stoppedAndContinuedItGoesOn() throws {
    let tmux = try Tmux("exec bash --norc -i", environment: ["PS1": "$ "])
    try tmux.expectRows("$")
    try tmux.type("\(try Tmux.probe())\r")
    try tmux.expectRows("probe>")
    try tmux.type("some text")
    try tmux.press("C-a", "C-z")
    try tmux.expect("the shell") { $0.rows.last == "$" && $0.rows.contains("probe> some text") }
    try tmux.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|isig)$' | xargs\r")
    try tmux.expectRows("isig icanon", "$")
    try tmux.type("fg\r")
    try tmux.expectRows("probe> some text", cursor: 7)
    try tmux.type("NEW \r")
    try tmux.expectRows("got: \"NEW some text\" (13 scalars)", "probe>")
  }

  @Test(arguments: [
    ("abort", 0, 134), ("trap", 0, 132), ("leave", 0, 7), ("", SIGTERM, 0), ("", SIGHUP, 0), ("", SIGSEGV, 139),
  ])
  func theTerminalIsRestoredHoweverItEnds(_ line: String, _ signal: Int32, _ code: Int) throws {
    // A shell that repairs nothing.
    let tmux = try start(
      "probe 2>/dev/null; echo rc $?; stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo|isig)$' | xargs")
    if signal == 0 {
      try tmux.type(line + "\r")
    } else {
      try tmux.type("text")
      try tmux.expectRows("probe> text")
      try tmux.signal(signal)
    }
    try tmux.expect("rc \(code) and a usable terminal") { screen in
      let rows = screen.rows.filter { !$0.hasPrefix("Pane is dead") && !$0.isEmpty }
      return rows.suffix(2).elementsEqual(["rc \(code)", "isig icanon echo"])
    }
  }

  @Test func anotherProgramMayHaveTheTerminal() throws {
    let tmux = try start()
    try tmux.type("shell\r")
    try tmux.expectRows(" icanon")
    try tmux.type("hello\r")
    try tmux.expectRows("hello", "sh: hello", "probe>")
    try tmux.type("x")
    try tmux.expectRows("probe> x")
  }

  /// In the narrow one the program's line fills the row.
  @Test(arguments: [12, 40]) func promptBeginsALineAfterAProgramThatDidNotEndItsOwn(_ columns: Int) throws {
    let tmux = try start(columns: columns)
    try tmux.type("unended\r")
    try tmux.expectRows("no line feed", "probe>", cursor: 7)
  }

  @Test func withoutATerminalOnlyResponsesAreWritten() throws {
    let tmux = try Tmux("printf 'one\\r\\ndeux é 日本\\nlast' | probe > $HOME/out; echo done")
    try tmux.expect("the end") { $0.rows.first == "done" }
    let text = try String(contentsOfFile: tmux.folder.file("out"), encoding: .utf8)
    #expect(text == "got: \"one\" (3 scalars)\ngot: \"deux é 日本\" (9 scalars)\ngot: \"last\" (4 scalars)\n")
  }

  @Test func outputInAFileHasNoEscapesAndThePromptIsStillSeen() throws {
    let tmux = try Tmux("probe > $HOME/out; cat -v $HOME/out")
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.type("one\r")
    try tmux.expectRows("probe> one", "probe>")
    try tmux.press("C-d")
    try tmux.expect("the file") { $0.rows.contains("got: \"one\" (3 scalars)") }
    let text = try String(contentsOfFile: tmux.folder.file("out"), encoding: .utf8)
    #expect(text == "got: \"one\" (3 scalars)\nbye\n")
  }

  @Test func aPlainTerminalGetsTextAndBackspacesOnly() throws {
    let tmux = try Tmux("TERM=dumb script -qc \"\(try Tmux.probe()) --notes $HOME/notes\" $HOME/log; echo ended")
    try tmux.expectRows("probe>", cursor: 7)
    try tmux.type("hello")
    try tmux.expectRows("probe> hello", cursor: 12)
    try tmux.press("Left")
    try tmux.expectRows("probe> hello", "o", cursor: 1)
    try tmux.press("Left")
    try tmux.expectRows("o", "l", cursor: 1)
    try tmux.press("X")
    try tmux.expectRows("l", "X", cursor: 1)
    try tmux.note("a note")
    try tmux.expectRows("X", "* a note", "probe> helXlo", cursor: 13)
    try tmux.press("Enter")
    try tmux.expectRows("got: \"helXlo\" (6 scalars)", "probe>")
    try tmux.press("C-d")
    try tmux.expectRows("bye", "ended")
    let log = try Data(contentsOf: URL(filePath: tmux.folder.file("log")))
    let body = log.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast().joined(separator: [UInt8(ascii: "\n")])
    #expect(!body.contains(0x1B))
    #expect(body.allSatisfy { $0 >= 0x20 || [0x08, 0x0A, 0x0D].contains($0) })
  }

  @Test func notesCanWaitUntilEnter() throws {
    let tmux = try start("probe --hold")
    try tmux.type("sle")
    try tmux.note("held")
    try tmux.type("ep")
    try tmux.expectRows("probe> sleep")
    try tmux.press("Enter")
    try tmux.expect("the note after the line") { screen in
      screen.rows.first == "probe> sleep" && screen.rows.contains("* held")
    }
  }
}
