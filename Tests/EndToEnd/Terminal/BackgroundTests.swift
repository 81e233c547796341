import Glibc
import Testing

/// The terminal's background, and its answers at any time: none of them is typed text.
@Suite(.serialized, .ownThread)
struct BackgroundTests {
  private let home = "sandbox · home"

  /// Sends bytes as the terminal would answer.
  private func answer(_ text: String, to terminal: TmuxTerminal) throws {
    try terminal.send(bytes: Array(text.utf8))
  }

  private func theme(in terminal: TmuxTerminal, is name: String) throws {
    try terminal.enter("themes")
    try terminal.wait(for: "the theme \(name)") { $0.has("\(name)  in use") }
  }

  @Test func lateAnswerChangesTheThemeAndIsNotTyped() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("howdah --no-live", on: machine)
    try terminal.wait(forPrompt: home)
    try terminal.type("the")
    try answer("\u{1B}]11;rgb:fafa/f7f7/f0f0\u{1B}\\\u{1B}[?1;2c", to: terminal)
    try terminal.type("mes")
    try terminal.wait(for: "the line") { $0.cursorLine == "\(home) › themes" }
    try terminal.press("Enter")
    try terminal.wait(for: "the light theme") { $0.has("day  in use") }
    try answer("\u{1B}]11;rgb:0000/0000/0000\u{7}", to: terminal)
    try theme(in: terminal, is: "dusk")
  }

  /// A single command does not ask, since its shell could get the answer.
  @Test func commandUsesTheBackgroundThatThePromptDetected() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("howdah --no-live; howdah --sandbox themes", on: machine)
    try terminal.wait(forPrompt: home)
    try answer("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", to: terminal)
    try theme(in: terminal, is: "day")
    try terminal.press("C-d")
    try terminal.wait(for: "the themes once more") { $0.has("ended 0") && $0.count("day  in use") == 2 }
    // Another kind of terminal may look different.
    let other = try TmuxTerminal("howdah --sandbox themes", on: machine, environment: ["TERM": "xterm-256color"])
    try other.wait(for: "the dark theme") { $0.has("ended 0") && $0.has("dusk  in use") }
  }

  @Test func answerInPartsIsNotTypedEither() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("howdah --no-live", on: machine)
    try terminal.wait(forPrompt: home)
    for part in ["\u{1B}]11;rg", "b:ffff/ff", "ff/ffff", "\u{1B}", "\\"] {
      try answer(part, to: terminal)
      // As a slow line would.
      poll(nil, 0, 30)
    }
    try terminal.type("help")
    try terminal.wait(for: "the line") { $0.cursorLine == "\(home) › help" }
    try terminal.press("C-u")
    try theme(in: terminal, is: "day")
  }

  @Test func terminalThatSaysNothingHasItsThemeFromTheEnvironment() throws {
    let machine = try Machine()
    let terminal = try TmuxTerminal("howdah --no-live", on: machine, environment: ["COLORFGBG": "0;15"])
    try terminal.wait(forPrompt: home)
    try theme(in: terminal, is: "day")
  }

  @Test func chosenThemeStays() throws {
    let machine = try Machine()
    #expect(try machine.howdah("set", "theme", "tide").code == 0)
    let terminal = try TmuxTerminal("howdah --no-live", on: machine, environment: ["COLORFGBG": "0;15"])
    try terminal.wait(forPrompt: home)
    try answer("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", to: terminal)
    try theme(in: terminal, is: "tide")
  }

  /// The terminal answers when the program is about to leave it; a shell would read the answer as a line.
  @Test(arguments: ["quit\\n", "home --limit 1\\nquit\\n"])
  func answerThatComesWhileThePromptEndsDoesNotReachTheShell(_ keys: String) throws {
    let machine = try Machine()
    let run = try machine.shell(
      """
      { printf '\(keys)'
        until grep -q '11;?' "$HOME/screen" && grep -q 'sandbox' "$HOME/screen"; do sleep 0.02; done
        printf '\\033]11;rgb:ffff/ffff/ffff\\033\\\\\\033[?62;22c'
        until [ -e "$HOME/ended" ]; do sleep 0.02; done
        printf 'next\\n'
      } | script -qefc 'howdah --no-live; touch $HOME/ended; head -n 1 > $HOME/after' $HOME/typescript > $HOME/screen
      cat $HOME/after
      """, environment: ["TERM": "xterm-256color"])
    #expect(run.output == "next\n", "\(run.everything)")
    #expect(try Files.text(machine.folder.file("screen")).contains("11;?"))
  }

  @Test func backgroundIsNotQueriedWithoutColours() throws {
    let machine = try Machine()
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "linux"]] {
      let run = try machine.shell(
        "printf 'quit\\n' | script -qec 'howdah --no-live' $HOME/typescript > $HOME/screen",
        environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
      #expect(run.code == 0)
      #expect(!(try Files.text(machine.folder.file("screen")).contains("]11;?")), "\(environment)")
    }
  }
}
