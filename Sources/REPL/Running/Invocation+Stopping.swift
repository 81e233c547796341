import FeatureKit
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
    current?.deadline = Task { [weak self, sleep = host.sleep] in
      do { try await sleep(.seconds(seconds)) } catch { return }
      guard !Task.isCancelled else { return }
      self?.current?.timedOut = seconds
      running.cancel()
    }
  }

  /// Lets the command take any time: the user takes it.
  func stopDeadline() { current?.deadline?.cancel() }

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
