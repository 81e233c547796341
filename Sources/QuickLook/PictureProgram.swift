import TerminalKit

/// The program that draws pictures for terminals: chafa (hpjansson.org/chafa).
enum PictureProgram {
  /// The arguments to draw a file, with all options that chafa would otherwise guess from its environment.
  static func arguments(
    for file: String, way: PictureWay, columns: Int, rows: Int, colors: ColorDepth
  ) -> [String] {
    let format =
      switch way {
      case .blocks: ["--format", "symbols", "--symbols", "block+space", "--fill", "none"]
      case .kitty: ["--format", "kitty"]
      case .iterm: ["--format", "iterm"]
      case .sixel: ["--format", "sixels"]
      }
    // Graphics protocols have full colour, even in terminals with few text colours.
    let depth =
      switch (way, colors) {
      case (.blocks, .none), (.blocks, .ansi16): "16"
      case (.blocks, .ansi256): "256"
      default: "full"
      }
    // No cursor movement, animation, waiting or terminal queries.
    return format + [
      "--colors", depth, "--optimize", "1", "--animate", "off", "--duration", "0", "--polite", "on", "--size",
      "\(columns)x\(rows)", "--scale", "max", file,
    ]
  }
}
