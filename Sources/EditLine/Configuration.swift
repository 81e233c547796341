extension LineEditor {
  public enum Style: Equatable, Sendable {
    /// With wrapped lines, wide characters, hints and lists above the prompt.
    case drawn
    /// For screen readers and terminals that only append: text, and backspaces to delete the last character.
    case appendOnly

    /// The style for a terminal by its name, which is the value of `TERM`.
    public init(terminalName: String?) {
      switch terminalName {
      case nil, "", "dumb", "unknown", "cons25-debug": self = .appendOnly
      default: self = .drawn
      }
    }
  }

  public struct Configuration: Sendable {
    /// The prefix of this program's lines in `~/.editrc`.
    public var programName: String
    /// The history file, created with mode 0600; nil for none.
    public var historyFile: String?
    public var historyLimit: Int
    public var style: Style
    /// Returns the width of a character in columns, as in the program's own output.
    public var displayWidth: @Sendable (Character) -> Int
    /// Completes at the cursor, an offset in characters of the line.
    public var completer: @Sendable (_ line: String, _ cursor: Int) async -> Completion
    /// Edits the line in another program when the user asks for it; `nil` if there is none.
    public var externalEditor: ExternalEditor?
    /// Whether the terminal is asked for its background.
    public var asksForBackground = false
    /// The prefix of each further row of a line, dim.
    public var continuation = ""
    /// The editor's assistance with the first line.
    public var assistance = Assistance.none
    /// Whether messages wait until the line is finished, which suits screen readers.
    public var holdsNotesUntilEnter: Bool
    /// Whether the suspend key, while no line is being read, is reported and does not stop the program.
    public var reportsSuspensions = false

    public init(
      programName: String,
      historyFile: String?,
      historyLimit: Int,
      style: Style,
      displayWidth: @escaping @Sendable (Character) -> Int,
      completer: @escaping @Sendable (_ line: String, _ cursor: Int) async -> Completion,
      holdsNotesUntilEnter: Bool
    ) {
      self.programName = programName
      self.historyFile = historyFile
      self.historyLimit = historyLimit
      self.style = style
      self.displayWidth = displayWidth
      self.completer = completer
      self.holdsNotesUntilEnter = holdsNotesUntilEnter
    }
  }
}
