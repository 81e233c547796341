import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import NotificationsFeature

/// The notifications of several accounts as one list.
@MainActor @Suite struct SeveralAccountsTests {
  private let accounts = ["wren@garden.example", "wren@shore.example"]

  private func items(_ mailboxes: [Mailbox]) async throws -> [Item] {
    let (accounts, markers) = (accounts, Notifications.ReadMarkers())
    let services = Dictionary(uniqueKeysWithValues: zip(accounts, mailboxes.map(\.service)))
    let reader = Notifications.Reader(accounts: accounts, query: NotificationQuery(), markers: markers) {
      try #require(services[$0])
    }
    let model = ListModel(state: Notifications.state(of: accounts), in: .fixture(), page: { try await reader.page($0) })
    let screen = Notifications.screen(of: accounts, model: model, markers: markers, failures: { reader.failures })
    await screen.load()
    return screen.document(.page).items
  }

  @Test func likesOfOnePostAreOneRowAndNewOnesAreMarked() async throws {
    let favourites = MastodonKit.Notification.fixtures.favourites
    let oldest = try #require(favourites.last)
    let items = try await items([
      Mailbox(favourites, lastRead: oldest.id),
      Mailbox([MastodonKit.Notification.fixtures.follow], lastRead: MastodonKit.Notification.fixtures.follow.id),
    ])
    #expect(items.count == 2, "four favourites of one post are one row")
    let row = try #require(items.first { $0.spoken.contains("and 3 others favourited") })
    #expect(row.mark?.plain == "•" && row.spoken.hasPrefix("New: "))
    let follow = try #require(items.first { $0.spoken.contains("followed you") })
    #expect(follow.mark?.plain == " ")
  }

  @Test func nothingIsNewWhereTheServerDoesNotSayWhatWasRead() async throws {
    let mailbox = Mailbox([MastodonKit.Notification.fixtures.follow])
    mailbox.failing.withLock { _ = $0.insert("lastRead") }
    let items = try await items([mailbox, Mailbox([])])
    #expect(items.count == 1 && items[0].mark?.plain == " ")
    #expect(!mailbox.log.withLock(\.self).contains { $0.hasPrefix("read") }, "nothing is marked as read")
  }
}
