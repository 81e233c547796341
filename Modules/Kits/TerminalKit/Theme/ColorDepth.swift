/// The number of colours a terminal supports.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable {
  /// No colours and no other escape sequence either.
  case none
  /// The sixteen that the reader's terminal names.
  case ansi16 = "16"
  /// The 256 of xterm.
  case ansi256 = "256"
  case trueColor = "truecolor"

  /// Detects the depth from environment variables.
  ///
  /// The caller passes the variables in, so that nothing here depends on the process. For `--color always` it passes
  /// `noColor: nil` and `isTerminal: true`.
  public static func detect(term: String?, colorTerm: String?, noColor: String?, isTerminal: Bool) -> ColorDepth {
    // no-color.org: set and not empty.
    if let noColor, !noColor.isEmpty { return .none }
    guard isTerminal, let term, !term.isEmpty, term != "dumb" else { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") { return .trueColor }
    if trueColorTerminals.contains(where: term.hasPrefix) { return .trueColor }
    if term.hasSuffix("-256color") { return .ansi256 }
    return term.hasPrefix("vt") ? .none : .ansi16
  }

  private static let trueColorTerminals = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
}
