import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature

/// Possible mistakes, about which one question is asked before a post is sent.
@MainActor
@Suite struct DoubtsTests {
  let harness = ComposerHarness()

  private func send(_ text: String, _ visibility: Visibility, _ model: Composer.Model) async throws -> Response {
    model.append(text)
    model.set(Composer.Options(visibility: visibility))
    return try await type("send", at: harness.verbs(model))
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
    let model = harness.model()
    guard case .confirm(let confirmation) = try await send(text, .direct, model) else {
      Issue.record("sent without confirmation")
      return
    }
    #expect(confirmation.question == question)
    #expect(confirmation.declined?.text.plain == "Not sent. Your post is saved as a draft.")
    #expect(harness.sent.withLock(\.isEmpty) && harness.savedTexts == [text])
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("not sent")
      return
    }
    #expect(toast.text.plain == "Sent.")
    #expect(harness.sent.withLock { $0.map(\.content.visibility) } == [.direct])
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func namesThatCouldNotBeLookedUpAreCheckedWhenThePostHasItsTurn() async throws {
    for isConfirmed in [false, true] {
      harness.serverError.withLock { $0 = .unreachable(host: "shore.example", reason: .offline) }
      let model = harness.model()
      let options = Composer.Options(isConfirmed: isConfirmed)
      await #expect(throws: (any Error).self) { _ = try await model.send("hello @ruk", options: options) }
      let saved = harness.savedDrafts.withLock { $0 }
      let draft = try #require(saved.first)
      #expect(draft.hasUncheckedNames == !isConfirmed)
      harness.serverError.withLock { $0 = nil }
      let waiting = harness.model(.draft(draft))
      waiting.confirmAsWritten()
      if isConfirmed {
        _ = try await waiting.send()
      } else {
        for _ in 0..<2 { await #expect(throws: Composer.Doubts.self) { _ = try await waiting.send() } }
        #expect(harness.savedDrafts.withLock { $0.first?.hasUncheckedNames } == true, "It is asked again.")
        waiting.confirm()
        _ = try await waiting.send()
      }
      let left = harness.savedDrafts.withLock { $0 }
      #expect(left.isEmpty)
    }
  }

  @Test func directPostThatIsNeitherSentNorSavedIsPrinted() async throws {
    harness.diskError.withLock { $0 = AppError.fixtures.diskFull }
    guard case .confirm(let confirmation) = try await send("hello", .direct, harness.model()) else {
      Issue.record("sent without confirmation")
      return
    }
    let declined = try #require(confirmation.declined?.text.plain)
    #expect(declined.hasPrefix("Not sent. Your post is not saved:") && declined.hasSuffix("\nhello"))
  }

  @Test(arguments: [("@rook hello", Visibility.direct), ("hello", .private), ("hello", .public)])
  func postWithRecipientsIsSentWithoutConfirmation(_ text: String, _ visibility: Visibility) async throws {
    guard case .toast = try await send(text, visibility, harness.model()) else {
      Issue.record("needed confirmation")
      return
    }
  }

  /// A post of another account that these may see.
  private func post(_ visibility: Visibility) -> Status {
    var status = Status.fixtures.plain
    status.visibility = visibility
    return status
  }

  private func question(_ response: Response) -> String? {
    if case .confirm(let confirmation) = response { confirmation.question } else { nil }
  }

  @Test func oneQuestionNamesAllPossibleMistakes() async throws {
    let model = harness.model(.reply(post(.private)), isAttended: true)
    try await model.attach(Composer.Options.File(path: "heron.jpg"))
    guard case .confirm(let confirmation) = try await send("@ruk look", .public, model) else {
      Issue.record("sent without confirmation")
      return
    }
    #expect(
      confirmation.question == "heron.jpg has no alt text. This reply is public, and the post that it answers is "
        + "followers. Your server can't find @ruk. Send it anyway?")
    #expect(confirmation.declined?.hint == "/describe 1 TEXT")
    #expect(harness.sent.withLock(\.count) == 0)
    guard case .toast(let toast) = try await confirmation.proceed() else {
      Issue.record("not sent")
      return
    }
    #expect(toast.text.plain == "Sent.")
    #expect(harness.log.withLock { $0.count { $0 == "look up ruk" } } == 1)
  }

  @Test func aScriptDoesNotSendToAnUnknownName() async throws {
    guard case .confirm(let confirmation) = try await send("@ruk hello", .public, harness.model()) else {
      Issue.record("sent without confirmation")
      return
    }
    let error = try #require(confirmation.unanswered)
    #expect(error.message == "Your server can't find @ruk.")
    #expect(error.suggestion.hasPrefix("Check the name, or add --yes."))
    #expect(harness.sent.withLock { $0.isEmpty })
  }

  @Test func eachUnseenNameIsLookedUpOnce() async throws {
    let model = harness.model(isAttended: true)
    model.append("@ruk @rook hello @ruk")
    for _ in 0..<2 {
      #expect(
        question(try await type("send", at: harness.verbs(model))) == "Your server can't find @ruk. Send it anyway?")
    }
    #expect(harness.log.withLock { $0.filter { $0.hasPrefix("look up") } } == ["look up ruk", "look up rook"])
  }

  @Test func aServerThatDoesNotAnswerAboutANameStopsNothing() async throws {
    let model = harness.model(isAttended: true)
    model.append("@ruk hello")
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await model.send() }
    harness.serverError.withLock { $0 = nil }
    #expect(harness.log.withLock { $0.contains("publish @ruk hello") })
  }

  @Test(arguments: [
    (Visibility.private, Visibility.public, true, true), (.direct, .unlisted, true, true),
    (.unlisted, .public, true, true),
    (.public, .unlisted, false, false), (.public, .direct, true, false), (.unlisted, .private, true, false),
    (.private, .private, false, false), (.private, .direct, false, false),
  ])
  func replyThatOthersSeeIsAskedAbout(
    _ parent: Visibility, _ reply: Visibility, _ asksAtThePrompt: Bool, _ asksInAScript: Bool
  ) async throws {
    for (isAttended, asks) in [(true, asksAtThePrompt), (false, asksInAScript)] {
      let model = harness.model(.reply(post(parent)), isAttended: isAttended)
      model.set(Composer.Options(visibility: reply))
      model.append("hello")
      let response = try await type("send", at: harness.verbs(model))
      #expect((question(response) != nil) == asks, "\(parent) \(reply) \(isAttended)")
      if asks {
        #expect(
          question(response)
            == "This reply is \(reply.word), and the post that it answers is \(parent.word). Send it anyway?")
      }
    }
  }

  @Test func scriptGetsASuggestion() async throws {
    let model = harness.model(.reply(post(.private)))
    model.set(Composer.Options(visibility: .public))
    model.append("hello")
    guard case .confirm(let confirmation) = try await type("send", at: harness.verbs(model)) else {
      Issue.record("sent")
      return
    }
    let error = try #require(confirmation.unanswered)
    #expect(error.message == "This reply is public, and the post that it answers is followers.")
    #expect(error.suggestion == "Choose another --visibility, or add --yes.")
  }

  @Test func aChangeAfterTheAnswerIsAskedAboutAgain() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg"))
    model.set(Composer.Options(isConfirmed: true))
    model.append("More.")
    #expect(question(try await type("send", at: harness.verbs(model))) == "heron.jpg has no alt text. Send it anyway?")
  }
}
