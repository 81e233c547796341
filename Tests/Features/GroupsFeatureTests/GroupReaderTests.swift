import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import Testing

@testable import GroupsFeature

/// The timeline of a group with several parts.
@Suite struct GroupReaderTests {
  private let group = TagGroup(
    id: "1", title: "Boats", symbol: "⛵", sources: [.tag("canal"), .account("heron"), .server("shore.example")],
    none: ["spam"])

  private static func post(_ second: Int, tags: [String] = [], id: String? = nil) -> Status {
    var post = Status.fixtures.plain
    post.createdAt = Date(timeIntervalSince1970: Double(second))
    post.id = Status.ID(id ?? "\(second)")
    post.uri = "https://example/\(second)"
    post.tags = tags.map { Tag(name: $0) }
    return post
  }

  private func reader(
    _ read: @escaping @Sendable (Groups.Part, PageRequest) async throws -> Page<Status>
  ) -> Groups.Reader {
    Groups.Reader(group: { [group] in group }, read: read)
  }

  @Test func hashtagsThatFitIntoOneRequestAreOnePartAndServersComeLast() {
    let parts = Groups.parts(
      of: TagGroup(
        id: "", title: "", symbol: "#",
        sources: [
          .server("a.example"), .tag("1a"), .tag("2a"), .tag("3a"), .list("L"), .tag("4a"), .tag("5a"), .tag("6a"),
        ],
        all: ["x"]))
    #expect(parts.map(\.name) == ["#1a #2a #3a #4a #5a", "#6a", "list:L", "server:a.example"])
    #expect(parts[1] == .tags(TagTimelineQuery("6a", all: ["x"])))
  }

  @Test func postsOfAllPartsComeByTimeEachOnceAndConditionsHoldForAll() async throws {
    let reader = reader { part, _ in
      switch part {
      case .tags: Page([Self.post(9), Self.post(5)])
      case .account: Page([Self.post(8), Self.post(5), Self.post(4, tags: ["Spam"])])
      default: Page([Self.post(7, id: "shore.example/7")])
      }
    }
    let page = try await reader.page(PageRequest())
    #expect(page.elements.map(\.id) == ["9", "8", "shore.example/7", "5"])
    #expect(page.older == nil)
    #expect(reader.failures.isEmpty)
  }

  @Test func olderPagesNeitherSkipNorRepeat() async throws {
    let all = (1...50).reversed().map { Self.post($0) }
    let read: @Sendable (Groups.Part, PageRequest) async throws -> Page<Status> = { part, request in
      let own = all.filter { post in
        let second = Int(post.createdAt.timeIntervalSince1970)
        return switch part {
        case .tags: second % 2 == 0
        case .account: second % 3 == 0
        default: second > 48
        }
      }
      var start = 0
      if case .older(let cursor) = request.position {
        start = (own.firstIndex { $0.id.rawValue == cursor.value } ?? own.count - 1) + 1
      }
      let page = own[start...].prefix(request.limit)
      return Page(Array(page), older: start + page.count < own.count ? page.last.map { Cursor($0.id.rawValue) } : nil)
    }
    // In one run, and each page in a process of its own.
    for isOneRun in [true, false] {
      var reader = reader(read)
      var (found, position): ([Status], PageRequest.Position) = ([], .newest)
      while true {
        let page = try await reader.page(PageRequest(position, limit: 7))
        found += page.elements
        guard let older = page.older else { break }
        position = .older(than: older)
        if !isOneRun { reader = self.reader(read) }
      }
      let wanted = all.filter { [0, 2, 3, 4].contains(Int($0.createdAt.timeIntervalSince1970) % 6) || $0.id == "49" }
      #expect(found.map(\.id) == wanted.map(\.id))
    }
  }

  @Test func newerLeadsBackToThePageAbove() async throws {
    let reader = reader { part, request in
      guard case .tags = part else { return Page([]) }
      if case .older(let cursor) = request.position {
        let second = Int(cursor.value) ?? 0
        return Page([Self.post(second - 1), Self.post(second - 2)], older: Cursor("\(second - 2)"))
      }
      return Page([Self.post(99), Self.post(98)], older: "98")
    }
    let first = try await reader.page(PageRequest(limit: 2))
    let second = try await reader.page(PageRequest(.older(than: try #require(first.older)), limit: 2))
    #expect(second.elements.map(\.id) == ["97", "96"])
    let back = try await reader.page(PageRequest(.newer(than: try #require(second.newer)), limit: 2))
    #expect(back.elements.map(\.id) == ["99", "98"])
    #expect(back.newer == nil)
  }

  @Test func partThatFailsIsNamedAndTheOthersAreShown() async throws {
    let reader = reader { part, _ in
      if case .server = part { throw MastodonError.fixtures.offline }
      return Page([Self.post(9)])
    }
    let page = try await reader.page(PageRequest())
    #expect(page.elements.map(\.id) == ["9"])
    #expect(reader.failures.map(\.source) == [.server("shore.example")])
    #expect(page.older != nil, "what it has is still to come")
    // A page that is kept is shown only if it is whole.
    await #expect(throws: AppError.self) { try await reader.page(PageRequest(limit: 10), needsAll: true) }
  }

  @Test func groupFailsIfNoPartCanBeRead() async {
    let reader = reader { _, _ in throw MastodonError.fixtures.offline }
    await #expect(throws: AppError.self) { try await reader.page(PageRequest()) }
  }

  @Test func idIsNoPlaceInAGroup() async {
    let reader = reader { _, _ in Page([]) }
    await #expect(throws: AppError.self) { try await reader.page(PageRequest(.older(than: "117"))) }
  }

  @Test(arguments: [
    ("#canal", GroupSource.tag("canal")), ("canal", .tag("canal")), ("@heron", .account("heron")),
    ("@heron@shore.example", .account("heron@shore.example")), ("list:Friends", .list("Friends")),
    ("LIST:\"Narrow boats\"", .list("Narrow boats")), ("server:shore.example", .server("shore.example")),
    ("server:https://shore.example/", .server("https://shore.example/")),
    ("search:narrow boat", .search("narrow boat")), ("tag:canal", .tag("canal")),
  ])
  func sourceIsReadAsTyped(_ typed: String, _ source: GroupSource) throws {
    #expect(try Groups.source(typed: typed) == source)
    #expect(GroupSource(text: source.text) == source)
  }

  @Test(arguments: [
    "lst:Friends", "serch:boat", "server:", "list:", "@", "@a@", "a-b", "#", "server:shore.example/@heron",
    "server:@heron@shore.example", "server:https://shore.example/tags/canal",
  ])
  func wrongSourceIsRefused(_ typed: String) { #expect(throws: AppError.self) { try Groups.source(typed: typed) } }

  @Test func misspeltPrefixIsCorrected() {
    do {
      _ = try Groups.source(typed: "lst:Friends")
      Issue.record("it is accepted")
    } catch {
      #expect(AppError(error).message == "“lst:” is not a kind of source.")
      #expect(AppError(error).suggestion.hasPrefix("Did you mean list:"))
    }
  }

  @Test func wordsOfAQuotedValueBelongTogether() {
    #expect(
      Groups.joiningQuotes(["#a", "search:\"narrow", "boat\"", "@b", "list:'My", "friends'"])
        == ["#a", "search:\"narrow boat\"", "@b", "list:'My friends'"])
  }
}
