import FeatureKit
import FoundationEssentials
import MastodonKit
import NotificationsFeature
import Synchronization
import Testing

/// The requests after the stream was disconnected, and the end of the list.
@MainActor
@Suite struct NotificationGapTests {
  /// The number of notifications.
  final class Count: Sendable {
    let value = Mutex(1)
    /// Whether the server cannot be reached.
    let isAway = Mutex(false)
  }

  /// Notifications from 1 on; the ids have one length, as on servers.
  private static func service(_ count: Count) -> NotificationService {
    let all: @Sendable () -> [MastodonKit.Notification] = {
      (1...count.value.withLock { $0 }).reversed().map { .made(.init("\(10_000 + $0)")) }
    }
    return NotificationService(
      list: { request, _ in
        if count.isAway.withLock(\.self) { throw MastodonError.fixtures.offline }
        let found: ArraySlice<MastodonKit.Notification>
        switch request.position {
        case .newer(let cursor): found = all().filter { $0.id.rawValue > cursor.value }.suffix(request.limit)
        case .older(let cursor): found = all().filter { $0.id.rawValue < cursor.value }.prefix(request.limit)
        default: found = all().prefix(request.limit)
        }
        return Page(Array(found), newer: found.first.map { Cursor($0.id.rawValue) })
      }, groups: { _, _ in Page([]) }, dismiss: { _ in }, dismissGroup: { _ in }, clear: {}, lastRead: { nil },
      unreadCount: { 0 },
      markRead: { _ in })
  }

  @Test func longGapIsContinuedWhereItEnded() async {
    let count = Count()
    let model = Notifications.Model(
      state: .init(me: Account.fixtures.you.id), service: Self.service(count),
      visitOptions: { Notifications.VisitOptions(marksRead: true, countsUnread: false) })
    await model.recordPosition()
    count.value.withLock { $0 = 301 }
    let first = await model.catchUp()
    #expect(!first.isWhole && first.elements.first?.id == "10002" && first.elements.last?.id == "10201")
    let second = await model.catchUp()
    #expect(second.isWhole && second.elements.first?.id == "10202" && second.elements.last?.id == "10301")
  }

  @Test func catchingUpStartsWherePositionCouldNotBeRecorded() async {
    let count = Count()
    let model = Notifications.Model(
      state: .init(me: Account.fixtures.you.id), service: Self.service(count),
      visitOptions: { Notifications.VisitOptions(marksRead: true, countsUnread: false) })
    count.isAway.withLock { $0 = true }
    await model.recordPosition()
    #expect(await model.catchUp().elements.isEmpty)
    count.isAway.withLock { $0 = false }
    #expect(await model.catchUp().elements.isEmpty, "what was there before is no news")
    count.value.withLock { $0 = 3 }
    #expect(await model.catchUp().elements.map(\.id) == ["10002", "10003"])
  }

  @Test func olderRequestsNothingAfterClearing() async throws {
    let server = Mailbox((0..<50).map { .made(.init("\(100 - $0)")) })
    let model = server.model()
    await model.load()
    try await model.clear()
    #expect(try await model.older() == false)
    #expect(server.log.withLock { $0.last } == "clear")
  }

  @Test func notificationRepeatedByOlderIsShownOnce() async throws {
    let pages: [[MastodonKit.Notification]] = [[.made("30"), .made("20")], [.made("20"), .made("10")]]
    let service = NotificationService(
      list: { request, _ in
        if case .older = request.position { return Page(pages[1]) }
        return Page(pages[0], older: Cursor("20"))
      }, groups: { _, _ in Page([]) }, dismiss: { _ in }, dismissGroup: { _ in }, clear: {}, lastRead: { nil },
      unreadCount: { 0 }, markRead: { _ in })
    let model = Notifications.Model(
      state: .init(me: Account.fixtures.you.id), service: service,
      visitOptions: { Notifications.VisitOptions(marksRead: true, countsUnread: false) })
    await model.load()
    #expect(try await model.older())
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
  }

  @Test func mergedNotificationsAppearAfterTheNextFetch() async {
    let server = Mailbox([.made("30"), .made("10")])
    let model = server.model()
    await model.load()
    server.notifications.withLock { $0 = [.made("30"), .made("20"), .made("10")] }
    await model.load()
    #expect(model.state.notifications.map(\.id) == ["30", "10"])
    model.apply(.notificationsMerged)
    await model.load()
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
  }
}
