import MastodonKit
import NotificationsFeature
import Synchronization
import Testing

/// Each notification is listed once, also those that a server lets through later.
@MainActor
@Suite struct RepeatedNotificationTests {
  @Test func olderRepeatsNoNotification() async throws {
    var service = Mailbox([]).service
    service.list = { request in
      guard case .older = request.position else { return Page([.made("30"), .made("20")], older: Cursor("25")) }
      // A server that puts what is at the edge on both pages.
      return Page([.made("20"), .made("10")], older: nil)
    }
    let model = Notifications.Model(
      state: Notifications.State(), service: service, reader: { Notifications.Reader(marks: true, counts: false) })
    await model.load()
    #expect(try await model.older())
    #expect(model.state.notifications.map(\.id) == ["30", "20", "10"])
    #expect(model.state.page.map(\.id) == ["10"])
  }

  @Test func anEventThatIsInTheListAlreadyIsNotListedTwice() async {
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
