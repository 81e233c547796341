import Glibc
import Testing

/// Output that is longer than the screen, in a pager.
@Suite(.serialized, .ownThread)
struct PagerTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    let set = try machine.howdah("--sandbox", "set", "pager", "on", "--yes")
    guard set.code == 0 else { throw Problem("not set: \(set.everything)") }
    return machine
  }

  @Test(arguments: [80, 40]) func promptShowsWhatIsLongerThanTheScreenInLess(_ columns: Int) throws {
    let terminal = try TmuxTerminal("howdah --sandbox", on: machine(), columns: columns)
    try terminal.wait(for: "the prompt") { $0.has("older · open N") && $0.rows.last?.hasSuffix("›") == true }
    try terminal.enter("home --limit 20")
    try terminal.wait(for: "less") { $0.rows.last == ":" }
    try terminal.press("G")
    try terminal.wait(forText: "older · open N")
    try terminal.press("q")
    try terminal.wait(for: "the prompt") { $0.rows.last?.hasSuffix("›") == true }
    // What fits needs none, and files and programs get no pager.
    try terminal.enter("whoami")
    try terminal.wait(forText: "in use")
    try terminal.enter("home --limit 20 | wc -l")
    try terminal.wait(for: "the number of lines") { $0.rows.contains { $0.contains(#/^[0-9]{2,3}$/#) } }
    try terminal.enter("home --limit 20 > \(terminal.machine.folder.file("list.txt"))")
    try terminal.wait(for: "the file") { $0.rows.contains { $0.contains(#/^Wrote \d+ lines to/#) } }
  }

  @Test(arguments: [80, 40]) func singleCommandUsesItOnATerminalOnly(_ columns: Int) throws {
    let terminal = try TmuxTerminal(
      "for c in 'home --limit 20' whoami; do howdah --sandbox $c; done; howdah --sandbox home --limit 20 | tail -1",
      on: machine(),
      columns: columns)
    try terminal.wait(for: "less") { $0.rows.last == ":" }
    try terminal.press("q")
    let screen = try terminal.wait(forText: "ended 0")
    #expect(screen.has("you@sandbox"), "\(screen)")
  }

  @Test(arguments: [
    ("nosuchpager", "The pager could not be run"), ("false", "The pager ended with code 1"),
    ("sh -c \"cat; exit 3\"", "The pager ended with code 3"),
  ])
  func nothingIsLostWithABrokenPager(pager: String, sentence: String) throws {
    let terminal = try TmuxTerminal("howdah --sandbox", on: machine(), environment: ["PAGER": pager])
    try terminal.wait(for: "the prompt") { $0.has("older · open N") && $0.rows.last?.hasSuffix("›") == true }
    try terminal.enter("home --limit 20")
    let screen = try terminal.wait(forText: sentence)
    #expect(screen.rows.contains { $0.hasPrefix("20  ") } && screen.has("older · open N"), "\(screen)")
    try terminal.enter("whoami")
    try terminal.wait(forText: "in use")
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalThatEndsTheProgramEndsThePager(_ signal: Int32) throws {
    let terminal = try TmuxTerminal(on: machine())
    try terminal.wait(for: "the prompt") { $0.has("older · open N") && $0.rows.last?.hasSuffix("›") == true }
    try terminal.enter("home --limit 20")
    try terminal.wait(for: "less") { $0.rows.last == ":" }
    kill(try terminal.process(), signal)
    try terminal.wait(forText: "ended \(128 + signal)")
  }

  @Test(arguments: ["head -2", "cat", ""]) func usersPagerIsUsed(_ pager: String) throws {
    let terminal = try TmuxTerminal("howdah --sandbox", on: machine(), environment: ["PAGER": pager])
    try terminal.wait(for: "the prompt") { $0.has("older · open N") && $0.rows.last?.hasSuffix("›") == true }
    try terminal.enter("home --limit 20")
    try terminal.enter("whoami")
    let screen = try terminal.wait(forText: "in use")
    #expect(screen.rows.contains { $0.hasPrefix("20  ") } == (pager != "head -2"), "\(screen)")
    #expect(!screen.has("The pager"))
  }
}
