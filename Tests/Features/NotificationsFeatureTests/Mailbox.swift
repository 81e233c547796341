import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import NotificationsFeature
import StatusKit
import Synchronization
import TerminalKit

/// A server's notifications, whose requests are recorded and can fail.
final class Mailbox: Sendable {
  let notifications: Mutex<[MastodonKit.Notification]>
  let lastRead: Mutex<MastodonKit.Notification.ID?>
  let log = Mutex<[String]>([])
  /// The operations that fail, by their first word.
  let failing = Mutex<Set<String>>([])
  /// Runs while a page is loaded.
  let duringList = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

  init(_ notifications: [MastodonKit.Notification], lastRead: MastodonKit.Notification.ID? = nil) {
    self.notifications = Mutex(notifications)
    self.lastRead = Mutex(lastRead)
  }

  var service: NotificationService {
    NotificationService(
      list: { [self] in try await page($0, $1, "list") },
      groups: { [self] in try await page($0, $1, "groups") },
      dismiss: { [self] id in
        try note("dismiss \(id)")
        notifications.withLock { $0.removeAll { $0.id == id } }
      },
      dismissGroup: { [self] key in
        try note("dismiss group \(key)")
        notifications.withLock { $0.removeAll { $0.group?.key == key } }
      },
      clear: { [self] in
        try note("clear")
        notifications.withLock { $0 = [] }
      },
      lastRead: { [self] in
        if failing.withLock({ $0.contains("lastRead") }) { throw MastodonError.fixtures.offline }
        return lastRead.withLock(\.self)
      },
      unreadCount: { [self] in
        try note("count")
        let lastRead = lastRead.withLock(\.self)
        return notifications.withLock { $0.count { notification in lastRead.map { notification.id > $0 } ?? true } }
      },
      markRead: { [self] id in
        try note("read \(id)")
        lastRead.withLock { $0 = id }
      })
  }

  private func page(
    _ request: PageRequest, _ query: NotificationQuery, _ operation: String
  ) async throws -> Page<MastodonKit.Notification> {
    let kinds = query.types.map { "+\($0.rawValue)" } + query.excludedTypes.map { "-\($0.rawValue)" }
    try note(([operation, Self.name(request.position), "\(request.limit)"] + kinds).joined(separator: " "))
    if let happens = duringList.withLock(\.self) { await happens() }
    let all = notifications.withLock(\.self).filter {
      (query.types.isEmpty || query.types.contains($0.kind)) && !query.excludedTypes.contains($0.kind)
    }
    var rest = all[...]
    if case .older(let cursor) = request.position { rest = all.drop { $0.id >= .init(cursor.value) } }
    let page = Array(rest.prefix(request.limit))
    return Page(page, older: rest.count > page.count ? page.last.map { Cursor($0.id.rawValue) } : nil)
  }

  private static func name(_ position: PageRequest.Position) -> String {
    switch position {
    case .newest: "newest"
    case .older(let cursor): "older than \(cursor)"
    case .newer(let cursor): "newer than \(cursor)"
    default: "\(position)"
    }
  }

  private func note(_ words: String) throws {
    log.withLock { $0.append(words) }
    let operation = String(words.prefix { $0 != " " })
    if failing.withLock({ $0.contains(words) || $0.contains(operation) }) { throw MastodonError.fixtures.offline }
  }

  func fail(_ operations: String...) { failing.withLock { $0 = Set(operations) } }

  @MainActor func model(
    _ options: Notifications.VisitOptions = Notifications.VisitOptions(marksRead: true, countsUnread: false)
  ) -> Notifications.Model {
    Notifications.Model(
      state: Notifications.State(me: Account.fixtures.you.id), service: service, visitOptions: { options })
  }
}

extension MastodonKit.Notification {
  /// A notification with the id given.
  static func made(
    _ id: ID, _ kind: Kind = .follow, by account: Account = Account.fixtures.heron, about status: Status? = nil
  ) -> MastodonKit.Notification {
    MastodonKit.Notification(id: id, kind: kind, createdAt: .fixture(minutesAgo: 5), account: account, status: status)
  }
}

extension Layout {
  /// A page of 72 columns at the fixtures' time.
  static let page = Layout(width: 72, now: .fixtureNow)
}

extension Response {
  /// The words of a toast, the question of a confirmation, or what else it is.
  var words: String {
    switch self {
    case .toast(let toast): toast.text.plain
    case .confirm(let confirmation): confirmation.question
    case .screen: "(screen)"
    default: "(else)"
    }
  }
}
