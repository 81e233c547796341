import FoundationEssentials
import Glibc
import Testing

/// The user's own editor on a real terminal: it gets the terminal and the text, and the prompt gets both back.
@Suite(.serialized, .ownThread)
struct ExternalEditorTests {
  private let home = "sandbox · home"

  /// Starts Howdah with an editor that is a shell script; `$1` is the file.
  private func start(_ script: String, command: String = "started howdah --no-live") throws -> TmuxTerminal {
    let machine = try Machine()
    let path = machine.folder.file("edit")
    try Files.write("#!/bin/sh\n\(script)\n", to: path)
    chmod(path, 0o700)
    return try TmuxTerminal(
      command, on: machine, environment: ["EDITOR": path, "VISUAL": "", "TMPDIR": machine.folder.file("")])
  }

  private func leftovers(_ terminal: TmuxTerminal) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: terminal.machine.folder.file("")).filter {
      $0.hasPrefix("howdah-")
    }
  }

  /// An editor that shows the text, reads a line from the terminal and adds it.
  private static let asking = """
    echo "== editing"; cat "$1"; printf 'add: '; IFS= read -r line; printf '%s\\n' "$line" >> "$1"
    """

  @Test func editorHasTheTerminalAndTheComposerGetsTheText() throws {
    let terminal = try start(Self.asking)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("post -e Low water.")
    // The terminal is as it was found: what is typed is echoed, and Backspace deletes.
    try terminal.wait(for: "the editor") { $0.cursorLine == "add:" && $0.has("== editing") }
    try terminal.type("Mind the stepx")
    try terminal.press("BSpace", "s", "Enter")
    try terminal.wait(for: "the composer") {
      $0.has("1  Low water.") && $0.has("2  Mind the steps") && $0.isWriting("post")
    }
    #expect(try leftovers(terminal).isEmpty)
    try terminal.enter("A third line.")
    try terminal.enter("/editor")
    try terminal.wait(for: "the editor again") { $0.cursorLine == "add:" && $0.count("A third line.") > 1 }
    // Ctrl-C is the editor's, which ends; the text stays.
    try terminal.press("C-c")
    try terminal.wait(for: "the error") { $0.has("ended with an error") && $0.isWriting("post") }
    try terminal.enter("/show")
    try terminal.wait(for: "all lines") { $0.has("3  A third line.") }
    try terminal.enter("/discard")
    try terminal.wait(forText: "[y/N]")
    try terminal.enter("y")
    try terminal.wait(forPrompt: home)
    #expect(try leftovers(terminal).isEmpty)
  }

  @Test func editorThatLeavesNothingKeepsTheText() throws {
    let terminal = try start(#": > "$1""#)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("reply 1 -e Good morning.")
    try terminal.wait(for: "what happened") {
      $0.has("The editor left no text, so the reply stays as it was.") && $0.has("Good morning.")
        && $0.isWriting("reply")
    }
    #expect(try leftovers(terminal).isEmpty)
  }

  @Test(arguments: [("exit 1", "ended with an error"), ("true", "The text is unchanged.")])
  func editorThatChangesNothingSaysSo(_ script: String, _ words: String) throws {
    let terminal = try start(script)
    try terminal.wait(forText: "older · open N")
    try terminal.enter("post --editor Low water.")
    try terminal.wait(for: "what happened") { $0.has(words) && $0.isWriting("post") }
    try terminal.enter("/show")
    try terminal.wait(for: "the text") { $0.has("1  Low water.") }
  }

  @Test func singleCommandSendsTheEditedText() throws {
    let terminal = try start(Self.asking, command: "howdah --sandbox post -e; echo code $?; howdah --sandbox drafts")
    try terminal.wait(for: "the editor") { $0.cursorLine == "add:" }
    try terminal.enter("Low water.")
    try terminal.wait(for: "the address and no draft") {
      $0.has("https://") && $0.has("code 0") && $0.has("No drafts.")
    }
    #expect(try leftovers(terminal).isEmpty)
  }

  @Test func singleCommandWithoutTextSendsNothing() throws {
    let terminal = try start("true", command: "howdah --sandbox post -e; echo code $?")
    try terminal.wait(for: "the refusal") {
      $0.has("The editor left no text, so nothing was sent.") && $0.has("code 7")
    }
  }
}
