import Sandbox
import Testing

/// A list of thousands is read with a line that says how far it is, and Ctrl-C stops it.
@Suite(.serialized, .ownThread)
struct LongListTests {
  @Test func aListOfFiveThousandShowsItsProgressAndCanBeStopped() async throws {
    let server = try await BusyServer(
      followed: 5000, faults: [FaultRule(.delay(seconds: 0.05), path: "/api/v1/accounts/*/following")])
    let machine = try Machine()
    try machine.signIn(at: server.host, token: server.token)
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("following --all")
    // Several pages of 80 have come, and not all of them.
    try terminal.wait(for: "the progress") { screen in
      screen.rows.contains { $0.contains(#/\b\d*(240|320|400|480|560|640|720|800)\b/#) }
    }
    try terminal.press("C-c")
    try terminal.wait(forText: "Stopped")
    try terminal.enter("where")
    try terminal.wait(for: "the prompt") { $0.rows.last?.hasSuffix("›") == true && $0.cursorRow == $0.rows.count - 1 }
    await server.stop()
  }
}
