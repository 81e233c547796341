import FeatureKit
import TerminalKit

/// The jobs of a prompt, and the one that `fg` has brought back.
@MainActor
final class JobList {
  static let endedLimit = 20
  static let runningLimit = 8

  private(set) var all: [Job] = []
  private var last = 0
  /// The job that has the terminal, and what ends the waiting of `fg`.
  private var foreground: (job: Job, end: AsyncStream<Void>.Continuation)?
  /// What ends the waiting for the end of all.
  private var waiting: [AsyncStream<Void>.Continuation] = []

  var running: [Job] { all.filter { $0.state == .running } }
  /// Whether another one may run.
  var hasRoom: Bool { running.count < Self.runningLimit }

  func nextNumber() -> Int {
    last += 1
    return last
  }

  /// Adds a job, which prints for itself from now on.
  func add(_ job: Job) { all.append(job) }

  /// Records that a job has ended.
  ///
  /// - Returns: whether it ran in the background, so that its end is worth a line.
  func end(_ job: Job, _ verdict: Interpreter.Verdict, at time: Duration) -> Bool {
    job.end(verdict, at: time)
    let hadTerminal = foreground?.job === job
    if hadTerminal {
      all.removeAll { $0 === job }
      release()
    }
    if running.isEmpty {
      for end in waiting { end.finish() }
      waiting = []
    }
    let ended = all.filter { $0.state != .running }
    for old in ended.dropLast(Self.endedLimit) { all.removeAll { $0 === old } }
    return !hadTerminal
  }

  /// Waits until no job runs, or until the task is cancelled.
  func ended() async {
    guard !running.isEmpty else { return }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    waiting.append(end)
    for await _ in ends {}
  }

  /// The job that a word names: a number, as in a shell also `%2`, or the newest one without a word.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if there is none.
  func job(_ word: String?) throws -> Job {
    guard let word else {
      guard let newest = running.last ?? all.last else {
        throw AppError.notFound("There are no jobs.", suggestion: "Type & after a command to run it in the background.")
      }
      return newest
    }
    let number = Int(word.hasPrefix("%") ? String(word.dropFirst()) : word)
    guard let job = all.first(where: { $0.number == number }) else {
      throw AppError.notFound("There is no job \(Sanitizer.clean(word)).", suggestion: "Type jobs for a list.")
    }
    return job
  }

  /// Gives the terminal to a job and waits until it has ended, or was sent back by Ctrl-Z.
  ///
  /// Cancelling the task stops the job.
  ///
  /// - Parameter write: Prints what the job has printed so far.
  func bringBack(_ job: Job, write: (String) -> Void) async {
    let text = job.takeText()
    if !text.isEmpty { write(text) }
    guard job.state == .running else {
      all.removeAll { $0 === job }
      return
    }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    foreground = (job, end)
    job.hasTerminal = true
    // A stream ends at once for a task that is cancelled, but the job does not.
    let waiting = Task { for await _ in ends {} }
    await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      Task { @MainActor in job.stop() }
    }
  }

  /// Sends the job that has the terminal back.
  ///
  /// - Returns: the job; `nil` if none has it.
  func sendBack() -> Job? {
    guard let job = foreground?.job else { return nil }
    job.hasTerminal = false
    release()
    return job
  }

  private func release() {
    let end = foreground?.end
    foreground = nil
    end?.finish()
  }

  func stopAll() { for job in running { job.stop() } }
}
