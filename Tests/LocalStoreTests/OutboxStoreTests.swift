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
}
