import Foundation
import LocalStore
import MastodonKit
import Testing

@Suite struct OutboxStoreTests {
  private func favourite(_ id: String, on: Bool = true, age: TimeInterval = 0) -> OutboxItem {
    OutboxItem(
      QueuedRequest(
        template: "/api/v1/statuses/:id/\(on ? "" : "un")favourite", arguments: [id], fields: [["a", "b"]],
        operation: "favourite the post"), at: .fixtureNow - age)
  }

  @Test func itemsComeBackInOrderAndTheLaterOfTwoReplacesTheEarlier() throws {
    let database = Database(locations: .inMemory(), now: { .fixtureNow }, report: { _ in })
    let (mine, other) = (database.outboxService(account: "you@sandbox"), database.outboxService(account: "w@x.example"))
    try mine.add(favourite("1", age: 10))
    try mine.add(OutboxItem(post: "d1", at: .fixtureNow - 20))
    try mine.add(favourite("1", on: false, age: 5))
    try other.add(favourite("2"))
    let items = try mine.all()
    #expect(items.map(\.content) == [.post("d1"), favourite("1", on: false).content])
    try mine.delete(favourite("1").id)
    #expect(try mine.all().map(\.id) == ["post d1"])
    #expect(try other.all().count == 1)
  }

  @Test func anItemIsSentByOneProcessAlone() throws {
    let home = try TemporaryHome()
    let stores = (0..<2).map { _ in
      Database(locations: home.locations, now: { .fixtureNow }, report: { _ in }).outboxService(account: "you@sandbox")
    }
    let (id, now) = (favourite("1").id, Date.fixtureNow)
    try stores[0].add(favourite("1"))
    #expect(try stores[0].claim(id, now, now + 60))
    #expect(try !stores[1].claim(id, now + 59, now + 90))
    #expect(try stores[1].claim(id, now + 60, now + 90), "what a killed process has reserved is sent later")
    try stores[1].release(id, false)
    #expect(try stores[0].claim(id, now, now + 60))
    // The user takes the favourite back while it is being sent.
    try stores[1].add(favourite("1", on: false))
    try stores[0].release(id, true)
    #expect(try stores[0].all().map(\.content) == [favourite("1", on: false).content])
    #expect(try stores[1].claim(id, now, now + 60))
    try stores[1].release(id, true)
    #expect(try stores[0].all().isEmpty)
    #expect(try !stores[0].claim(id, now, now + 60), "what is gone is nobody's")
  }
}
