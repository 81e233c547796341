import Testing

/// The scripts of `howdah completion` in the shells that they are for, on a terminal.
@Suite(.serialized, .ownThread)
struct ShellCompletionTests {
  /// A shell without anybody's configuration, with the script loaded and a prompt of `% `.
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    /// The command that starts it in the tests' home folder.
    var command: String {
      switch self {
      case .bash:
        """
        howdah completion bash > "$HOME/howdah.bash"
        printf '%s\\n' "PS1='% '" 'bind "set bell-style none"' 'bind "set show-all-if-ambiguous on"' \
          'bind "set page-completions off"' 'source "$HOME/howdah.bash"' 'cd "$HOME"' > "$HOME/rc"
        exec bash --noprofile --rcfile "$HOME/rc" -i
        """
      case .zsh:
        """
        export ZDOTDIR="$HOME"
        printf '%s\\n' "PS1='%% '" 'setopt no_prompt_sp no_list_beep' 'autoload -U compinit' 'compinit -u -D' \
          'source <(howdah completion zsh)' 'cd "$HOME"' > "$HOME/.zshrc"
        exec zsh -i
        """
      case .fish:
        """
        mkdir -p "$HOME/config/fish/completions"
        howdah completion fish > "$HOME/config/fish/completions/howdah.fish"
        printf '%s\\n' 'function fish_prompt; echo -n "% "; end' 'set -g fish_greeting' \
          'set -g fish_autosuggestion_enabled 0' 'cd $HOME' > "$HOME/config/fish/config.fish"
        exec fish -i
        """
      }
    }

    /// Whether its lists explain the candidates.
    var describes: Bool { self != .bash }
  }

  private func start(_ shell: Shell, columns: Int = 100) throws -> TmuxTerminal {
    let terminal = try TmuxTerminal(shell.command, on: try Machine(), columns: columns, rows: 40)
    try terminal.wait(for: "the shell's prompt") { $0.cursorLine.hasPrefix("%") }
    return terminal
  }

  /// Types the beginning of a line, presses Tab, and waits for the whole; the line is then given up.
  private func complete(_ typed: String, to whole: String, in terminal: TmuxTerminal) throws {
    try terminal.type(typed)
    try terminal.press("Tab")
    try terminal.wait(for: "“\(typed)” completed to “\(whole)”") { $0.cursorLine.hasPrefix("% \(whole)") }
    try discard(in: terminal)
  }

  /// Gives a line up; where a list is open, the first time closes that.
  private func discard(in terminal: TmuxTerminal) throws {
    try Deadline.first("an empty line") {
      try terminal.press("C-u")
      return try terminal.screen().cursorLine == "%" ? true : nil
    }
  }

  /// Types the beginning of a line, asks for the candidates, and waits until these are listed.
  private func list(_ typed: String, _ shown: [String], in terminal: TmuxTerminal) throws {
    try terminal.type(typed)
    try terminal.press("Tab", "Tab")
    try terminal.wait(for: "the list for “\(typed)”") { screen in shown.allSatisfy(screen.has) }
    try discard(in: terminal)
    try terminal.enter("clear")
    try terminal.wait(for: "a cleared screen") { $0.cursorLine == "%" }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Shell.allCases)
  func commandsOptionsAndValuesAreCompleted(in shell: Shell) throws {
    let terminal = try start(shell)
    try complete("howdah notif", to: "howdah notifications", in: terminal)
    try complete("howdah --sandb", to: "howdah --sandbox", in: terminal)
    try complete("howdah post --visi", to: "howdah post --visibility", in: terminal)
    try complete("howdah post --visibility pub", to: "howdah post --visibility public", in: terminal)
    try complete("howdah post --visibility=pub", to: "howdah post --visibility=public", in: terminal)
    let quoted = shell == .zsh ? "public" : "\"public\""
    try complete("howdah post --visibility=\"pub", to: "howdah post --visibility=\(quoted)", in: terminal)
    try complete("howdah --color=nev", to: "howdah --color=never", in: terminal)
    try complete("howdah help booste", to: "howdah help boosters", in: terminal)
    try complete("howdah sandbox --quie", to: "howdah sandbox --quiet", in: terminal)
    try list("howdah bookm", ["bookmark", "bookmarks"], in: terminal)
    if shell.describes {
      try list("howdah bookm", ["Show the posts that you bookmarked"], in: terminal)
      try list("howdah --no-", ["Don't open a stream for live updates"], in: terminal)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Shell.allCases, [100, 50])
  func numbersAndNamesOfTheLastScreenAreCompleted(in shell: Shell, columns: Int) throws {
    let terminal = try start(shell, columns: columns)
    try terminal.enter("howdah --sandbox --color never profile @rook --limit 3")
    try terminal.wait(for: "the screen") { $0.cursorLine == "%" && $0.has(" 3 ") }
    if shell.describes {
      try list("howdah --sandbox fav ", ["1 ", "2 ", "3 ", "Rook @rook"], in: terminal)
    } else {
      try list("howdah --sandbox fav ", ["1  2  3"], in: terminal)
    }
    try complete("howdah --sandbox follow @roo", to: "howdah --sandbox follow @rook", in: terminal)
    try complete("howdah --sandbox @roo", to: "howdah --sandbox @rook", in: terminal)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Shell.allCases)
  func filesAreCompletedWhereAPathIsDue(in shell: Shell) throws {
    let terminal = try start(shell)
    try Files.write("", to: terminal.machine.folder.file("Canal in fog.png"))
    try complete("howdah post --attach Cana", to: "howdah post --attach Canal\\ in\\ fog.png", in: terminal)
    try complete("howdah post --attach=Cana", to: "howdah post --attach=Canal\\ in\\ fog.png", in: terminal)
    try complete("howdah post --attach ~/Cana", to: "howdah post --attach ~/Canal\\ in\\ fog.png", in: terminal)
    try complete("howdah post --attach \"Cana", to: "howdah post --attach \"Canal in fog.png\"", in: terminal)
    try complete("howdah import follows Cana", to: "howdah import follows Canal\\ in\\ fog.png", in: terminal)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Shell.allCases)
  func accountsAreCompletedAndAreNotAskedFor(in shell: Shell) throws {
    let terminal = try start(shell)
    let server = try terminal.machine.signIn()
    #expect(try server.stop() == 0)
    let account = "you@\(server.host)"
    try complete("howdah --account yo", to: "howdah --account \(account)", in: terminal)
    try complete("howdah --account you@127", to: "howdah --account \(account)", in: terminal)
    try complete("howdah switch yo", to: "howdah switch \(account)", in: terminal)
    // Its server is not there any more.
    try complete("howdah --account \(account) notif", to: "howdah --account \(account) notifications", in: terminal)
  }

  @Test func completionRefusesNoLine() throws {
    let machine = try Machine()
    let lines = [
      "--nonsense ho", "--width x ho", "--account nobody@nowhere.example ho", "frobnicate x", "-c ", "\" ho", "fav 99 ",
    ]
    for line in lines {
      for shell in ["zsh", "fish"] {
        let run = try machine.howdah("__complete", shell, line, "")
        #expect(run.code == 0 && run.error.isEmpty, "\(shell): \(line): \(run.error)")
      }
      let run = try machine.howdah("__complete", "bash", "howdah \(line)", "")
      #expect(run.code == 0 && run.error.isEmpty, "bash: \(line): \(run.error)")
    }
  }
}
