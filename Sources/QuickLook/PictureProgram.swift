public import TerminalKit

/// The program that draws a picture for a terminal: chafa (hpjansson.org/chafa), where it is installed.
public struct PictureProgram: Sendable {
  /// Where it is; `nil` where it is not installed.
  public var find: @Sendable () -> String?
  /// Runs the program at a path, without a shell and within bounds, and answers what it wrote.
  public var run: @Sendable (_ path: String, _ arguments: [String]) throws(Failure) -> [UInt8]

  /// Why there is no drawing.
  public enum Failure: Error, Hashable, Sendable {
    /// It ended with another code than 0, most often because it cannot read the picture.
    case failed
    /// It took too long, and was ended.
    case timedOut
    /// It wrote too much, and was ended.
    case tooMuch
    /// The person stopped it.
    case interrupted
  }

  /// Makes a program from its parts.
  public init(
    find: @escaping @Sendable () -> String?,
    run: @escaping @Sendable (_ path: String, _ arguments: [String]) throws(Failure) -> [UInt8]
  ) {
    self.find = find
    self.run = run
  }

  /// It is not installed.
  public static let none = PictureProgram(find: { nil }, run: { _, _ throws(Failure) in throw .failed })

  /// How it is told to draw a file, with everything said that it would otherwise guess from its surroundings.
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
    // A picture by a protocol of its own has its own colours, however few the terminal gives to letters.
    let depth =
      switch (way, colors) {
      case (.blocks, .none), (.blocks, .ansi16): "16"
      case (.blocks, .ansi256): "256"
      default: "full"
      }
    // No cleverness with the cursor, no animation, no waiting, no question to the terminal.
    return format + [
      "--colors", depth, "--optimize", "1", "--animate", "off", "--duration", "0", "--polite", "on", "--size",
      "\(columns)x\(rows)", "--scale", "max", file,
    ]
  }
}
