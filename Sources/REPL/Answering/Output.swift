import FeatureKit
public import TerminalKit

/// The destination and form of what is printed.
@MainActor
public struct Output {
  public struct Style: Sendable {
    /// Text, coloured text, sentences, or JSON.
    public var format: Renderer.Format
    public var colors: ColorDepth
    /// Whether the last line lists what can be typed next.
    public var showsHints: Bool

    /// Whether the terminal supports clickable links (OSC 8).
    public var hasHyperlinks: Bool
    /// Whether the terminal's clipboard can be set (OSC 52); `nil` where the output is not a terminal.
    public var hasClipboard: Bool?

    public init(format: Renderer.Format, colors: ColorDepth, showsHints: Bool, hasHyperlinks: Bool) {
      self.hasHyperlinks = hasHyperlinks
      self.format = format
      self.colors = colors
      self.showsHints = showsHints
    }
  }

  public var style: Style
  /// Returns the columns of the terminal, which can be resized at any time.
  public var terminalWidth: () -> Int
  /// Returns the rows that a page may have beside the prompt; `nil` for any number.
  public var pageHeight: () -> Int? = { nil }
  /// Returns the rows above which a response goes to a pager, where pages are not as long as the terminal; `nil` for none.
  public var pagerHeight: () -> Int? = { nil }
  /// Writes a response, which ends with a line feed.
  public var write: (String) -> Void
  /// Writes bytes as they are; `nil` where they would reach a terminal.
  public var writeBytes: (([UInt8]) -> Void)?
  /// Writes an error or a message, which ends with a line feed.
  public var writeError: (String) -> Void
  /// Whether what is written is part of a record of the session.
  var isRecorded = true
  /// Shows a text in place of the last one, until something else is written; `nil` where that is not possible.
  public var overwrite: ((String) -> Void)?
  /// Runs a program in a shell with this input, or with the terminal's, and returns its exit code; `nil` where none can run.
  public var run: ((_ command: String, _ input: [UInt8]?) async throws -> Int32)?
  /// Runs a program in a shell without the terminal, and returns what it wrote, errors too; `nil` where none can run.
  public var capture: ((_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8]))?
  /// Is called before lines that arrive one by one, which nothing may hold back.
  var lines: () -> Void = {}
  /// Is called before lines that come until the user has enough of them.
  public var beginsFollowing: () -> Void = {}
  /// Lets the user edit a text in another program and returns what it has saved; `nil` without a terminal.
  public var edit: ((_ text: String) async throws -> String)?
  /// Lets the user change a line at the prompt and returns it, or `nil` if that is given up; `nil` without a prompt.
  public var editLine: ((_ prompt: String, _ text: String) async -> String?)?
  /// Asks the user a question; returns `nil` if nobody can answer.
  public var ask: (_ prompt: String, _ isSecret: Bool) async -> String?
  /// Whether somebody can answer a question.
  public var canAsk: () -> Bool = { true }
  /// Prints that a job has ended in the background; `nil` where no command runs there.
  var printEnd: ((String) -> Void)?
  /// Shows a message on the desktop: what the terminal has to be told, or nothing.
  var alert: (Note) -> String = { _ in "" }
  /// Writes the text of a question, which goes into no file and no pipe; `nil` to write it like a response.
  public var writeQuestion: ((String) -> Void)?

  public init(
    style: Style, terminalWidth: @escaping () -> Int, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void, ask: @escaping (_ prompt: String, _ isSecret: Bool) async -> String?
  ) {
    self.style = style
    self.terminalWidth = terminalWidth
    self.write = write
    self.writeError = writeError
    self.ask = ask
  }
}
