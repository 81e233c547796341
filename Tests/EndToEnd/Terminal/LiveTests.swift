import Testing

/// Live lines, which appear above the line that is typed, and never in it.
@Suite(.serialized, .ownThread)
struct LiveTests {
  /// A person who is signed in to a server whose residents act when the test says so.
  private func visit() async throws -> (BusyServer, Machine) {
    let (server, machine) = (try await BusyServer(), try Machine())
    try machine.signIn(at: server.host, token: server.token)
    return (server, machine)
  }

  @Test func eventsAppearAboveTheLineThatIsTyped() async throws {
    let (server, machine) = try await visit()
    let terminal = try TmuxTerminal(on: machine)
    let home = "you@\(server.host) · home"
    try terminal.wait(forText: "older · open N")
    #expect(try machine.howdah("post", "Hello, who is awake?").code == 0)
    try terminal.type("post I was about to")
    try terminal.press("Left", "Left")
    let line = "\(home) › post I was about to"
    // The keys to the left may still be on their way when the line is there.
    let before = try terminal.wait(for: "the line") { $0.cursorLine == line && $0.cursorColumn == line.count - 2 }
    try await until("a resident answers") {
      try await server.pass(minutes: 10)
      return try terminal.screen().has("replied")
    }
    let after = try terminal.wait(for: "the line below the events") {
      $0.rows.last == "\(home) › post I was about to" && $0.cursorRow == $0.rows.count - 1
    }
    #expect(after.cursorColumn == before.cursorColumn)
    #expect(after.count("post I was about to") == 1)
    try terminal.press("End")
    try terminal.enter(" say something.")
    try terminal.wait(forText: "Sent.")
    #expect(try machine.howdah("home", "--limit", "40").output.contains("I was about to say something."))
    await server.stop()
  }

  @Test func eventsAreNoPartOfTheTextThatIsWritten() async throws {
    let (server, machine) = try await visit()
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    _ = try machine.howdah("post", "Hello, who is awake?")
    try terminal.enter("post")
    try terminal.wait(forText: "/send · /preview")
    try terminal.enter("one line,")
    try terminal.type("and half")
    try await until("a resident answers") {
      try await server.pass(minutes: 10)
      return try terminal.screen().has("replied")
    }
    try terminal.wait(for: "the line below the events") {
      $0.cursorLine.hasPrefix("post ") && $0.cursorLine.hasSuffix(" │ and half")
    }
    try terminal.enter(" of another.")
    try terminal.enter("/send")
    try terminal.wait(forText: "Sent.")
    let home = try JSON(machine.howdah("home", "--json").output)["items"]?.array
    #expect(home?.contains { $0["text"]?.string == "one line,\nand half of another." } == true)
    await server.stop()
  }

  @Test func aBurstOfEventsLosesNoTypedCharacter() async throws {
    let (server, machine) = try await visit()
    let terminal = try TmuxTerminal(on: machine, columns: 60)
    let prompt = "you@\(server.host) · home › "
    try terminal.wait(forText: "older · open N")
    // The burst is news only to a stream that is there; what came before it is counted and not said.
    try await until("a first post appears") {
      try await server.pass(minutes: 30)
      return try Self.notes(on: terminal.screen()) > 0
    }
    let before = try Self.notes(on: terminal.screen())
    let words = (1...10).map { "word\($0)" }
    for word in words {
      try terminal.type("\(word) ")
      try await server.pass(minutes: 12 * 60)
    }
    try terminal.type("日本")
    let line = (prompt + words.joined(separator: " ") + " 日本").filter { $0 != " " }
    try terminal.wait(for: "the whole line, once, below the events") { screen in
      let text = screen.rows.joined().filter { $0 != " " }
      return text.hasSuffix(line) && text.ranges(of: "word1word2").count == 1
        && (screen.has("new posts in Home") || Self.notes(on: screen) > before)
    }
    await server.stop()
  }

  @Test func nothingAppearsWithoutLiveEvents() async throws {
    let (server, machine) = try await visit()
    let terminal = try TmuxTerminal("started howdah --no-live", on: machine)
    try terminal.wait(forText: "older · open N")
    let before = try terminal.screen()
    _ = try machine.howdah("post", "Hello, who is awake?")
    try await server.pass(minutes: 600)
    // What is asked for now comes after whatever would have come before.
    try terminal.enter("notifications --limit 40")
    let after = try terminal.wait(forText: "dismiss N")
    #expect(after.rows[before.rows.count - 1].hasSuffix("› notifications --limit 40"))
    #expect(after.has("replied"), "\(after)")
    await server.stop()
  }

  @Test func missedItemsAreShownOnRequest() async throws {
    let (server, machine) = try await visit()
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    try await until("a post appears") {
      try await server.pass(minutes: 30)
      return try Self.notes(on: terminal.screen()) > 0
    }
    try terminal.enter("new")
    try terminal.wait(for: "newer posts") { $0.count("Home · everyone you follow") == 2 }
    await server.stop()
  }

  @Test func aServerThatComesBackIsFoundAgain() throws {
    let machine = try Machine()
    let state = machine.folder.file("server.sqlite")
    let server = try SandboxProcess(state: state)
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    #expect(try server.stop() == 0)
    try terminal.enter("refresh")
    // What was read before is on the screen, with the reason.
    let screen = try terminal.wait(forText: "cannot be reached")
    #expect(screen.has("From the archive"))
    try terminal.wait(forPrompt: "you@\(server.host) · home")
    let again = try SandboxProcess(port: server.port, state: state)
    try terminal.enter("refresh; where")
    let found = try terminal.wait(for: "the timeline again") { $0.has("Current location") }
    #expect(found.count("From the archive") <= screen.count("From the archive"), "\(found)")
    #expect(again.token == server.token)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func aStreamThatIsLostAndComesBackLosesNoTypedCharacter(columns: Int, rows: Int) throws {
    let machine = try Machine()
    let state = machine.folder.file("server.sqlite")
    let server = try SandboxProcess(state: state)
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let terminal = try TmuxTerminal(on: machine, columns: columns, rows: rows)
    // It is told as soon as there is a stream; before that, nothing can be lost.
    try terminal.wait(for: "an announcement, and the prompt") {
      $0.has("New announcement") && $0.cursorLine.hasSuffix("home ›")
    }
    var typed = ""
    func type(_ text: String) throws {
      typed += text
      try terminal.type(text)
      try terminal.wait(for: "the line “\(typed)”") { screen in
        screen.rows.joined().filter { $0 != " " }.hasSuffix("›" + typed.filter { $0 != " " })
      }
    }
    try type("post before it was lost, ")
    #expect(try server.stop() == 0)
    for word in ["nothing", "answers", "日本語"] { try type(word + " ") }
    let again = try SandboxProcess(port: server.port, state: state)
    // The program may be waiting for its next attempt to connect, or be connected already.
    try again.post("@you, are you there?", token: again.token(of: "heron"))
    for word in ["and", "here", "again"] { try type(word + " ") }
    let screen = try terminal.wait(for: "the mention, or its count, above the line") {
      ($0.has("are you there?") || $0.rows.joined(separator: " ").contains("notification while disconnected."))
        && $0.rows.joined().filter { $0 != " " }.hasSuffix("›" + typed.filter { $0 != " " })
    }
    #expect(screen.rows.joined().ranges(of: "post before it").count == 1, "\(screen)")
    try terminal.press("Enter")
    try terminal.wait(forText: "Sent.")
    #expect(try again.get("/api/v1/timelines/home").array?.first?["content"]?.string?.contains("here again") == true)
  }

  @Test func aPostThatIsTriedAgainIsPostedOnceAndLeavesNoDraft() throws {
    let machine = try Machine()
    let state = machine.folder.file("server.sqlite")
    let server = try SandboxProcess(state: state)
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    _ = try server.stop()
    try terminal.enter("post --cw bees only once")
    try terminal.wait(forText: "cannot be reached")
    try terminal.wait(forText: "It waits in the outbox")
    #expect(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array?.count == 1)
    try terminal.enter("retry")
    try terminal.wait(forText: "Nothing to retry.")
    let again = try SandboxProcess(port: server.port, state: state)
    try terminal.enter("outbox send")
    try terminal.wait(for: "the post is sent") { $0.has("Sent 1 item.") || $0.has("Sent from the outbox") }
    #expect(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array?.count == 0)
    let posts = try JSON(machine.howdah("home", "--json").output)["items"]?.array
    #expect(posts?.count { $0["text"]?.string == "only once" } == 1)
    #expect(again.host == server.host)
  }

  @Test func offlineChangesAreSentOnceTheServerIsBack() throws {
    let machine = try Machine()
    let state = machine.folder.file("server.sqlite")
    let server = try SandboxProcess(state: state)
    _ = try machine.howdah("login", server.host, "--with-token", input: server.token)
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    _ = try server.stop()
    try terminal.enter("fav 1")
    try terminal.wait(forText: "It waits in the outbox")
    for line in ["unfav 1", "bookmark 1", "post Written first", "undo", "post Written second", "outbox"] {
      try terminal.enter(line)
    }
    try terminal.wait(forText: "2 waiting")
    let again = try SandboxProcess(port: server.port, state: state)
    // The first page that arrives shows that the server is back.
    try terminal.enter("refresh")
    try terminal.wait(forText: "Sent from the outbox: 2 items.")
    let bookmarks = try again.get("/api/v1/bookmarks").array ?? []
    #expect(bookmarks.first?["favourited"]?.bool == false, "what undoes each other is not sent")
    let own = try JSON(machine.howdah("home", "--json").output)["items"]?.array?.compactMap { $0["text"]?.string } ?? []
    #expect(own.contains("Written second") && !own.contains("Written first"), "\(own)")
    try terminal.enter("outbox")
    try terminal.wait(forText: "Nothing is waiting.")
  }

  /// The number of lines that report a new post; what is in a post itself is indented.
  private static func notes(on screen: Screen) -> Int {
    screen.rows.count { $0.contains(#/^([^ ] )?[a-z]\d{1,2} \S.* · /#) || $0.contains("new posts in Home") }
  }

  private func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + Deadline.usual
    while try await !isSo() {
      guard ContinuousClock.now < end else { throw Problem("waited in vain until \(what)") }
    }
  }
}
