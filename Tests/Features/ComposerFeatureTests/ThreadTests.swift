import ComposerFeature
import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import Testing

/// Long texts as threads of numbered posts.
@MainActor
@Suite struct ThreadTests {
  let harness = ComposerHarness()
  private let text = "One two three four five six seven. Eight nine ten eleven twelve.\n\nThirteen, and the end."

  private static var asThread: Composer.Options {
    var options = Composer.Options()
    options.splitsThread = true
    return options
  }

  private var sent: [StatusDraft] { harness.sent.withLock { $0.map(\.content) } }

  @Test func aLongTextIsSplitAndSentInOrder() async throws {
    let model = harness.model(limits: .fixtures.strict)
    model.append(text)
    let verbs = harness.verbs(model)
    guard case .document(let preview) = try await type("thread", at: verbs) else { throw AppError.cancelled }
    #expect(ComposerFeatureTests.text(preview).contains("(1/"))
    _ = try await type("send", at: verbs)
    #expect(sent.count > 2)
    for (index, part) in sent.enumerated() {
      #expect(Composer.characterCount(part.text, charactersPerURL: 23) <= 40)
      #expect(part.text.hasSuffix("(\(index + 1)/\(sent.count))"))
      #expect((part.inReplyToID == nil) == (index == 0))
    }
    #expect(Set(harness.sent.withLock { $0.map(\.key) }).count == sent.count)
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func afterAFailureOnlyTheRestIsSent() async throws {
    let model = harness.model(limits: .fixtures.strict)
    model.append(text)
    model.split()
    let parts = try #require(model.state.parts)
    harness.arrived.withLock { $0 = nil }
    harness.failsAfter.withLock { $0 = 1 }
    await #expect(throws: AppError.self) { try await model.send() }
    harness.failsAfter.withLock { $0 = nil }
    let draft = try #require(harness.savedDrafts.withLock { $0.first })
    #expect(harness.savedDrafts.withLock { $0.count } == 1 && draft.content.inReplyToID != nil)
    harness.sent.withLock { $0 = [] }
    let next = harness.model(.draft(draft), limits: .fixtures.strict)
    next.split()
    #expect(next.state.parts == Array(parts.dropFirst()))
    _ = try await next.send()
    #expect(sent.map(\.text) == Array(parts.dropFirst()))
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func aTextThatFitsStaysOnePostAndAChangeUndoesTheSplit() {
    let model = harness.model(limits: .fixtures.strict)
    model.append("Short.")
    model.split()
    #expect(model.state.parts == nil)
    model.append(text)
    model.split()
    #expect(model.state.parts != nil && model.state.problem == nil)
    model.append("More.")
    #expect(model.state.parts == nil && model.state.problem != nil)
  }

  @Test func oneLineSendsAThreadAndTheSameLineItsRest() async throws {
    let options = Self.asThread
    harness.failsAfter.withLock { $0 = 1 }
    await #expect(throws: AppError.self) {
      try await harness.model(limits: .fixtures.strict).send(text, options: options)
    }
    harness.failsAfter.withLock { $0 = nil }
    let first = sent.map(\.text)
    #expect(first.count == 2)
    harness.sent.withLock { $0 = [] }
    guard case .thread(let posts) = try await harness.model(limits: .fixtures.strict).send(text, options: options)
    else {
      Issue.record("not a thread")
      return
    }
    #expect(posts.count == sent.count && sent.first?.text == first.last, "the first post is not sent twice")
    #expect(sent.allSatisfy { $0.inReplyToID != nil })
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func threadStopsWhereTheServerMakesAPostPublicThatWasForFewer() async throws {
    var options = Self.asThread
    options.visibility = .private
    let error = await #expect(throws: (any Error).self) {
      try await harness.model(limits: .fixtures.strict).send(text, options: options)
    }
    #expect(error.map { AppError($0).message.contains("the server made it public") } == true)
    #expect(error.map { AppError($0).suggestion } == "To delete what was sent: profile @me.")
    #expect(sent.count == 1)
    let rest = try #require(harness.savedDrafts.withLock { $0.first?.content })
    #expect(rest.text.hasSuffix("(3/3)") && rest.visibility == .private && rest.inReplyToID != nil)
  }

  @Test func threadStopsWhereTheServerMakesAReplyAPostOfItsOwn() async throws {
    harness.losesParents.withLock { $0 = true }
    let model = harness.model(limits: .fixtures.strict)
    let error = await #expect(throws: (any Error).self) { try await model.send(text, options: Self.asThread) }
    let failure = model.state.failure(AppError(try #require(error)), isOpen: false)
    #expect(failure.message == "Post 2 of 3 was sent, but the server made it a post of its own.")
    #expect(failure.suggestion.hasPrefix("To delete what was sent: profile @me. 2 posts of the thread were sent."))
    #expect(failure.left == [], "A part was done.")
    #expect(sent.count == 2)
  }

  @Test func postOfAThreadThatIsAnsweredWithAnotherIsLookedForBeforeTheRestIsSent() async throws {
    harness.answersWithParents.withLock { $0 = true }
    let model = harness.model(limits: .fixtures.strict)
    let error = await #expect(throws: (any Error).self) { try await model.send(text, options: Self.asThread) }
    #expect(error.map { AppError($0).code } == "unconfirmed")
    #expect(sent.count == 2)
    harness.answersWithParents.withLock { $0 = false }
    var found = Status.fixtures.own
    (found.id, found.inReplyToID) = ("found", Status.fixtures.own.id)
    harness.arrived.withLock { $0 = found }
    _ = try await harness.model(limits: .fixtures.strict).send(text, options: Self.asThread)
    #expect(sent.count == 3 && sent.last?.inReplyToID == "found")
    #expect(sent.dropLast().last?.isContinued == true && sent.last?.isContinued == false)
  }

  @Test func aShortTextWithTheOptionIsOnePost() async throws {
    guard
      case .posted = try await harness.model(limits: .fixtures.strict).send(
        "Short.", options: Self.asThread)
    else {
      Issue.record("a thread")
      return
    }
    #expect(sent.map(\.text) == ["Short."])
  }

  @Test func theRestOfAThreadIsOpenedAsAThread() async throws {
    let model = harness.model(limits: .fixtures.strict)
    model.append(text)
    model.split()
    harness.failsAfter.withLock { $0 = 1 }
    await #expect(throws: AppError.self) { try await model.send() }
    let draft = try #require(harness.savedDrafts.withLock { $0.first })
    #expect(harness.model(.draft(draft), limits: .fixtures.strict).state.parts == model.state.parts)
  }
}
