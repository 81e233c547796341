import FeatureKit
import FeatureTestKit
import MastodonKit
import NotificationsFeature
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct NotificationsModelTests {
  private let own = Status.fixtures.own

  @Test func loadingFetchesOnceAndSendsTheMarker() async {
    let server = Mailbox([.made("30"), .made("20"), .made("10")], lastRead: "10")
    let model = server.model()
    await model.load()
    #expect(model.state.phase == .loaded)
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
    #expect(model.state.unreadCount == 2)
    #expect(model.state.unseenCount == 0)
    await model.load()
    #expect(server.log.withLock(\.self) == ["list newest 20", "read 30"])
  }

  @Test func shownNotificationsAreReadAtTheNextVisit() async {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "10")
    let model = server.model()
    await model.load()
    #expect(model.state.unreadCount == 1)
    await model.load()
    #expect(model.state.unreadCount == 0)
  }

  @Test func scriptsMarkNothingAsRead() async {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "10")
    let model = server.model(Notifications.VisitOptions(marksRead: false, countsUnread: false))
    for _ in 0..<2 {
      await model.load()
      #expect(model.state.unreadCount == 1 && model.state.lastShown == nil)
    }
    #expect(server.log.withLock(\.self) == ["list newest 20"])
    model.markNextVisit()
    await model.load()
    #expect(server.log.withLock(\.self).last == "read 20")
  }

  @Test(arguments: [[], ["count"]]) func unreadItemsBeyondThePageAreCounted(_ failing: [String]) async throws {
    let all = (100...200).reversed().map { MastodonKit.Notification.made(.init("\($0)")) }
    for (lastRead, count) in [("199", 1), ("150", 50), (nil, 101)] as [(MastodonKit.Notification.ID?, Int)] {
      let server = Mailbox(all, lastRead: lastRead)
      server.failing.withLock { $0 = Set(failing) }
      let model = server.model(Notifications.VisitOptions(marksRead: false, countsUnread: true))
      try await model.refresh(range: ListRange(limit: 1))
      await model.load()
      #expect(model.state.notifications.count == 1)
      #expect(model.state.unreadTotal == count)
      let data = Notifications.view(model.state, layout: .page).data
      #expect(data.first { $0.name == "unread" }?.value == .int(count))
    }
  }

  @Test func shownNotificationsAreReadInTheNextRun() async {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "10")
    await server.model().load()
    let next = server.model()
    await next.load()
    #expect(next.state.unreadCount == 0)
  }

  @Test func withoutAMarkerEverythingIsNew() async {
    let server = Mailbox([.made("20"), .made("10")])
    let model = server.model()
    await model.load()
    #expect(model.state.unreadCount == 2)
  }

  @Test func serverWithoutMarkersMarksNothingAsNew() async {
    let server = Mailbox([.made("20"), .made("10")])
    server.fail("lastRead", "read")
    let model = server.model()
    await model.load()
    #expect(model.state.phase == .loaded)
    #expect(model.state.unreadCount == 0)
    model.apply(.notification(.made("30")))
    #expect(model.state.unreadCount == 1)
  }

  @Test func failedMarkerIsSentAgain() async {
    let server = Mailbox([.made("20")], lastRead: "10")
    server.fail("read")
    let model = server.model()
    await model.load()
    server.fail()
    await model.load()
    #expect(server.lastRead.withLock(\.self) == "20")
  }

  @Test func failureIsShownAndTheNextLoadRetries() async {
    let server = Mailbox([.made("10")])
    server.fail("list")
    let model = server.model()
    await model.load()
    #expect(model.state.phase == .failed(AppError.fixtures.noConnection))
    server.fail()
    await model.load()
    #expect(model.state.phase == .loaded)
    #expect(model.state.notifications.count == 1)
  }

  @Test func aListThatWasNeverReadHasNoEnd() async throws {
    let server = Mailbox([.made("10")])
    server.fail("list")
    let model = server.model()
    await model.load()
    await #expect(throws: AppError.self) { try await model.older() }
    server.fail()
    #expect(try await model.older() == false)
    #expect(model.state.page.map(\.id) == ["10"])
  }

  @Test func failedRefreshKeepsTheList() async throws {
    let server = Mailbox([.made("10")])
    let model = server.model()
    await model.load()
    server.fail("list")
    await #expect(throws: AppError.fixtures.noConnection) { try await model.refresh() }
    #expect(model.state.notifications.map(\.id) == ["10"])
  }

  @Test func pagesOfRowsTurnBothWays() async throws {
    let server = Mailbox((10...40).reversed().map { .made(.init("\($0)")) }, lastRead: "40")
    let model = server.model()
    await model.load()
    var layout = Layout.page
    layout.height = 9
    model.fit(layout)
    let first = model.state.page.map(\.id)
    #expect(first.first == "40" && first.count < 20)
    #expect(try await model.older())
    model.fit(layout)
    let second = model.state.page.map(\.id)
    #expect(try await model.older())
    model.fit(layout)
    #expect(try await model.newer())
    model.fit(layout)
    #expect(model.state.page.map(\.id) == second)
    #expect(try await model.newer())
    model.fit(layout)
    #expect(model.state.page.map(\.id) == first)
    #expect(try await model.newer() == false)
    #expect(server.log.withLock { $0.filter { $0.hasPrefix("list") } } == ["list newest 20", "list newer than 40 20"])
  }

  @Test func aPartOfTheListIsAPlaceOfItsOwn() async throws {
    let server = Mailbox((10...40).reversed().map { .made(.init("\($0)")) }, lastRead: "40")
    let model = server.model()
    try await model.refresh(range: ListRange(before: ListPlace("31"), limit: 3))
    #expect(model.state.page.map(\.id) == ["30", "29", "28"])
    let document = Notifications.view(model.state, layout: .page)
    #expect(document.neighbours?.older == ["notifications", "--limit", "3", "--before", "28"])
    #expect(document.neighbours?.newer == ["notifications", "--limit", "3", "--after", "30"])
    try await model.refresh(range: ListRange(isAll: true))
    #expect(model.state.page.count == 31 && Notifications.view(model.state, layout: .page).neighbours?.older == nil)
  }

  @Test func notificationThatArrivesDuringARequestStays() async throws {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "20")
    let model = server.model()
    server.duringList.withLock { $0 = { model.apply(.notification(.made("30"))) } }
    try await model.refresh(range: ListRange(limit: 5))
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
    #expect(model.state.unseenCount == 1)
    #expect(server.log.withLock(\.self) == ["list newest 5"])
  }

  @Test func streamedNotificationIsInsertedOnceInOrder() async {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "20")
    let model = server.model()
    await model.load()
    for id in ["30", "15", "30", "20"] { model.apply(.notification(.made(.init(id)))) }
    #expect(model.state.notifications.map(\.id) == ["30", "20", "15", "10"])
    #expect(model.state.unseenCount == 1)
    await model.load()
    #expect(model.state.unseenCount == 0)
    #expect(model.state.unreadCount == 1)
  }

  @Test func editAndDeletionUpdateThePostsShown() async {
    let server = Mailbox([.made("20", .favourite, about: own), .made("10")])
    let model = server.model()
    await model.load()
    var edited = own
    edited.content = "<p>Changed.</p>"
    edited.hasViewerState = false
    model.apply(.statusUpdate(edited))
    #expect(model.state.notifications[0].status?.content == "<p>Changed.</p>")
    #expect(model.state.notifications[0].status?.hasViewerState == true)
    model.apply(.delete(own.id))
    #expect(model.state.notifications.map(\.id) == ["10"])
  }

  @Test func adjacentFavouritesOfOnePostAreOneRow() async {
    let other = Status.fixtures.plain
    let server = Mailbox([
      .made("9", .favourite, about: own), .made("8", .favourite, by: Account.fixtures.rook, about: own),
      .made("7", .favourite, about: other), .made("6", .reblog, about: other), .made("5", .reblog, about: other),
      .made("4", .favourite, about: other), .made("3", .mention, about: other), .made("2", .mention, about: other),
      .made("1", .favourite), .made("0", .favourite),
    ])
    let model = server.model()
    await model.load()
    let rows = model.state.rows.map { $0.notifications.map(\.id.rawValue).joined(separator: " ") }
    #expect(rows == ["9 8", "7", "6 5", "4", "3", "2", "1", "0"])
    #expect(model.state.rows[0].accounts == [Account.fixtures.heron, Account.fixtures.rook])
    #expect(model.state.rows[2].accounts == [Account.fixtures.heron])
  }

  @Test func dismissingARowKeepsNewerNotifications() async throws {
    let server = Mailbox([.made("20", .favourite, about: own), .made("10", .favourite, about: own), .made("5")])
    let model = server.model()
    await model.load()
    model.apply(.notification(.made("30", .favourite, about: own)))
    #expect(try await model.dismiss(["20"]) == 2)
    #expect(model.state.notifications.map(\.id) == ["30", "5"])
    #expect(server.log.withLock { $0.suffix(2) } == ["dismiss 20", "dismiss 10"])
  }

  @Test func failedDismissalPutsTheRowBack() async throws {
    let server = Mailbox([.made("30"), .made("20"), .made("10")])
    let model = server.model()
    await model.load()
    server.fail("dismiss 20")
    do {
      _ = try await model.dismiss(["30", "20", "10"])
      Issue.record("it was dismissed")
    } catch let failure as PartialFailure {
      guard case .toast(let toast) = failure.done else {
        Issue.record("nothing is said")
        return
      }
      #expect(toast.text.plain == "Dismissed 1 notification.")
      #expect(failure.appError == AppError.fixtures.noConnection)
    }
    #expect(model.state.notifications.map(\.id) == ["20", "10"])
    #expect(server.notifications.withLock { $0.map(\.id) } == ["20", "10"])
  }

  /// As after `howdah notifications` in a shell, whose next command has no list.
  @Test func notificationThatIsNotOnThePageIsDismissedByItsID() async throws {
    let server = Mailbox([.made("10"), .made("20")])
    let model = server.model()
    #expect(try await model.dismiss(["20"]) == 1)
    #expect(server.notifications.withLock { $0.map(\.id) } == ["10"])
  }

  @Test func clearingEmptiesTheListUnlessItFails() async throws {
    let server = Mailbox([.made("10")])
    let model = server.model()
    await model.load()
    server.fail("clear")
    await #expect(throws: AppError.fixtures.noConnection) { try await model.clear() }
    #expect(model.state.notifications.count == 1)
    server.fail()
    try await model.clear()
    #expect(model.state.notifications.isEmpty)
  }

  @Test func readMarksEverythingUnlessItFails() async throws {
    let server = Mailbox([.made("20"), .made("10")], lastRead: "10")
    let model = server.model()
    try await model.refresh()
    server.fail("read")
    await #expect(throws: AppError.fixtures.noConnection) { try await model.read() }
    #expect(model.state.unreadCount == 1)
    server.fail()
    #expect(try await model.read() == 1)
    #expect(model.state.unreadCount == 0)
    #expect(try await model.read() == 0)
    #expect(server.lastRead.withLock(\.self) == "20")
  }

  @Test func olderShowsTheNextPage() async throws {
    let all = (0..<50).map { MastodonKit.Notification.made(.init("\(100 - $0)")) }
    let server = Mailbox(all)
    let model = server.model()
    await model.load()
    #expect(model.state.page.map(\.id.rawValue).first == "100")
    #expect(try await model.older())
    #expect(model.state.page.map(\.id.rawValue).first == "80")
    model.apply(.notification(.made("101")))
    #expect(try await model.older())
    #expect(model.state.page.map(\.id.rawValue) == (51...60).reversed().map(String.init))
    #expect(try await !model.older())
    try await model.refresh()
    #expect(model.state.page.map(\.id.rawValue).first == "100")
  }
}
