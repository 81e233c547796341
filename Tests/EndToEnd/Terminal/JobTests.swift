import Sandbox
import Testing

/// Commands that run on while the next one is typed.
@Suite(.serialized, .ownThread)
struct JobTests {
  /// A terminal on a server that takes a while for each page of 80, of whom 5,000 are followed.
  private func start(columns: Int = 80, delay: Double = 0.3) async throws -> (BusyServer, Machine, TmuxTerminal) {
    let server = try await BusyServer(
      followed: 5000, faults: [FaultRule(.delay(seconds: delay), path: "/api/v1/accounts/*/following")])
    let machine = try Machine()
    try machine.signIn(at: server.host, token: server.token)
    let terminal = try TmuxTerminal(on: machine, columns: columns)
    try terminal.wait(forText: "open N")
    try waitForPrompt(terminal)
    return (server, machine, terminal)
  }

  /// A key is meant for a command only if the line of that command is being read.
  private func waitForPrompt(_ terminal: TmuxTerminal) throws {
    try terminal.wait(for: "the prompt") { $0.rows.last?.hasSuffix("›") == true }
  }

  @Test(arguments: [80, 40]) func ctrlZSendsACommandToTheBackgroundAndFgBringsItBack(_ columns: Int) async throws {
    let (server, machine, terminal) = try await start(columns: columns)
    try terminal.enter("export follows \(machine.folder.file("f.csv"))")
    try terminal.wait(for: "the progress") { $0.rows.last?.contains(#/^\d+ follows read/#) == true }
    try terminal.press("C-z")
    try terminal.wait(forText: "Job 1 is running in the background:")
    // The prompt takes commands, and the job says how far it is.
    try terminal.enter("whoami")
    try terminal.wait(forText: "you@")
    try terminal.enter("jobs")
    try terminal.wait(for: "the list") { $0.rows.contains { $0.contains(#/1 +running +export follows/#) } }
    try terminal.enter("fg")
    try terminal.wait(for: "the foreground") { $0.rows.joined(separator: " ").contains("Ctrl-Z sends it back.") }
    try terminal.press("C-z")
    try terminal.wait(for: "the background again") { $0.count("Job 1 is running in the background") == 2 }
    try terminal.enter("fg 1")
    try terminal.wait(for: "the foreground") { screen in
      screen.rows.joined(separator: " ").split(separator: "it back.").count == 3
    }
    try terminal.press("C-c")
    try terminal.wait(forText: "Stopped")
    try waitForPrompt(terminal)
    try terminal.enter("jobs")
    try terminal.wait(forText: "No background jobs.")
    await server.stop()
  }

  @Test(arguments: [80, 40]) func keyTypedAfterReturnIsForTheCommand(_ columns: Int) async throws {
    let (server, machine, terminal) = try await start(columns: columns)
    try terminal.type("export follows \(machine.folder.file("f.csv"))")
    try terminal.press("Enter", "C-z")
    try terminal.wait(forText: "Job 1 is running in the background:")
    try waitForPrompt(terminal)
    try terminal.type("fg")
    try terminal.press("Enter", "C-z")
    try terminal.wait(for: "the background again") { $0.count("Job 1 is running in the background") == 2 }
    try waitForPrompt(terminal)
    try terminal.type("fg")
    try terminal.press("Enter", "C-c")
    try terminal.wait(forText: "Stopped")
    try terminal.enter("jobs")
    try terminal.wait(forText: "No background jobs.")
    await server.stop()
  }

  @Test func aJobSaysThatItIsDoneWhileALineIsTyped() async throws {
    let (server, machine, terminal) = try await start()
    try terminal.enter("following --limit 400 > \(machine.folder.file("list.txt")) &")
    try terminal.wait(for: "the job") {
      $0.rows.joined(separator: " ").contains("Job 1 is running: following --limit 400 > /")
    }
    try terminal.type("post half a sen")
    try terminal.wait(forText: "Job 1 is done")
    try terminal.type("tence")
    try terminal.wait(for: "the whole line") { $0.rows.last?.hasSuffix("post half a sentence") == true }
    let text = try Files.text(machine.folder.file("list.txt"))
    #expect(text.split(separator: "\n").count > 400)
    await server.stop()
  }

  @Test(arguments: [80, 40]) func programAfterAPipeHasNoTerminalInTheBackground(_ columns: Int) async throws {
    let (server, _, terminal) = try await start(columns: columns)
    try terminal.enter("following --limit 160 --json | jq '.items | length' &")
    try terminal.wait(forText: "Job 1 is running: following")
    try terminal.type("whoa")
    try terminal.wait(for: "its end") { $0.rows.joined(separator: " ").contains("Job 1 is done") }
    try terminal.type("mi")
    try terminal.wait(for: "the whole line") { $0.rows.last?.hasSuffix("whoami") == true }
    try terminal.wait(for: "the number") { $0.rows.joined(separator: " ").contains(". 160") }
    try terminal.enter("")
    // One that would take the keys of the prompt gets none.
    try terminal.enter("following --limit 1 | cat - /dev/tty &")
    try terminal.wait(for: "the second job") {
      $0.rows.joined(separator: " ").contains("Job 2 failed")
        || $0.rows.joined(separator: " ").contains("Job 2 is done")
    }
    try terminal.enter("where")
    try terminal.wait(forText: "Current location")
    await server.stop()
  }

  @Test func aJobGoesOnWithTheAccountThatItBeganWith() async throws {
    let (server, machine, terminal) = try await start(delay: 0.03)
    let file = machine.folder.file("f.csv")
    try terminal.enter("export follows \(file) &")
    try terminal.wait(forText: "Job 1 is running")
    try terminal.enter("switch you@sandbox")
    try terminal.wait(for: "the other account") { $0.rows.last?.hasPrefix("sandbox") == true }
    try terminal.wait(forText: "Job 1 is done as you@\(server.host): export follows")
    #expect(try Files.text(file).split(separator: "\n").count == 5008)
    await server.stop()
  }

  @Test func killStopsAJobAndQuitAsksFirst() async throws {
    let (server, machine, terminal) = try await start()
    try terminal.enter("export follows \(machine.folder.file("f.csv")) &")
    try terminal.wait(forText: "Job 1 is running")
    try terminal.enter("quit")
    try terminal.wait(for: "the question") { $0.rows.joined(separator: " ").contains("Stop and quit anyway?") }
    try terminal.enter("n")
    try terminal.enter("kill 1")
    try terminal.wait(forText: "Job 1 was stopped: export follows /")
    try terminal.enter("quit")
    try terminal.wait(for: "the end") { $0.rows.last?.contains("›") != true }
    await server.stop()
  }
}
