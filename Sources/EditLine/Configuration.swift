extension LineEditor {
  /// Who draws the line that is being edited.
  public enum Style: Equatable, Sendable {
    /// Our renderer: wrapped lines, wide characters, hints, lists above the prompt.
    case drawn
    /// libedit's drawing for terminals that can only append: carriage return, backspace and text.
    case appendOnly

    /// The style for a terminal by its name, which is the value of `TERM`.
    public init(terminalName: String?) {
      switch terminalName {
      case nil, "", "dumb", "unknown", "cons25-debug": self = .appendOnly
      default: self = .drawn
      }
    }
  }

  /// What an editor is told once.
  public struct Configuration: Sendable {
    /// The prefix of lines in `~/.editrc` that concern this program.
    public var programName: String
    /// Where lines are remembered, nil if nowhere; made with mode 0600.
    public var historyFile: String?
    /// How many lines are remembered.
    public var historyLimit: Int
    /// Who draws.
    public var style: Style
    /// How many columns a character takes; the same function that the program's own output is measured with.
    public var displayWidth: @Sendable (Character) -> Int
    /// What could stand at the cursor, which is counted in characters of the line.
    public var completer: @Sendable (_ line: String, _ cursor: Int) async -> Completion
    /// What the person may want to type next, shown dim behind the line; called for every change, so be quick.
    public var hint: (@Sendable (_ line: String) -> String?)?
    /// Whether lines printed while a person types wait until the line is done: kinder to a screen reader.
    public var holdsNotesUntilEnter: Bool

    /// Makes a configuration.
    public init(
      programName: String,
      historyFile: String?,
      historyLimit: Int,
      style: Style,
      displayWidth: @escaping @Sendable (Character) -> Int,
      completer: @escaping @Sendable (_ line: String, _ cursor: Int) async -> Completion,
      hint: (@Sendable (_ line: String) -> String?)?,
      holdsNotesUntilEnter: Bool
    ) {
      self.programName = programName
      self.historyFile = historyFile
      self.historyLimit = historyLimit
      self.style = style
      self.displayWidth = displayWidth
      self.completer = completer
      self.hint = hint
      self.holdsNotesUntilEnter = holdsNotesUntilEnter
    }
  }
}
