import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import NotificationsFeature
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// Which notifications are listed, and how the server's groups are.
@MainActor @Suite struct NotificationChoiceTests {
  private let four: [MastodonKit.Notification] = [
    .made("40", .mention), .made("30", .reblog), .made("20", .follow), .made("10", .unknown("wave")),
  ]

  @Test func onlySomeKindsAreAskedForAndMarkNothingAsRead() async throws {
    let server = Mailbox(four, lastRead: "10")
    let model = server.model()
    try await model.refresh(Notifications.Choice(only: [.mentions, .follows]))
    await model.load()
    #expect(model.state.page.map(\.id) == ["40", "20"])
    #expect(server.log.withLock(\.self) == ["list newest 20 +mention +follow"])
    #expect(text(Notifications.view(model.state, layout: .page)).contains("Notifications · only mentions, follows"))
  }

  @Test func kindsThatAreHiddenAreListedWhenTheyAreAskedFor() async throws {
    let server = Mailbox(four, lastRead: "40")
    let model = server.model(
      Notifications.VisitOptions(marksRead: true, countsUnread: false, hidden: [.boosts, .other]))
    try await model.refresh(Notifications.Choice())
    #expect(model.state.page.map(\.id) == ["40", "20"], "what has no name is left out here")
    try await model.refresh(Notifications.Choice(only: [.boosts]))
    #expect(model.state.page.map(\.id) == ["30"])
    #expect(server.log.withLock(\.self) == ["list newest 20 -reblog", "list newest 20 +reblog"])
  }

  @Test func newNotificationOfAnotherKindIsNotListed() async throws {
    let model = Mailbox(four).model()
    try await model.refresh(Notifications.Choice(except: [.boosts]))
    model.apply(.notification(.made("50", .reblog)))
    model.apply(.notification(.made("60", .mention)))
    #expect(model.state.page.map(\.id) == ["60", "40", "20", "10"])
  }

  @Test func onlyUnreadItemsAreListed() async throws {
    let model = Mailbox(four, lastRead: "20").model()
    try await model.refresh(Notifications.Choice(onlyUnread: true))
    #expect(model.state.page.map(\.id) == ["40", "30"])
  }

  @Test func readAfterAPartOfTheListReadsAllOfIt() async throws {
    let server = Mailbox(four, lastRead: "10")
    let model = server.model()
    try await model.refresh(Notifications.Choice(only: [.follows]))
    #expect(try await model.read() == 3, "what is not listed is marked and counted too")
    #expect(server.lastRead.withLock(\.self) == "40")
  }

  @Test(arguments: [true, false]) func readAfterAPartWithoutItemsCountsWhatItMarks(serverCounts: Bool) async throws {
    let server = Mailbox(four, lastRead: "20")
    if !serverCounts { server.fail("count") }
    let model = server.model()
    try await model.refresh(Notifications.Choice(only: [.polls]))
    #expect(model.state.page.isEmpty)
    #expect(try await model.read() == 2)
    #expect(server.lastRead.withLock(\.self) == "40")
  }

  @Test func aServerThatKeepsNoPositionsIsNotSaidToHaveNothingNew() async throws {
    let server = Mailbox(four, lastRead: "40")
    var service = server.service
    let lack = MastodonError.lacks(host: "far.example", feature: .markers)
    service.markRead = { _ in throw lack }
    service.unreadCount = { throw lack }
    service.lastRead = { throw lack }
    let model = Notifications.Model(
      state: Notifications.State(me: Account.fixtures.you.id), service: service,
      visitOptions: { Notifications.VisitOptions(marksRead: true, countsUnread: false) })
    try await model.refresh()
    let error = await #expect(throws: AppError.self) { try await model.read() }
    #expect(error?.message == "far.example has no reading positions.")
    model.apply(.notification(.made("50", .mention)))
    #expect(try await model.read() == 1, "what came meanwhile is known to be new")
  }

  private var group: MastodonKit.Notification {
    var newest = MastodonKit.Notification.made("30", .favourite, by: Account.fixtures.rook, about: Status.fixtures.own)
    newest.groupKey = "favourite-1"
    newest.group = .init(key: "favourite-1", count: 3, accounts: [Account.fixtures.rook, Account.fixtures.heron])
    return newest
  }

  @Test func aServerThatGroupsIsAskedForItsGroups() async throws {
    let server = Mailbox([group], lastRead: "10")
    let model = server.model(Notifications.VisitOptions(marksRead: false, countsUnread: false, isGrouped: true))
    await model.load()
    #expect(server.log.withLock(\.self) == ["groups newest 20"])
    #expect(model.state.rows.map(\.count) == [3])
    #expect(text(Notifications.view(model.state, layout: .page)).contains("Rook and Heron"))
    #expect(try await model.dismiss(["30"]) == 3)
    #expect(server.log.withLock { $0.last } == "dismiss group favourite-1")
  }

  @Test func newNotificationJoinsItsGroup() async throws {
    let model = Mailbox([.made("40", .follow), group], lastRead: "40").model(
      Notifications.VisitOptions(marksRead: false, countsUnread: false, isGrouped: true))
    await model.load()
    var next = MastodonKit.Notification.made("50", .favourite, by: Account.fixtures.wren, about: Status.fixtures.own)
    next.groupKey = "favourite-1"
    model.apply(.notification(next))
    #expect(model.state.page.map(\.id) == ["50", "40"])
    #expect(model.state.rows[0].count == 4)
    #expect(
      model.state.rows[0].accounts.map(\.id) == [
        Account.fixtures.wren.id, Account.fixtures.rook.id, Account.fixtures.heron.id,
      ])
  }

  @Test func thePrefixOfAGroupSaysHowManyThereAre() {
    let row = Notifications.view(.fixtures.groupedByServer, layout: .page).items[0]
    #expect(row.spoken.contains("and 211 others favourited"))
  }

  @Test(arguments: [
    ("mentions", [NotificationCategory.mentions]), ("boost,favs", [.boosts, .favourites]),
    ("reblog follow_request", [.boosts, .followRequests]), ("admin.report", [.admin]),
  ])
  func kindsHaveTheNamesThatOneWouldType(_ typed: String, _ found: [NotificationCategory]) throws {
    #expect(try NotificationCategory.list(typed) == found)
  }

  @Test func anUnknownKindIsRefusedWithTheWords() {
    #expect(throws: AppError.self) { try NotificationCategory.list("mentions,hugs") }
  }
}
