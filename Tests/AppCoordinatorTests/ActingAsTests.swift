import AppEnvironment
import FeatureKit
import LocalStore
import Testing

@testable import AppCoordinator

/// What `--as` lets another account do.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ActingAsTests {
  /// Before, `watch notifications --as @zoe` said "Watching", and nothing came.
  @Test(arguments: ["watch", "unwatch"], [true, false])
  func aWatchOfAnotherAccountIsRefusedAtThePrompt(_ name: String, _ isConversation: Bool) async throws {
    let harbour = try await Harbour()
    let first = try harbour.app(browser: harbour.browser())
    let (question, _) = try await first.login(harbour.host)
    _ = try await question.elsewhere?()
    await first.shutdown()
    let app = try harbour.app(.init(isConversation ? .prompt : .script))
    let acting = try await app.acting(as: "you@\(harbour.host)")
    let verb = try #require(acting.verbs.first { $0.name == name })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let reader = try ArgumentReader(ArgumentList([ArgumentList.Word("notifications")]), for: verb, context: context)
    do {
      _ = try await verb.run(reader)
      #expect(!isConversation)
    } catch {
      #expect(isConversation)
      #expect(AppError(error).message == "A watch goes on after the command, which --as can't do.")
      #expect(AppError(error).suggestion == "Switch first: switch @you@\(harbour.host).")
    }
    await app.shutdown()
    await harbour.stop()
  }
}
