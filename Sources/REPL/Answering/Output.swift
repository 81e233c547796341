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
  public var pageHeight: () -> Int?
  /// Returns the rows above which a response goes to a pager, where pages are not as long as the terminal; `nil` for none.
  public var pagerHeight: () -> Int?
  /// Writes a response, which ends with a line feed.
  public var write: (String) -> Void
  /// Writes bytes as they are; returns false, and writes nothing, where they would reach a terminal.
  public var writeBytes: ([UInt8]) -> Bool
  /// Writes an error or a message, which ends with a line feed.
  public var writeError: (String) -> Void
  /// Whether what is written is part of a record of the session.
  var isRecorded: Bool
  /// Whether a text can replace the last one on the screen.
  public var canOverwrite: Bool
  /// Shows a text in place of the last one, until something else is written.
  public var overwrite: (String) -> Void
  /// Runs a program in a shell with this input, or with the terminal's, and returns its exit code.
  public var run: (_ command: String, _ input: [UInt8]?) async throws -> Int32
  /// Runs a program in a shell without the terminal, and returns what it wrote, errors too.
  public var capture: (_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8])
  /// Is called before lines that arrive one by one, which nothing may hold back.
  var lines: () -> Void
  /// Is called before lines that come until the user has enough of them.
  public var beginsFollowing: () -> Void
  /// Lets the user edit a text in another program and returns what it has saved.
  public var edit: (_ text: String) async throws -> String
  /// Lets the user change a line at the prompt and returns it, or `nil` if that is given up.
  var editLine: (_ prompt: String, _ text: String) async throws -> String?
  /// Asks the user a question; returns `nil` if nobody can answer.
  public var ask: (_ prompt: String, _ isSecret: Bool) async -> String?
  /// Whether somebody can answer a question.
  public var canAsk: () -> Bool
  /// Whether commands can run in the background.
  var hasJobs: Bool
  /// Shows a message on the desktop: what the terminal has to be told, or nothing.
  var alert: (Note) -> String
  /// Writes the text of a question, which goes into no file and no pipe.
  public var writeQuestion: (String) -> Void

  /// The output of a program that only writes and asks: without pages, jobs, an editor and other programs.
  public static func plain(
    style: Style, terminalWidth: @escaping () -> Int, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void, ask: @escaping (_ prompt: String, _ isSecret: Bool) async -> String?
  ) -> Output {
    Output(
      style: style, terminalWidth: terminalWidth, pageHeight: { nil }, pagerHeight: { nil }, write: write,
      writeBytes: { _ in false }, writeError: writeError, isRecorded: true, canOverwrite: false, overwrite: { _ in },
      run: { _, _ in throw AppError.noPrograms }, capture: { _, _ in throw AppError.noPrograms }, lines: {},
      beginsFollowing: {},
      edit: { _ in throw AppError.noText("The editor needs a terminal.") },
      editLine: { _, _ in throw AppError.noText("No text given, and there is no prompt to ask for it.") }, ask: ask,
      canAsk: { true }, hasJobs: false, alert: { _ in "" }, writeQuestion: write)
  }
}

extension AppError {
  fileprivate static var noPrograms: AppError { .usage("Programs can't be run here.", suggestion: "Use > FILE.") }

  fileprivate static func noText(_ reason: String) -> AppError {
    .usage(reason, suggestion: "Put the text after the command.")
  }
}
