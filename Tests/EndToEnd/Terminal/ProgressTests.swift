import Sandbox
import Testing

/// Long commands say on one line how far they are, and Ctrl-C what was done.
@Suite(.serialized, .ownThread)
struct ProgressTests {
  private func start(_ columns: Int, faults: [FaultRule], followed: Int = 0) async throws -> (
    BusyServer, Machine, TmuxTerminal
  ) {
    let server = try await BusyServer(followed: followed, faults: faults)
    let machine = try Machine()
    try machine.signIn(at: server.host, token: server.token)
    let terminal = try TmuxTerminal(on: machine, columns: columns)
    try terminal.wait(for: "the prompt") { $0.has("older · open N") && $0.rows.last?.hasSuffix("›") == true }
    return (server, machine, terminal)
  }

  @Test(arguments: [80, 40]) func manyPostsAreCountedAndCtrlCNamesTheRest(_ columns: Int) async throws {
    let (server, _, terminal) = try await start(
      columns, faults: [FaultRule(.delay(seconds: 0.7), path: "/api/v1/statuses/*/favourite")])
    try terminal.enter("home --limit 20")
    try terminal.wait(for: "the posts") { $0.rows.contains { $0.hasPrefix("20 ") } }
    try terminal.enter("fav 1-20")
    let screen = try terminal.wait(for: "the count") { $0.rows.contains { $0.contains(#/^[4-9] of 20 done, /#) } }
    // One line, which the next count replaces.
    #expect(screen.rows.count { $0.contains(" of 20 done") } == 1, "\(screen)")
    #expect(screen.rows.contains { $0.contains(#/^\d+ of 20 done, \d+/(s|min), \d+ s left/#) }, "\(screen)")
    try terminal.press("C-c")
    let end = try terminal.wait(for: "the rest") { $0.rows.joined(separator: " ").contains(#/Not done: \d+-20\./#) }
    #expect(end.rows.contains { $0.contains("Favourited") } && !end.has(" of 20 done"), "\(end)")
    await server.stop()
  }

  @Test(arguments: [80, 40]) func longListShowsOneProgressLine(_ columns: Int) async throws {
    let (server, _, terminal) = try await start(
      columns, faults: [FaultRule(.delay(seconds: 0.4), path: "/api/v1/accounts/*/following")], followed: 2000)
    try terminal.enter("following --all")
    let screen = try terminal.wait(for: "the count") { $0.rows.contains { $0.contains(#/^\d+ read so far, \d+/s/#) } }
    #expect(screen.rows.count { $0.contains("read so far") } == 1, "\(screen)")
    try terminal.press("C-c")
    let end = try terminal.wait(forText: "Stopped")
    #expect(!end.has("read so far"), "\(end)")
    await server.stop()
  }

  @Test(arguments: [80, 40]) func anImportSaysWhatWasDoneWhenItIsStopped(_ columns: Int) async throws {
    let (server, machine, terminal) = try await start(
      columns, faults: [FaultRule(.delay(seconds: 0.5), path: "/api/v2/search")])
    let names = (1...40).map { "nobody\($0)@\(server.host),true" }
    try Files.write((["Account address,Show boosts"] + names).joined(separator: "\n"), to: machine.folder.file("f.csv"))
    try terminal.enter("import follows \(machine.folder.file("f.csv"))")
    let screen = try terminal.wait(for: "the count") {
      $0.rows.contains { $0.contains(#/^\d+ of 40, \d+/\w+, \d+ s left/#) }
    }
    #expect(screen.rows.count { $0.contains(" of 40, ") } == 1, "\(screen)")
    #expect(screen.rows.allSatisfy { $0.count <= columns })
    try terminal.press("C-c")
    try terminal.wait(forText: "! Stopped.")
    await server.stop()
  }
}
