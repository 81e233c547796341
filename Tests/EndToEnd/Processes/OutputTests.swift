import TerminalKit
import Testing

/// The output in a pipe, in colour, in a width, as JSON.
@Suite(.serialized, .ownThread)
struct OutputTests {
  static let screens = [
    "home", "local", "federated --limit 40", "notifications", "settings", "help", "help post", "accounts", "drafts",
  ]

  @Test(arguments: screens)
  func aPipeGetsWordsAlone(_ screen: String) throws {
    let run = try Machine().shell("howdah --sandbox \(screen) | cat")
    #expect(run.code == 0)
    #expect(!run.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 127 })
    #expect(!run.output.contains("›"), "no prompt")
    #expect(run.error == "")
    #expect(run.output.hasSuffix("\n") && !run.output.hasSuffix("\n\n"))
  }

  @Test(arguments: screens, [20, 40])
  func aNarrowWidthIsKept(_ screen: String, _ width: Int) throws {
    let run = try Machine().shell("howdah --sandbox --width \(width) \(screen)")
    #expect(run.code == 0)
    let wide = run.lines.filter { String($0).displayWidth > width && !$0.contains("://") }
    #expect(wide.isEmpty, "\(wide.joined(separator: "\n"))")
  }

  @Test(arguments: screens)
  func jsonIsOneObject(_ screen: String) throws {
    let run = try Machine().shell("howdah --sandbox --json \(screen)")
    #expect(run.lines.count == 1)
    let answer = try JSON(run.output)
    #expect(answer["screen"]?.string != nil)
    #expect(answer["items"]?.array != nil)
    let behind = try Machine().shell("howdah --sandbox \(screen) --json")
    #expect(try JSON(behind.output).keys == answer.keys, "the option may stand behind the verb")
  }

  /// Options and surroundings, and whether there are colours in a pipe.
  static let colours: [(String, [String: String], Bool)] = [
    ("home", [:], false), ("--color auto home", [:], false), ("--color always home", [:], true),
    ("--color=always home", [:], true), ("--color always home", ["NO_COLOR": "1"], true),
    ("--color never home", [:], false), ("home --color always", [:], true), ("--color always --json home", [:], false),
    ("--color always --plain home", [:], false),
  ]

  @Test(arguments: colours)
  func coloursAreUsedWhereAsked(_ options: String, _ environment: [String: String], _ areUsed: Bool) throws {
    let run = try Machine().shell(
      "howdah --sandbox \(options) | cat", environment: environment.merging(["TERM": "xterm-256color"]) { $1 })
    #expect(run.output.contains("\u{1B}[") == areUsed)
  }

  @Test(arguments: [[:], ["NO_COLOR": "1"], ["NO_COLOR": ""], ["TERM": "dumb"]] as [[String: String]])
  func aTerminalGetsColoursUnlessAskedNotTo(_ environment: [String: String]) throws {
    let machine = try Machine()
    // `script` gives the program a terminal and keeps what is written to it, byte by byte.
    let run = try machine.shell(
      "script -qec 'howdah home' $HOME/typescript > $HOME/screen",
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    #expect(run.code == 0)
    let text = try Files.text(machine.folder.file("screen"))
    #expect(text.contains("\u{1B}[") == (environment == [:] || environment == ["NO_COLOR": ""]))
  }

  @Test func promptIsVisibleWhenOutputIsRedirected() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("howdah > $HOME/saved", on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("get theme")
    try terminal.wait(for: "the next prompt") { $0.count("sandbox · home ›") == 2 }
    try terminal.press("C-d")
    try terminal.wait(forText: "ended 0")
    let saved = try Files.text(machine.folder.file("saved"))
    #expect(saved.contains("auto"))
    #expect(!saved.contains("\u{1B}"))
    #expect(!saved.contains("›"))
  }

  @Test func previewsAreListedPrintedAndAsRecorded() throws {
    let machine = try Machine()
    let names = try machine.howdah("preview").lines
    #expect(names.contains("home/loaded"))
    let loaded = try machine.howdah("preview", "home/loaded", "--width", "40")
    #expect(loaded.output.hasPrefix("Home"))
    #expect(loaded.lines.allSatisfy { String($0).displayWidth <= 40 })
    #expect(try JSON(machine.howdah("preview", "home/loaded", "--format", "json").output)["screen"]?.string == "home")
    let check = try machine.howdah("preview", "--check", "--fixtures", "\(SessionFixture.fixtures)/previews")
    #expect(check.code == 0, "\(check.everything)")
  }

  @Test func aReaderThatHasEnoughIsNoError() throws {
    let run = try Machine().shell("howdah --sandbox home | head -1")
    #expect(run.code == 0)
    #expect(run.lines.count == 1)
    #expect(run.error == "")
  }

  @Test func aScreenReaderHearsSentences() throws {
    let run = try Machine().howdah("--sandbox", "--plain", "home", "--limit", "3")
    #expect(run.lines.allSatisfy { $0.hasSuffix(".") || $0.isEmpty }, "\(run.output)")
    #expect(!run.output.contains("─"))
  }

  @Test(arguments: ["home", "-c 'home; open 1'", "-c 'home; reply 1; /show; /preview'", "--plain home", "--json home"])
  func hostileTextNeitherColoursNorMovesNorTurnsAnything(_ command: String) throws {
    let machine = try Machine()
    let text =
      "red\u{1B}[31m title\u{1B}]0;mine\u{7} back\u{8}\u{8} turned\u{202E}round\u{2066} csi\u{9B}2J nul\u{200B} end"
    #expect(try machine.howdah("--sandbox", "post", text).code == 0)
    _ = try machine.howdah("--sandbox", "home")
    let run = try machine.shell("howdah --sandbox \(command)")
    #expect(run.output.contains("title") && run.output.contains("end"), "\(run.everything)")
    let bad = run.everything.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(bad.isEmpty)
  }

  @Test func commandsOfOneLineRunInOrder() throws {
    let run = try Machine().howdah("--sandbox", "-c", "home --limit 2; open 1")
    #expect(run.code == 0)
    let home = try #require(run.output.firstRange(of: "Home"))
    let thread = try #require(run.output.firstRange(of: "Thread"))
    #expect(home.lowerBound < thread.lowerBound)
  }

  @Test func aScriptRunsAsItIsRead() throws {
    let machine = try Machine()
    let script =
      "# a comment\n\nhome --limit 1\n  # another\npost\nA text,\n# not a comment here\n/send\nhome --limit 1"
    let run = try machine.howdah("--sandbox", input: script)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("A text,"))
    #expect(run.output.contains("# not a comment here") || run.output.contains("#not"))
  }

  @Test func scriptStopsAtAFailureUnlessItKeepsGoing() throws {
    let machine = try Machine()
    let script = "hoem\nget theme\n"
    let stopped = try machine.howdah(input: script)
    #expect(stopped.output == "")
    let going = try machine.howdah("--keep-going", input: script)
    #expect(going.code == 8, "a part was done")
    #expect(going.lines.count == 1)
  }

  @Test func confirmationWithoutATerminalIsRefused() throws {
    let machine = try Machine()
    let clear = try machine.howdah("--sandbox", "-c", "notifications; clear")
    #expect(clear.code == 2)
    #expect(clear.error.contains("--yes"))
    let yes = try machine.howdah("--sandbox", "--yes", "-c", "notifications; clear")
    #expect(yes.code == 0, "\(yes.error)")
  }
}

/// Scripts that are read and not run.
@Suite(.timeLimit(.minutes(10))) struct ScriptCheckTests {
  @Test func aScriptIsReadAndNotRun() throws {
    let machine = try Machine()
    let script = """
      # good morning
      home; fav 3
      post --visibility unlisted "Good morning"
      hme
      fav 1 --vsibility direct
      lists
      """
    let checked = try machine.howdah("--sandbox", "--parse", input: script)
    #expect(checked.code == 2 && checked.error.isEmpty)
    let lines = checked.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("line 4: Unknown command “hme”.") == true, "\(checked.output)")
    #expect(lines.last?.hasPrefix("line 5: Unknown option “--vsibility”.") == true, "\(checked.output)")
    let clean = try machine.howdah("--sandbox", "--parse", "-c", "home; fav 3")
    #expect(clean.code == 0 && clean.output == "1 line read; nothing would be refused.\n")
    // Nothing was posted.
    let posts = try machine.howdah("--sandbox", "profile", "@me", "--json")
    #expect(!posts.output.contains("Good morning"))
  }

  /// Before, the names of lists, filters and collections were asked of the server, and the account's token of the vault.
  @Test func readingCommandsAsksTheServerNothing() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    let login = try machine.howdah("login", proxy.host, "--with-token", input: server.token)
    #expect(login.code == 0)
    _ = proxy.take()
    let script = """
      list Friends; list members Friends; filter edit Noise --action hide; collection add Birds @rook
      follow @rook; open https://shore.example/@rook/116000000000000001; group Bees; switch @you@\(proxy.host)
      """
    let run = try machine.howdah("--parse", input: script)
    #expect(run.code == 0, "\(run.everything)")
    #expect(proxy.take() == [])
  }

  @Test func eachLineIsAnsweredAsJSON() throws {
    let machine = try Machine()
    let checked = try machine.howdah("--sandbox", "--parse", "--json", input: "home\nhme\n")
    #expect(checked.code == 2)
    let lines = checked.output.split(separator: "\n")
    #expect(lines.first == #"{"schema":1,"line":1,"understood":true}"#)
    let refused = #"{"schema":1,"line":2,"understood":false,"code":"usage","message":"Unknown command"#
    #expect(lines.last?.hasPrefix(refused) == true)
  }

  @Test func theLinesOfATextAreNotCommands() throws {
    let checked = try Machine().howdah("--sandbox", "--parse", input: "post\nany words\n/cw a warning\n/sned\n")
    #expect(checked.output.hasPrefix("line 4: Unknown command “sned”."), "\(checked.output)")
  }
}
