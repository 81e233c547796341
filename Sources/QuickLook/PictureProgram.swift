public import TerminalKit

/// The program that draws pictures for terminals: chafa (hpjansson.org/chafa), if it is installed.
public struct PictureProgram: Sendable {
  /// Returns its path; `nil` if it is not installed.
  public var find: @Sendable () -> String?
  /// Runs the program at a path without a shell, within limits of time and size, and returns its output.
  public var run: @Sendable (_ path: String, _ arguments: [String]) async throws(Failure) -> [UInt8]

  public enum Failure: Error, Hashable, Sendable {
    /// Its exit code was not 0, most often because it cannot read the file.
    case failed
    /// It took too long and was killed.
    case timedOut
    /// It wrote too much and was killed.
    case tooMuch
    case interrupted
  }

  /// A machine without chafa.
  public static let none = PictureProgram(find: { nil }, run: { _, _ throws(Failure) in throw .failed })

  /// The arguments to draw a file, with all options that chafa would otherwise guess from its environment.
  public static func arguments(
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
