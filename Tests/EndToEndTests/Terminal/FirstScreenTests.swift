import Testing

/// What the first screen and the prompt below it say by themselves.
@Suite(.serialized, .ownThread)
struct FirstScreenTests {
  @Test func aDamagedSettingsFileIsSaidBelowTheFirstScreen() throws {
    let machine = try Machine()
    _ = try machine.howdah("--sandbox", "set", "time", "absolute")
    try Files.write(
      "time = absolute\ncolor = mauve\nwhat is this\n", to: machine.folder.file("config") + "/howdah/settings")
    let terminal = try TmuxTerminal("started howdah --sandbox", on: machine)
    let screen = try terminal.wait(for: "the notes about the settings") {
      $0.has("ignored invalid value “mauve” for color") && $0.has("ignored line “what is this”")
    }
    let first = try #require(screen.rows.firstIndex { $0.hasPrefix("Home · ") })
    let note = try #require(screen.rows.firstIndex { $0.contains("“mauve”") })
    #expect(first < note, "the first screen would scroll them away")
    try terminal.enter("quit")
    try terminal.wait(forText: "ended 0")
  }

  @Test func thePromptCountsUnreadNotificationsUntilTheyAreShown() throws {
    let machine = try Machine()
    _ = try machine.signIn()
    let unread = try JSON(machine.howdah("notifications", "--json").output)["unread"]?.int ?? 0
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "older · open N")
    // The count arrives behind the first prompt; each new prompt has it.
    try terminal.wait(for: "the count in the prompt") { screen in
      if screen.unread == 0 { try? terminal.enter("") }
      return screen.unread == unread
    }
    try terminal.enter("notifications")
    try terminal.wait(for: "a prompt without a count") { $0.has("Notifications · ") && $0.unread == 0 }
  }
}
