import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import Testing

/// What happens between /send and the server's answer.
@MainActor
@Suite struct SendingTests {
  let desk = Desk()

  private func model(
    limits: Composer.Limits = .fixtures.mastodon, laterLimits: Composer.Limits = .fixtures.mastodon,
    publish: @escaping @Sendable () async throws -> Status
  ) -> Composer.Model {
    Composer.Model(
      mode: .new, account: "you@sandbox.example", author: Account.fixtures.you, limits: limits,
      publishing: PublishingService(publish: { _, _ in try await publish() }, find: { _, _ in nil }),
      drafts: desk.drafts,
      acquaintance: Composer.Acquaintance(
        status: { _ in throw AppError.notFound("") }, author: { (Account.fixtures.you, laterLimits) },
        account: { _ in throw AppError.notFound("") }),
      attaching: Composer.Attaching(find: { path, _ in path }, upload: { _ in "m1" }), makeID: { "draft0001" },
      now: { .fixtureNow })
  }

  @Test func aSendUnderWayIsNotBegunAgain() async throws {
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

  @Test func aLimitThatIsKnownOnlyAtTheSendCounts() async {
    let model = model(laterLimits: .fixtures.strict) {
      Issue.record("a post that is too long was sent")
      return Status.fixtures.own
    }
    model.append(String(repeating: "a", count: 52))
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(desk.keptTexts == [String(repeating: "a", count: 52)])
  }

  @Test func anotherAccountsDraftOfTheSameTextIsNotAdopted() async throws {
    let first = desk.model()
    first.append("Low water.")
    desk.shelf.withLock { $0[0].account = "else@shore.example" }
    _ = try await desk.model().send("Low water.")
    #expect(desk.sent.withLock { $0.map(\.key) } == ["draft0002"])
    #expect(desk.shelf.withLock { $0.map(\.account) } == ["else@shore.example"])
  }

  private func author(_ privacy: Visibility) -> Account {
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: privacy, language: "en")
    return account
  }

  @Test func defaultsThatComeLateDoNotWidenAPrivateReply() {
    var question = Status.fixtures.threadQuestion
    question.visibility = .private
    let model = desk.model(.reply(question), author: author(.public))
    model.append("Straw.")
    for privacy in [Visibility.unlisted, .public] {
      model.take(author(privacy), .fixtures.mastodon)
      #expect(model.state.draft.content.visibility == .private)
    }
    model.take(author(.direct), .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
  }

  @Test func defaultsThatComeLateLeaveAChosenVisibility() {
    let model = desk.model(author: author(.public))
    model.set(Composer.Options(visibility: .direct))
    model.take(author(.unlisted), .fixtures.mastodon)
    #expect(model.state.draft.content.visibility == .direct)
    let untouched = desk.model(author: author(.public))
    untouched.take(author(.unlisted), .fixtures.mastodon)
    #expect(untouched.state.draft.content.visibility == .unlisted)
  }

  @Test func anotherTextAfterAFailedSendHasAnotherKey() async throws {
    let model = desk.model()
    model.append("Low water.")
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    for _ in 1...2 { await #expect(throws: AppError.self) { try await model.send() } }
    model.append("Going.")
    desk.serverError.withLock { $0 = nil }
    _ = try await model.send()
    let keys = desk.sent.withLock { $0.map(\.key) }
    #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test(arguments: [3599.0, 3600]) func onlyARecentTryIsTakenForTheSamePost(_ age: Double) async throws {
    desk.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) { try await desk.model().send("Good morning.") }
    desk.shelf.withLock { $0[0].triedAt = Date.fixtureNow.addingTimeInterval(-age) }
    let kept = desk.shelf.withLock(\.self)
    desk.arrived.withLock { $0 = Status.fixtures.own }
    _ = try await desk.model().send("Good morning.")
    let keys = desk.sent.withLock { $0.map(\.key) }
    if age < 3600 {
      #expect(keys == ["draft0001"] && desk.shelf.withLock(\.isEmpty))
    } else {
      #expect(keys == ["draft0001", "draft0002"], "Today's post is sent.")
      #expect(desk.shelf.withLock(\.self) == kept, "The older one is a draft of its own.")
      #expect(!desk.log.withLock { $0.contains { $0.hasPrefix("find") } })
    }
  }
}
