import MastodonKit
import Synchronization

/// A timeline on a server: pages as Mastodon does and records the requests.
final class FakeTimeline: Sendable {
  private struct Inside {
    var statuses: [Status]
    var failure: MastodonError?
    var requests: [PageRequest] = []
  }

  private let inside: Mutex<Inside>

  /// A server with statuses, newest first.
  init(_ statuses: [Status]) { inside = Mutex(Inside(statuses: statuses)) }

  /// Statuses 1 to `count`, of which the highest is the newest.
  convenience init(count: Int) { self.init((1...count).reversed().map { .numbered($0) }) }

  var requests: [PageRequest] { inside.withLock { $0.requests } }

  func fail(_ error: MastodonError?) { inside.withLock { $0.failure = error } }
  func add(_ status: Status) { inside.withLock { $0.statuses.insert(status, at: 0) } }

  func page(_ request: PageRequest) throws -> Page<Status> {
    try inside.withLock { inside in
      inside.requests.append(request)
      if let failure = inside.failure { throw failure }
      let all = inside.statuses
      let found: ArraySlice<Status>
      switch request.position {
      case .newest: found = all.prefix(request.limit)
      case .older(let cursor): found = all.filter { $0.id < Status.ID(cursor.value) }.prefix(request.limit)
      case .newer(let cursor): found = all.filter { $0.id > Status.ID(cursor.value) }.suffix(request.limit)
      case .since, .between, .offset: found = []
      }
      let end = all.last?.id == found.last?.id
      return Page(
        Array(found), older: end ? nil : found.last.map { Cursor($0.id.rawValue) },
        newer: found.first.map { Cursor($0.id.rawValue) })
    }
  }
}

extension Status {
  /// A post with a number: the higher, the newer.
  static func numbered(_ number: Int, by account: Account = Account.fixtures.rook) -> Status {
    Status(
      id: Status.ID("\(10_000 + number)"), createdAt: .fixture(minutesAgo: 1000 - number), account: account,
      content: "<p>Post \(number).</p>")
  }
}

extension StatusService {
  /// Every request fails, as without a network; a test replaces what it needs.
  static let failing = StatusService(
    status: { _ in throw MastodonError.fixtures.offline }, context: { _ in throw MastodonError.fixtures.offline },
    setFavourited: { _, _ in throw MastodonError.fixtures.offline },
    setReblogged: { _, _, _ in throw MastodonError.fixtures.offline },
    setBookmarked: { _, _ in throw MastodonError.fixtures.offline },
    vote: { _, _ in throw MastodonError.fixtures.offline }, delete: { _ in throw MastodonError.fixtures.offline })
}
