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
  let bench = ComposerBench()

  private func model(
    limits: Composer.Limits = .fixtures.mastodon, laterLimits: Composer.Limits = .fixtures.mastodon,
    publish: @escaping @Sendable () async throws -> Status
  ) -> Composer.Model {
    Composer.Model(
      mode: .new, account: "you@sandbox.example", author: Account.fixtures.you, limits: limits,
      publishing: PublishingService(
        publish: { _, _ in try await publish() }, find: { _, _ in nil }, schedule: { _, _ in throw AppError.cancelled },
        edit: { _ in throw AppError.cancelled }),
      inTurn: { _, _, _, send in try await send() }, holder: nil, drafts: bench.drafts,
      lookup: Composer.Lookup(
        status: { _ in throw AppError.notFound("") }, author: { (Account.fixtures.you, laterLimits) },
        newerAuthor: { nil },
        account: { _ in throw AppError.notFound("") }),
      attachments: Composer.AttachmentService(find: { path, _, _ in path }, upload: { _ in "m1" }, update: { _ in }),
      makeID: { "draft0001" },
      now: { .fixtureNow })
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
    bench.beforeTurn = { [bench] in
      bench.beforeTurn = {}
      second = try? await bench.model().send("Low water.")
    }
    let first = try await bench.model().send("Low water.")
    #expect(first == .posted(Status.fixtures.own) && second == first)
    #expect(Set(bench.sent.withLock { $0.map(\.key) }).count == 2 && bench.savedTexts.isEmpty)
  }

  @Test func draftThatAnotherCommandHasSentIsNotSentAgain() async throws {
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await bench.model().send("Low water.") }
    bench.serverError.withLock { $0 = nil }
    // It takes up the same draft, and is faster.
    bench.beforeTurn = { [bench] in bench.savedDrafts.withLock { $0 = [] } }
    let second = bench.model()
    let error = await #expect(throws: AppError.self) { try await second.send("Low water.") }
    #expect(error?.message == "The same text was sent or discarded just now, by another prompt or command.")
    #expect(bench.sent.withLock(\.count) == 1)
    #expect(second.state.failure(.cancelled, isOpen: false).data == [.init("draft", .null)])
  }

  @Test func deliveryOfADraftIsSavedWithIt() async throws {
    var during: [Delivery] = []
    bench.beforeTurn = { [bench] in during = bench.savedDrafts.withLock { $0.map(\.delivery) } }
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let model = bench.model()
    await #expect(throws: AppError.self) { try await model.send("Low water.") }
    #expect(during == [.sending] && bench.savedDrafts.withLock { $0.map(\.delivery) } == [.failed])
    model.append("Going.")
    #expect(bench.savedDrafts.withLock { $0.map(\.delivery) } == [.editing])
  }

  @Test func limitLoadedWhileSendingCounts() async {
    let model = model(laterLimits: .fixtures.strict) {
      Issue.record("a post that is too long was sent")
      return Status.fixtures.own
    }
    model.append(String(repeating: "a", count: 52))
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(bench.savedTexts == [String(repeating: "a", count: 52)])
  }

  @Test func limitsOfAnEarlierRunAreLoadedAgainBeforeTheyForbid() async throws {
    let text = String(repeating: "a", count: 52)
    let model = bench.model(limits: .fixtures.strict, newerLimits: .fixtures.mastodon)
    _ = try await model.send(text)
    #expect(bench.sent.withLock { $0.map(\.content.text) } == [text])
    await #expect(throws: AppError.self) { try await bench.model(limits: .fixtures.strict).send(text + "b") }
  }

  @Test func onlyWhatNobodyChoseOrSawIsLeftToTheServer() async throws {
    _ = try await bench.model().send("Low water.")
    _ = try await bench.model().send("High water.", options: PostOptions(visibility: .public))
    _ = try await bench.model(.reply(Status.fixtures.plain)).send("Yes.")
    let sheet = bench.model()
    sheet.append("Ebb.")
    _ = try await sheet.send()
    #expect(bench.sent.withLock { $0.map(\.content.usesDefaultVisibility) } == [true, false, false, false])
  }

  @Test func sameTextOfAnotherAccountIsNotReused() async throws {
    let first = bench.model()
    first.append("Low water.")
    bench.savedDrafts.withLock { $0[0].account = "else@shore.example" }
    _ = try await bench.model().send("Low water.")
    #expect(bench.sent.withLock { $0.map(\.key) } == ["draft0002"])
    #expect(bench.savedDrafts.withLock { $0.map(\.account) } == ["else@shore.example"])
  }

  private func author(_ privacy: Visibility) -> Account {
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: privacy, language: "en")
    return account
  }

  @Test func lateDefaultsDoNotWidenAPrivateReply() {
    var question = Status.fixtures.threadQuestion
    question.visibility = .private
    let model = bench.model(.reply(question), author: author(.public))
    model.append("Straw.")
    for privacy in [Visibility.unlisted, .public] {
      model.update(author: author(privacy), limits: .fixtures.mastodon)
      #expect(model.state.draft.content.visibility == .private)
    }
    model.update(author: author(.direct), limits: .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
  }

  @Test func lateDefaultsKeepAChosenVisibility() {
    let model = bench.model(author: author(.public))
    model.set(Composer.Options(visibility: .direct))
    model.update(author: author(.unlisted), limits: .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
    let untouched = bench.model(author: author(.public))
    untouched.update(author: author(.unlisted), limits: .fixtures.mastodon)
    #expect(untouched.state.draft.content.visibility == .unlisted)
  }

  @Test func changedTextAfterAFailedSendHasItsOwnKey() async throws {
    let model = bench.model()
    model.append("Low water.")
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    for _ in 1...2 { await #expect(throws: AppError.self) { try await model.send() } }
    model.append("Going.")
    bench.serverError.withLock { $0 = nil }
    _ = try await model.send()
    let keys = bench.sent.withLock { $0.map(\.key) }
    #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test(arguments: [3599.0, 3600]) func onlyARecentRequestCountsAsARetry(_ age: Double) async throws {
    bench.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) { try await bench.model().send("Good morning.") }
    bench.savedDrafts.withLock { $0[0].triedAt = Date.fixtureNow.addingTimeInterval(-age) }
    let kept = bench.savedDrafts.withLock(\.self)
    bench.arrived.withLock { $0 = Status.fixtures.own }
    _ = try await bench.model().send("Good morning.")
    let keys = bench.sent.withLock { $0.map(\.key) }
    if age < 3600 {
      #expect(keys == ["draft0001"] && bench.savedDrafts.withLock(\.isEmpty))
    } else {
      #expect(keys == ["draft0001", "draft0002"], "Today's post is sent.")
      #expect(bench.savedDrafts.withLock(\.self) == kept, "The older one is a draft of its own.")
      #expect(!bench.log.withLock { $0.contains { $0.hasPrefix("find") } })
    }
  }
}
