import FeatureKit
import TerminalKit

/// The jobs of a prompt, and the one that `fg` has brought back.
@MainActor
final class JobList {
  /// A job and the switch of its output.
  private struct Entry {
    let job: Job
    let output: JobSwitch
  }

  /// How many jobs that have ended are kept.
  static let endedLimit = 20
  /// How many jobs may run at once.
  static let runningLimit = 8

  private var entries: [Entry] = []
  private var last = 0
  /// The job that has the terminal, and what ends the waiting of `fg`.
  private var foreground: (entry: Entry, end: AsyncStream<Void>.Continuation)?

  var all: [Job] { entries.map(\.job) }
  var running: [Job] { all.filter { $0.state == .running } }

  /// Makes a job of what an interpreter runs; what that prints is the job's from now on.
  ///
  /// - Parameter detour: What the runner runs within.
  func add(_ command: String, of runner: Interpreter, within detour: Detour) -> Job {
    last += 1
    let job = Job(
      number: last, command: Sanitizer.clean(command.split(separator: "\n").joined(separator: " ")),
      account: runner.host.account(), began: runner.host.uptime(), undoableBefore: runner.undoable.entries.count,
      detour: detour,
      cancelCommand: { [weak runner] in runner?.cancel() })
    let output = runner.jobSwitch ?? JobSwitch()
    output.job = job
    runner.job = job
    entries.append(Entry(job: job, output: output))
    return job
  }

  /// Records that a job has ended.
  ///
  /// - Returns: whether it ran in the background, so that its end is worth a line.
  func end(_ job: Job, _ verdict: Interpreter.Verdict, at time: Duration) -> Bool {
    job.end(verdict, at: time)
    let hadTerminal = foreground?.entry.job === job
    if hadTerminal {
      entries.removeAll { $0.job === job }
      release()
    }
    let ended = entries.filter { $0.job.state != .running }
    for entry in ended.dropLast(Self.endedLimit) { entries.removeAll { $0.job === entry.job } }
    return !hadTerminal
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
    guard let entry = entries.first(where: { $0.job === job }) else { return }
    let text = job.takeText()
    if !text.isEmpty { write(text) }
    guard job.state == .running else {
      entries.removeAll { $0.job === job }
      return
    }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    foreground = (entry, end)
    entry.output.job = nil
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
    guard let entry = foreground?.entry else { return nil }
    entry.output.job = entry.job
    release()
    return entry.job
  }

  private func release() {
    let end = foreground?.end
    foreground = nil
    end?.finish()
  }

  /// Stops all of them.
  func stopAll() { for job in running { job.stop() } }
}
