import FoundationEssentials
import MastodonKit
import StatusKit
import Testing

/// A merge of pages is the sorted union of the sources, however the pages are cut.
@Suite struct TimelineMergeTests {
  /// A server with posts, the newest first, that sends pages.
  private struct Server {
    var posts: [Status]

    func page(_ position: PageRequest.Position, _ limit: Int) -> (posts: [TimelineMerge<Status>.Post], older: Cursor?) {
      var start = 0
      if case .older(let cursor) = position {
        start = (posts.firstIndex { $0.id.rawValue == cursor.value } ?? posts.count - 1) + 1
      }
      let page = posts[min(start, posts.count)...].prefix(limit)
      let isLast = start + page.count >= posts.count
      return (
        page.map { TimelineMerge<Status>.Post($0, next: Cursor($0.id.rawValue)) },
        isLast ? nil : page.last.map { Cursor($0.id.rawValue) }
      )
    }
  }

  private static func post(_ second: Int, _ name: String, on server: String) -> Status {
    var post = Status.fixtures.plain
    post.createdAt = Date(timeIntervalSince1970: Double(second))
    post.uri = "https://example/\(name)"
    post.id = Status.ID("\(server)-\(name)")
    return post
  }

  private func walk(
    _ servers: [Server], pageSize: Int, sourceSize: Int, keepsMerge: Bool = false
  ) throws -> [[String]] {
    var pages: [[String]] = []
    var cursor: Cursor?
    var merge = TimelineMerge<Status>(servers.indices.map { "source \($0)" })
    for _ in 0..<1000 {
      if !keepsMerge { merge = TimelineMerge<Status>(servers.indices.map { "source \($0)" }, at: cursor) }
      var page: [String] = []
      while page.count < pageSize {
        let wanted = merge.wanted
        for (source, position) in wanted {
          let answer = servers[source].page(position, sourceSize)
          merge.add(answer.posts, older: answer.older, to: source)
        }
        let taken = merge.take(pageSize - page.count)
        page += taken.map(\.uri)
        if taken.isEmpty, merge.wanted.isEmpty { break }
      }
      pages.append(page)
      guard let next = merge.cursor else { return pages }
      cursor = next
    }
    Issue.record("the pages do not end")
    return pages
  }

  @Test(arguments: 0..<60) func mergeOfAnyPagesIsTheSortedUnion(_ seed: Int) throws {
    var random = Numbers(seed)
    var servers = (0..<random.next(4) + 1).map { _ in Server(posts: []) }
    var union: [(second: Int, uri: String)] = []
    for number in 0..<random.next(80) {
      // Several in a second, and in several sources.
      let (second, name) = (1000 - random.next(60), "post\(number)")
      let holders = servers.indices.filter { _ in random.next(3) == 0 }
      for index in holders { servers[index].posts.append(Self.post(second, name, on: "s\(index)")) }
      if !holders.isEmpty { union.append((second, "https://example/\(name)")) }
    }
    for index in servers.indices {
      servers[index].posts.sort { ($0.createdAt, $0.uri) > ($1.createdAt, $1.uri) }
    }
    let seconds = Dictionary(uniqueKeysWithValues: union.map { ($0.uri, $0.second) })
    for keepsMerge in [false, true] {
      let pages = try walk(
        servers, pageSize: random.next(9) + 1, sourceSize: random.next(7) + 1, keepsMerge: keepsMerge)
      let all = pages.flatMap(\.self)
      #expect(Set(all).count == all.count, "each post once")
      #expect(Set(all) == Set(union.map(\.uri)), "none is skipped")
      let times = all.compactMap { seconds[$0] }
      #expect(times == times.sorted(by: >), "newest first")
    }
  }

  @Test func aSourceThatFailsIsLeftOutAndItsPlaceKept() {
    let server = Server(posts: [Self.post(9, "a", on: "s"), Self.post(7, "b", on: "s")])
    var merge = TimelineMerge<Status>(["good", "bad"])
    #expect(merge.wanted.map(\.source) == [0, 1])
    let answer = server.page(.newest, 5)
    merge.add(answer.posts, older: answer.older, to: 0)
    let early = merge.take(5)
    #expect(early.isEmpty, "the other one is not known yet")
    merge.leaveOut(1)
    let taken = merge.take(5)
    #expect(taken.map(\.uri) == ["https://example/a", "https://example/b"])
    let cursor = merge.cursor
    #expect(cursor != nil, "the failed source may have more")
    let next = TimelineMerge<Status>(["good", "bad"], at: cursor)
    #expect(next.wanted.map(\.source) == [1], "the good one is exhausted")
  }

  @Test func samePostOfTwoServersComesOnceThoughTheyDifferInMilliseconds() {
    var own = Self.post(5, "a", on: "own")
    own.createdAt = Date(timeIntervalSince1970: 5)
    var other = Self.post(5, "a", on: "other")
    other.createdAt = Date(timeIntervalSince1970: 5.4)
    var merge = TimelineMerge<Status>(["own", "other"])
    merge.add([TimelineMerge<Status>.Post(own, next: "1")], older: nil, to: 0)
    merge.add([TimelineMerge<Status>.Post(other, next: "2")], older: nil, to: 1)
    let taken = merge.take(5)
    #expect(taken.map(\.id) == ["own-a"])
    #expect(merge.cursor == nil)
  }

  @Test func cursorNeedsNoQuotesInAShell() throws {
    var merge = TimelineMerge<Status>(["#canal", "search:\"narrow boat\"", "server:shore.example"])
    merge.add(
      [TimelineMerge<Status>.Post(Self.post(9, "a", on: "s"), next: Cursor(offset: 20))], older: "?a=b c", to: 0)
    merge.add([], older: nil, to: 1)
    merge.leaveOut(2)
    _ = merge.take(1)
    let cursor = try #require(merge.cursor)
    #expect(cursor.value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-+,".contains($0)) })
    let next = TimelineMerge<Status>(["#canal", "search:\"narrow boat\"", "server:shore.example"], at: cursor)
    #expect(next.wanted.map(\.position) == [.older(than: "?a=b c"), .newest])
  }

  @Test func aPlaceThatRepeatsEndsItsSource() {
    var merge = TimelineMerge<Status>(["circle"])
    merge.add([TimelineMerge<Status>.Post(Self.post(9, "a", on: "s"), next: "1")], older: "1", to: 0)
    _ = merge.take(1)
    merge.add([], older: "1", to: 0)
    #expect(merge.wanted.isEmpty && merge.cursor == nil)
  }

  /// A generator with a seed.
  private struct Numbers {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }
}
