import Foundation
import Glibc
import Testing

/// Plugins at the prompt of a terminal: the examples as a user meets them, and those that come and go meanwhile.
@Suite(.serialized, .ownThread)
struct PluginPromptTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    for folder in ["data", "data/howdah", "data/howdah/plugins"] { mkdir(machine.folder.file(folder), 0o700) }
  }

  private func path(_ name: String) -> String { machine.folder.file("data/howdah/plugins/howdah-\(name)") }

  /// Puts an example, or a script, into the plugin folder.
  private func install(_ name: String, _ script: String? = nil) throws {
    let example = CommandLines.root.appending(path: "Examples/plugins/howdah-\(name)").path
    let text = try script.map { "#!/bin/sh\n\($0)\n" } ?? Files.text(example)
    // Named when it is complete, as by an installation.
    let file = machine.folder.file("new")
    try Files.write(text, to: file)
    chmod(file, 0o755)
    rename(file, path(name))
  }

  private func prompt(_ columns: Int = 80, _ rows: Int = 24) throws -> TmuxTerminal {
    let terminal = try TmuxTerminal("howdah --sandbox --no-live", on: machine, columns: columns, rows: rows)
    try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
    _ = try terminal.answer(to: "set pager off")
    return terminal
  }

  /// Types the beginning of a line, and Tab until that completes it: plugins are looked for in the background.
  private func complete(_ typed: String, to line: String, in terminal: TmuxTerminal) throws {
    try Deadline.first("the completion of \(typed)", within: .seconds(60)) {
      try terminal.type(typed)
      try terminal.press("Tab")
      // What follows Tab is shown after its result.
      try terminal.type("x")
      let screen = try terminal.wait(for: "what was typed") { $0.cursorLine.hasSuffix("x") }
      try terminal.press("C-u")
      try terminal.wait(for: "an empty line") { $0.cursorLine.hasSuffix("›") }
      return screen.cursorLine.hasSuffix("› \(line) x") ? true : nil
    }
  }

  @Test(
    .enabled(if: access("/usr/bin/python3", X_OK) == 0), .timeLimit(.minutes(10)), arguments: [(80, 24), (40, 12)])
  func examplesAreCompletedAskAndAreAnswered(_ size: (columns: Int, rows: Int)) throws {
    for name in ["today", "wordcount"] { try install(name) }
    try install("ask", "echo '{\"run\": \"delete .\"}'")
    let terminal = try prompt(size.columns, size.rows)
    let before = try terminal.wrappedRows()
    try complete("tod", to: "today", in: terminal)
    try complete("wordc", to: "wordcount", in: terminal)
    #expect(try terminal.answer(to: "today 20").contains("Who has posted"))
    #expect(try terminal.answer(to: "today soon").contains("An example: today 20."))
    #expect(try terminal.answer(to: "help wordcount").contains("--bookmark"))
    try complete("wordcount --bo", to: "wordcount --bookmark", in: terminal)
    _ = try terminal.answer(to: "home --limit 2")
    let refused = try terminal.answer(to: "wordcount 1 --bookmark")
    #expect(refused.contains("which you have not allowed."), "\(refused)")
    #expect(try terminal.answer(to: "plugins allow wordcount bookmark").contains("wordcount may ask for bookmark."))
    let done = try terminal.answer(to: "wordcount 1 --bookmark")
    #expect(done.contains("Words on this screen") && done.contains("Bookmarked"), "\(done)")

    // What can't be undone is asked about, whoever wants it.
    #expect(try terminal.answer(to: "post fog").contains("Sent."))
    _ = try terminal.answer(to: "plugins allow ask delete")
    for (answer, result) in [("n", "open ."), ("y", "Deleted your post.")] {
      try terminal.enter("ask")
      try terminal.wait(for: "the question") { $0.cursorLine.contains("[y/N]:") }
      try terminal.enter(answer)
      let screen = try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
      #expect(answer == "n" || screen.has(result), "\(screen)")
      if answer == "n" { #expect(try terminal.answer(to: "open .").contains("fog")) }
    }
    #expect(try terminal.answer(to: "plugins").contains("May ask for: bookmark"))
    #expect(try terminal.screen().rows.allSatisfy { $0.count <= size.columns })
    #expect(try terminal.wrappedRows().filter { !$0.contains("›") } == before)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [(80, 24), (40, 12)])
  func controlSequencesOfAPluginChangeNothing(_ size: (columns: Int, rows: Int)) throws {
    try install(
      "hostile",
      #"printf '\033[?1049h\033]0;owned\007\033[31mred \033[8mhidden\r\033c\033(0\016qqq\233?25l %s\n' "#
        + "$(head -c 300 /dev/zero | tr '\\0' w)")
    let terminal = try prompt(size.columns, size.rows)
    let before = try terminal.wrappedRows()
    let answer = try terminal.answer(to: "hostile")
    #expect(answer.contains("red hidden") && answer.contains("qqq"), "\(answer)")
    #expect(!answer.contains("[31m") && !answer.contains("owned"))
    #expect(try terminal.state() == "alternate 0, cursor 1")
    #expect(try terminal.wrappedRows().filter { !$0.contains("›") } == before)
    #expect(try terminal.answer(to: "where").contains("Current location"))
  }

  @Test(.timeLimit(.minutes(10))) func pluginsThatComeAndGoAreNoticed() throws {
    let terminal = try prompt()
    try install("probe", "echo probed")
    // A line later, whatever it was, without a restart.
    _ = try terminal.answer(to: "where")
    try complete("prob", to: "probe", in: terminal)
    #expect(try terminal.answer(to: "probe").contains("probed"))
    #expect(try terminal.answer(to: "help all").contains("probe"))
    unlink(path("probe"))
    let gone = try terminal.answer(to: "probe")
    #expect(gone.contains("probe is gone"), "\(gone)")
    try Deadline.first("the end of its completion") {
      try terminal.answer(to: "probe").contains("Unknown command “probe”.") ? true : nil
    }
    try terminal.type("prob")
    try terminal.press("Tab")
    try terminal.type("x")
    try terminal.wait(for: "what was typed") { $0.cursorLine.hasSuffix("› probx") }
    try terminal.press("C-u")
    #expect(!(try terminal.answer(to: "plugins").contains("howdah-probe")))
  }
}
