import FeatureKit
import FoundationEssentials
import MastodonKit
import MastodonTestKit
import StatusKit
import Synchronization
import Testing

/// Reading as much of a list as a command asks for.
@MainActor
@Suite struct ListReaderTests {
  /// A list of posts 1…count that pages as Mastodon does; each tenth is a boost by a bot.
  final class Server: Sendable {
    let statuses: [Status]
    let requests = Mutex<[PageRequest]>([])

    init(_ count: Int) {
      statuses = (1...count).reversed().map { number in
        var status = Status.fixtures.plain
        status.id = Status.ID("\(1000 + number)")
        status.createdAt = .fixture(minutesAgo: count - number)
        if number.isMultiple(of: 10) { status.reblog = Status.fixtures.plain }
        return status
      }
    }

    func page(_ request: PageRequest) -> Page<Status> {
      requests.withLock { $0.append(request) }
      let size = min(request.limit, 40)
      let found: [Status] =
        switch request.position {
        case .older(let cursor): Array(statuses.filter { $0.id.rawValue < cursor.value }.prefix(size))
        case .newer(let cursor): Array(statuses.filter { $0.id.rawValue > cursor.value }.suffix(size))
        default: Array(statuses.prefix(size))
        }
      let isLast = found.last.map { $0.id == statuses.last?.id } ?? true
      return Page(
        found, older: isLast ? nil : found.last.map { Cursor($0.id.rawValue) },
        newer: found.first.map { Cursor($0.id.rawValue) })
    }
  }

  private let list = StatusTimeline.State(
    kind: "list", title: "List", label: "list", context: .home, emptyText: "Nothing.")

  private func read(
    _ options: TimelineOptions, of server: Server, order: ListOrder = .chronological, pageSize: Int = 20
  ) async throws -> (ids: [Int], older: String?, requests: [Int]) {
    let state = StatusTimeline.State(
      kind: "list", title: "List", label: "list", context: .home, emptyText: "Nothing.", order: order)
    let reader = ListReader(state) { server.page($0) }
    let part = try await reader.read(options, pageSize: pageSize, isHidden: { _ in false }, rule: nil)
    return (
      part.page.elements.compactMap { Int($0.id.rawValue) }.map { $0 - 1000 }, part.page.older?.value,
      server.requests.withLock { $0.map(\.limit) }
    )
  }

  @Test(arguments: [true, false])
  func serverThatSendsItsFirstPageForEverIsSaid(hasNewCursors: Bool) async throws {
    let server = Server(40)
    let asked = Mutex(0)
    let reader = ListReader(list) { _ in
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      return Page(Array(server.statuses.prefix(20)), older: Cursor(hasNewCursors ? "c\(count)" : "c"))
    }
    let log = Log()
    var range = ListRange(isAll: true)
    range.progress = ListProgress(ofTotal: { _, _ in }, ended: { log.said.append($0) })
    let part = try await reader.read(
      TimelineOptions(range: range), pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.count == 20 && part.page.older == nil)
    #expect(log.said == ["The server sent the same entries again: the rest can't be read."])
  }

  @Test func whatAnArchiveDoesNotHaveIsNotTheEndOfAList() async throws {
    let server = Server(20)
    let reader = ListReader(list) { request in
      Page(request.position == .newest ? server.statuses : [], older: "1001")
    }
    let log = Log()
    var range = ListRange(isAll: true)
    range.progress = ListProgress(ofTotal: { _, _ in }, ended: { log.said.append($0) })
    let part = try await reader.read(TimelineOptions(range: range), pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.count == 20 && part.page.older == "1001")
    #expect(log.said == ["The rest was never read."])
  }

  @MainActor private final class Log { var said: [String] = [] }

  private func before(_ minutesAgo: Int, limit: Int? = nil, since: ListRange.Since? = nil) -> TimelineOptions {
    var options = range(since: since, limit: limit)
    options.range.until = .fixture(minutesAgo: minutesAgo)
    return options
  }

  /// Post n of a hundred is 100 - n minutes old.
  @Test func aTimeIsWhereAListBegins() async throws {
    #expect(try await read(before(30), of: Server(100)).ids == Array((50...69).reversed()))
    #expect(try await read(before(30, limit: 3), of: Server(100)).ids == [69, 68, 67])
    #expect(try await read(before(30, since: .date(.fixture(minutesAgo: 33))), of: Server(100)).ids == [69, 68, 67])
    #expect(try await read(before(100), of: Server(100)).ids == [])
    #expect(try await read(before(-5, limit: 2), of: Server(100)).ids == [100, 99])
  }

  @Test func aListWithoutTimesHasNoSuchPlace() async throws {
    var state = StatusTimeline.State(
      kind: "bookmarks", title: "Bookmarks", label: "bookmarks", context: .home, emptyText: "Nothing.", order: .server)
    state.isDated = false
    let (server, options) = (Server(10), before(3))
    let reader = ListReader(state) { server.page($0) }
    let error = await #expect(throws: AppError.self) {
      try await reader.read(options, pageSize: 20, isHidden: { _ in false }, rule: nil)
    }
    #expect(error?.message.hasPrefix("--before with a time isn't possible in bookmarks:") == true)
    #expect(server.requests.withLock { $0.isEmpty })
  }

  /// Where ids tell times, newer elements are not read.
  @Test(arguments: [true, false]) func aTimeIsFoundByTheIdsThatTellIt(isMastodon: Bool) async throws {
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let statuses = (0..<400).map { hours in
      var status = Status.fixtures.plain
      status.createdAt = .fixture(hoursAgo: hours)
      let milliseconds = Int(status.createdAt.timeIntervalSince1970 * 1000)
      let start = String((0..<10).reversed().map { digits[milliseconds >> ($0 * 5) & 31] })
      status.id = Status.ID(isMastodon ? "\(milliseconds << 16 | 7)" : "\(start)000000000000000Z")
      return status
    }
    let requests = Mutex(0)
    let state = StatusTimeline.State(
      kind: "list", title: "List", label: "list", context: .home, emptyText: "Nothing.", order: .chronological)
    let reader = ListReader(state) { request in
      requests.withLock { $0 += 1 }
      let found =
        if case .older(let cursor) = request.position { statuses.filter { $0.id.rawValue < cursor.value } } else {
          statuses
        }
      let page = Array(found.prefix(request.limit))
      return Page(page, older: page.last.map { Cursor($0.id.rawValue) })
    }
    var options = range(limit: 2)
    options.range.until = .fixture(hoursAgo: 300)
    let part = try await reader.read(options, pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.map(\.createdAt) == [.fixture(hoursAgo: 301), .fixture(hoursAgo: 302)])
    #expect(requests.withLock(\.self) == 2)
  }

  private func range(
    before: String? = nil, after: String? = nil, since: ListRange.Since? = nil, limit: Int? = nil, all: Bool = false
  ) -> TimelineOptions {
    TimelineOptions(
      range: ListRange(before: before.map { ListPlace($0) }, after: after, since: since, limit: limit, isAll: all))
  }

  /// A server can send new entries without end.
  @Test func aListWithoutEndIsReadUpToALimit() async throws {
    let next = Mutex(1_000_000)
    let state = StatusTimeline.State(
      kind: "list", title: "List", label: "list", context: .home, emptyText: "Nothing.", order: .chronological)
    let reader = ListReader(state) { _ in
      var status = Status.fixtures.plain
      let id = next.withLock { next in
        next -= 1
        return next
      }
      status.id = Status.ID("\(id)")
      var page = Page([status], older: Cursor(status.id.rawValue))
      page.bytes = ListRange.mostBytes / 8
      return page
    }
    let part = try await reader.read(range(all: true), pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.count == 8)
    #expect(part.page.older != nil)
  }

  @Test func aPageIsOneRequest() async throws {
    let answer = try await read(TimelineOptions(), of: Server(100))
    #expect(answer.ids == Array((81...100).reversed()) && answer.older == "1081" && answer.requests == [20])
  }

  @Test func aHigherLimitTakesSeveralRequestsAndNoMore() async throws {
    let answer = try await read(range(limit: 90), of: Server(200))
    #expect(answer.ids == Array((111...200).reversed()) && answer.older == "1111" && answer.requests == [40, 40, 10])
  }

  @Test func everythingIsReadToTheEnd() async throws {
    let answer = try await read(range(all: true), of: Server(95))
    #expect(answer.ids.count == 95 && answer.older == nil && answer.requests == [40, 40, 40])
  }

  @Test func beforeAndAfterArePlaces() async throws {
    let before = try await read(range(before: "1050", limit: 3), of: Server(100))
    #expect(before.ids == [49, 48, 47] && before.older == "1047")
    let after = try await read(range(after: "1050", limit: 3), of: Server(100))
    #expect(after.ids == [53, 52, 51] && after.older == "1051")
    let between = try await read(range(before: "1053", after: "1050"), of: Server(100))
    #expect(between.ids == [52, 51] && between.older == nil)
  }

  @Test func sinceEndsAtATimeOrAPost() async throws {
    let time = try await read(range(since: .date(.fixture(minutesAgo: 49))), of: Server(100))
    #expect(time.ids == Array((51...100).reversed()) && time.older == nil)
    let id = try await read(range(since: .id("1097")), of: Server(100))
    #expect(id.ids == [100, 99, 98] && id.older == nil)
  }

  @Test func beginningWithTheOldestReadsUpwardsFromAPost() async throws {
    var options = range(since: .id("1010"), limit: 3)
    options.range.isOldestFirst = true
    let server = Server(100)
    #expect(try await read(options, of: server).ids == [13, 12, 11])
    var dated = range(since: .date(.fixture(minutesAgo: 4)), limit: 2)
    dated.range.isOldestFirst = true
    #expect(try await read(dated, of: Server(100)).ids == [97, 96])
  }

  @Test func aFilteredPageIsFilledUpAndAnEmptyOneDoesNotEndTheList() async throws {
    var options = TimelineOptions(hidden: [.boosts])
    let half = try await read(options, of: Server(100))
    // Twenty posts and the three boosts between them.
    #expect(half.ids.count == 23 && half.older == "1078" && half.requests == [40])
    options.onlyMedia = true
    let none = try await read(options, of: Server(400))
    #expect(none.requests == [40, 40, 40, 40, 40])
    #expect(none.older == "1201")
  }

  @Test func aListInTheOrderOfTheServerIsNeverCut() async throws {
    var options = TimelineOptions(hidden: [.boosts])
    options.range.limit = 30
    let answer = try await read(options, of: Server(100), order: .server)
    #expect(answer.requests == [30, 3, 1] && answer.older == "1067")
    await #expect(throws: AppError.self) {
      try await read(range(since: .date(.fixture(minutesAgo: 1))), of: Server(10), order: .server)
    }
  }

  @Test func aPlaceBetweenTheServersCursorsIsCounted() async throws {
    let answer = try await read(range(before: "1050~5", limit: 3), of: Server(100), order: .server)
    #expect(answer.ids == [44, 43, 42] && answer.requests == [8])
    #expect(ListPlace("~4") == ListPlace(cursor: nil, skipped: 4) && ListPlace("a~b").cursor == "a~b")
  }

  @Test func aServerThatRepeatsItsPageEndsTheList() async throws {
    let reader = ListReader(list) { _ in Page([Status.fixtures.plain], older: "7") }
    let part = try await reader.read(
      TimelineOptions(range: ListRange(isAll: true)), pageSize: 20, isHidden: { _ in false },
      rule: nil)
    #expect(part.page.elements.count == 1 && part.page.older == nil)
  }

  @Test(.timeLimit(.minutes(10))) func aServerThatRepeatsItselfWithNewCursorsEndsTheList() async throws {
    let requests = Mutex(0)
    let reader = ListReader(list) { _ in
      let number = requests.withLock {
        $0 += 1
        return $0
      }
      return Page([Status.fixtures.plain], older: Cursor("\(number)"), newer: nil)
    }
    let part = try await reader.read(range(all: true), pageSize: 20, isHidden: { _ in false }, rule: nil)
    #expect(part.page.elements.count == 1 && part.page.older == nil)
    #expect(requests.withLock { $0 } < 10)
  }

  @Test func readingReportsProgress() async throws {
    var told: [Int] = []
    var options = range(limit: 100)
    options.range.progress = ListProgress { told.append($0) }
    _ = try await read(options, of: Server(200))
    #expect(told == [40, 80])
  }
}

/// Which posts options hide.
@Suite struct TimelineOptionsTests {
  @Test func eachKindIsHiddenForItsReason() {
    let statuses = Status.fixtures
    #expect(TimelineOptions(hidden: [.boosts]).obstacle(to: statuses.boost) == .boosts)
    #expect(TimelineOptions(hidden: [.replies]).obstacle(to: statuses.reply) == .replies)
    #expect(TimelineOptions(hidden: [.bots]).obstacle(to: statuses.bot) == .bots)
    #expect(TimelineOptions(hidden: [.quotes]).obstacle(to: statuses.quoting[0]) == .quotes)
    #expect(TimelineOptions(onlyMedia: true).obstacle(to: statuses.plain) == .withoutMedia)
    #expect(TimelineOptions().obstacle(to: statuses.boost) == nil)
  }

  @Test func aThreadOfOnesOwnIsNoReply() {
    var status = Status.fixtures.reply
    status.inReplyToAccountID = status.account.id
    #expect(TimelineOptions(hidden: [.replies]).obstacle(to: status) == nil)
  }

  @Test(arguments: [("en", nil), ("en-GB", nil), ("de", Obstacle.otherLanguages), (nil, nil)])
  func aLanguageIncludesItsVariants(language: String?, obstacle: Obstacle?) {
    var status = Status.fixtures.plain
    status.language = language
    #expect(TimelineOptions(languages: ["en"]).obstacle(to: status) == obstacle)
  }

  @Test func hiddenPostsAreCounted() {
    var posts = PagedList<Status>()
    posts.show(
      ListPart(Page([Status.fixtures.boost, Status.fixtures.ownBoost, Status.fixtures.plain]), PageRequest()),
      options: TimelineOptions(hidden: [.boosts]), isAskedFor: false, me: nil, isHidden: { _ in false },
      rule: { _ in nil }, wasShown: nil)
    #expect(posts.leftOut.text == "2 boosts hidden." && posts.list.statuses.count == 1)
  }

  @Test func whatIsHiddenIsCountedBelowThePageThatItIsPartOf() {
    func post(_ id: Int, of status: Status) -> Status { status.with { $0.id = Status.ID("\(id)") } }
    var posts = PagedList<Status>()
    let (plain, boost) = (Status.fixtures.plain, Status.fixtures.boost)
    let read = [(9, plain), (8, boost), (7, plain), (6, plain), (5, plain), (4, boost), (3, plain), (2, boost)]
    posts.show(
      ListPart(Page(read.map { post($0, of: $1) }), PageRequest()), options: TimelineOptions(hidden: [.boosts]),
      isAskedFor: false, me: nil, isHidden: { _ in false }, rule: { _ in nil }, wasShown: nil)
    var counted: [String?] = []
    repeat {
      posts.fit { _, _ in 2 }
      counted.append(posts.leftOut.text)
    } while posts.showOlder()
    #expect(counted == ["1 boost hidden.", nil, "2 boosts hidden."])
  }
}

/// The oldest post first.
@Suite struct OldestFirstTests {
  private func posts(_ ids: ClosedRange<Int>) -> [Status] {
    ids.reversed().map { id in
      var status = Status.fixtures.plain
      status.id = Status.ID("\(id)")
      return status
    }
  }

  @Test func theNewestPageEndsWithTheNewestAndOlderPostsAreAbove() {
    var page = PagedList<Status>()
    let options = TimelineOptions(range: ListRange(isOldestFirst: true))
    page.show(
      ListPart(Page(posts(11...20), older: "11"), PageRequest()), options: options, isAskedFor: false, me: nil,
      isHidden: { _ in false }, rule: { _ in nil }, wasShown: nil)
    page.fit { posts, fromEnd in fromEnd ? 4 : 0 }
    #expect(page.list.statuses.map(\.id.rawValue) == ["17", "18", "19", "20"] && page.isNewest)
    #expect(page.cursor == "17" && page.upperCursor == "20")
    let wasShown = page.showOlder()
    page.fit { _, _ in 4 }
    #expect(wasShown && page.list.statuses.map(\.id.rawValue) == ["13", "14", "15", "16"] && !page.isNewest)
    #expect(page.hasNewerHeld)
    let isShownAgain = page.showNewer()
    page.fit { _, _ in 4 }
    #expect(isShownAgain && page.list.statuses.last?.id == "20" && page.isNewest)
  }
}
