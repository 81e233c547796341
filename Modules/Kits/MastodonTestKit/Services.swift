public import MastodonKit
import Synchronization

/// A timeline on a server: divides its posts into pages as Mastodon does, and records the requests.
public final class FakeTimeline: Sendable {
  private struct Inside {
    var statuses: [Status]
    var failure: MastodonError?
    var requests: [PageRequest] = []
  }

  private let inside: Mutex<Inside>

  /// Creates a timeline with posts, the newest first.
  public init(_ statuses: [Status]) { inside = Mutex(Inside(statuses: statuses)) }

  /// Creates a timeline with posts numbered from 1 to `count`, of which the highest is the newest.
  public convenience init(count: Int) { self.init((1...count).reversed().map { .numbered($0) }) }

  public var requests: [PageRequest] { inside.withLock { $0.requests } }

  /// Lets each request fail from now on; `nil` ends that.
  public func fail(_ error: MastodonError?) { inside.withLock { $0.failure = error } }

  /// Adds a post, the newest.
  public func add(_ status: Status) { inside.withLock { $0.statuses.insert(status, at: 0) } }

  /// Answers a request.
  ///
  /// - Throws: What ``fail(_:)`` was given.
  public func page(_ request: PageRequest) throws -> Page<Status> {
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

  /// The timeline as home, local and federated; bookmarks and favourites are empty.
  public var service: TimelineService {
    TimelineService(
      home: { try self.page($0) }, local: { try self.page($0) }, federated: { try self.page($0) },
      bookmarks: { _ in Page([]) }, favourites: { _ in Page([]) })
  }
}

extension Status {
  /// A post with a number: the higher, the newer.
  public static func numbered(_ number: Int, by account: Account = Account.fixtures.rook) -> Status {
    Status(
      id: Status.ID("\(10_000 + number)"), createdAt: .fixture(minutesAgo: 1000 - number), account: account,
      content: "<p>Post \(number).</p>")
  }

  /// The same post with something changed.
  public func with(_ change: (inout Status) -> Void) -> Status {
    var status = self
    change(&status)
    return status
  }
}

extension StatusService {
  /// Every request fails, as without a network; a test replaces what it needs.
  public static let failing = StatusService(
    status: { _ in throw MastodonError.fixtures.offline }, context: { _ in throw MastodonError.fixtures.offline },
    waitForReplies: { _ in throw MastodonError.fixtures.offline },
    mark: { _, _, _ in throw MastodonError.fixtures.offline },
    vote: { _, _, _ in throw MastodonError.fixtures.offline }, delete: { _, _ in throw MastodonError.fixtures.offline })
}

extension AccountService {
  /// Every request fails, as without a network; a test replaces what it needs.
  public static let failing = AccountService(
    account: { _ in throw MastodonError.fixtures.offline }, lookup: { _ in throw MastodonError.fixtures.offline },
    statuses: { _, _ in throw MastodonError.fixtures.offline },
    relationship: { _ in throw MastodonError.fixtures.offline },
    setFollowing: { _, _ in throw MastodonError.fixtures.offline },
    resolve: { _ in throw MastodonError.fixtures.offline })
}
