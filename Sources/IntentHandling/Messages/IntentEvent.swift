import Links
import MastodonKit
import StatusKit
import TerminalKit

/// Events as they are sent to other programs: one JSON object on one line.
enum IntentEvent {
  /// The line for an event of the stream; `nil` for events that other programs do not get.
  static func line(for event: StreamEvent) -> String? {
    switch event {
    case .update(let status): line("post", [JSONValue.Member("post", post(status))])
    case .statusUpdate(let status): line("edit", [JSONValue.Member("post", post(status))])
    case .delete(let id): line("delete", [JSONValue.Member("id", .string(id.rawValue))])
    case .notification(let notification):
      line(
        "notification",
        [
          JSONValue.Member("id", .string(notification.id.rawValue)),
          JSONValue.Member("type", .string(notification.kind.rawValue)),
          JSONValue.Member("account", account(notification.account)),
          JSONValue.Member("post", notification.status.map(post) ?? .null),
        ])
    case .notificationsMerged, .conversation, .announcement, .announcementReaction, .announcementDelete,
      .filtersChanged, .unknown:
      nil
    }
  }

  /// The line that reports missing events, after the stream was interrupted.
  static var gap: String { line("gap", []) }

  /// The line that reports how many events a slow subscriber has missed.
  static func missed(_ count: Int) -> String { line("missed", [JSONValue.Member("count", .int(count))]) }

  /// The line that reports another current account.
  static func account(_ id: String) -> String { line("account", [JSONValue.Member("account", .string(id))]) }

  /// A line of another process, if it is an event without characters that a terminal would interpret.
  static func safe(_ line: String) -> String? {
    struct Named: Decodable { var event: String }
    guard line.unicodeScalars.allSatisfy({ !$0.isHidden }) else { return nil }
    // A line that is not an event is dropped, whatever is wrong with it.
    return (try? MastodonJSON.decode(Named.self, from: line)).map { _ in line }
  }

  private static func line(_ event: String, _ members: [JSONValue.Member]) -> String {
    JSONValue.object(
      [JSONValue.Member("howdah", .int(IntentRequest.version)), JSONValue.Member("event", .string(event))] + members
    ).serialized()
  }

  private static func post(_ status: Status) -> JSONValue {
    let shown = status.displayed
    return [
      "id": .string(shown.id.rawValue), "url": .optional(shown.url), "account": account(shown.account),
      "boosted_by": status.reblog == nil ? .null : account(status.account),
      "text": .string(ExcerptText.of(shown, limit: 500)), "visibility": .string(shown.visibility.rawValue),
    ]
  }

  private static func account(_ account: Account) -> JSONValue {
    ["acct": .string(account.acct), "name": .string(ExcerptText.cut(account.name, to: 100))]
  }
}
