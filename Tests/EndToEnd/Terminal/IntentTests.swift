import Glibc
import Testing

/// Requests of one process to another that somebody types into.
@Suite(.serialized, .ownThread)
struct IntentTests {
  /// A machine with a folder for the session's sockets, as a login makes it.
  private struct Desk {
    let machine: Machine
    let folder: String

    init() throws {
      machine = try Machine()
      folder = machine.folder.file("run")
      guard mkdir(folder, 0o700) == 0 else { throw Problem("no folder: \(errno)") }
    }

    var environment: [String: String] { ["XDG_RUNTIME_DIR": folder] }

    func howdah(_ words: String...) throws -> Machine.Run {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      return try machine.shell("howdah \(quoted)", environment: environment)
    }

    func terminal() throws -> TmuxTerminal { try TmuxTerminal(on: machine, environment: environment) }

    /// The process that answers; `nil` where none does.
    func answering() throws -> Int? {
      try JSON(howdah("--sandbox", "--json", "intent", "whoami").output)["process"]?.int
    }

    var sockets: [String] { Files.names(in: "\(folder)/howdah") }
  }

  private let home = "sandbox · home"

  @Test func aLinkWaitsForTheLineThatIsTypedAndLeavesItAlone() throws {
    let desk = try Desk()
    let terminal = try desk.terminal()
    try terminal.wait(forText: "help")
    try terminal.wait(forPrompt: home)
    try terminal.type("set time absolute")
    try terminal.wait(forPrompt: home, line: "set time absolute")
    let asked = try desk.howdah("intent", "open", "#canal")
    #expect(asked.code == 0)
    #expect(asked.output == "Press Return in the running Howdah to open it.\n")
    try terminal.wait(forText: "Another program wants to open #canal. Press Return to show it.")
    try terminal.wait(forPrompt: home, line: "set time absolute")
    // Return runs the line; only an empty one opens it.
    try terminal.press("Enter")
    try terminal.wait(forText: "Set time to absolute.")
    try terminal.wait(forPrompt: home)
    try terminal.press("Enter")
    try terminal.wait(forPrompt: "\(home) · #canal")
    #expect(try desk.howdah("get", "time").output.contains("absolute"))
    try terminal.enter("intent")
    try terminal.wait(forText: "open #canal")
    try terminal.enter("quit")
    try terminal.wait(forText: "ended 0")
    #expect(desk.sockets == [])
  }

  @Test func aTextOpensAtTheEndOfTheLineOrIsKeptWhileAnotherIsWritten() throws {
    let desk = try Desk()
    let terminal = try desk.terminal()
    try terminal.wait(forPrompt: home)
    #expect(try desk.howdah("intent", "compose", "The kettle", "is on.").code == 0)
    try terminal.wait(forText: "Press Return to edit it.")
    try terminal.press("Enter")
    try terminal.wait(forText: "1  The kettle is on.")
    try terminal.wait(for: "the composer") { $0.cursorLine == "post 483 │" }
    try terminal.type("half a li")
    let kept = try desk.howdah("--json", "intent", "compose", "Something else.")
    #expect(try JSON(kept.output)["outcome"]?.string == "kept")
    try terminal.wait(for: "the half line") { $0.cursorLine == "post 483 │ half a li" }
    try terminal.enter("ne")
    try terminal.enter("/send")
    try terminal.wait(forText: "Sent.")
    #expect(try desk.machine.howdah("--sandbox", "drafts").output.contains("Something else."))
    #expect(try desk.machine.howdah("--sandbox", "home", "--limit", "40").output.contains("half a line"))
  }

  @Test func openingFailureIsReportedToTheRequester() throws {
    let desk = try Desk()
    let terminal = try desk.terminal()
    try terminal.wait(forPrompt: home)
    let unknown = try desk.howdah("intent", "open", "https://nowhere.example/@someone/1")
    #expect(unknown.code == 4)
    #expect(unknown.error.contains("Open it in a browser: https://nowhere.example/@someone/1"))
    #expect(try desk.howdah("intent", "open", "javascript:alert(1)").code == 2)
    #expect(try terminal.wait(forPrompt: home).count("Another program") == 0)
    #expect(try JSON(desk.howdah("--json", "intent", "unread").output)["account"]?.string == "you@sandbox")
  }

  @Test func newestRunningHowdahAnswers() throws {
    let desk = try Desk()
    #expect(try desk.answering() == nil)
    let older = try desk.terminal()
    let first = try older.process()
    try older.wait(forPrompt: home)
    #expect(try desk.answering() == Int(first))
    unlink(desk.machine.folder.file("pid"))
    let newer = try desk.terminal()
    let second = try newer.process()
    try newer.wait(forPrompt: home)
    #expect(try desk.answering() == Int(second))
    try newer.enter("quit")
    try newer.wait(forText: "ended 0")
    try Deadline.first("the older answers again") { try desk.answering() == Int(first) ? true : nil }
    kill(first, SIGKILL)
    try older.wait(forText: "ended 137")
    #expect(try desk.answering() == nil)
    #expect(desk.sockets == [])
  }

  @Test func withNoneRunningItActsByItself() throws {
    let desk = try Desk()
    #expect(
      try desk.howdah("--sandbox", "intent", "compose", "For later.").output.hasPrefix(
        "Kept as a draft; nothing is posted."))
    #expect(try desk.machine.howdah("--sandbox", "drafts").output.contains("For later."))
    #expect(try desk.howdah("--sandbox", "intent", "open", "#canal").output.hasPrefix("#canal"))
    #expect(try desk.howdah("--sandbox", "open", "@rook").output.hasPrefix("Profile · Rook"))
    #expect(try desk.howdah("--sandbox", "intent", "unread").code == 0)
    // Without a folder for sockets, the same.
    #expect(try desk.machine.howdah("--sandbox", "intent", "open", "#canal").output.hasPrefix("#canal"))
    #expect(try desk.machine.howdah("--sandbox", "intent").output.contains("Other programs cannot connect"))
    #expect(desk.sockets == [])
  }

  @Test(arguments: [true, false]) func eventsAreDeliveredImmediately(isRunning: Bool) async throws {
    let server = try await BusyServer()
    let desk = try Desk()
    #expect(try desk.machine.howdah("login", server.host, "--with-token", input: server.token).code == 0)
    let terminal = isRunning ? try desk.terminal() : nil
    try terminal?.wait(forPrompt: "you@\(server.host) · home")
    let output = desk.machine.folder.file("events")
    let listener = try ChildProcess(
      Machine.program(), ["intent", "events"],
      environment: desk.machine.environment.merging(desk.environment) { $1 }, output: output)
    var number = 0
    try until("a post is heard") {
      // The stream may not be open at the first.
      number += 1
      _ = try desk.machine.howdah("post", "Number \(number)")
      return try Files.text(output).contains(#""event":"post""#)
    }
    let line = try #require(try Files.text(output).split(separator: "\n").first { $0.contains(#""event":"post""#) })
    let event = try JSON(String(line))
    #expect(event["howdah"]?.int == 1 && event["post"]?["text"]?.string?.hasPrefix("Number ") == true)
    #expect(event["post"]?["account"]?["acct"]?.string == "you")
    listener.signal(SIGINT)
    #expect(try listener.wait() == 130)
    await server.stop()
  }

  /// Does something again until it is so.
  private func until(_ what: String, _ isSo: () throws -> Bool) throws {
    try Deadline.first(what) { try isSo() ? true : nil }
  }
}
