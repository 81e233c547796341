import AppCoordinator
import AppEnvironment
import FeatureKit
import REPL
import ScreenKit
import Synchronization
import TerminalKit
import TranscriptKit

/// Plays sessions in an app of their own.
@MainActor
enum Playing {
  /// The session as it goes now in a fresh sandbox, with a stopped clock.
  static func playInSandbox(_ transcript: Transcript) async throws -> Transcript {
    try await withSandbox(for: transcript) { try await TranscriptPlayer.play(transcript, host: $0) }
  }

  /// The output of a terminal while the session is played in a fresh sandbox.
  static func screenplayInSandbox(of transcript: Transcript, theme: Theme) async throws -> Screenplay {
    let title = transcript.header.first.map { String($0.drop { "# ".contains($0) }) } ?? "Howdah"
    return try await withSandbox(for: transcript) {
      try await TranscriptPlayer.screenplay(of: transcript, host: $0, theme: theme, title: title)
    }
  }

  /// The session as it goes now as an account of the user's.
  ///
  /// - Parameter sendsChanges: Whether commands may change something on the server.
  static func play(
    _ transcript: Transcript, as account: String, sendsChanges: Bool, _ dependencies: AppDependencies
  ) async throws -> Transcript {
    let masks = [Mask.post, Mask.secret]
    guard !sendsChanges || !transcript.typed.contains(where: { line in masks.contains { line.contains($0) } }) else {
      throw AppError.validation(
        "The session has masked texts, which nobody should send.",
        suggestion: "Put texts in their places, or leave out --yes.")
    }
    var dependencies = dependencies
    dependencies.keepUserFiles()
    let choice = RunChoice(.prompt, account: account)
    // Neither the server nor the user's files change, whatever the app does by itself.
    return try await withApp(for: transcript, sendsChanges ? dependencies : dependencies.dry(), choice) {
      try await TranscriptPlayer.play(transcript, host: $0, isDryRun: !sendsChanges)
    }
  }

  private static func withSandbox<Result: Sendable>(
    for transcript: Transcript, _ play: @MainActor (AppCoordinator) async throws -> Result
  ) async throws -> Result {
    var dependencies = AppDependencies.fixtures.still()
    dependencies.keepUserFiles()
    let ids = Counter()
    dependencies.makeID = {
      let digits = String(ids.next())
      return "01JD7M3ZV5D2H6QK8XW" + String(repeating: "0", count: max(7 - digits.count, 0)) + digits
    }
    // Every command takes as long, wherever it runs.
    let looks = Counter()
    dependencies.uptime = { .milliseconds(12 * looks.next()) }
    return try await withApp(for: transcript, dependencies, RunChoice(.prompt), play)
  }

  private static func withApp<Result: Sendable>(
    for transcript: Transcript, _ dependencies: AppDependencies, _ choice: RunChoice,
    _ play: @MainActor (AppCoordinator) async throws -> Result
  ) async throws -> Result {
    var choice = choice
    choice.isPlain = false
    // As many posts as the prompt shows on a terminal, or a script without one; few in a session that is written by hand.
    choice.pageSize = transcript.start.rows.map { max(20, min(40, $0 / 2)) } ?? (transcript.isRecorded ? 20 : 5)
    let app = try AppCoordinator(dependencies: dependencies, choice: choice)
    do {
      let result = try await play(app)
      await app.shutdown()
      return result
    } catch {
      await app.shutdown()
      throw error
    }
  }
}

/// Numbers that differ and are the same in every run.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
