import FeatureKit
import TerminalKit

/// A command that runs on while the prompt reads the next one.
@MainActor
final class Job {
  enum State: Equatable {
    case running
    case done
    case failed(AppError)
    case stopped
  }

  let number: Int
  /// The command as typed; safe to print.
  let command: String
  /// The account that it began with.
  let account: String
  let began: Duration
  /// When it ended; `nil` while it runs.
  private(set) var ended: Duration?
  private(set) var state = State.running
  /// The output in the background.
  private(set) var text = ""
  var progress: String?
  /// The meaning of numbers in its own commands.
  var numbers: ShownNumbers?
  /// The meaning of the numbers in its output; `nil` if it has none.
  var printed: ShownNumbers?
  /// Whether `fg` has given it the terminal, so that it prints there.
  var hasTerminal = false
  /// Its commands; `nil` once it has ended.
  private(set) var invocation: Invocation?
  /// The place that its command has reached, shown when `fg` brings it back.
  let detour: Detour
  /// Ends with it, after a program behind a pipe too.
  var task: Task<Void, Never>?

  /// The number of bytes of its output that are kept.
  static let textLimit = 1 << 20

  init(
    number: Int, command: String, account: String, began: Duration, numbers: ShownNumbers?, invocation: Invocation
  ) {
    self.number = number
    self.command = command
    self.account = account
    self.began = began
    self.numbers = numbers
    self.invocation = invocation
    detour = invocation.detour
    detour.begin()
    invocation.job = self
  }

  func stop() { invocation?.cancel() }

  /// Adds to its output; what exceeds the limit is dropped.
  func append(_ more: String) {
    guard text.utf8.count + more.utf8.count <= Self.textLimit else { return }
    text += more
  }

  /// A program's output, as whole lines without what would act on the terminal.
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
    invocation = nil
    progress = nil
    state =
      switch verdict.failure {
      case nil: .done
      case .cancelled?, .interrupted?: .stopped
      case let failure?: .failed(failure)
      }
  }
}
