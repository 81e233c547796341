import Testing

/// The user's `~/.editrc`: vi mode and bindings of their own.
struct EditrcTests {
  private func start(_ command: String) throws -> Tmux {
    let tmux = try Tmux(command, columns: 40, rows: 12)
    try tmux.expectRows("probe>", cursor: 7)
    return tmux
  }

  @Test func arrowsStayInViInsertMode() throws {
    let tmux = try start("echo 'bind -v' > $HOME/.editrc; probe")
    try tmux.type("abc")
    try tmux.press("Left", "X")
    try tmux.expectRows("probe> abXc", cursor: 10)
    try tmux.press("Escape")
    try tmux.expectRows("probe> abXc", cursor: 9)
    try tmux.type("0xi日")
    try tmux.expectRows("probe> 日bXc", cursor: 9)
    try tmux.press("Enter", "Up", "Escape")
    try tmux.type("Aend\r")
    try tmux.expectRows("got: \"日bXcend\" (7 scalars)", "probe>")
  }

  /// libedit's own undo in vi mode takes one change back, and then the other way round.
  @Test func undoInViGoesBackAWordAtATime() throws {
    let tmux = try start("echo 'bind -v' > $HOME/.editrc; probe")
    try tmux.type("alpha")
    try tmux.expectRows("probe> alpha", cursor: 12)
    try tmux.type(" beta")
    try tmux.expectRows("probe> alpha beta", cursor: 17)
    try tmux.press("Escape", "u")
    try tmux.expectRows("probe> alpha")
    try tmux.press("u")
    try tmux.expectRows("probe>")
    try tmux.type("inew\r")
    try tmux.expectRows("got: \"new\" (3 scalars)", "probe>")
  }

  @Test func escapeLeavesViInsertModeAlsoWithAnArrowOfTheUsers() throws {
    let tmux = try start(
      "echo 'bind -v' > $HOME/.editrc; echo 'bind \"\\\\e[A\" ed-move-to-beg' >> $HOME/.editrc; probe")
    try tmux.type("abc")
    try tmux.press("Escape")
    try tmux.expectRows("probe> abc", cursor: 9)
    try tmux.type("0xAd")
    try tmux.expectRows("probe> bcd", cursor: 10)
    try tmux.press("Up")
    try tmux.type("a\r")
    try tmux.expectRows("got: \"abcd\" (4 scalars)", "probe>")
  }

  @Test func editrcOfTheUserIsUsed() throws {
    let settings = [
      "bind -s \"^Xh\" \"hello from editrc\"", "other:bind ^A ed-clear-screen", "bind \"\\\\e[5~\" howdah-clear",
    ]
    let echo = settings.map { "echo '\($0)' >> $HOME/.editrc; " }.joined()
    let tmux = try start(echo + "probe")
    try tmux.press("C-x", "h")
    try tmux.expectRows("probe> hello from editrc")
    try tmux.press("C-a", "!", "PPage")
    try tmux.expect("only the line") { $0.rows.suffix(1) == ["probe> !hello from editrc"] && $0.cursorColumn == 8 }
  }
}
