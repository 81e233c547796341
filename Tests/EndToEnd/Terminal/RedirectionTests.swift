import Glibc
import Testing

/// `>`, `|` and `!` at a prompt: the prompt comes back, with one sentence for what failed.
@Suite(.serialized, .ownThread)
struct RedirectionTests {
  private let home = "sandbox · home"

  private func start(_ size: (columns: Int, rows: Int)) throws -> TmuxTerminal {
    let machine = try Machine()
    for setting in ["pager off", "shell on"] {
      let set = try machine.shell("howdah --sandbox set \(setting) --yes")
      guard set.code == 0 else { throw Problem("not set: \(set.everything)") }
    }
    let terminal = try TmuxTerminal(
      "started howdah --sandbox --no-live", on: machine, columns: size.columns, rows: size.rows)
    try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
    return terminal
  }

  @Test(arguments: [(80, 24), (40, 12)]) func fileThatCannotBeWrittenIsOneSentence(_ size: (Int, Int)) throws {
    let terminal = try start(size)
    let folder = terminal.machine.folder
    mkdir(folder.file("folder"), 0o700)
    mkfifo(folder.file("pipe"), 0o600)
    for (file, sentence) in [
      ("/dev/full", "No space left on the disk"), ("folder", "is a folder."), ("no/file", "Create the folder"),
      ("pipe", "that no program reads."),
    ] {
      let path = file.hasPrefix("/") ? file : folder.file(file)
      for sign in [">", ">>"] {
        let text = try terminal.answer(to: "whoami \(sign) \(path)")
        #expect(text.contains("! ") && text.contains(sentence), "\(text)")
      }
    }
    // A device is written to and stays one.
    #expect(try terminal.answer(to: "whoami > /dev/null").contains("lines to /dev/null."))
  }

  @Test(arguments: [(80, 24), (40, 12)]) func programHasTheTerminalAndGivesItBack(_ size: (Int, Int)) throws {
    let terminal = try start(size)
    try terminal.enter("home --limit 5 | less")
    try terminal.wait(for: "less") { $0.rows.last == ":" }
    // Ctrl-C is less's own, and does not end the prompt. On it less drops the key that it is reading, so that a G soon
    // after it can be lost: it is pressed until it is read.
    try terminal.press("C-c")
    try terminal.wait(for: "the end") { screen in
      if screen.rows.last == ":" { try terminal.press("G") }
      return screen.rows.last == "(END)"
    }
    try terminal.press("q")
    try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
    try terminal.enter("! printf 'name: '; read -r x; echo \"it is <$x>\"")
    try terminal.wait(for: "the question") { $0.cursorLine == "name:" }
    try terminal.enter("Rook")
    try terminal.wait(for: "the answer and the prompt") { $0.has("it is <Rook>") && $0.cursorLine.hasSuffix("›") }
    try terminal.enter("! sleep 600")
    try terminal.wait(for: "the command") { $0.cursorLine == "" }
    try terminal.press("C-c")
    try terminal.wait(for: "the prompt") { $0.cursorLine.hasSuffix("›") }
    // Typing is as before: a line is edited and remembered.
    try terminal.type("whoamix")
    try terminal.press("BSpace")
    try terminal.wait(for: "the line") { $0.cursorLine.hasSuffix("› whoami") }
    try terminal.press("C-u", "Up", "Up")
    try terminal.wait(for: "the line before") { $0.count("printf 'name: '") == 2 }
  }

  @Test(arguments: [(80, 24), (40, 12)]) func programThatFailsIsOneSentence(_ size: (Int, Int)) throws {
    let terminal = try start(size)
    for (line, sentence) in [
      ("whoami | nosuchprogram", "The program ended with code 127."), ("! exit 3", "The program ended with code 3."),
      ("whoami | sh -c 'exit 255'", "The program ended with code 255."),
    ] {
      let text = try terminal.answer(to: line)
      #expect(text.contains(sentence), "\(text)")
    }
    if try terminal.machine.shell("command -v jq").code == 0 {
      let text = try terminal.answer(to: "whoami | jq .")
      #expect(text.contains("It reads JSON: add --json before the |."), "\(text)")
    }
    // These are not failures: nothing was found, nobody read to the end, a signal ended it.
    for line in ["whoami | grep nothing", "home --limit 20 | head -1", "home --limit 20 | true", "! kill -9 $$"] {
      let text = try terminal.answer(to: line)
      #expect(!text.contains("! "), "\(text)")
    }
  }
}
