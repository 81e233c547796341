import FeatureKit
import Synchronization
import TerminalKit

/// How a command ends before its time: by Ctrl-C, or after the time that `--timeout` allows; and what is said while it takes long.
extension Invocation {
  /// The command that Ctrl-C stops, and a stop that waits for one.
  struct StopSign {
    /// The command that runs, or what goes on after it, such as a program that gets its output.
    var task: Task<Verdict, Never>?
    /// Whether that has taken its first step.
    var hasBegun = false
    /// Whether no command follows.
    var isAtEnd = false
    /// Whether the rest of the line does not run.
    var isSet = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func wake() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  /// Whether a command is running.
  var isBusy: Bool { stop.hasBegun }

  /// Stops the command that is running, and those that follow.
  func cancel() {
    stop.isSet = true
    stop.task?.cancel()
  }

  /// Lets the rest of the line run although Ctrl-C was pressed: it was for something else.
  func goOn() { stop.isSet = false }

  /// Waits until a command has taken its first step, or until none will: a key may be faster than the command that it is
  /// meant for.
  func begins() async {
    guard !isBusy, !stop.isAtEnd else { return }
    await withCheckedContinuation { stop.waiting.append($0) }
  }

  /// Records that no command follows.
  func end() {
    stop.isAtEnd = true
    stop.wake()
  }

  /// Runs something in a task of its own, so that ``cancel()`` stops that and nothing else.
  func stoppable(_ work: @escaping () async throws -> Verdict) async -> Verdict {
    let task = Task { () -> Verdict in
      stop.hasBegun = true
      stop.wake()
      do { return try await work() } catch { return refuse(AppError(error)) }
    }
    stop.task = task
    // Ctrl-C may have come between a command and the program that gets its output.
    if stop.isSet { task.cancel() }
    startDeadline()
    let verdict = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    (stop.task, stop.hasBegun) = (nil, false)
    return verdict
  }

  /// Gives the command that runs the time that `--timeout` allows, beginning now.
  func startDeadline() {
    stopDeadline()
    guard current != nil, let seconds = mode.timeout, let running = stop.task else { return }
    current?.limit = TimeLimit(seconds, sleep: host.sleep) { running.cancel() }
  }

  /// Runs another program, with the time that `--timeout` allows unless a user at a terminal takes it.
  ///
  /// - Throws: ``AppError`` if the time was over, or Ctrl-C ended a run without a prompt; at a prompt it was for the program.
  func runWithinLimit(_ program: @escaping () async throws -> Int32) async throws -> Int32 {
    stopDeadline()
    let running = Task { try await program() }
    let limit = (output.canAsk() ? nil : mode.timeout).map { seconds in
      TimeLimit(seconds, sleep: host.sleep) { running.cancel() }
    }
    defer { limit?.stop() }
    let result = await withTaskCancellationHandler {
      await running.result
    } onCancel: {
      running.cancel()
    }
    if let limit, limit.isOver { throw AppError.network(.outOfTime(seconds: limit.seconds)) }
    if Task.isCancelled, !isPrompt { throw stopped }
    return try result.get()
  }

  /// Lets the command take any time: the user takes it.
  func stopDeadline() { current?.limit?.stop() }

  /// Does not say that the command is still running: it has printed something.
  func cancelNotice() { current?.notice?.cancel() }

  /// Prints a notice after a second without a response.
  func noticeIfSlow() -> Task<Void, Never> {
    Task { [output] in
      guard mode.style.showsHints else { return }
      do { try await host.sleep(.seconds(1)) } catch { return }
      // On a busy machine the response may have been printed between the end of the sleep and now.
      guard !Task.isCancelled else { return }
      // What stopped early says how far it came.
      if let text = current?.unreported { return show(progress: text) }
      // `jobs` says that it runs.
      guard !isInBackground else { return }
      output.write(render(StyledText("Still waiting. Ctrl-C stops it.", .hint)))
    }
  }
}

/// The time that a command may take, which stops it at its end.
///
/// It is measured beside the main actor, where the command may wait for the disk.
final class TimeLimit: Sendable {
  let seconds: Int
  private let over = Atomic(false)
  private let timer = Mutex<Task<Void, Never>?>(nil)

  var isOver: Bool { over.load(ordering: .relaxed) }

  init(
    _ seconds: Int, sleep: @escaping @Sendable (Duration) async throws -> Void, stop: @escaping @Sendable () -> Void
  ) {
    self.seconds = seconds
    let timer = Task { @concurrent [weak self] in
      do { try await sleep(.seconds(seconds)) } catch { return }
      guard !Task.isCancelled, let self else { return }
      over.store(true, ordering: .relaxed)
      stop()
    }
    self.timer.withLock { $0 = timer }
  }

  func stop() { timer.withLock { $0?.cancel() } }
}
