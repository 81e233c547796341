import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature

/// A direct post without recipients is sent only after a confirmation.
@MainActor
@Suite struct RecipientTests {
  let bench = ComposerBench()

  private func send(_ text: String, _ visibility: Visibility, _ model: Composer.Model) async throws -> Response {
    model.append(text)
    model.set(Composer.Options(visibility: visibility))
    return try await type("send", at: bench.verbs(model))
  }

  @Test(arguments: [
    ("hello", "This direct post doesn't mention anyone. Send it anyway?"),
    ("hello me@shore.example", "This direct post doesn't mention anyone. Send it anyway?"),
    (
      "@you remember the milk",
      "This direct post mentions only accounts that your server can't find (@you). Send it anyway?"
    ),
    (
      "@ruk @nobody@away.example hello",
      "This direct post mentions only accounts that your server can't find (@ruk, @nobody@away.example). Send it anyway?"
    ),
  ])
  func directPostWithoutRecipientsNeedsConfirmation(_ text: String, _ question: String) async throws {
    let model = bench.model()
    guard case .confirm(let confirmation) = try await send(text, .direct, model) else {
      Issue.record("sent without confirmation")
      return
    }
    #expect(confirmation.question == question)
    #expect(confirmation.declined?.text.plain == "Not sent. Your post is saved as a draft.")
    #expect(bench.sent.withLock(\.isEmpty) && bench.savedTexts == [text])
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("not sent")
      return
    }
    #expect(toast.text.plain == "Sent.")
    #expect(bench.sent.withLock { $0.map(\.content.visibility) } == [.direct])
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func directPostThatIsNeitherSentNorSavedIsPrinted() async throws {
    bench.diskError.withLock { $0 = AppError.fixtures.diskFull }
    guard case .confirm(let confirmation) = try await send("hello", .direct, bench.model()) else {
      Issue.record("sent without confirmation")
      return
    }
    let declined = try #require(confirmation.declined?.text.plain)
    #expect(declined.hasPrefix("Not sent. Your post is not saved:") && declined.hasSuffix("\nhello"))
  }

  @Test(arguments: [("@ruk @rook hello", Visibility.direct), ("hello", .private), ("hello", .public)])
  func postWithRecipientsIsSentWithoutConfirmation(_ text: String, _ visibility: Visibility) async throws {
    guard case .toast = try await send(text, visibility, bench.model()) else {
      Issue.record("needed confirmation")
      return
    }
  }
}
