import FoundationEssentials
import MastodonKit

extension Outbox.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = Outbox.State()
    public let waiting = Outbox.State(entries: [
      Outbox.Entry(
        item: OutboxItem(post: "01JD7M3ZV5D2H6QK8XW0000001", at: .fixtureNow - 90_000),
        subject: "Snow on the towpath, and nobody has walked on it yet.", isOld: true),
      Outbox.Entry(
        item: OutboxItem(
          QueuedRequest(
            template: "/api/v1/statuses/:id/favourite", arguments: ["117654265164660736"], fields: [],
            operation: "favourite the post"), at: .fixtureNow - 240),
        subject: "Heron: Somebody was at the weir before me. He did not say good morning either."),
      Outbox.Entry(
        item: OutboxItem(
          QueuedRequest(
            template: "/api/v1/accounts/:id/follow", arguments: ["7"], fields: [], operation: "follow the account"),
          at: .fixtureNow - 60)),
    ])
  }
}
