import AppCoordinator
import AppEnvironment
import FeatureKit
import REPL
import Synchronization
import TranscriptKit

/// Plays sessions in an app of their own.
@MainActor
enum Playing {
  /// The session as it goes now in a fresh sandbox, with a stopped clock.
  static func playInSandbox(_ transcript: Transcript) async throws -> Transcript {
    var dependencies = AppDependencies.fixtures.still()
    let ids = Counter()
    dependencies.makeID = {
      let digits = String(ids.next())
      return "01JD7M3ZV5D2H6QK8XW" + String(repeating: "0", count: max(7 - digits.count, 0)) + digits
    }
    // Every command takes as long, wherever it runs.
    let looks = Counter()
    dependencies.uptime = { .milliseconds(12 * looks.next()) }
    return try await play(transcript, dependencies, RunChoice(isConversation: true))
  }

  static func play(
    _ transcript: Transcript, _ dependencies: AppDependencies, _ choice: RunChoice
  ) async throws -> Transcript {
    var choice = choice
    // Without rows, as many posts as the prompt shows on a terminal of 24.
    choice.pageSize = transcript.start.rows.map { max(20, min(40, $0 / 2)) } ?? 5
    let app = try AppCoordinator(dependencies: dependencies, choice: choice)
    do {
      let played = try await TranscriptPlayer.play(transcript, host: Host(app))
      await app.shutdown()
      return played
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
