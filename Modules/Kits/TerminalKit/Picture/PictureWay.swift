public enum PictureWay: String, Hashable, Sendable, CaseIterable {
  /// Half blocks in two colours each, for any terminal with colours.
  case blocks
  /// The graphics protocol of kitty (sw.kovidgoyal.net/kitty/graphics-protocol).
  case kitty
  /// The inline images of iTerm2 (iterm2.com/documentation-images.html).
  case iterm
  /// Sixels, as on the VT340.
  case sixel

  /// Detects the way from environment variables of the terminal.
  ///
  /// The caller passes the way to a variable in, so that nothing here depends on the process. Nothing is asked of the
  /// terminal: an answer that comes late would be typed into the line. What is not known gets blocks.
  public static func detect(_ variable: (_ name: String) -> String?) -> PictureWay {
    func value(_ name: String) -> String { variable(name) ?? "" }
    let term = value("TERM")
    // Inside of these, what is meant for the terminal outside is eaten or spoiled.
    if ["tmux", "screen"].contains(where: term.hasPrefix) || !value("TMUX").isEmpty { return .blocks }
    if !value("KITTY_WINDOW_ID").isEmpty || ["xterm-kitty", "xterm-ghostty"].contains(term) { return .kitty }
    switch value("TERM_PROGRAM") {
    case "ghostty": return .kitty
    case "iTerm.app", "WezTerm", "mintty": return .iterm
    default: break
    }
    if value("LC_TERMINAL") == "iTerm2" { return .iterm }
    return ["foot", "mlterm", "contour", "yaft"].contains(where: term.hasPrefix) ? .sixel : .blocks
  }
}
