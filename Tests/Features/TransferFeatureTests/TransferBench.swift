import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import TransferFeature

/// A server with a few accounts, and files, in memory.
@MainActor
final class TransferBench {
  let me = Account(id: "0", username: "you")
  var known = [
    "rook": Account(id: "1", username: "rook"),
    "pool@far.example": Account(id: "2", username: "pool", acct: "pool@far.example"),
  ]
  var follows: [String] = []
  var relations: [Account.ID: Relationship] = [:]
  var changes: [TransferService.Change] = []
  var tagGroups: [TagGroup] = []
  var savedServers: [SavedServer] = []
  var marks: [BookmarkMark] = []
  /// The posts that the server finds, by address.
  var posts: [String: Status] = [:]
  /// The number of notices that the screens received of an import.
  var notices = 0
  var lists: [MastodonKit.List] = []
  /// Whether a new list is answered with something else.
  var losesAnswers = false
  var files: [String: [UInt8]] = [:]
  var said: [String] = []
  var shown: [String] = []
  var counted: [String] = []
  var waits: [Duration] = []
  var refusals: [MastodonError] = []
  var pageSize = 80
  /// The number of pages with ever new cursors, all of them the first; nil for a server that pages.
  var repeats: Int?

  func page<Element: Sendable>(_ all: [Element], _ request: PageRequest) -> Page<Element> {
    var start = 0
    if case .older(let cursor) = request.position { start = Int(cursor.value) ?? 0 }
    if let repeats {
      self.repeats = repeats + 1
      return Page(Array(all.prefix(pageSize)), older: Cursor("c\(repeats)"))
    }
    let end = min(start + pageSize, all.count)
    return Page(Array(all[start..<end]), older: end < all.count ? Cursor("\(end)") : nil)
  }

  func following() -> [Account] { follows.compactMap { known[$0] } }

  func change(_ change: TransferService.Change) throws {
    if let refusal = refusals.popLast() { throw refusal }
    changes.append(change)
  }

  func find(_ address: String) throws -> Account {
    guard let account = known[address] else {
      throw MastodonError.notFound(host: "shore.example", operation: "find it")
    }
    return account
  }

  var action: Transfer.Action {
    Transfer.Action(
      service: TransferService(
        following: { _, request in await self.page(self.following(), request) },
        mutes: { await self.page(self.following(), $0) }, blocks: { await self.page([], $0) },
        domainBlocks: { await self.page(["spam.example"], $0) },
        bookmarks: { await self.page([], $0) }, followedTags: { await self.page([], $0) },
        lists: { await self.lists }, members: { _, request in await self.page(self.following(), request) },
        relationships: { await self.related($0) },
        account: { try await self.find($0) },
        status: { address in
          guard let post = await self.posts[address] else {
            throw MastodonError.notFound(host: "shore.example", operation: "find it")
          }
          return post
        },
        change: { try await self.change($0) },
        createList: { title in try await self.create(title) }),
      groups: TagGroupService(
        all: { MainActor.assumeIsolated { self.tagGroups } },
        save: { group in
          MainActor.assumeIsolated {
            self.tagGroups.removeAll { $0.title == group.title }
            self.tagGroups.append(group)
          }
        }, change: { _, _ in nil }, delete: { _ in }, changes: { AsyncThrowingStream { $0.finish() } }),
      servers: SavedServerService(
        all: { MainActor.assumeIsolated { self.savedServers } },
        save: { server in MainActor.assumeIsolated { self.savedServers.append(server) } }, delete: { _ in },
        changes: { AsyncThrowingStream { $0.finish() } }),
      bookmarkMarks: BookmarkMarks(
        all: { MainActor.assumeIsolated { self.marks } },
        mark: { id in MainActor.assumeIsolated { self.marks.first { $0.id == id } } },
        change: { id, change in
          let old = MainActor.assumeIsolated { self.marks.first { $0.id == id } }
          let new = change(old)
          MainActor.assumeIsolated {
            self.marks.removeAll { $0.id == id }
            self.marks.append(new)
          }
          return old
        }, delete: { _ in }),
      makeID: { "new" },
      serverName: { name in
        guard name.contains(".") else {
          throw AppError.validation("“\(name)” is not the address of a server.", suggestion: "Type its name.")
        }
        return name
      }, changed: { self.notices += 1 },
      files: UserFiles(
        read: { try await self.read($0) }, exists: { path in MainActor.assumeIsolated { self.files[path] != nil } },
        write: { path, bytes in await MainActor.run { self.files[path] = bytes } }),
      me: { self.me }, host: { "shore.example" }, pause: { await self.wait($0) })
  }

  func related(_ ids: [Account.ID]) -> [Relationship] {
    ids.map { relations[$0] ?? Relationship(id: $0, showingReblogs: true) }
  }
  func wait(_ duration: Duration) { waits.append(duration) }
  func read(_ path: String) throws -> [UInt8] {
    guard let bytes = files[path] else { throw AppError.notFound("\(path) does not exist.") }
    return bytes
  }
  func create(_ title: String) throws -> MastodonKit.List {
    lists.append(MastodonKit.List(id: MastodonKit.List.ID(rawValue: "\(lists.count + 9)"), title: title))
    if losesAnswers { throw MastodonError.invalidResponse(host: "shore.example", operation: "create the list") }
    return lists[lists.count - 1]
  }

  func run(_ line: String) async throws -> Response {
    let words = line.split(separator: " ").map(String.init)
    let verb = try #require(Transfer.plugin { self.action }.verbs.first { $0.name == words[0] })
    var context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("x") })
    context.progressLine = ProgressLine(
      show: { self.shown.append($0) }, say: { self.said.append($0) }, pace: { _, _ in "" },
      count: { self.counted.append("\($0)/\($1)") })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context))
  }

  func importing(_ kind: String, _ text: String, _ options: String = "") async throws -> Response {
    files["in.csv"] = Array(text.utf8)
    return try await run("import \(kind) in.csv \(options)")
  }
}
