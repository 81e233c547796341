import FeatureKit
import MastodonKit
import Synchronization
import TerminalKit

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

  /// The same status with something changed.
  func with(_ change: (inout Status) -> Void) -> Status {
    var status = self
    change(&status)
    return status
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

extension AccountService {
  /// Every request fails, as without a network; a test replaces what it needs.
  static let failing = AccountService(
    account: { _ in throw MastodonError.fixtures.offline }, lookup: { _ in throw MastodonError.fixtures.offline },
    statuses: { _, _ in throw MastodonError.fixtures.offline },
    relationship: { _ in throw MastodonError.fixtures.offline },
    setFollowing: { _, _ in throw MastodonError.fixtures.offline },
    resolve: { _ in throw MastodonError.fixtures.offline })
}

func text(_ document: Document, width: Int = 76, as format: Renderer.Format = .plain) -> String {
  Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(document)
}

let layout = Layout(width: 76, now: .fixtureNow)

/// Types a line on a screen as a user does: numbers mean what the screen shows.
@MainActor
func type(_ line: String, on screen: Screen, and verbs: [Verb] = []) async throws -> Response {
  var words = line.split(separator: " ").map(String.init)
  let name = words.removeFirst()
  guard let verb = (screen.verbs() + verbs).first(where: { $0.matches(name) }) else {
    throw AppError.notFound("no verb \(name)")
  }
  let document = screen.document(layout)
  let context = ArgumentContext(
    highestNumber: { document.items.compactMap(\.number).max() ?? 0 }, shown: { document.references(numbered: $0) },
    resolve: { address, kind in Reference(kind: kind, id: address) })
  let list = ArgumentList(words.map { ArgumentList.Word($0) })
  return try await verb.run(try ArgumentReader(list, for: verb, context: context))
}

extension Response {
  /// The text of a toast and its hint, with a bar between them; `nil` for other responses.
  var said: String? {
    guard case .toast(let toast) = self else { return nil }
    return toast.text.plain + (toast.hint.map { " | \($0)" } ?? "")
  }

  var isScreen: Bool { if case .screen = self { true } else { false } }
}
