import ComposerFeature
import MastodonKit
import StatusKit
import Synchronization
import Testing

/// The account's defaults arrive late, and neither widen a reply nor replace a choice.
@MainActor
@Suite struct AccountDefaultTests {
  private let harness = ComposerHarness()
  private let limits = Composer.Limits.fixtures.mastodon

  private func author(_ visibility: Visibility, _ language: String? = "en") -> Account {
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: visibility, language: language)
    return account
  }

  @Test(arguments: [Visibility.direct, .private, .unlisted])
  func defaultsDoNotWidenReply(_ visibility: Visibility) {
    var status = Status.fixtures.threadQuestion
    status.visibility = visibility
    let model = harness.model(.reply(status), author: author(.unlisted))
    model.update(author: author(.public), limits: limits)
    #expect(model.state.draft.content.visibility == visibility)
    model.append("Thanks.")
    #expect(harness.savedDrafts.withLock { $0.map(\.content.visibility) } == [visibility])
  }

  @Test func defaultsNarrowReply() {
    let model = harness.model(.reply(Status.fixtures.threadQuestion), author: author(.public))
    model.update(author: author(.private), limits: limits)
    #expect(model.state.draft.content.visibility == .private)
  }

  @Test func chosenVisibilityIsNotOverwritten() {
    let model = harness.model(author: author(.public))
    model.set(Composer.Options(visibility: .direct))
    model.update(author: author(.unlisted, "ja"), limits: limits)
    #expect(model.state.draft.content.visibility == .direct)
    #expect(model.state.draft.content.language == "ja", "what was not chosen follows the account")
  }

  @Test func chosenVisibilityIsSentIfDefaultsArriveLater() async throws {
    let model = harness.model(author: author(.public))
    _ = try await model.send("@rook hello", options: Composer.Options(visibility: .direct))
    #expect(harness.sent.withLock { $0.map(\.content.visibility) } == [.direct])
  }

  @Test func newPostTakesDefaultsThatArriveLater() {
    let model = harness.model(author: author(.public))
    model.update(author: author(.private), limits: limits)
    #expect(model.state.draft.content.visibility == .private)
  }
}
