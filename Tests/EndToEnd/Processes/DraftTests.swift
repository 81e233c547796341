import Glibc
import Testing

/// Drafts, which are never lost.
@Suite(.serialized, .ownThread)
struct DraftTests {
  /// The shell outlives its terminal, and tells when the program has ended.
  private static let command = "trap : HUP; started howdah; touch \"$HOME/done\""

  /// Ends the program by a signal, or by closing its terminal as a broken connection does.
  private func end(_ terminal: TmuxTerminal, by signal: Int32?) throws {
    if let signal { kill(try terminal.process(), signal) } else { try terminal.close() }
    let done = terminal.machine.folder.file("done")
    try Deadline.first("the end of the program") { access(done, F_OK) == 0 ? true : nil }
  }

  @Test func aFailedSendKeepsTheText() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    #expect(try machine.howdah("set", "outbox", "on").code == 0)
    _ = try sandbox.stop()
    let post = try machine.howdah("post", "not to be lost")
    #expect(post.code == 6)
    #expect(post.error.contains("waits in the outbox"), "\(post.error)")
    #expect(post.error.split(separator: "\n").count <= 3, "\(post.error)")
    let scripted = try machine.howdah("post", "--json", "not to be lost")
    #expect(scripted.error.split(separator: "\n").count == 1, "one object: \(scripted.error)")
    let draft = try JSON(scripted.error)["error"]?["draft"]?.string
    let drafts = try machine.howdah("drafts")
    #expect(drafts.output.contains("not to be lost"))
    let again = try machine.howdah("-c", "drafts; draft 1; /send")
    #expect(again.code == 6)
    let json = try JSON(machine.howdah("drafts", "--json").output)
    #expect(draft != nil && json["items"]?.array?.first?["id"]?.string == draft)
    #expect(json["items"]?.array?.count == 1, "one draft, however often it is tried")
  }

  @Test func aReplyIsKeptAlthoughThePostCannotBeFetched() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    let home = try JSON(machine.howdah("home", "--json").output)
    let id = try #require(home["items"]?.array?.first?["id"]?.string)
    #expect(try machine.howdah("set", "outbox", "on").code == 0)
    _ = try sandbox.stop()
    let reply = try machine.howdah("reply", id, "not to be lost")
    #expect(reply.code == 6)
    #expect(reply.error.contains("waits in the outbox"), "\(reply.error)")
    _ = try machine.howdah("reply", id, "not to be lost")
    let drafts = try #require(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array)
    // Where the post was kept on this machine, its author is mentioned already.
    #expect(
      drafts.count == 1 && drafts.first?["text"]?.string?.hasSuffix("not to be lost") == true,
      "one draft, however often it is tried: \(drafts)")
    #expect(drafts.first?["in_reply_to_id"]?.string != nil)
  }

  @Test func hangingServerDoesNotBlockWriting() throws {
    // Whoever signs in is asked for once; after that, nothing says who writes.
    let hung = "GET /api/v1/accounts/verify_credentials hang after 1"
    let (sandbox, machine) = (try SandboxProcess(faults: [hung]), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("reply 1")
    try terminal.wait(forText: "/send")
    try terminal.enter("half a thought")
    try terminal.press("C-d")
    try terminal.wait(forText: "saved as a draft")
  }

  @Test func aKilledProgramKeepsEveryLineThatWasEntered() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("post --cw bees")
    try terminal.wait(forText: "/send")
    try terminal.enter("first line")
    try terminal.enter("second line 日本")
    try terminal.wait(for: "three prompts") { screen in
      // Each has the number of characters that are left.
      screen.rows.count { $0.hasPrefix("post ") && $0.contains("│") } == 3
    }
    kill(try terminal.process(), SIGKILL)
    try terminal.wait(forText: "ended")
    let drafts = try JSON(machine.howdah("--sandbox", "drafts", "--json").output)
    let draft = try #require(drafts["items"]?.array?.first)
    #expect(draft["text"]?.string == "first line\nsecond line 日本")
    #expect(draft["content_warning"]?.string == "bees")
  }

  @Test(arguments: [SIGKILL, SIGTERM, nil])
  func aPostThatIsKeptForAWhileIsNotLost(_ signal: Int32?) throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let terminal = try TmuxTerminal(Self.command, on: machine)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("set hold 120")
    try terminal.wait(forText: "Set hold to 120.")
    try terminal.enter("post --cw bees Kept for a while")
    try terminal.wait(forText: "Sends in 120 s")
    try end(terminal, by: signal)
    let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let newest = try server.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first
    #expect(newest?["content"]?.string?.contains("Kept for a while") != true, "it is not sent unasked")
    let draft = try #require(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array?.first)
    #expect(draft["text"]?.string == "Kept for a while" && draft["content_warning"]?.string == "bees")
    let sent = try machine.howdah("-c", "drafts; draft 1; /send")
    #expect(sent.code == 0, "\(sent.everything)")
    let after = try server.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first
    #expect(after?["content"]?.string?.contains("Kept for a while") == true)
  }

  @Test(arguments: [SIGTERM, SIGHUP, nil])
  func aProgramThatIsAskedToEndKeepsTheHalfTypedLine(_ signal: Int32?) throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(Self.command, on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("post")
    try terminal.wait(forText: "/send")
    try terminal.enter("first line")
    try terminal.type("half a line")
    try terminal.wait(forText: "half a line")
    try end(terminal, by: signal)
    let draft = try #require(try JSON(machine.howdah("--sandbox", "drafts", "--json").output)["items"]?.array?.first)
    #expect(draft["text"]?.string == "first line\nhalf a line")
  }

  @Test(arguments: ["C-c", "C-d"])
  func leavingTheComposerKeepsADraftAndSaysSo(_ key: String) throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("post")
    try terminal.wait(forText: "/send")
    try terminal.enter("half a thought")
    if key == "C-c" {
      try terminal.type("and half a line")
      try terminal.wait(forText: "half a line")
    }
    try terminal.press(key)
    let screen = try terminal.wait(forPrompt: "sandbox · home")
    #expect(screen.has("saved as a draft"))
    let draft = try #require(try JSON(machine.howdah("--sandbox", "drafts", "--json").output)["items"]?.array?.first)
    #expect(draft["text"]?.string == (key == "C-c" ? "half a thought\nand half a line" : "half a thought"))
  }
}
