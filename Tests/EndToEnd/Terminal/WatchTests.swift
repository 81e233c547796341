import Glibc
import Testing

/// `watch`: what arrives above the prompt, and as lines from a shell.
@Suite(.serialized, .ownThread)
struct WatchTests {
  /// A person who is signed in to a server, and a resident on a machine of their own who writes when the test says so.
  private struct Visit {
    let machine: Machine
    let rook: Machine

    init(faults: [String] = []) throws {
      machine = try Machine()
      let server = try machine.signIn(faults: faults)
      rook = try Machine()
      try rook.signIn(at: server.host, token: server.token(of: "rook"))
    }

    /// Posts as the resident, until what is wanted has happened: nobody says when a stream is open.
    ///
    /// - Returns: how many posts it took.
    @discardableResult
    func post(_ text: String, _ options: String..., until isSo: () throws -> Bool) throws -> Int {
      var count = 0
      let end = ContinuousClock.now + .seconds(40)
      while ContinuousClock.now < end {
        count += 1
        // The sandbox refuses the same text twice in a row.
        let run = try rook.shell("howdah post '\(text) (\(count))' \(options.joined(separator: " "))")
        guard run.code == 0 else { throw Problem("not posted: \(run.everything)") }
        let moment = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < moment { if try isSo() { return count } else { poll(nil, 0, 20) } }
      }
      throw Problem("\(count) posts were not enough")
    }
  }

  // MARK: - At the prompt

  @Test func aSwitchOfAccountsSaysWhatIsNoLongerWatched() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let terminal = try TmuxTerminal(on: machine, columns: 80)
    try terminal.wait(forText: "open N")
    try terminal.enter("watch #canal")
    try terminal.wait(forText: "Watching #canal.")
    try terminal.enter("switch you@sandbox")
    try terminal.wait(forText: "Stopped watching #canal as @you@\(server.host).")
  }

  @Test(arguments: [80, 40]) func liveLinesAppearAboveTheTypedLine(_ columns: Int) throws {
    let visit = try Visit()
    let terminal = try TmuxTerminal(on: visit.machine, columns: columns)
    try terminal.wait(forText: "open N")
    try terminal.enter("watch #canal")
    try terminal.wait(forText: "Watching #canal.")
    try terminal.type("post half a sen")
    let count = try visit.post("Fog on the #canal tonight") { try terminal.screen().has("Fog on the #canal") }
    try terminal.type("tence")
    let screen = try terminal.wait(for: "the whole line") { $0.rows.joined().hasSuffix("half a sentence") }
    // Once, though it is also new in Home.
    #expect(screen.rows.count { $0.contains(#/^a\d+ +.*Rook/#) } == count, "\(screen)")
    #expect(screen.rows.allSatisfy { $0.count <= columns })
    try terminal.press("C-u")
    try terminal.enter("open a1")
    try terminal.wait(for: "the thread") { $0.count("Fog on the #canal") > count }
    try terminal.enter("unwatch")
    try terminal.wait(forText: "Stopped watching #canal.")
    try terminal.enter("unwatch")
    try terminal.wait(forText: "Nothing is watched.")
  }

  @Test(arguments: [80, 40]) func onlyMentionsAndAListAndConversations(_ columns: Int) throws {
    let visit = try Visit()
    let terminal = try TmuxTerminal(on: visit.machine, columns: columns)
    try terminal.wait(forText: "open N")
    _ = try visit.machine.howdah("list", "create", "Lock keepers", "@rook")
    try terminal.enter("watch lock keepers")
    try terminal.wait(forText: "Watching the list “Lock keepers”.")
    try visit.post("The list hears this") { try terminal.screen().has("The list hears this") }
    try terminal.enter("unwatch lock keepers")
    try terminal.wait(forText: "Stopped watching the list")
    try terminal.enter("watch notifications --only mentions")
    try terminal.wait(forText: "Watching your notifications.")
    // A new follower is not a mention.
    _ = try visit.rook.shell("howdah unfollow @you; howdah follow @you")
    try visit.post("@you are you awake?") { try terminal.screen().has("are you awake?") }
    try terminal.enter("unwatch notifications")
    try terminal.wait(forText: "Stopped watching your notifications.")
    try terminal.enter("watch direct")
    try terminal.wait(forText: "Watching your conversations.")
    try visit.post("@you between us", "--visibility", "direct") { try terminal.screen().count("between us") > 0 }
    let screen = try terminal.screen()
    #expect(!screen.has("followed you"), "\(screen)")
    #expect(screen.rows.allSatisfy { $0.count <= columns })
    try terminal.enter("watch hoem")
    try terminal.wait(forText: "“hoem” cannot be watched.")
  }

  @Test func aDesktopAlertComesForEachItem() throws {
    let visit = try Visit()
    let (folder, told) = (visit.machine.folder.file("bin"), visit.machine.folder.file("told"))
    #expect(mkdir(folder, 0o700) == 0)
    try Files.write("#!/bin/sh\nprintf '%s\\n' \"$*\" >> \(told)\n", to: "\(folder)/notify-send")
    #expect(chmod("\(folder)/notify-send", 0o700) == 0)
    _ = try visit.machine.howdah("set", "desktop-method", "notify-send")
    let environment = [
      "PATH": "\(folder):\(visit.machine.environment["PATH"] ?? "")", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
    ]
    let terminal = try TmuxTerminal(on: visit.machine, environment: environment)
    try terminal.wait(forText: "open N")
    try terminal.enter("watch #canal --notify")
    try terminal.wait(forText: "Watching #canal.")
    // The file is there before there is something in it.
    try visit.post("A heron on the #canal") { try access(told, R_OK) == 0 && Files.text(told).contains("heron") }
  }

  // MARK: - From a shell

  @Test func ctrlCEndsItWithoutAWord() throws {
    let visit = try Visit()
    let terminal = try TmuxTerminal("trap : INT; howdah watch home", on: visit.machine)
    try visit.post("Seen from a shell") { try terminal.screen().has("Seen from a shell") }
    try terminal.press("C-c")
    let screen = try terminal.wait(forText: "ended 130")
    #expect(!screen.has("!") && !screen.has("Stopped") && !screen.has("Nothing was changed"), "\(screen)")
  }

  @Test func aSignalEndsItBetweenLines() throws {
    let visit = try Visit()
    let (output, error) = (visit.machine.folder.file("lines"), visit.machine.folder.file("errors"))
    let process = try ChildProcess(
      Machine.program(), ["watch", "home", "--json"], environment: visit.machine.environment, output: output,
      error: error)
    try visit.post("Until the end") { try Files.text(output).contains("Until the end") }
    process.signal(SIGTERM)
    #expect(try process.wait() == 128 + SIGTERM)
    for line in try Files.text(output).split(separator: "\n") {
      #expect(try JSON(String(line))["event"]?.string == "post")
    }
    #expect(try Files.text(error).isEmpty)
  }

  @Test func itEndsWithItsReader() throws {
    let visit = try Visit()
    let terminal = try TmuxTerminal("howdah watch home --json | head -1 | cut -c1-28", on: visit.machine)
    // The first line is enough: nothing has to come after it.
    try visit.post("One is enough") { try terminal.screen().has("\"event\":\"post\"") }
    let screen = try terminal.wait(forText: "ended 0")
    #expect(screen.count("event") == 1)
  }

  @Test func missedItemsAppearOnce() throws {
    // Each connection brings two events and is closed; what arrives until the next one is fetched.
    let visit = try Visit(faults: ["/api/v1/streaming stream-close-after 2"])
    let (output, error) = (visit.machine.folder.file("lines"), visit.machine.folder.file("errors"))
    let process = try ChildProcess(
      Machine.program(), ["watch", "home", "--json"], environment: visit.machine.environment, output: output,
      error: error)
    try visit.post("Ready") { try Files.text(output).contains("Ready") }
    for number in 1...9 {
      let run = try visit.rook.howdah("post", "Number <\(number)>")
      #expect(run.code == 0, "\(run.everything)")
    }
    let texts = try Deadline.first("all of them", within: .seconds(60)) { () -> [String]? in
      let lines = try Files.text(output).split(separator: "\n")
      let texts = try lines.compactMap { try JSON(String($0))["post"]?["text"]?.string }.filter {
        $0.hasPrefix("Number")
      }
      return texts.count >= 9 ? texts : nil
    }
    #expect(Set(texts) == Set((1...9).map { "Number <\($0)>" }) && texts.count == 9, "\(texts)")
    process.signal(SIGTERM)
    _ = try process.wait()
  }

  @Test func aProgramReadsEachItemAndNoTextIsACommand() throws {
    let visit = try Visit()
    let folder = visit.machine.folder
    let (read, words) = (folder.file("read"), folder.file("words"))
    let terminal = try TmuxTerminal(
      "trap : INT; cd \(folder.path); howdah watch home --exec 'cat >> \(read); echo \"$#\" >> \(words)'",
      on: visit.machine)
    let hostile = "$(touch pwned) `touch pwned`; touch pwned & | touch pwned \"$(touch pwned)\""
    try visit.post(hostile) { try access(words, R_OK) == 0 && Files.text(words).hasPrefix("0\n") }
    let line = try #require(try Files.text(read).split(separator: "\n").first)
    #expect(try JSON(String(line))["post"]?["text"]?.string?.hasPrefix(hostile) == true)
    try terminal.press("C-c")
    try terminal.wait(forText: "ended 130")
    #expect(access(folder.file("pwned"), F_OK) != 0 && access(visit.machine.folder.file("pwned"), F_OK) != 0)
  }

  @Test func editsAndDeletionsAreReportedOnRequest() throws {
    let visit = try Visit()
    let terminal = try TmuxTerminal("trap : INT; howdah watch home --changes", on: visit.machine)
    try visit.post("To be changed") { try terminal.screen().has("To be changed") }
    let last = try #require(try JSON(visit.rook.howdah("profile", "@rook", "--json").output)["items"]?.array?.first)
    let id = try #require(last["id"]?.string)
    let edit = try visit.rook.howdah("edit", id, "Quite changed")
    #expect(edit.code == 0, "\(edit.everything)")
    try terminal.wait(for: "the edit") { $0.rows.contains { $0.contains("Rook edited") } && $0.has("Quite changed") }
    #expect(try visit.rook.howdah("delete", id, "--yes").code == 0)
    try terminal.wait(for: "the deletion") { $0.rows.contains { $0.contains("Rook deleted") } }
    try terminal.press("C-c")
    try terminal.wait(forText: "ended 130")
  }
}
