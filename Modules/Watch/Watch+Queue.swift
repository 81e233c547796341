import FeatureKit

extension Watch {
  /// Runs the user's program for one item after the other.
  ///
  /// What arrived is on the program's standard input and nowhere else: neither an argument nor a part of the shell's line.
  @MainActor
  final class Queue {
    private let command: String
    private let programs: Programs
    private let say: (String) -> Void
    private var waiting: [String] = []
    private var running: Task<Void, Never>?
    private var dropped = 0
    private var hasFailed = false

    /// The number of items that may wait for the program; while so many wait, new ones are dropped.
    static let limit = 100

    /// The time that is left for the program once that of `--for` is over.
    nonisolated static let grace = Duration.seconds(5)

    init(_ command: String, programs: Programs, say: @escaping (String) -> Void) {
      self.command = command
      self.programs = programs
      self.say = say
    }

    deinit { running?.cancel() }

    /// Adds an item, as a line of JSON.
    func add(_ line: String) {
      guard waiting.count < Self.limit else {
        if dropped == 0 {
          say("The --exec program is too slow: \(Self.limit) items are waiting, and further ones are dropped.")
        }
        dropped += 1
        return
      }
      waiting.append(line)
      guard running == nil else { return }
      running = Task { [weak self, programs, command] in
        while !Task.isCancelled, let line = self?.next() {
          do {
            let code = try await programs.run(command, Array((line + "\n").utf8))
            if code != 0 { self?.fail(Self.words(for: code)) }
          } catch {
            self?.fail("could not be run: \(AppError(error).message)")
          }
        }
        self?.running = nil
      }
    }

    /// Waits until the program has run for everything that waits; cancelling the task stops it.
    func finish() async {
      await withTaskCancellationHandler {
        while let running { await running.value }
      } onCancel: {
        Task { @MainActor [weak self] in self?.stop() }
      }
      sum()
    }

    /// The same for a limited time.
    ///
    /// - Parameter isOver: Returns when the program has to end.
    func finish(unless isOver: @escaping @Sendable () async throws -> Void) async {
      let end = Task { [weak self] in
        // It ended in time.
        do { try await isOver() } catch { return }
        guard !Task.isCancelled, let self, running != nil else { return }
        say("The --exec program was ended: it still ran when the time was over.")
        stop()
      }
      await finish()
      end.cancel()
    }

    /// Stops the program and forgets what waits.
    func stop() {
      running?.cancel()
      if !waiting.isEmpty {
        dropped += waiting.count
        waiting = []
      }
      sum()
    }

    private func next() -> String? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// The meaning of the shell's exit code.
    private static func words(for code: Int32) -> String {
      switch code {
      case 126: "cannot be run (code 126)"
      case 127: "was not found (code 127)"
      default: "ended with code \(code)"
      }
    }

    private func fail(_ words: String) {
      guard !hasFailed, !Task.isCancelled else { return }
      hasFailed = true
      say("The --exec program \(words). Later failures are not reported.")
    }

    private func sum() {
      guard dropped > 0 else { return }
      say("The --exec program missed \(dropped == 1 ? "1 item" : "\(dropped) items").")
      dropped = 0
    }
  }
}
