import AppEnvironment
import FeatureKit
import FeatureTestKit
import LocalStore
import Testing

@testable import AppCoordinator

/// Commands with `--as`, which act as another account.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ActingAsTests {
  /// Before, `watch notifications --as @zoe` said "Watching", and nothing came.
  @Test(arguments: ["watch", "unwatch"], [true, false])
  func aWatchOfAnotherAccountIsRefusedAtThePrompt(_ name: String, _ isConversation: Bool) async throws {
    let loopback = try await LoopbackSandbox()
    let first = try loopback.app(browser: loopback.browser())
    let (question, _) = try await first.login(loopback.host)
    _ = try await question.elsewhere?()
    await first.shutdown()
    let app = try loopback.app(.init(isConversation ? .prompt : .script))
    let acting = try await app.acting(as: "you@\(loopback.host)")
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
      #expect(AppError(error).suggestion == "Switch first: switch @you@\(loopback.host).")
    }
    await app.shutdown()
    await loopback.stop()
  }
}
