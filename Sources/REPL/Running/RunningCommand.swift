import FeatureKit
import TerminalKit

/// The facts that are recorded while a command runs.
struct RunningCommand {
  /// The command; while `retry` runs, the one that is repeated.
  var command: Command
  let account: String
  let began: Duration
  /// When it was told how much of a list was read.
  var reported: Duration?
  /// The time that it may take; `nil` for any.
  var limit: TimeLimit?
  /// After how many seconds it was stopped because its time was over; `nil` if it was not.
  var timedOut: Int? { limit.flatMap { $0.isOver ? $0.seconds : nil } }
  /// The progress that was reported too soon after the last report to be shown.
  var unreported: String?
  /// The name of the command's verb, once found.
  var verb: String?
  /// How it turns the page of what was printed last.
  var turn: PageTurn?
  /// The id of what the screen showed when the command began.
  var shown: String?
  /// The screen on top when the command began.
  var place: String?
  /// The other server whose posts it showed.
  var otherServer: String?
  /// Whether its verb knows what the screen's numbers stand for, also where they are another server's.
  var takesShownNumbers = false
  var numbers: NumberedReferences?
  /// The last thing that the command's arguments name.
  var named: Reference?
  /// The posts and other things with a text that the command's arguments name.
  var texts: Set<Reference> = []
  /// Whether the command can wait in the outbox.
  var canWait = false
  /// The words of the command that takes back what it does.
  var opposite: [String]?
  /// Whether it does, without asking the server.
  var isLater = false
  /// Whether it prints what arrives, and nothing of the archive.
  var isFollowing = false
  /// Its verb with its arguments, as which account, once it runs.
  var sending: (verb: Verb, arguments: ArgumentList, account: String?)?
  /// Whether the command writes a text for somebody.
  var writesText = false
  /// The typed forms of the arguments' objects, by id: `.`, `a1`.
  var typed: [String: String] = [:]
  /// The account that the command acts as, if it is another one.
  var acting: Acting?
  /// Whether it has begun to be apart from the user's place.
  var isApart = false
  var dryRun: DryRun?
  /// The references of links or addresses in the arguments on that account's server, and not on the current one.
  var foreign: Set<Reference> = []
  /// The way to revert the command; `nil` if it has not reported one.
  var undo: Toast.Undo?
  /// The command that deletes what it deleted, with its id.
  var deletes: Hint.Command?
  /// Why the command failed, where a page answers it in place of a message.
  var refusal: AppError?
  /// Whether the command said that it did something.
  var hasReported = false
  /// The numbers on the screen while a failed command is repeated with its own; `nil` once new ones are printed.
  var numbersToRestore: NumberedReferences?

  /// The change that it takes back, if it is not one of its own.
  var undoing: UndoStack.Entry?
  /// Whether it may change something that is kept on this machine alone.
  var changesMachine = false
  /// Whether its question was answered with no.
  var isDeclined = false
  let sink: Sink
  /// The mode in which its responses are printed and its questions answered.
  var mode: CommandMode
  /// Prints after a while that it is still running.
  var notice: Task<Void, Never>?
  /// Whether what it prints is part of something that is recorded as a whole.
  var isUnrecorded = false

  init(_ command: Command, account: String, began: Duration, sink: Sink, mode: CommandMode) {
    self.command = command
    self.account = account
    self.began = began
    self.sink = sink
    self.mode = mode
  }
}

/// A command that failed and can be repeated.
struct FailedCommand {
  let command: Command
  /// The references of its numbers; `nil` if it has none.
  let numbers: NumberedReferences?
  /// The account that it ran as; an id of one server means nothing on another.
  let account: String
  /// Whether it failed because nobody is signed in.
  let needsSignIn: Bool

  /// Creates a record of a failure, or `nil` if repeating the command cannot help.
  init?(_ failure: AppError, of running: RunningCommand) {
    guard failure.isRetryable else { return nil }
    self.init(failure, command: running.command, numbers: running.numbers, account: running.account)
  }

  init(_ failure: AppError, command: Command, numbers: NumberedReferences?, account: String) {
    self.command = command
    self.numbers = numbers
    self.account = account
    if case .unauthorized = failure.cause { needsSignIn = true } else { needsSignIn = false }
  }
}
