import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature

/// A direct post that nobody would get is asked about before it is sent.
@MainActor
@Suite struct AddresseeTests {
  let desk = Desk()

  private func send(_ text: String, _ visibility: Visibility, _ model: Composer.Model) async throws -> Response {
    model.append(text)
    model.set(Composer.Options(visibility: visibility))
    return try await type("send", at: desk.verbs(model))
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
  func directPostThatNamesNobodyAsksFirst(_ text: String, _ question: String) async throws {
    let model = desk.model()
    guard case .confirm(let confirmation) = try await send(text, .direct, model) else {
      Issue.record("it was sent")
      return
    }
    #expect(confirmation.question == question)
    #expect(confirmation.declined?.text.plain == "Not sent. Your post is saved as a draft.")
    #expect(desk.sent.withLock(\.isEmpty) && desk.keptTexts == [text])
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("it was not sent")
      return
    }
    #expect(toast.text.plain == "Sent.")
    #expect(desk.sent.withLock { $0.map(\.content.visibility) } == [.direct])
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aDirectPostThatIsNeitherSentNorSavedIsPrinted() async throws {
    desk.diskError.withLock { $0 = AppError.fixtures.diskFull }
    guard case .confirm(let confirmation) = try await send("hello", .direct, desk.model()) else {
      Issue.record("it was sent")
      return
    }
    let declined = try #require(confirmation.declined?.text.plain)
    #expect(declined.hasPrefix("Not sent. Your post is not saved:") && declined.hasSuffix("\nhello"))
  }

  @Test(arguments: [("@ruk @rook hello", Visibility.direct), ("hello", .private), ("hello", .public)])
  func whatSomebodyGetsIsSentWithoutAQuestion(_ text: String, _ visibility: Visibility) async throws {
    guard case .toast = try await send(text, visibility, desk.model()) else {
      Issue.record("it was asked about")
      return
    }
  }
}
