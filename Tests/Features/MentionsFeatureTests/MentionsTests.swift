import FeatureKit
import MastodonKit
import MentionsFeature
import StatusKit
import Testing

@MainActor
@Suite struct MentionsTests {
  private func mention(_ id: MastodonKit.Notification.ID, _ status: Status?) -> MastodonKit.Notification {
    MastodonKit.Notification(
      id: id, kind: .mention, createdAt: .fixture(minutesAgo: 5), account: Account.fixtures.heron, status: status)
  }

  /// The places are those of the notifications; one whose post is gone is left out.
  @Test func pagesFollowTheNotificationsCursors() async throws {
    let first = Page([mention("9", Status.fixtures.reply), mention("8", nil)], older: "8", newer: "9")
    let posts = Mentions.posts(first)
    #expect(posts.elements.map(\.id) == [Status.fixtures.reply.id])
    #expect(posts.older == "8" && posts.newer == "9")
  }

  @Test func aTimeIsAPartOfIt() async throws {
    let reader = ListReader(Mentions.state) { _ in
      Page(
        [Status.fixtures.reply, Status.fixtures.plain].map { status in
          var status = status
          status.createdAt = .fixture(minutesAgo: status.id == Status.fixtures.reply.id ? 1 : 90)
          return status
        })
    }
    let options = TimelineOptions(range: ListRange(since: .date(.fixture(minutesAgo: 60))))
    let part = try await reader.read(options, pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.map(\.id) == [Status.fixtures.reply.id])
    let place = TimelineOptions(range: ListRange(since: .id("12345")))
    await #expect(throws: AppError.self) {
      try await reader.read(place, pageSize: 20, isHidden: { _ in false }, rule: nil)
    }
  }

  @Test func theCommandOpensTheScreen() throws {
    let plugin = Mentions.plugin(show: { _ in .screen })
    #expect(plugin.id == "mentions" && plugin.tab == nil)
    #expect(plugin.verbs.map(\.name) == ["mentions"])
  }
}
