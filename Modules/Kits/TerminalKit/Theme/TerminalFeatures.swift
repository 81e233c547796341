/// The features of a terminal, from its environment variables.
public struct TerminalFeatures: Sendable {
  private let environment: [String: String]

  /// Reads the variables that are passed in.
  public init(environment: [String: String]) { self.environment = environment }

  /// Whether tmux or screen draws the screen, which shows the parts of a joined emoji side by side.
  ///
  /// Many set TERM to that of the terminal around it, so its own variables count too.
  public var isMultiplexer: Bool { has("TMUX") || has("STY") || terms(["tmux", "screen"]) }

  /// Whether it is known to support clickable links (OSC 8); others may print the sequences.
  ///
  /// A multiplexer inherits the variables of the terminal that it was started in, so there only its own count: tmux passes links
  /// on since 3.4, screen does not.
  public var hasHyperlinks: Bool {
    if isMultiplexer {
      guard !has("STY"), environment["TERM_PROGRAM"] == "tmux" else { return false }
      let version = (environment["TERM_PROGRAM_VERSION"] ?? "").drop { !$0.isNumber }.split(separator: ".")
      let numbers = version.prefix(2).map { Int($0.prefix { $0.isNumber }) ?? 0 }
      return [3, 4].lexicographicallyPrecedes(numbers) || numbers == [3, 4]
    }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5000 { return true }
    if let program = environment["TERM_PROGRAM"], ["iTerm.app", "WezTerm", "ghostty", "vscode"].contains(program) {
      return true
    }
    return terms(["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm"])
  }

  /// Whether programs can set its clipboard (OSC 52): whatever is not known to lack that.
  ///
  /// Over ssh only `TERM` is known, which many terminals share; those without a clipboard ignore the sequence.
  public var hasClipboard: Bool {
    guard let term = environment["TERM"], !term.isEmpty, term != "dumb" else { return false }
    if has("STY") || terms(["linux", "vt", "cons", "ansi", "rxvt", "eterm", "Eterm", "emacs"]) { return false }
    // The variables below may be those of the terminal that tmux was started in.
    if isMultiplexer { return true }
    let lacks = has("VTE_VERSION") || environment["TERM_PROGRAM"] == "Apple_Terminal"
    return !lacks && environment["KONSOLE_VERSION"].flatMap { Int($0) }.map { $0 >= 241_200 } ?? true
  }

  private func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }

  private func terms(_ names: [String]) -> Bool { names.contains { environment["TERM"]?.hasPrefix($0) ?? false } }
}
