import Testing

/// A machine without an account that can be used: nothing is sent, and nothing is posted into the sandbox instead.
@Suite(.serialized, .ownThread)
struct NoAccountTests {
  /// The contents of `accounts.json`; `nil` for no such file.
  private static let damage: [String?] = [
    nil, "", "{", "[]", #"{"version":1,"content":{"all":[]}}"#, #"{"version":1,"content":{"all":[7]}}"#,
    #"{"version":1,"content":{"all":[{"id":"a@x.example","address":"https://x.example","accountID":"1","scope":""}]}}"#,
  ]

  /// Every way in that needs no terminal.
  private static let ways = [
    "howdah post hi", "howdah -c 'post hi'", "howdah < $HOME/script", "cat $HOME/script | howdah",
    "howdah --json post hi", "howdah --yes post hi", "echo hi | howdah post -", "howdah post hi | cat",
    "howdah -c 'help; post hi'", "howdah intent compose hi", "howdah home", "howdah open 1", "howdah drafts",
    "script -qec 'howdah post hi > $HOME/out' $HOME/log", "script -qec 'howdah post hi < /dev/null' $HOME/log",
  ]

  private func machine(_ content: String?) throws -> Machine {
    let machine = try Machine()
    try Files.write("post hi\n", to: machine.folder.file("script"))
    guard let content else { return machine }
    _ = try machine.shell("mkdir -p -m 700 $HOME/data/howdah")
    try Files.write(content, to: machine.folder.file("data/howdah/accounts.json"))
    return machine
  }

  @Test(arguments: damage) func withoutATerminalNothingReachesTheSandbox(_ content: String?) throws {
    let machine = try machine(content)
    for way in Self.ways {
      let run = try machine.shell(way)
      // A pipeline's code is its last program's in a plain shell.
      if !way.hasSuffix("| cat") { #expect(run.code == 3, "\(way): \(run.everything)") }
      #expect(!run.everything.contains("Sent."), "\(way)")
    }
    #expect(!Files.names(in: machine.folder.file("data/howdah")).contains { $0.hasPrefix("sandbox") })
    let refused = try machine.howdah("post", "hi")
    let isDamaged = content != nil && content?.contains(#""all":[]"#) == false
    let first =
      isDamaged ? "\(machine.folder.file("data/howdah/accounts.json")) is damaged." : "No account is signed in."
    #expect(refused.error.hasPrefix("! \(first)\n"), "\(refused.error)")
    #expect(try machine.howdah("--sandbox", "post", "hi").output.contains("/@"))
  }

  @Test(arguments: damage) func signingInWorksWithoutAnAccount(_ content: String?) throws {
    let (machine, server) = (try machine(content), try SandboxProcess())
    let login = try machine.howdah("login", server.host, "--with-token", input: server.token)
    #expect(login.code == 0, "\(login.everything)")
    #expect(try machine.howdah("post", "hi").output.contains("/@"))
    #expect(try machine.howdah("home", "--limit", "1").output.contains("hi"))
  }

  @Test(arguments: ["help", "help post", "settings", "get theme", "set theme day", "themes", "about", "usage", "graph"])
  func commandsWithoutAccountWork(_ command: String) throws {
    for content in [nil, "{"] {
      #expect(try machine(content).shell("howdah \(command)").code == 0, "\(command)")
    }
  }

  @Test func theListOfAccountsNeedsAFileThatCanBeRead() throws {
    #expect(try self.machine(nil).howdah("accounts").code == 0)
    let machine = try self.machine("{")
    let run = try machine.howdah("accounts")
    #expect(run.code == 3 && run.output.isEmpty, "\(run.everything)")
    #expect(run.error.hasPrefix("! \(machine.folder.file("data/howdah/accounts.json")) is damaged.\n"), "\(run.error)")
  }

  @Test func aDamagedAccountOpensNoPrompt() throws {
    let machine = try machine("{")
    let terminal = try TmuxTerminal("howdah; howdah post hi", on: machine)
    let screen = try terminal.wait(forText: "ended 3")
    #expect(screen.count("accounts.json is damaged.") == 2 && !screen.has("sandbox"))
  }

  @Test func aTerminalSaysFirstThatItIsTheSandbox() throws {
    for command in ["howdah post hi", "howdah -c 'post hi'", "howdah --json post hi"] {
      let terminal = try TmuxTerminal(command, on: try Machine())
      let screen = try terminal.wait(forText: "ended 0")
      #expect(screen.rows.first?.hasPrefix("This is the sandbox: nothing leaves this machine.") == true, "\(screen)")
    }
  }

  @Test func theFirstLineBreaksBetweenWords() throws {
    let terminal = try TmuxTerminal("howdah post hi", on: try Machine(), columns: 33)
    let rows = try terminal.wait(forText: "ended 0").rows
    #expect(rows.prefix(2) == ["This is the sandbox: nothing", "leaves this machine. To sign in:"], "\(rows)")
  }

  @Test func accountWithoutATokenIsNotReplacedByAnother() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    _ = try machine.shell("rm $HOME/data/howdah/secrets/*.json")
    for command in ["post hi", "home", "-c 'post hi'"] {
      let run = try machine.shell("howdah \(command)")
      #expect(run.code == 3, "\(run.everything)")
    }
    #expect(try machine.howdah("accounts").output.contains("@you@\(server.host)"))
  }

  @Test func afterASignOutAScriptActsAsNobody() throws {
    let machine = try Machine()
    let (first, second) = (try machine.signIn(), try machine.signIn())
    let run = try machine.howdah("-c", "logout; post hi")
    #expect(run.code == 3 && !run.everything.contains("Sent."), "\(run.everything)")
    let message = "Signed out of @you@\(second.host). The current account is @you@\(first.host)."
    #expect(run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ") == message)
    #expect(try machine.howdah("logout").output == "Signed out of @you@\(first.host).\n")
    #expect(try machine.howdah("post", "hi").code == 3)
    #expect(try machine.howdah("-c", "switch sandbox; post hi").code == 2)
  }
}
