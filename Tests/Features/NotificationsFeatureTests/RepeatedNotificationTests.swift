import MastodonKit
import NotificationsFeature
import Synchronization
import Testing

/// Each notification is listed once, also those that a server lets through later.
@MainActor
@Suite struct RepeatedNotificationTests {
  @Test func olderRepeatsNoNotification() async throws {
    var service = Mailbox([]).service
    service.list = { request, _ in
      guard case .older = request.position else { return Page([.made("30"), .made("20")], older: Cursor("25")) }
      // A server that puts what is at the edge on both pages.
      return Page([.made("20"), .made("10")], older: nil)
    }
    let model = Notifications.Model(
      state: Notifications.State(), service: service,
      visitOptions: { Notifications.VisitOptions(marksRead: true, countsUnread: false) })
    await model.load()
    #expect(try await model.older())
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
    #expect(model.state.page.map(\.id) == ["10"])
  }

  /// A mailbox whose older pages are these, each with the cursor of the next; the first one lies at 0.
  private func model(_ pages: [(ids: [MastodonKit.Notification.ID], next: Int?)]) -> (Notifications.Model, Mailbox) {
    let mailbox = Mailbox([])
    var service = mailbox.service
    service.list = { request, _ in
      guard case .older(let cursor) = request.position else { return Page([.made("30")], older: "0") }
      mailbox.log.withLock { $0.append(cursor.value) }
      let page = pages[Int(cursor.value) ?? 0]
      return Page(page.ids.map { .made($0) }, older: page.next.map { Cursor(String($0)) })
    }
    let model = Notifications.Model(
      state: Notifications.State(), service: service,
      visitOptions: { Notifications.VisitOptions(marksRead: false, countsUnread: false) })
    return (model, mailbox)
  }

  @Test func olderSkipsAPageOfRepeats() async throws {
    let (model, _) = model([(["30"], 1), ([], 2), (["30", "20"], 3), (["20"], nil)])
    await model.load()
    #expect(try await model.older())
    #expect(model.state.page.map(\.id) == ["20"])
    #expect(try await !model.older())
    #expect(model.state.notifications.map(\.id) == ["30", "20"])
  }

  @Test func olderStopsAfterFivePagesOfRepeatsAndContinues() async throws {
    let (model, mailbox) = model((1...7).map { (ids: ["30"], next: $0) } + [(ids: ["20"], next: nil)])
    await model.load()
    #expect(try await model.older(), "There may be more.")
    #expect(mailbox.log.withLock(\.self) == ["0", "1", "2", "3", "4"])
    #expect(try await model.older())
    #expect(model.state.page.map(\.id) == ["20"])
  }

  @Test func repeatedCursorEndsOlder() async throws {
    let (model, mailbox) = model([(["30"], 1), (["30"], 0)])
    await model.load()
    #expect(try await !model.older())
    #expect(mailbox.log.withLock(\.self) == ["0", "1"])
  }

  @Test func repeatedEventIsListedOnce() async {
    let model = Mailbox([.made("20"), .made("10")]).model()
    await model.load()
    for _ in 0..<2 { model.apply(.notification(.made("20"))) }
    #expect(model.state.notifications.map(\.id) == ["20", "10"])
  }

  @Test func mergedNotificationsAppearAtTheNextVisit() async {
    let mailbox = Mailbox([.made("20"), .made("10")])
    let model = mailbox.model()
    await model.load()
    mailbox.notifications.withLock { $0 = [.made("20"), .made("15"), .made("10")] }
    await model.load()
    #expect(model.state.notifications.map(\.id) == ["20", "10"], "nothing asks by itself")
    model.apply(.notificationsMerged)
    await model.load()
    #expect(model.state.notifications.map(\.id) == ["20", "15", "10"])
  }
}
