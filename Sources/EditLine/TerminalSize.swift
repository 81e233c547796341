internal import CEditLine
internal import Glibc

public struct TerminalSize: Equatable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of the terminal of a file descriptor; nil if it is not a terminal or reports no size.
  public init?(fileDescriptor: Int32) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    cel_window_size(fileDescriptor, &columns, &rows)
    guard columns > 0, rows > 0 else { return nil }
    self.init(columns: Int(columns), rows: Int(rows))
  }

  /// The size assumed for a terminal that does not report one.
  static let assumed = TerminalSize(columns: 80, rows: 24)
}

extension LineEditor {
  /// Whether the user can be asked for a line: standard input is a terminal, and so is one of the two outputs.
  ///
  /// Where this is false `init` throws; `PipedLineReader` reads such input.
  public static var isInteractive: Bool {
    isatty(0) == 1 && (isatty(1) == 1 || isatty(2) == 1)
  }

  /// The size of the terminal that the program writes to, if there is one.
  public static var terminalSize: TerminalSize? {
    TerminalSize(fileDescriptor: 1) ?? TerminalSize(fileDescriptor: 2) ?? TerminalSize(fileDescriptor: 0)
  }
}
