import FoundationEssentials
import Glibc
import Testing

/// The prompt on a real terminal: what a person presses and sees.
@Suite(.serialized, .ownThread)
struct EditingTests {
  private let home = "sandbox · home"

  private func start(
    columns: Int = 80, rows: Int = 24, on machine: Machine? = nil, environment: [String: String] = [:]
  ) throws -> TmuxTerminal {
    let terminal = try TmuxTerminal(
      on: machine ?? Machine(), columns: columns, rows: rows, environment: environment)
    try terminal.wait(forPrompt: home)
    try terminal.wait(forText: "older · open N")
    return terminal
  }

  @Test func aNewcomerSeesPostsAWelcomeAndThePrompt() throws {
    let terminal = try start()
    let screen = try terminal.screen()
    #expect(screen.rows.first?.hasPrefix("This is the sandbox: nothing leaves this machine.") == true)
    #expect(screen.rows.dropFirst().first?.hasPrefix("Home") == true)
    #expect(screen.cursorColumn == 17)
    #expect(screen.rows.allSatisfy { !$0.contains("\u{FFFD}") })
  }

  @Test func aLineIsTypedEditedAndRun() throws {
    let terminal = try start()
    try terminal.type("ge theeme日é")
    try terminal.press("BSpace", "BSpace", "Left", "Left", "BSpace", "Home", "Right", "Right", "t", "Enter")
    let screen = try terminal.wait(for: "the answer") { $0.rows.last == "\(home) ›" && $0.has("› get theme") }
    let row = try #require(screen.rows.lastIndex { $0.hasSuffix("› get theme") })
    #expect(screen.rows.indices.contains(row + 1))
    #expect(!screen.rows[row + 1].hasPrefix("!"))
  }

  @Test func tabCompletesVerbsArgumentsAndFlags() throws {
    let terminal = try start()
    try terminal.type("notif\t")
    try terminal.wait(forPrompt: home, line: "notifications")
    try terminal.press("C-u")
    try terminal.type("set th\td\t")
    try terminal.wait(for: "a setting and its value") { $0.cursorLine.contains("› set theme d") }
    try terminal.press("C-u")
    try terminal.type("post --vis\tun\t")
    try terminal.wait(forPrompt: home, line: "post --visibility unlisted")
    try terminal.press("C-u")
    try terminal.type("profile @he\t")
    try terminal.wait(forPrompt: home, line: "profile @heron")
    try terminal.press("C-u")
    try terminal.type("un\t")
    let screen = try terminal.wait(for: "a menu below the prompt") { $0.has("unboost") && $0.has("unbookmark") }
    #expect(screen.rows.contains("\(home) › un"))
    try terminal.type("\t")
    try terminal.wait(for: "the first of the menu") { $0.cursorLine.contains("› unboost") }
  }

  @Test func filesNumbersAndCommandsAreCompletedAndTheScreenStays() throws {
    let machine = try Machine()
    let terminal = try start(on: machine)
    for name in ["scone chart.png", "plan.txt"] {
      #expect(FileManager.default.createFile(atPath: machine.folder.file(name), contents: nil))
    }
    try terminal.type("post --attach ~/sco\t")
    try terminal.wait(forPrompt: home, line: "post --attach \"~/scone chart.png\"")
    try terminal.press("C-u")
    let before = try terminal.screen().rows.count
    try terminal.type("\t")
    let list = try terminal.wait(for: "the commands of the screen") { $0.rows.contains { $0.hasPrefix(" older ") } }
    #expect(list.rows.count - before <= 8, "the screen stays")
    try terminal.type("reply \t")
    try terminal.wait(for: "the numbers with their posts") { $0.rows.contains { $0.hasPrefix(" 1  Heron @heron") } }
  }

  @Test func composerCompletesWithinTheText() throws {
    let machine = try Machine()
    let terminal = try start(on: machine)
    #expect(FileManager.default.createFile(atPath: machine.folder.file("scone chart.png"), contents: nil))
    try terminal.enter("tag canal")
    try terminal.wait(forText: "#canal")
    try terminal.enter("post")
    try terminal.wait(for: "the composer") { $0.rows.last == "post 500 │" }
    // Each key alone, as a hand presses it.
    func keys(_ text: String) throws { for letter in text { try terminal.type(String(letter)) } }
    func expect(_ line: String) throws {
      try terminal.wait(for: "“\(line)”") { $0.cursorLine == "post 500 │ \(line)" }
    }
    try keys("Good morning @her\t")
    try expect("Good morning @heron")
    // Behind a whole word there is a space.
    try keys("at the #can\t")
    try expect("Good morning @heron at the #canal")
    // An emoji of Unicode by its name; the server's own are words.
    try keys(":rainb\t")
    try expect("Good morning @heron at the #canal 🌈")
    try terminal.press("C-u")
    try keys("/att\t")
    try expect("/attach")
    try keys("\u{15}/attach ~/sco\t")
    try expect("/attach \"~/scone chart.png\"")
    try terminal.press("C-u")
    try keys("/vis\tun\t")
    try expect("/visibility unlisted")
    try terminal.press("C-u")
    // What nobody is called stays as it was typed.
    try keys("@zzzz\t")
    try expect("@zzzz")
  }

  @Test func historyLastsAndKeepsNoAnswers() throws {
    let machine = try Machine()
    let first = try start(on: machine)
    try first.enter("get theme")
    try first.wait(for: "the prompt again") { $0.count("\(home) ›") == 2 }
    try first.enter("post a secret")
    try first.wait(forText: "Sent.")
    try first.press("Up")
    try first.wait(forPrompt: home, line: "post a secret")
    try first.press("C-c")
    try first.enter("post")
    try first.wait(forText: "/send")
    try first.enter("between us")
    try first.enter("/send")
    try first.wait(for: "both posts") { $0.count("Sent.") == 2 }
    try first.enter("get theme")
    try first.wait(for: "the last answer") { $0.rows.count { $0 == "auto" } == 2 && $0.rows.last == "\(home) ›" }
    try first.press("C-d")
    try first.wait(forText: "ended")
    let history = try Files.text(machine.folder.file("state/howdah/histories/you@sandbox"))
    #expect(history.contains("post"))
    #expect(!history.contains("between") && !history.contains("secret"))
    let second = try start(on: machine)
    try second.press("Up")
    try second.wait(forPrompt: home, line: "get theme")
    try second.press("C-c")
    try second.press("C-r")
    try second.type("the")
    try second.wait(forText: "get theme")
  }

  @Test func theInterruptKeyCancelsTheLineAndNeverTheProgram() throws {
    let terminal = try start()
    try terminal.type("half a line")
    try terminal.press("C-c")
    try terminal.wait(for: "an empty prompt") { $0.rows.last == "\(home) ›" && $0.has("half a line^C") }
    for _ in 0..<3 { try terminal.press("C-c") }
    try terminal.enter("get live")
    let screen = try terminal.wait(for: "an answer") { $0.rows.suffix(4).contains("on") }
    #expect(!screen.has("ended"))
  }

  @Test func theInterruptKeyStopsACommandThatWaits() throws {
    // A server that takes connections and never answers.
    let silent = try SilentServer()
    let terminal = try start()
    try terminal.enter("login 127.0.0.1:\(silent.port)")
    try silent.waitForConnection()
    try terminal.press("C-c")
    try terminal.wait(forText: "Stopped.")
    try terminal.wait(forPrompt: home)
    try terminal.enter("get live")
    try terminal.wait(for: "an answer") { $0.rows.suffix(4).contains("on") }
  }

  @Test(arguments: ["C-c", "C-d", "Enter"])
  func leavingAQuestionChangesNothing(_ key: String) throws {
    let terminal = try start()
    try terminal.enter("notifications --limit 4")
    try terminal.wait(forPrompt: "sandbox · notifications")
    try terminal.enter("clear")
    try terminal.wait(forText: "[y/N]:")
    try terminal.press(key)
    try terminal.wait(forText: "Nothing was changed.")
    try terminal.wait(forPrompt: "sandbox · notifications")
    try terminal.enter("clear")
    try terminal.wait(for: "the question again") { $0.count("[y/N]:") == 2 }
    try terminal.enter("y")
    try terminal.wait(forText: "Deleted all notifications.")
  }

  @Test func theEndKeyLeavesOnAnEmptyLineOnly() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forPrompt: home)
    try terminal.type("x")
    try terminal.wait(forPrompt: home, line: "x")
    try terminal.press("C-d")
    try terminal.type("y")
    try terminal.wait(forPrompt: home, line: "xy")
    try terminal.press("C-u", "C-d")
    try terminal.wait(forText: "ended 0")
  }

  @Test func aLineSurvivesResizing() throws {
    let terminal = try start()
    let line = "post a line of 日本語 that is longer than forty columns and wraps"
    try terminal.type(line)
    try terminal.wait(for: "the line") { $0.rows.joined().hasSuffix("wraps") }
    for columns in [40, 80, 40, 80] {
      try terminal.resize(columns, 24)
      try terminal.wait(for: "the line once, in \(columns) columns") { screen in
        let text = screen.rows.joined().filter { $0 != " " }
        return text.ranges(of: line.filter { $0 != " " }).count == 1 && text.hasSuffix("wraps")
      }
    }
    try terminal.type("!")
    try terminal.wait(for: "the end") { $0.rows.joined().hasSuffix("wraps!") && $0.cursorRow == $0.rows.count - 1 }
  }

  @Test func nextOutputUsesTheNewWidth() throws {
    let terminal = try start()
    try terminal.resize(40, 24)
    try terminal.enter("notifications")
    try terminal.wait(for: "a rule of forty columns") { screen in
      screen.rows.contains { $0.first == "─" && $0.count <= 40 } && screen.rows.last?.hasSuffix("›") == true
    }
  }

  @Test func aPasteOfSeveralLinesRunsNothingByItself() throws {
    let terminal = try start()
    try terminal.paste("get theme\nget live\nhome\n")
    try terminal.wait(for: "the pasted lines") { $0.cursorLine.hasPrefix("… home") }
    let before = try terminal.screen()
    #expect(before.count("get theme") == 1)
    try terminal.press("C-c")
    try terminal.wait(forPrompt: home)
    #expect(try !terminal.screen().rows.contains("on"))
    try terminal.enter("post")
    try terminal.wait(forText: "/send")
    try terminal.paste("one\n/send\ntwo\n")
    try terminal.press("Enter")
    try terminal.enter("/show")
    let screen = try terminal.wait(for: "three lines of text") { $0.has(" 3  two") }
    #expect(!screen.has("Sent."))
  }

  @Test func itStopsAndGoesOnUnderAShell() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("PS1='$ ' exec bash --norc --noprofile -i", on: machine)
    try terminal.wait(for: "the shell") { $0.rows.last == "$" }
    try terminal.enter("howdah")
    try terminal.wait(forPrompt: home)
    try terminal.wait(forText: "use your own account")
    try terminal.type("get theme")
    try terminal.press("C-z")
    try terminal.wait(for: "the shell again") { $0.rows.last == "$" && $0.has("Stopped") }
    try terminal.enter("stty -a | tr ' ;' '\\n\\n' | grep -cE '^(icanon|echo|isig)$'")
    try terminal.wait(for: "a terminal as it was") { $0.rows.suffix(2) == ["3", "$"] }
    try terminal.enter("fg")
    try terminal.wait(forPrompt: home, line: "get theme")
    try terminal.press("Enter")
    try terminal.wait(forPrompt: home)
    try terminal.press("C-d")
    try terminal.wait(for: "the shell") { $0.rows.last == "$" }
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "dumb", "NO_COLOR": "1"]])
  func aDumbTerminalGetsSentences(_ environment: [String: String]) throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(
      "script -qec howdah $HOME/log", on: machine, environment: environment)
    try terminal.wait(for: "the first screen and then the prompt") { $0.rows.last == "home:" && $0.has("1. Heron: ") }
    try terminal.enter("get theme")
    try terminal.wait(for: "the prompt again") { $0.rows.suffix(2) == ["auto", "home:"] || $0.has("auto") }
    try terminal.press("C-d")
    try terminal.wait(forText: "ended")
    let log = try Files.text(machine.folder.file("log"))
    #expect(!log.contains("\u{1B}") && !log.contains("─"))
  }

  @Test func plainOnlyAppends() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("script -qec 'howdah --plain' $HOME/log", on: machine)
    func wait(for prompts: Int) throws {
      try terminal.wait(for: "prompt \(prompts)") { screen in
        screen.rows.last == "home:" && screen.rows.count { $0.hasPrefix("home:") } >= prompts
      }
    }
    try wait(for: 1)
    // Longer than the terminal is wide: it wraps, and the end is deleted.
    let long = "nonsense " + (1...48).map { "w\($0)" }.joined(separator: " ")
    #expect(long.count > 180)
    try terminal.type(long)
    try terminal.wait(for: "the whole text") { $0.rows.last?.hasSuffix(" w48") == true }
    try terminal.press("BSpace")
    try terminal.wait(for: "one less") { $0.rows.last?.hasSuffix(" w4") == true }
    // In the middle.
    try terminal.press("Left")
    try terminal.wait(for: "the character at the cursor") { $0.rows.last == "4" }
    try terminal.press("Y", "Z")
    try terminal.wait(for: "what is typed") { $0.rows.last == "YZ" }
    try terminal.press("Home")
    try terminal.wait(for: "the word at the cursor") { $0.rows.last == "nonsense" }
    try terminal.press("Delete")
    try terminal.wait(for: "what is deleted") { $0.rows.last == "deleted n" }
    try terminal.press("N")
    try terminal.wait(for: "what is typed") { $0.rows.last == "N" }
    try terminal.press("Enter")
    try terminal.wait(forText: "That is not a command.")
    try wait(for: 2)
    try terminal.enter("get theme")
    try terminal.wait(forText: "auto")
    try terminal.press("Up")
    try terminal.wait(for: "the last command") { $0.rows.last == "home: get theme" }
    try terminal.press("Up")
    try terminal.wait(for: "the one before") { $0.rows.last?.hasSuffix(" wYZ4") == true }
    try terminal.press("Down")
    try terminal.wait(for: "the last command") { $0.rows.last == "home: get theme" }
    try terminal.press("C-u", "C-r")
    try terminal.type("the")
    try terminal.wait(for: "the hit") { $0.rows.last == "(search 'the') get theme" }
    try terminal.press("Enter")
    try terminal.wait(for: "the value again") { $0.count("auto") >= 2 && $0.rows.last == "home:" }
    try terminal.type("notif\t")
    try terminal.wait(for: "the completion") { $0.rows.last == "home: notifications" }
    try terminal.press("C-u")
    try terminal.type("un\t\t")
    try terminal.wait(forText: "unfav")
    try terminal.press("C-c", "C-d")
    try terminal.wait(forText: "ended")
    let log = try Files.text(machine.folder.file("log"))
    let bytes = log.replacing("\r\n", with: "\n")
    #expect(bytes.contains(long))
    #expect(!bytes.contains("\u{1B}") && !bytes.contains("─"))
    #expect(!bytes.dropLast(2).contains("\r"), "Nothing returns to the start of a line.")
    // Only the last character is taken back.
    #expect(!bytes.replacing("\u{8} \u{8}", with: "").contains("\u{8}"))
    #expect(bytes.contains("deleted n"))
    #expect(bytes.ranges(of: "This is the sandbox").count == 1 && !bytes.contains("Type help for the commands"))
  }

  @Test func plainCanBeSetAndReset() throws {
    let machine = try Machine()
    let terminal = try start(on: machine)
    try terminal.enter("set plain on")
    try terminal.wait(for: "the short prompt") {
      $0.rows.suffix(2) == ["Set plain to on.", "home:"] || $0.rows.last == "home:"
    }
    try terminal.press("C-d")
    try terminal.wait(forText: "ended 0")
    let second = try TmuxTerminal("howdah", on: machine)
    try second.wait(for: "sentences") { $0.rows.last == "home:" && $0.has("1. Heron: ") }
    try second.enter("set plain off")
    try second.wait(forPrompt: home)
    try second.enter("set hints off")
    try second.wait(forText: "Set hints to off.")
    try second.enter("home")
    try second.wait(for: "a screen without a hint") { $0.has("────") && $0.rows.last == "\(home) ›" }
    #expect(try !second.screen().has("older · open N"))
  }
}
