import Foundation
import Testing

/// A dry run of every command sends nothing that changes something, and leaves nothing on the machine.
@Suite(.serialized, .ownThread)
struct DryRunTests {
  /// Its made-up answers say nothing about the server.
  @Test func dryRunDeletesNothing() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let run = try machine.howdah("--dry-run", "notifications", "--mark-read")
    #expect(run.code == 0 && run.output.contains("/api/v1/markers"), "\(run.everything)")
    let line = try machine.howdah("-c", "home --limit 1; notifications --mark-read --dry-run")
    #expect(line.code == 0 && line.output.contains("/api/v1/markers"), "\(line.everything)")
    for line in [["notifications", "--mark-read"], ["api", "/api/v1/markers?timeline[]=notifications"]] {
      let run = try machine.shell("howdah --json \(line.map { "'\($0)'" }.joined(separator: " "))")
      #expect(run.code == 0 && run.error.isEmpty, "\(run.everything)")
    }
    let newest = try JSON(try machine.howdah("notifications", "--json", "--limit", "1").output)["items"]?.array?.first
    let marker = try machine.howdah("api", "/api/v1/markers?timeline[]=notifications").output
    #expect(newest?["id"]?.string.map { marker.contains("\"\($0)\"") } == true, "\(marker)")
  }

  @Test(.timeLimit(.minutes(10))) func noCommandChangesAnything() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    let lines = try CommandLines(server, machine, host: proxy.host)
    let own = try ownPost(server)
    // What is known of the server may be kept; nothing else, be it a setting, an alias, a number of the screen or a draft.
    func kept() throws -> [String: String] {
      var files: [String: String] = [:]
      for entry in try machine.kept() where !entry.isFolder && !entry.path.contains("/cache/") {
        let isDatabase = entry.path.contains(".sqlite")
        if entry.path.hasSuffix(".lock") || isDatabase { continue }
        files[entry.path] = try Files.text(entry.path)
      }
      return files
    }
    // Its files change when it is opened, its contents must not.
    func rows() throws -> String {
      try machine.shell("python3 -c '\(Self.dump)' data/howdah/howdah.sqlite; true").output
    }
    func bytes() throws -> [String] {
      try machine.kept().filter { $0.path.contains(".sqlite") }.map {
        try "\($0.path) \(Files.read($0.path).hashValue)"
      }
    }
    _ = try machine.howdah("drafts")
    let (before, contents) = (try kept(), try rows())
    var known = try bytes()
    for line in try CommandLines.all() {
      let text = try lines.filled(line) { own }
      _ = proxy.take()
      let run = try machine.shell("howdah --dry-run -c '\(text.replacing("'", with: "'\\''"))'")
      let changes = proxy.take().filter { !$0.hasPrefix("GET ") }
      #expect(changes.isEmpty, "\(line): \(changes)")
      #expect(Self.isFit(run, line), "\(line): \(run.code) \(run.everything)")
      #expect(try kept() == before, "\(line)")
      guard try bytes() != known else { continue }
      #expect(try rows() == contents, "\(line)")
      known = try bytes()
    }
    #expect(try machine.howdah("drafts", "--json").output.contains(#""items":[]"#))
    #expect(!FileManager.default.fileExists(atPath: machine.folder.file("new")))
  }

  /// Whatever the program does by itself in a dry run, the server is sent nothing and the outbox stays.
  @Test(.timeLimit(.minutes(10)), arguments: ["--dry-run", "HOWDAH_DRY_RUN", "home --dry-run", "play"])
  func aDryRunSendsAndEmptiesNoOutbox(_ way: String) throws {
    let machine = try Machine()
    let state = machine.folder.file("server.sqlite")
    let server = try SandboxProcess(state: state)
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    do {
      let terminal = try TmuxTerminal(on: machine)
      try terminal.wait(forText: "older · open N")
      _ = try server.stop()
      for line in ["fav 1", "post my only copy", "outbox"] { try terminal.enter(line) }
      try terminal.wait(forText: "2 waiting")
      try terminal.enter("quit")
      try terminal.wait(forText: "ended 0")
    }
    let again = try SandboxProcess(port: server.port, state: state)
    _ = proxy.take()
    let before = try machine.shell("python3 -c '\(Self.dump)' data/howdah/howdah.sqlite; true").output
    switch way {
    case "play":
      try Files.write("# Nothing\n\n› home\n", to: machine.folder.file("a.session"))
      let run = try machine.shell("howdah play a.session --account you@\(proxy.host) < /dev/null")
      #expect(!run.everything.contains("Sent from the outbox"), "\(run.everything)")
    case "home --dry-run":
      let terminal = try TmuxTerminal("started howdah --dry-run", on: machine)
      try terminal.wait(forText: "older · open N")
      try terminal.enter(way)
      try terminal.enter("outbox")
      try terminal.wait(forText: "2 waiting")
    default:
      let isOption = way == "--dry-run"
      let terminal = try TmuxTerminal(
        "started howdah \(isOption ? way : "")", on: machine, environment: isOption ? [:] : [way: "1"])
      try terminal.wait(forText: "older · open N")
      for line in ["refresh", "notifications", "outbox"] { try terminal.enter(line) }
      try terminal.wait(forText: "2 waiting")
    }
    #expect(proxy.take().filter { !$0.hasPrefix("GET ") } == [])
    #expect(try machine.shell("python3 -c '\(Self.dump)' data/howdah/howdah.sqlite; true").output == before)
    withExtendedLifetime(again) {}
  }

  private static let dump = """
    import sqlite3,sys; sys.stdout.write("\\n".join(sqlite3.connect(sys.argv[1]).iterdump()))
    """

  /// Whether the exit code and the error are those that a dry run of the line has.
  private static func isFit(_ run: Machine.Run, _ line: String) -> Bool {
    if let code = refused[line] { return run.code == code }
    guard run.code != 0 else { return run.error.isEmpty }
    // What a command before has not made cannot be used.
    let reasons = [
      "has no dry run: ", "That opens a form, which a dry run can't do.", " on this screen.", "! No list “",
      "! You have no list “",
      "! No group “",
      "! No filter “", "! No bookmark has the tag “",
    ]
    return [2, 4].contains(run.code) && reasons.contains { run.error.contains($0) }
  }

  /// The lines that are refused for another reason than the dry run.
  private static let refused: [String: Int32] = [
    "settings import FILE --dry-run": 4, "revoke-quote OWN": 7, "annual-report 2026": 4, "back": 2,
    "server-timeline sandbox.example": 6,
  ]

  /// A dry run lists what the command sends.
  @Test(arguments: [
    "fav POST", "boost POST", "follow @rook @wren", "post Good morning", "post A file --attach PICTURE --alt dot",
    "note @wren A friend", "mute @rook --for 1d", "block-domain spam.example", "feature #canal",
    "filter create Snow --keyword snow", "report @rook --category spam", "edit OWN Another text", "delete OWN",
    "quote-policy OWN nobody", "scheduled; scheduled cancel 1",
  ])
  func dryRunListsTheSentRequests(_ line: String) throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    let own = try ownPost(server)
    _ = try machine.howdah("post", "Later", "--at", "3d")
    let text = try CommandLines(server, machine, host: proxy.host).filled(line) { own }
    let dry = try machine.shell("howdah --json --dry-run -c '\(text)'")
    #expect(dry.code == 0, "\(dry.everything)")
    let listed = try #require(dry.lines.last.map { try JSON(String($0)) })
    #expect(listed["screen"]?.string == "dry-run")
    #expect(listed["complete"]?.bool == true)
    let planned = listed["requests"]?.array?.map { "\($0["method"]?.string ?? "") \($0["path"]?.string ?? "")" } ?? []
    #expect(!planned.isEmpty)
    #expect(!dry.everything.contains(server.token))
    _ = proxy.take()
    let run = try machine.shell("howdah --yes -c '\(text)'")
    #expect(run.code == 0, "\(run.everything)")
    #expect(proxy.take().filter { !$0.hasPrefix("GET ") } == planned)
  }

  @Test(arguments: [
    ("login shore.example", "it needs the server's answers"), ("undo", "there would be nothing to take back"),
    ("export follows x", "it only reads from the server, and writes a file"),
    ("set theme day", "changes only this machine"),
    ("alias x = fav", "it changes only this machine"), ("notifications; clear", "changes the screen that is shown"),
    ("browse 1", "it only opens a program"), ("watch home --exec 'touch x'", "--exec has no dry run"),
    ("settings export x", "it only writes a file"), ("diagnose x", "it only writes a file"),
    ("post", "That opens a form"),
    ("push subscribe", "are made on this machine"), ("logout", "in one step"),
    ("usage on", "changes only this machine"), ("intent compose Hi", "“intent” has no dry run"),
    ("open howdah://compose?text=Hi", "“open” has no dry run: it changes only this machine"),
  ])
  func commandsThatCannotBeTriedGiveTheReason(_ line: String, _ reason: String) throws {
    let machine = try Machine()
    let run = try machine.howdah("--sandbox", "--dry-run", "--json", "-c", "home --limit 2\n\(line)")
    #expect(run.code == 2 && run.error.contains(reason), "\(run.everything)")
    #expect(!FileManager.default.fileExists(atPath: machine.folder.file("x")))
  }

  @Test(arguments: [
    "settings", "settings export", "diagnose", "quit", "home; older", "open 1; fold", "alias", "plugins", "usage",
    "vault", "jobs",
    "completion bash", "intent whoami", "gallery @rook", "server-timeline sandbox.example", "graph", "push",
  ])
  func readOnlyCommandsRunUnchanged(_ line: String) throws {
    let machine = try Machine()
    let run = try machine.howdah("--sandbox", "--dry-run", "-c", "home --limit 2\n\(line)")
    #expect(run.code == 0 && run.error.isEmpty, "\(run.everything)")
  }

  /// What was read before is there too, and stays as it is.
  @Test func whatOnlyReadsIsTheSameInADryRun() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let post = try machine.howdah("post", "A word of its own: weirkeeper", "--json").output
    let id = try #require(try JSON(post)["id"]?.string)
    for _ in 1...2 {
      _ = try machine.howdah("home", "--limit", "2")
      let (files, before) = (try machine.kept().filter { $0.path.contains("archive-") }, server.host)
      #expect(!files.isEmpty && !before.isEmpty)
      let contents = try files.map { try Files.read($0.path) }
      let lines = [
        "find weirkeeper --count", "find weirkeeper --json", "home --cached --limit 2", "archive --json",
        "archive export -", "export follows -", "export mutes", "settings export -", "thread \(id) --export -",
      ]
      var dry: [String: String] = [:]
      for line in lines {
        let run = try machine.shell("howdah --dry-run \(line)")
        let isArchived = ["", "From the archive, less than a minute old.\n"].contains(run.error)
        #expect(run.code == 0 && isArchived, "\(line): \(run.everything)")
        dry[line] = run.output
      }
      // A second one, which the database has by then, reads the database.
      #expect(try files.map { try Files.read($0.path) } == contents)
      for line in lines { #expect(try machine.shell("howdah \(line)").output == dry[line], "\(line)") }
    }
  }

  /// It only reads, so that a dry run has nothing to hold back.
  @Test func checkPrintsTheSameInADryRun() throws {
    let machine = try Machine()
    try machine.signIn()
    for arguments in [["post", "--check", "Hello"], ["post", "--check", String(repeating: "a", count: 501)]] {
      for options in [[], ["--json"]] {
        let line = (arguments + options).map { "'\($0)'" }.joined(separator: " ")
        let run = try machine.shell("howdah \(line)")
        let dry = try machine.shell("howdah \(line) --dry-run")
        #expect(dry.code == run.code && dry.output == run.output && dry.error == run.error, "\(dry.everything)")
      }
    }
    #expect(try machine.howdah("drafts", "--json").output.contains(#""items":[]"#))
  }

  @Test func aRefusedFileLeavesNoDraft() throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.howdah("post", "hello", "--attach", "bad", "--dry-run")
    #expect(run.code == 4 && run.error.contains("bad does not exist"), "\(run.everything)")
    let unnamed = try machine.howdah("post", "hello", "--attach", "", "--dry-run")
    #expect(unnamed.code == 7 && unnamed.error.hasPrefix("! The path is empty.\n"), "\(unnamed.everything)")
    #expect(try machine.howdah("drafts", "--json").output.contains(#""items":[]"#))
  }

  @Test(arguments: ["howdah://compose?text=Hi", "web+mastodon://share?text=Hi"])
  func aLinkWithATextLeavesNoDraft(_ link: String) throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.howdah("open", link, "--dry-run", "--json")
    #expect(run.code == 2 && run.output.isEmpty, "\(run.everything)")
    #expect(run.error.contains("“open” has no dry run: it changes only this machine."), "\(run.everything)")
    #expect(try machine.howdah("drafts", "--json").output.contains(#""items":[]"#))
  }

  @Test func aTextInADryRunIsNoDraftAndNothingToUndo() throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.shell("howdah -c 'home --limit 2; fav 1 --dry-run; undo'")
    #expect(run.output.contains("Would send 1 request:"))
    #expect(run.code != 0 && run.error.contains("undo"), "\(run.everything)")
    #expect(try machine.howdah("post", "hello", "--dry-run").code == 0)
    let failed = try machine.howdah("post", "hello", "--attach", "nowhere.png", "--dry-run")
    #expect(failed.code == 4 && failed.error.contains("nowhere.png does not exist."), "\(failed.everything)")
    #expect(!failed.error.contains("draft"), "\(failed.everything)")
    #expect(try machine.howdah("drafts", "--json").output.contains(#""items":[]"#))
  }

  /// The list of lines is complete.
  @Test func everyCommandHasALine() throws {
    let page = try String(contentsOf: CommandLines.root.appending(path: "docs/commands.md"), encoding: .utf8)
    let everywhere = page.components(separatedBy: "\n## ").first { $0.hasPrefix("Everywhere") } ?? ""
    let names = everywhere.split(separator: "\n").compactMap { row -> String? in
      guard row.hasPrefix("| `") else { return nil }
      return row.dropFirst(3).split { " `".contains($0) }.first.map(String.init)
    }
    #expect(names.count > 100)
    let lines = Set(try CommandLines.all().flatMap(CommandLines.commands))
    #expect(Set(names).subtracting(lines).sorted() == [], "add a line to Fixtures/api/commands.txt")
  }

  private func ownPost(_ server: SandboxProcess) throws -> String {
    let answer = try Browser(port: server.port).send(
      "POST", "/api/v1/statuses", body: "access_token=\(server.token)&status=Own+\(UInt32.random(in: 0 ... .max))")
    return try #require(JSON(answer.body)["id"]?.string)
  }
}
