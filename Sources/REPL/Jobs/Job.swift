import FeatureKit
import TerminalKit

/// A command that runs on while the prompt reads the next one.
@MainActor
final class Job {
  /// What became of it.
  enum State: Equatable {
    case running
    case done
    case failed(AppError)
    case stopped
  }

  /// The number by which it is named.
  let number: Int
  /// The command as typed; safe to print.
  let command: String
  /// The account that it began with.
  let account: String
  /// When it began.
  let began: Duration
  /// When it ended; `nil` while it runs.
  private(set) var ended: Duration?
  private(set) var state = State.running
  /// What it has printed in the background.
  private(set) var text = ""
  /// How far it says that it is.
  var progress: String?
  /// What the numbers in its output mean; `nil` if it has none.
  var shown: ShownNumbers?
  /// How many changes could be undone when it went to the background.
  let undoableBefore: Int
  /// Where its command has gone, which is shown when `fg` brings it back.
  let detour: Detour
  /// Cancels the task that it runs in, which goes on between its command and a program behind a pipe.
  var cancelTask: () -> Void = {}
  /// Stops the command that runs.
  private let cancelCommand: () -> Void

  /// How many bytes of its output are kept.
  static let textLimit = 1 << 20

  init(
    number: Int, command: String, account: String, began: Duration, undoableBefore: Int, detour: Detour,
    cancelCommand: @escaping () -> Void
  ) {
    self.number = number
    self.command = command
    self.account = account
    self.began = began
    self.undoableBefore = undoableBefore
    self.detour = detour
    detour.begin()
    self.cancelCommand = cancelCommand
  }

  /// Stops it.
  func stop() {
    cancelTask()
    cancelCommand()
  }

  /// Adds to its output; what exceeds the limit is dropped.
  func append(_ more: String) {
    guard text.utf8.count + more.utf8.count <= Self.textLimit else { return }
    text += more
  }

  /// What a program wrote, as whole lines without what would act on the terminal.
  static func text(ofProgram bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { Sanitizer.clean(String($0)) }.joined(separator: "\n")
    return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Takes its output, which is then printed.
  func takeText() -> String {
    defer { text = "" }
    return text
  }

  func end(_ verdict: Interpreter.Verdict, at time: Duration) {
    ended = time
    detour.end()
    progress = nil
    state =
      switch verdict.failure {
      case nil: .done
      case .cancelled?, .interrupted?: .stopped
      case let failure?: .failed(failure)
      }
  }
}

/// Where the output of an interpreter goes: to the terminal, or to the job that it has become.
@MainActor
final class JobSwitch {
  /// The job whose commands the interpreter runs in the background; `nil` while it has the terminal.
  var job: Job?
}
