import ComposerFeature
import MastodonKit
import StatusKit
import Synchronization
import Testing

/// The account's defaults arrive late, and neither widen a reply nor replace a choice.
@MainActor
@Suite struct AccountDefaultTests {
  private let desk = Desk()
  private let limits = Composer.Limits.fixtures.mastodon

  private func author(_ visibility: Visibility, _ language: String? = "en") -> Account {
    var account = Account.fixtures.you
    account.source = Account.Source(privacy: visibility, language: language)
    return account
  }

  @Test(arguments: [Visibility.direct, .private, .unlisted])
  func theDefaultsDoNotWidenAReply(_ visibility: Visibility) {
    var status = Status.fixtures.threadQuestion
    status.visibility = visibility
    let model = desk.model(.reply(status), author: author(.unlisted))
    model.take(author(.public), limits)
    #expect(model.state.draft.content.visibility == visibility)
    model.append("Thanks.")
    #expect(desk.shelf.withLock { $0.map(\.content.visibility) } == [visibility])
  }

  @Test func theDefaultsNarrowAReply() {
    let model = desk.model(.reply(Status.fixtures.threadQuestion), author: author(.public))
    model.take(author(.private), limits)
    #expect(model.state.draft.content.visibility == .private)
  }

  @Test func aChosenVisibilityIsNotOverwritten() {
    let model = desk.model(author: author(.public))
    model.set(Composer.Options(visibility: .direct))
    model.take(author(.unlisted, "ja"), limits)
    #expect(model.state.draft.content.visibility == .direct)
    #expect(model.state.draft.content.language == "ja", "what was not chosen follows the account")
  }

  @Test func aChosenVisibilityIsSentAlthoughTheDefaultsComeLater() async throws {
    let model = desk.model(author: author(.public))
    _ = try await model.send("@rook hello", options: Composer.Options(visibility: .direct))
    #expect(desk.sent.withLock { $0.map(\.content.visibility) } == [.direct])
  }

  @Test func aNewPostFollowsTheDefaultsThatComeLater() {
    let model = desk.model(author: author(.public))
    model.take(author(.private), limits)
    #expect(model.state.draft.content.visibility == .private)
  }
}
