import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
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
        status: { _ in throw AppError.notFound("") }, author: { (Account.fixtures.you, laterLimits) }),
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
    #expect(second == .validation("The post is on its way already.", suggestion: "Wait for the answer."))
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
}
