import Testing

/// Ctrl-C on a line of many commands.
@Suite(.serialized, .ownThread)
struct StoppingTests {
  /// Before, the command that ran ended before it was stopped, and the thousands after it ran too.
  @Test(arguments: [80, 40]) func ctrlCEndsALineOf9000CommandsThatNeverWait(_ columns: Int) throws {
    let terminal = try TmuxTerminal("howdah --no-live", on: Machine(), columns: columns)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("alias h = " + Array(repeating: "help", count: 100).joined(separator: ";"))
    try terminal.wait(forText: "Added the alias h.")
    try terminal.enter(Array(repeating: "h", count: 90).joined(separator: ";"))
    try terminal.wait(forText: "Thank you")
    try terminal.press("C-c")
    try terminal.wait(forText: "Stopped.")
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("where")
    try terminal.wait(forText: "⌂ Home")
  }
}
