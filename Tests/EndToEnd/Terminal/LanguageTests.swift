import Testing

/// The command language as a person types it, on terminals of two sizes and in two runs.
@Suite(.serialized, .ownThread)
struct LanguageTests {
  @Test(.timeLimit(.minutes(10)), arguments: [(80, 24), (40, 12)])
  func aliasesRangesAndReferencesAreThereInTheNextRun(_ size: (columns: Int, rows: Int)) throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal(
      "started howdah --sandbox --no-live; started howdah --sandbox --no-live", on: machine, columns: size.columns,
      rows: size.rows)
    try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
    let pager = try terminal.answer(to: "set pager off")
    #expect(pager.contains("off"), "\(pager)")

    // An alias with a parameter: what stands in its place is never read as anything but a word.
    let alias = #"alias gm = post "Good morning $1""#
    #expect(try terminal.answer(to: alias).contains("Added the alias gm."))
    #expect(try terminal.answer(to: #"gm "Ann; home""#).contains("Sent."))
    #expect(try terminal.answer(to: "copy . | cat").contains("https://"))
    let sent = try terminal.answer(to: "open .")
    #expect(sent.contains("Good morning Ann; home"), "\(sent)")

    // Several commands, a range, and a text whose quotes end it.
    let liked = try terminal.answer(to: "local --limit 5; fav 2-3,5")
    #expect(liked.contains("Favourited 3 posts."), "\(liked)")
    let undone = try terminal.answer(to: "undo")
    #expect(undone.contains("3 posts"), "\(undone)")
    let two = try terminal.answer(to: #"post "Fog; again" --cw Weather ; where"#)
    #expect(two.contains("Sent.") && two.contains("Current location"), "\(two)")
    #expect(try terminal.answer(to: "home --limit 2 --json | jq '.items | length'").hasSuffix("2"))

    // What a shell has and this language has not is answered with what there is.
    #expect(try terminal.answer(to: "home && local").contains("A semicolon separates commands"))
    #expect(try terminal.answer(to: "fav 5-2").contains("Write 2-5."))
    #expect(try terminal.answer(to: "hoem").contains("Did you mean home?"))

    let file = machine.folder.file("morning.txt")
    try Files.write("# every morning\nlocal --limit 2\nfav 1-2\nhoem\n", to: file)
    let morning = try terminal.answer(to: "source \(file)")
    #expect(morning.contains("Favourited 2 posts.") && morning.contains("Line 4 of"), "\(morning)")
    #expect(try terminal.answer(to: "source \(file)x").contains("does not exist."))

    // The names of lists are known to Tab once it was asked for them.
    #expect(try terminal.answer(to: #"list create "Night shift""#).contains("Created the list"))
    try terminal.type("list Nig")
    try terminal.wait(for: "the name of the list") { screen in
      if screen.cursorLine.hasSuffix("list Nig") { try? terminal.press("Tab") }
      return screen.cursorLine.hasSuffix(#"list "Night shift""#)
    }
    try terminal.press("Enter")
    try terminal.wait(for: "the list") { $0.has("No posts by members of this list") }

    try terminal.enter("quit")
    try terminal.wait(for: "the second run") { $0.cursorLine.hasSuffix("›") && !$0.cursorLine.contains("quit") }
    #expect(try terminal.answer(to: "show .").contains("Good morning Ann; home"))
    #expect(try terminal.answer(to: "show -").contains("Fog; again"))
    #expect(try terminal.answer(to: "gm Bo").contains("Sent."))
    #expect(try terminal.answer(to: "delete . --yes").contains("Deleted"))
  }
}
