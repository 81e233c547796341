public import TerminalKit

/// A message about what happened, such as `Boosted Rook's post.`.
public struct Toast: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case success
    case information
    case warning
  }

  public var kind: Kind
  /// The message: one sentence with its full stop.
  public var text: StyledText
  /// The commands to type next, if any are useful.
  public var hint: Hint?
  /// The way in which `undo` takes back what was done; `nil` if there is nothing to take back, or no way is known.
  public var undo: Undo?
  /// The command, with its id, that deletes what was deleted here: once `undo` makes that anew under another id, what is undone
  /// after it means the new one.
  public var deletes: Hint.Command?
  /// The members of the JSON besides the message.
  public var data: [JSONValue.Member]
  /// The created object, which `.` stands for from now on.
  public var made: Reference?
  /// Whether `.` stands for nothing from now on, since what was made is not known.
  public var forgetsLast = false
  /// The output in place of the message for a command run from a shell, such as the address of a post.
  public var result: String?
  /// The names of the parts that the server left out of what was asked for, such as `poll`.
  ///
  /// The exit code says so too.
  public var dropped: [String] = []
  /// Who may read it; of a sent post, who may read that.
  public var audience = Audience.unstated

  /// The way in which `undo` reverts a command.
  public enum Undo: Hashable, Sendable {
    /// By a command: `unfollow @zoe@shore.example`.
    case command(Hint.Command)
    /// By several commands in order; `lost` says what stays as it is now, where none brings it back.
    case commands([Hint.Command], lost: String?)
    /// Not at all; the sentence says so: `A vote cannot be changed.`
    case impossible(String)

    /// Creates the way that runs commands in order; `nil` without any.
    public init?(_ commands: [Hint.Command], lost: String? = nil) {
      guard let first = commands.first else { return nil }
      self = commands.count == 1 && lost == nil ? .command(first) : .commands(commands, lost: lost)
    }
  }

  /// Creates a message.
  ///
  /// - Parameter offering: The command for `undo`, which the hint shows too.
  public init(
    _ kind: Kind = .success, _ text: StyledText, hint: Hint? = nil, offering: Hint.Command? = nil,
    data: [JSONValue.Member] = [], undo: Undo? = nil, deletes: Hint.Command? = nil, made: Reference? = nil,
    result: String? = nil
  ) {
    self.kind = kind
    self.text = text
    self.hint = hint ?? offering.map { Hint([$0]) }
    self.data = data
    self.undo = undo ?? offering.map(Undo.command)
    self.deletes = deletes
    self.made = made
    self.result = result
  }
}

extension Response {
  /// A message that something was done.
  public static func success(
    _ text: String, hint: Hint? = nil, offering: Hint.Command? = nil, data: [JSONValue.Member] = [],
    undo: Toast.Undo? = nil, deletes: Hint.Command? = nil, made: Reference? = nil, result: String? = nil
  ) -> Response {
    .toast(
      Toast(
        .success, StyledText(text), hint: hint, offering: offering, data: data, undo: undo, deletes: deletes,
        made: made, result: result))
  }

  /// A message that changes nothing.
  public static func information(
    _ text: String, hint: Hint? = nil, data: [JSONValue.Member] = []
  ) -> Response {
    .toast(Toast(.information, StyledText(text), hint: hint, data: data))
  }
}
