import Testing

/// The first screen and the prompt below it.
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
    // The count arrives after the first prompt; each new prompt has it.
    try terminal.wait(for: "the count in the prompt") { screen in
      if screen.unread == 0 { try? terminal.enter("") }
      return screen.unread == unread
    }
    try terminal.enter("notifications")
    try terminal.wait(for: "a prompt without a count") { $0.has("Notifications · ") && $0.unread == 0 }
  }

  @Test func aFirstScreenThatComesLateIsALine() throws {
    let machine = try Machine()
    _ = try machine.signIn(faults: ["/api/v1/timelines/** delay 3s"])
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forText: "home ›")
    try terminal.enter("notifications --limit 2")
    try terminal.wait(forText: "Home has loaded · home")
    try terminal.enter("where")
    let screen = try terminal.wait(for: "the location") { $0.has("Current location") }
    #expect(screen.has("Notifications · ") && !screen.has("Home · everyone"), "\(screen)")
  }

  @Test func aDraftThatASecondPromptOpensIsClosedInTheFirst() throws {
    let machine = try Machine()
    _ = try machine.signIn()
    let first = try TmuxTerminal(on: machine)
    try first.wait(forText: "older · open N")
    try first.enter("post")
    try first.wait(forText: "post 500 │")
    try first.enter("Low water at six.")
    let second = try TmuxTerminal(on: machine)
    try second.wait(forText: "older · open N")
    try second.enter("drafts; draft 1")
    try second.wait(forText: "post 483 │")
    try first.wait(forText: "Your post was opened in another Howdah, so it is closed here.")
    try first.enter("home --limit 1")
    try first.wait(forText: "not part of a post")
    try second.enter("/send")
    try second.wait(forText: "Sent.")
    try first.enter("drafts")
    try first.wait(forText: "No drafts")
  }
}
