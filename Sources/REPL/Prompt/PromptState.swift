import TerminalKit

/// The state that a prompt or a script keeps from one line to the next; jobs share it.
@MainActor
final class PromptState {
  /// The meaning of numbers; `nil` until a screen is printed or a number is read.
  var shown: ShownNumbers?
  /// The first screen of a prompt, while it loads.
  var firstScreen: FirstScreen?
  /// The names that were on a screen, for completion.
  var seen = SeenWords()
  /// The command that `retry` would repeat.
  var failed: FailedCommand?
  /// The changes for `undo`, the last command first.
  var undoable = UndoStack()
  /// What `.` stands for, if the server did not find it when it was named last.
  var missing: Reference?
  /// The pages that were printed over screens and left for another place, by the keys of their screens.
  var pagesLeft: [String: Document] = [:]
  /// The screens that were printed in this run, which a screen reader need not read again.
  var printedScreens: Set<String> = []
  var hasExplainedHelp = false
  /// The command that opened the present form or text, as typed.
  var opener = ""
  /// The command that Return stands for below the greeting, until something is typed.
  var firstReturn: String?
  /// Writes down what is typed and shown; `nil` while nothing is recorded.
  var recorder: SessionRecorder?
  var recording: Recording?
  /// Who may read what was shown.
  var audiences: [Reference: Audience] = [:]
  /// The screens that are shown from the archive, by their keys, until the server has answered.
  var updates: [String: Update] = [:]
  let jobs = JobList()

  /// A screen from the archive for which the server is asked.
  struct Update {
    /// Its age when it was shown first, and when that was.
    let age: Duration?, since: Duration
    var task: Task<Void, Never>?
  }
}
