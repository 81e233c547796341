import Testing

/// Exit codes, and the stream of failure messages.
@Suite(.serialized, .ownThread)
struct ExitCodeTests {
  /// A command line on a fresh machine, and its exit code.
  struct Case: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var code: Int32
    var input = ""

    var testDescription: String { "howdah \(arguments.joined(separator: " "))" }
  }

  @Test(arguments: [
    Case(arguments: ["--sandbox", "home"], code: 0),
    Case(arguments: ["help"], code: 0),
    Case(arguments: ["--version"], code: 0),
    Case(arguments: ["--help"], code: 0),
    Case(arguments: ["hoem"], code: 2),
    Case(arguments: ["--sandbox", "open"], code: 2),
    Case(arguments: ["--sandbox", "open", "one"], code: 2),
    Case(arguments: ["--sandbox", "home", "--limit", "many"], code: 2),
    Case(arguments: ["--width", "3", "home"], code: 2),
    Case(arguments: ["--nonsense"], code: 2),
    Case(arguments: ["--json", "--plain", "home"], code: 2),
    Case(arguments: ["set", "theme", "neon"], code: 2), Case(arguments: ["set", "archive", "5XB"], code: 2),
    Case(arguments: ["set", "quiet-hours", "later"], code: 2), Case(arguments: ["set", "page", "0"], code: 2),
    Case(arguments: ["--sandbox", "logout"], code: 2),
    Case(arguments: ["home"], code: 3),
    Case(arguments: ["--account", "nobody@shore.example", "home"], code: 3),
    Case(arguments: ["--sandbox", "profile", "@nobody"], code: 4),
    Case(arguments: ["--sandbox", "open", "999999999999999999"], code: 4),
    Case(arguments: ["--sandbox", "open", "https://shore.example/nothing"], code: 4),
    Case(arguments: ["--sandbox", "-c", "home; open 1; hoem"], code: 2),
    Case(arguments: ["--sandbox"], code: 2, input: "home\nopen 99\nhome\n"),
    Case(arguments: [], code: 0, input: ""),
    Case(arguments: ["--sandbox", "post"], code: 2),
    Case(arguments: ["--sandbox", "-c", "filters; create"], code: 2),
    Case(arguments: ["--sandbox", "post", String(repeating: "long ", count: 120)], code: 7),
    Case(arguments: ["--sandbox", "filter", "create", "Y", "--keyword", ""], code: 2),
    Case(
      arguments: ["--sandbox", "import", "mutes", "-"], code: 0, input: "Account address,Hide notifications\n"),
    Case(arguments: ["--sandbox", "import", "blocks", "-"], code: 0, input: ""),
    Case(arguments: ["--sandbox", "import", "mutes", "-"], code: 7, input: ""),
    Case(arguments: ["--sandbox", "import", "mutes", ""], code: 7),
    Case(arguments: ["login", "127.0.0.1:1", "--with-token"], code: 6, input: "token\n"),
    Case(arguments: ["preview", "nothing"], code: 4),
  ])
  func isAsDocumented(_ example: Case) throws {
    let machine = try Machine()
    let words = example.arguments.map { "'\($0)'" }.joined(separator: " ")
    try Files.write(example.input, to: machine.folder.file("input"))
    let run = try machine.shell("howdah \(words) < $HOME/input")
    #expect(run.code == example.code, "\(run.everything)")
    // What failed is said on standard error, what was done on standard output.
    #expect((run.error == "") == (example.code == 0))
  }

  @Test(arguments: [
    "list delete Nope --yes", "list Nope", "list rename Nope X", "filter delete id:99999 --yes", "filter nope",
    "group delete nope --yes", "servers remove nope.example --yes", "archive fetch list Nope", "digest nope",
    "collection nope", "bookmarks --tag nope", "watch list Nope", "unalias nope", "rule delete 77",
    "outbox discard id:nope",
    "post x --attach nope.png --no-keep", "profile edit --avatar nope.png", "import follows nope.csv",
    "settings import nope.txt", "archive import nope.zip", "source nope.txt",
    "api POST /api/v1/media --file file=nope.png --yes",
    "api POST /api/v1/lists --body @nope.json --yes",
  ]) func whateverANameStandsForIsNotFoundWithTheSameCode(_ line: String) throws {
    let run = try Machine().shell("howdah --sandbox --json \(line)")
    #expect(run.code == 4, "\(run.everything)")
    #expect(try JSON(run.error)["error"]?["code"]?.string == "not_found", "\(run.everything)")
  }

  @Test(arguments: [["--sandbox", "--timeout", "0.3", "home"], ["--sandbox", "home", "--timeout", "0.3"]])
  func fractionOfASecondIsRefusedWithTheReason(_ arguments: [String]) throws {
    let run = try Machine().howdah(arguments)
    #expect(run.code == 2 && run.output == "")
    #expect(run.error.contains("--timeout takes a whole number of seconds from 1 to 86400."), "\(run.everything)")
  }

  @Test(arguments: [
    ["hoem"], ["post", "hi"], ["--sandbox", "profile", "@nobody"], ["--account", "nobody@shore.example", "home"],
  ])
  func failuresAreTwoLinesOfWordsOrOneObject(_ arguments: [String]) throws {
    let machine = try Machine()
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let plain = try machine.shell("howdah \(words)")
    #expect(plain.output == "")
    let lines = plain.error.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[0].hasPrefix("! ") && lines[1].hasPrefix("  ") && lines[2] == "")
    let json = try machine.shell("howdah --json \(words)")
    #expect(json.output == "")
    let error = try #require(try JSON(json.error)["error"])
    #expect(error.keys == ["code", "exit_code", "left", "message", "partial", "suggestion"])
    #expect(error["exit_code"]?.int == Int(json.code))
    #expect(error["message"]?.string == String(lines[0].dropFirst(2)))
    #expect(json.code == plain.code)
  }

  /// Standard output has what was done, standard error what was not; in JSON too.
  @Test func aPartialSuccessExitsWithEight() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let posts = try server.get("/api/v1/timelines/home?limit=3").array?.compactMap { $0["id"]?.string } ?? []
    let line = "\(posts[0]) \(posts[1]) 999999999999999999 \(posts[2])"
    let text = try machine.shell("howdah fav \(line)")
    #expect(text.code == 8, "\(text.everything)")
    #expect(text.output == "Favourited 2 posts.\n")
    let words = text.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Not done: 999999999999999999, \(posts[2])."), "\(text.error)")
    let json = try machine.shell("howdah bookmark \(line) --json")
    #expect(json.code == 8)
    #expect(try JSON(json.output)["statuses"]?.array?.compactMap { $0["id"]?.string } == Array(posts.prefix(2)))
    let error = try #require(try JSON(json.error)["error"])
    #expect(error["code"]?.string == "not_found" && error["exit_code"]?.int == 8 && error["partial"]?.bool == true)
    #expect(error["left"]?.array?.compactMap(\.string) == ["999999999999999999", posts[2]])
    let imported = try machine.shell("printf 'not an address\\nheron\\n' | howdah import blocks --json")
    #expect(imported.code == 8, "\(imported.everything)")
    #expect(try JSON(imported.error)["error"]?["left"]?.array?.compactMap(\.string) == ["not an address"])
    // Names are looked up before anything is sent.
    let names = try machine.shell("howdah follow @rook @nobody")
    #expect(names.code == 4 && names.output.isEmpty, "\(names.everything)")
    let script = try machine.shell("printf 'get theme\\nhoem\\n' | howdah --keep-going")
    #expect(script.code == 8)
  }

  @Test func tooManyRequestsExitWithFive() async throws {
    let (server, machine) = (try await BusyServer(rateLimit: 3), try Machine())
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let runs = try (1...4).map { _ in try machine.howdah("home") }
    let refused = try #require(runs.first { $0.code != 0 })
    #expect(refused.code == 5)
    #expect(refused.error.contains("Too many requests to \(server.host)."))
    await server.stop()
  }

  @Test(arguments: [
    ("env -u HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME howdah home", "HOME"),
    ("echo > $HOME/config; howdah set theme day", "config"),
    ("mkdir -p $HOME/config/howdah/settings; howdah home", "settings"),
  ])
  func filesThatCannotBeUsedAreNamed(_ command: String, _ name: String) throws {
    let run = try Machine().shell(command)
    #expect(run.code == 1, "\(run.everything)")
    #expect(run.error.hasPrefix("! "))
    #expect(run.error.contains(name))
  }

  @Test func aSandboxFileThatIsNoneIsSetAsideAndSaidOnce() throws {
    let machine = try Machine()
    let run = try machine.shell(
      "mkdir -p $HOME/data/howdah; seq 1000 > $HOME/data/howdah/sandbox.sqlite; howdah --sandbox home")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.contains("@heron"))
    let words = run.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("sandbox.sqlite was damaged. It was renamed to"), "\(run.error)")
    #expect(try machine.shell("cat $HOME/data/howdah/sandbox.sqlite.damaged-*").output.hasPrefix("1\n2\n"))
    #expect(try machine.howdah("--sandbox", "home").error.isEmpty)
  }

  @Test func aPortThatIsTakenIsSaidSo() throws {
    let sandbox = try SandboxProcess()
    let second = try Machine().howdah("sandbox", "--port", "\(sandbox.port)")
    #expect(second.code != 0)
    #expect(second.error.hasPrefix("! "))
    #expect(second.error.contains("\(sandbox.port)"), "\(second.error)")
    let elsewhere = try Machine().howdah("sandbox", "--bind", "192.0.2.1")
    #expect(elsewhere.code == 2 && elsewhere.error.contains("Give --bind an address of this machine."))
  }

  @Test func aServerThatDoesNotListenIsTheNetworksFault() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    #expect(try sandbox.stop() == 0)
    for command in ["home", "notifications", "post hello"] {
      let run = try machine.shell("howdah \(command)")
      #expect(run.code == 6, "\(command): \(run.everything)")
      #expect(run.error.contains(sandbox.host))
    }
  }

  @Test func aPipeAsSettingsFileIsRefusedByEveryCommand() throws {
    let machine = try Machine()
    #expect(try machine.howdah("--sandbox", "set", "theme", "day").code == 0)
    let settings = try #require(
      try Files.all(below: machine.folder.file("config")).first { !$0.isFolder && !$0.path.hasSuffix(".lock") }?.path)
    let swapped = try machine.shell("rm '\(settings)' && mkfifo '\(settings)'")
    #expect(swapped.code == 0)
    for command in ["home", "settings", "about"] {
      let run = try machine.howdah("--sandbox", command)
      #expect(run.code == 1)
      #expect(run.error.contains("it is not a regular file"), "\(run.error)")
    }
  }

  @Test func anEndlessTextOnStandardInputIsRefused() throws {
    let machine = try Machine()
    let run = try machine.shell("head -c 300000000 /dev/zero | tr '\\0' x | howdah --sandbox post -")
    #expect(run.code == 7)
    #expect(run.error.contains("The text on standard input is longer than 1 MB."), "\(run.error)")
  }
}
