import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// Sending, from the command to the server's response.
@MainActor
@Suite struct SendingTests {
  let harness = ComposerHarness()

  private func model(
    limits: Composer.Limits = .fixtures.mastodon, laterLimits: Composer.Limits = .fixtures.mastodon,
    publish: @escaping @Sendable () async throws -> Status
  ) -> Composer.Model {
    Composer.Model(
      mode: .new, account: "you@sandbox.example", author: Account.fixtures.you, limits: limits,
      publishing: PublishingService(
        publish: { _, _ in try await publish() }, find: { _, _, _ in nil },
        schedule: { _, _ in throw AppError.cancelled },
        edit: { _ in throw AppError.cancelled }),
      inTurn: { _, _, _, send in try await send() }, holder: nil, drafts: harness.drafts,
      lookup: Composer.Lookup(
        status: { _ in throw AppError.notFound("") }, own: { _ in throw AppError.notFound("") },
        author: { (Account.fixtures.you, laterLimits) },
        newerAuthor: { nil },
        account: { _ in throw AppError.notFound("") }),
      attachments: Composer.AttachmentService(
        find: { path, _, _ in path }, upload: { _ in "m1" }, update: { _ in },
        suggestion: { _ in "" }),
      makeID: { "draft0001" },
      now: { .fixtureNow })
  }

  @Test func commandThatEndedWhileItWaitedForTheDiskSendsNothing() async throws {
    let model = model { throw AppError.fixtures.validation }
    let task = Task { _ = try await model.send("hello") }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(model.state.error == .cancelled && harness.savedDrafts.withLock(\.count) == 1)
  }

  @Test func secondSendIsRefusedWhileTheFirstRuns() async throws {
    var attempts = 0
    var second: AppError?
    var model: Composer.Model?
    let sendAgain: @MainActor @Sendable () async -> Void = {
      attempts += 1
      guard attempts == 1 else { return }
      do { _ = try await model?.send() } catch { second = AppError(error) }
    }
    model = self.model {
      await sendAgain()
      return Status.fixtures.own
    }
    model?.append("Low water.")
    _ = try await model?.send()
    #expect(attempts == 1)
    #expect(second == .validation("The post is already being sent.", suggestion: "Wait for it to finish."))
  }

  /// One waits for the other's turn, as two commands in two shells do.
  @Test func equalTextsOfTwoCommandsAtTheSameMomentAreBothSent() async throws {
    var second: Composer.Sent?
    harness.beforeTurn = { [harness] in
      harness.beforeTurn = {}
      second = try? await harness.model().send("Low water.")
    }
    let first = try await harness.model().send("Low water.")
    #expect(first == .posted(Status.fixtures.own) && second == first)
    #expect(Set(harness.sent.withLock { $0.map(\.key) }).count == 2 && harness.savedTexts.isEmpty)
  }

  @Test func draftThatAnotherCommandHasSentIsNotSentAgain() async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await harness.model().send("Low water.") }
    harness.serverError.withLock { $0 = nil }
    // It takes up the same draft, and is faster.
    harness.beforeTurn = { [harness] in harness.savedDrafts.withLock { $0 = [] } }
    let second = harness.model()
    let error = await #expect(throws: AppError.self) { try await second.send("Low water.") }
    #expect(error?.message == "The same text was sent or discarded just now, by another prompt or command.")
    #expect(harness.sent.withLock(\.count) == 1)
    #expect(second.state.failure(.cancelled, isOpen: false).data == [.init("draft", .null)])
  }

  @Test func deliveryOfADraftIsSavedWithIt() async throws {
    var during: [Delivery] = []
    harness.beforeTurn = { [harness] in during = harness.savedDrafts.withLock { $0.map(\.delivery) } }
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let model = harness.model()
    await #expect(throws: AppError.self) { try await model.send("Low water.") }
    #expect(during == [.sending] && harness.savedDrafts.withLock { $0.map(\.delivery) } == [.failed])
    model.append("Going.")
    #expect(harness.savedDrafts.withLock { $0.map(\.delivery) } == [.editing])
  }

  @Test func limitLoadedWhileSendingCounts() async {
    let model = model(laterLimits: .fixtures.strict) {
      Issue.record("a post that is too long was sent")
      return Status.fixtures.own
    }
    model.append(String(repeating: "a", count: 52))
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(harness.savedTexts == [String(repeating: "a", count: 52)])
  }

  @Test func limitsOfAnEarlierRunAreLoadedAgainBeforeTheyForbid() async throws {
    let text = String(repeating: "a", count: 52)
    let model = harness.model(limits: .fixtures.strict, newerLimits: .fixtures.mastodon)
    _ = try await model.send(text)
    #expect(harness.sent.withLock { $0.map(\.content.text) } == [text])
    await #expect(throws: AppError.self) { try await harness.model(limits: .fixtures.strict).send(text + "b") }
  }

  @Test func unchosenVisibilityIsLeftToTheServer() async throws {
    _ = try await harness.model().send("Low water.")
    _ = try await harness.model().send("High water.", options: PostOptions(visibility: .public))
    _ = try await harness.model(.reply(Status.fixtures.plain)).send("Yes.")
    let sheet = harness.model()
    sheet.append("Ebb.")
    _ = try await sheet.send()
    #expect(harness.sent.withLock { $0.map(\.content.usesDefaultVisibility) } == [true, false, false, false])
  }

  @Test func sameTextOfAnotherAccountIsNotReused() async throws {
    let first = harness.model()
    first.append("Low water.")
    harness.savedDrafts.withLock { $0[0].account = "else@shore.example" }
    _ = try await harness.model().send("Low water.")
    #expect(harness.sent.withLock { $0.map(\.key) } == ["draft0002"])
    #expect(harness.savedDrafts.withLock { $0.map(\.account) } == ["else@shore.example"])
  }

  private func author(_ privacy: Visibility) -> Account {
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: privacy, language: "en")
    return account
  }

  @Test func lateDefaultsDoNotWidenAPrivateReply() {
    var question = Status.fixtures.threadQuestion
    question.visibility = .private
    let model = harness.model(.reply(question), author: author(.public))
    model.append("Straw.")
    for privacy in [Visibility.unlisted, .public] {
      model.update(author: author(privacy), limits: .fixtures.mastodon)
      #expect(model.state.draft.content.visibility == .private)
    }
    model.update(author: author(.direct), limits: .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
  }

  @Test func lateDefaultsKeepAChosenVisibility() {
    let model = harness.model(author: author(.public))
    model.set(Composer.Options(visibility: .direct))
    model.update(author: author(.unlisted), limits: .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
    let untouched = harness.model(author: author(.public))
    untouched.update(author: author(.unlisted), limits: .fixtures.mastodon)
    #expect(untouched.state.draft.content.visibility == .unlisted)
  }

  @Test func changedTextAfterAFailedSendHasItsOwnKey() async throws {
    let model = harness.model()
    model.append("Low water.")
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    for _ in 1...2 { await #expect(throws: AppError.self) { try await model.send() } }
    model.append("Going.")
    harness.serverError.withLock { $0 = nil }
    _ = try await model.send()
    let keys = harness.sent.withLock { $0.map(\.key) }
    #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test(arguments: [3599.0, 3600]) func onlyARecentRequestCountsAsARetry(_ age: Double) async throws {
    harness.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) { try await harness.model().send("Good morning.") }
    harness.savedDrafts.withLock { $0[0].triedAt = Date.fixtureNow.addingTimeInterval(-age) }
    let kept = harness.savedDrafts.withLock(\.self)
    harness.arrived.withLock { $0 = Status.fixtures.own }
    _ = try await harness.model().send("Good morning.")
    let keys = harness.sent.withLock { $0.map(\.key) }
    if age < 3600 {
      #expect(keys == ["draft0001"] && harness.savedDrafts.withLock(\.isEmpty))
    } else {
      #expect(keys == ["draft0001", "draft0002"], "Today's post is sent.")
      #expect(harness.savedDrafts.withLock(\.self) == kept, "The older one is a draft of its own.")
      #expect(!harness.log.withLock { $0.contains { $0.hasPrefix("find") } })
    }
  }
}
