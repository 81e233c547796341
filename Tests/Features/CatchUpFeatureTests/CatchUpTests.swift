import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import CatchUpFeature

/// What came since the user was here: counted, grouped, and how far it was read.
@MainActor @Suite struct CatchUpTests {
  private static let accounts = Account.fixtures

  private static func post(_ number: Int, by account: Account = accounts.rook, _ text: String = "Short.") -> Status {
    Status(
      id: Status.ID("\(1000 + number)"), createdAt: .fixture(minutesAgo: 2000 - number), account: account,
      content: "<p>\(text)</p>")
  }

  private static func boost(_ number: Int, of post: Status, by account: Account) -> Status {
    var boost = Status(
      id: Status.ID("\(1000 + number)"), createdAt: .fixture(minutesAgo: 2000 - number), account: account, content: "")
    boost.reblog = post
    return boost
  }

  /// A timeline of posts, newest first, which counts its requests and takes what is kept.
  private final class Timeline: Sendable {
    let posts: [Status]
    let requests = Mutex(0)
    let kept = Mutex<[Status.ID]>([])
    let stop: Status.ID?
    /// The request that is stopped, counted from 1.
    let stoppedRequest: Int?

    init(_ posts: [Status], stop: Status.ID? = nil, stoppedRequest: Int? = nil) {
      self.posts = posts.sorted { $0.id > $1.id }
      self.stop = stop
      self.stoppedRequest = stoppedRequest
    }

    func page(_ request: PageRequest) throws -> Page<Status> {
      let number = requests.withLock { number in
        number += 1
        return number
      }
      if number == stoppedRequest { throw CancellationError() }
      var left = posts
      if case .older(let cursor) = request.position { left = left.filter { $0.id < Status.ID(cursor.value) } }
      let page = Array(left.prefix(request.limit))
      return Page(page, older: page.count < left.count ? page.last.map { Cursor($0.id.rawValue) } : nil)
    }

    @MainActor var service: CatchUp.Service {
      CatchUp.Service(
        page: { _, request in try self.page(request) }, position: { _ in self.stop },
        keep: { id, _ in self.kept.withLock { $0.append(id) } })
    }
  }

  private func model(
    _ timeline: Timeline, _ query: CatchUp.Query = CatchUp.Query(), hidden: Set<TimelineOptions.Kind> = []
  ) -> CatchUp.Model {
    CatchUp.Model(
      state: CatchUp.State(query), service: timeline.service, progress: .none,
      in: .fixture(
        shown: ShownPosts(
          rules: { ShownPosts.Rules(folds: true, hidden: hidden) { nil } }, me: { Self.accounts.you.id },
          count: { _ in })))
  }

  private func names(_ model: CatchUp.Model) -> [String] {
    model.state.rows.visible.map(\.account.acct)
  }

  private func printed(_ model: CatchUp.Model, _ layout: Layout = .fixture) -> String {
    model.fit(layout)
    return text(CatchUp.view(model.state, layout: layout))
  }

  // MARK: - Reading

  @Test func readsNoFurtherThanWhereTheUserStopped() async {
    let timeline = Timeline((0..<400).map { Self.post($0) }, stop: "1350")
    let model = model(timeline)
    await model.load()
    #expect(model.state.digest.counts.texts == 49)
    #expect(model.state.digest.isWhole)
    #expect(timeline.requests.withLock { $0 } == 2, "40 posts at once")
  }

  @Test func aTerminalShowsTheGroupsThatFit() async {
    let authors = [Self.accounts.rook, Self.accounts.moss, Self.accounts.zoe, Self.accounts.heron]
    let model = model(Timeline((0..<400).map { Self.post($0, by: authors[$0 % 4]) }, stop: "1350"))
    await model.load()
    var layout = Layout.fixture
    layout.height = 16
    _ = printed(model, layout)
    #expect((1..<model.state.digest.groups.count).contains(model.state.rows.visible.count))
  }

  @Test func readsADayWhereItIsNotKnownWhereTheUserStopped() async {
    let timeline = Timeline([Self.post(1999), Self.post(1000), Self.post(1)])
    let model = model(timeline)
    await model.load()
    #expect(model.state.digest.counts.texts == 2, "the third is older than a day")
    #expect(printed(model).hasPrefix("Catch-up · Home, the last 24 hours"))
  }

  @Test func groupIsReadSinceItWasSeenLast() async {
    let seen = Int(Date.fixture(minutesAgo: 10).timeIntervalSince1970 * 1000) << 16
    let timeline = Timeline([Self.post(1995), Self.post(1980)], stop: Status.ID("\(seen)"))
    let model = model(timeline, CatchUp.Query(source: .group("1", title: "Boats")))
    await model.load()
    #expect(model.state.digest.counts.texts == 1)
    #expect(printed(model).hasPrefix("Catch-up · Boats since you were here"))
  }

  @Test func limitBoundsTheRequestsAndSaysWhatIsMissing() async {
    let timeline = Timeline((0..<900).map { Self.post($0) }, stop: "1")
    let model = model(timeline, CatchUp.Query(limit: 80))
    await model.load()
    #expect(model.state.digest.counts.texts == 80 && !model.state.digest.isWhole)
    #expect(timeline.requests.withLock { $0 } == 2)
    #expect(printed(model).contains("were not read."))
  }

  @Test func ownPostsAndHiddenOnesAreNotCounted() async {
    var favourited = Self.post(3, by: Self.accounts.moss)
    favourited.favourited = true
    let timeline = Timeline([Self.post(1), Self.post(2, by: Self.accounts.you), favourited], stop: "1000")
    let model = model(timeline, hidden: [.favourited])
    await model.load()
    #expect(names(model) == ["rook"])
  }

  @Test func whatWasReadBeforeAStopIsKept() async throws {
    let timeline = Timeline((0..<100).map { Self.post($0) }, stop: "1", stoppedRequest: 2)
    let model = model(timeline)
    await model.load()
    let part = try #require(model.part)
    #expect(part.digest.counts.texts == 40 && !part.digest.isWhole)
    #expect(text(CatchUp.view(part, layout: .fixture)).contains("40 in all, by 1 account"))
  }

  @Test func failureIsShown() async {
    let service = CatchUp.Service(
      page: { _, _ in throw MastodonError.fixtures.offline }, position: { _ in nil }, keep: { _, _ in })
    let model = CatchUp.Model(
      state: CatchUp.State(), service: service, progress: .none, in: .fixture())
    await model.load()
    #expect(model.state.rows.page.error == .fixtures.noConnection)
  }

  // MARK: - Counting

  @Test func postIsCountedOnceHoweverOftenItIsBoosted() async {
    let lock = Self.post(0, by: Self.accounts.pool)
    let timeline = Timeline(
      [
        Self.post(1), Self.boost(2, of: lock, by: Self.accounts.moss), Self.boost(3, of: lock, by: Self.accounts.heron),
      ], stop: "1000")
    let model = model(timeline)
    await model.load()
    let counts = model.state.digest.counts
    #expect((counts.texts, counts.posts, counts.boosts) == (2, 1, 1))
    #expect(names(model) == ["moss", "rook"], "it is with the account that boosted it first")
  }

  @Test(arguments: [
    (CatchUp.Sort.time, ["heron", "rook", "wren"]), (.author, ["heron", "rook", "wren"]),
    (.boosts, ["rook", "heron", "wren"]), (.replies, ["wren", "heron", "rook"]),
  ])
  func groupsAreSorted(by sort: CatchUp.Sort, _ expected: [String]) async {
    let first = Self.post(1)
    var second = Self.post(2, by: Self.accounts.wren)
    second.repliesCount = 9
    let timeline = Timeline(
      [first, second, Self.boost(3, of: first, by: Self.accounts.moss), Self.post(4, by: Self.accounts.heron)],
      stop: "1000")
    let model = model(timeline, CatchUp.Query(sort: sort))
    await model.load()
    #expect(names(model) == expected.map { $0 })
  }

  @Test func linkIsListedOnceWithAllWhoSharedIt() async {
    let link = "<a href=\"https://northgate.example/lock\">lock</a>"
    let timeline = Timeline(
      [Self.post(1, link), Self.post(2, by: Self.accounts.moss, link), Self.post(3, by: Self.accounts.wren, "Bees.")],
      stop: "1000")
    let model = model(timeline)
    await model.load()
    #expect(model.state.digest.links.map(\.address) == ["https://northgate.example/lock"])
    #expect(printed(model).contains("Moss and Rook"))
  }

  @Test func pageHasAsManyAccountsAsFitTheTerminal() async throws {
    let accounts = [Self.accounts.rook, Self.accounts.moss, Self.accounts.wren, Self.accounts.heron, Self.accounts.zoe]
    let timeline = Timeline(accounts.enumerated().map { Self.post($0 + 1, by: $1) }, stop: "1000")
    let model = model(timeline)
    await model.load()
    var layout = Layout.fixture
    layout.height = 16
    #expect(printed(model, layout).contains("By account"))
    let count = names(model).count
    #expect((1..<5).contains(count))
    #expect(try await model.older())
    #expect(!printed(model, layout).contains("By account") && names(model).count == 5 - count)
  }

  // MARK: - Opening

  @Test func accountsOfOneNameAreToldApartByTheirHandles() async {
    var namesake = Self.accounts.heron
    (namesake.id, namesake.acct) = ("77", "heron@shore.example")
    let model = model(
      Timeline([Self.post(1, by: Self.accounts.heron), Self.post(2, by: namesake), Self.post(3)], stop: "1000"))
    await model.load()
    let lines = printed(model)
    #expect(lines.contains("Heron  @heron · ") && lines.contains("Heron  @heron@shore.example · "))
    #expect(lines.contains("Rook · "))
  }

  @Test func numberOfAnAccountWithOnePostIsThePost() async {
    let timeline = Timeline([Self.post(1), Self.post(2, by: Self.accounts.moss), Self.post(3)], stop: "1000")
    let model = model(timeline)
    await model.load()
    let document = CatchUp.view(model.state, layout: .fixture)
    #expect(document.references(numbered: 1)?.first == Reference(kind: .author, id: Self.accounts.rook.id.rawValue))
    #expect(document.references(numbered: 2)?.first == .status(Self.post(2).id))
  }

  @Test func accountIsFoundByItsShortName() async throws {
    let timeline = Timeline([Self.post(1, by: Self.accounts.pool)], stop: "1000")
    let model = model(timeline)
    #expect(try await model.group(of: .name("pool")).account == Self.accounts.pool)
    await #expect(throws: AppError.self) { try await model.group(of: .name("nobody")) }
  }

  @Test(arguments: [
    (CatchUp.Sort.time, ["1005", "1004", "1003"], ["1002", "1001"]),
    (.replies, ["1004", "1002", "1003"], ["1005", "1001"]),
  ])
  func pagesOfAnAccountHaveEachOfItsPostsInTheOrderThatWasAskedFor(
    _ sort: CatchUp.Sort, _ newest: [Status.ID], _ rest: [Status.ID]
  ) async throws {
    let posts = [0, 3, 1, 3, 0].enumerated().map { index, replies in
      var post = Self.post(index + 1)
      post.repliesCount = replies
      return post
    }
    let model = model(Timeline(posts, stop: "1000"))
    await model.load()
    let group = try await model.group(of: .id(Self.accounts.rook.id))
    let first = CatchUp.page(of: group, by: sort, PageRequest(limit: 3))
    #expect(first.elements.map(\.id) == newest)
    let older = PageRequest(.older(than: try #require(first.older)), limit: 3)
    #expect(CatchUp.page(of: group, by: sort, older).elements.map(\.id) == rest)
  }

  // MARK: - Position

  @Test func positionMovesOnlyUpToTheOldestPostThatWasNotShown() async {
    let long = String(repeating: "long ", count: 80)
    let posts = [Self.post(1, long), Self.post(2, by: Self.accounts.moss, long), Self.post(3, long)]
    let timeline = Timeline(posts, stop: "1000")
    let model = model(timeline)
    await model.load()
    _ = printed(model)
    #expect(timeline.kept.withLock { $0 } == [], "only beginnings were shown")
    model.record([posts[2]])
    #expect(timeline.kept.withLock { $0 } == [], "an older one was not shown")
    model.record([posts[0]])
    #expect(timeline.kept.withLock { $0 } == ["1001"])
    model.record([posts[1]])
    #expect(timeline.kept.withLock { $0 } == ["1001", "1003"])
    #expect(printed(model).contains("read"))
  }

  @Test func postThatWasOpenedIsRead() async {
    let post = Self.post(1, String(repeating: "long ", count: 80))
    let timeline = Timeline([post], stop: "1000")
    let model = model(timeline)
    await model.load()
    _ = printed(model)
    #expect(timeline.kept.withLock { $0 } == [])
    model.recordOpened(post.id)
    #expect(timeline.kept.withLock { $0 } == ["1001"])
  }

  @Test func shortPostIsShownByItsRow() async {
    let timeline = Timeline([Self.post(1)], stop: "1000")
    let model = model(timeline)
    await model.load()
    _ = printed(model)
    #expect(timeline.kept.withLock { $0 } == ["1001"])
  }

  @Test func positionStaysWhereTheSpanWasChosenOrNotReadToItsEnd() async {
    for (query, stop) in [
      (CatchUp.Query(since: .id("1000")), Status.ID("1000")), (CatchUp.Query(limit: 1), Status.ID("1000")),
    ] {
      let timeline = Timeline([Self.post(1), Self.post(2)], stop: stop)
      let model = model(timeline, query)
      await model.load()
      model.record([Self.post(1), Self.post(2)])
      #expect(timeline.kept.withLock { $0 } == [])
    }
  }

  // MARK: - Changes

  @Test func deletedPostLeavesTheNumbersOfTheOthers() async {
    let timeline = Timeline([Self.post(1), Self.post(2, by: Self.accounts.moss)], stop: "1000")
    let model = model(timeline)
    await model.load()
    model.remove(Self.post(2).id)
    let document = CatchUp.view(model.state, layout: .fixture)
    #expect(text(document).contains("Deleted."))
    #expect(document.references(numbered: 2)?.first == .status(Self.post(1).id))
  }

  // MARK: - The command

  @Test func commandReadsItsOptions() async throws {
    var asked: [CatchUp.Query] = []
    var opened: [CatchUp.Member] = []
    var action = CatchUp.Action.fixtures.none
    action.show = { query, _ in
      asked.append(query)
      return .screen
    }
    action.open = { member, _, _ in
      opened.append(member)
      return .screen
    }
    action.source = { .list("7", title: $0) }
    let verbs = CatchUp.plugin(action: action).verbs
    #expect(try await verbs.type("catch-up").isScreen)
    #expect(try await verbs.type("catch-up Night shift --since 12h --sort boosts --limit 40").isScreen)
    #expect(try await verbs.type("catch-up @rook").isScreen)
    #expect(asked[0] == CatchUp.Query())
    #expect(asked[1].source == .list("7", title: "Night shift") && asked[1].sort == .boosts && asked[1].limit == 40)
    #expect(opened == [.name("rook")])
    // References are read before names.
    let shown: [[Reference]] = [
      [Reference(kind: .author, id: "1")], [.status("7"), Reference(kind: .account, id: "2")],
      [Reference(kind: .init(rawValue: "list"), id: "Seven")],
    ]
    for line in ["catch-up 1", "catch-up 2", "catch-up 3", "catch-up https://shore.example/@zoe"] {
      #expect(try await verbs.type(line, in: .showing(shown)).isScreen)
    }
    #expect(opened.dropFirst() == [.id("1"), .id("2"), .id("https://shore.example/@zoe")])
    #expect(asked.last?.source == .list("7", title: "Seven"))
    for wrong in ["catch-up .", "catch-up 9", "catch-up 1-2"] {
      let error = await #expect(throws: AppError.self) { try await verbs.type(wrong, in: .showing(shown)) }
      #expect(error?.message.contains("list or group") == false)
    }
    await #expect {
      try await verbs.type("catch-up --since lst")
    } throws: { AppError($0).suggestion == "Did you mean last?" }
    for wrong in ["catch-up --since soon", "catch-up --sort size", "catch-up --limit 0"] {
      await #expect(throws: AppError.self) { try await verbs.type(wrong) }
    }
  }

  @Test func stoppedCommandShowsWhatWasRead() async throws {
    var action = CatchUp.Action.fixtures.none
    action.show = { _, _ in throw CancellationError() }
    let verbs = CatchUp.plugin(action: action).verbs
    await #expect(throws: (any Error).self) { try await verbs.type("catch-up") }
    action.part = { .fixtures.loaded }
    let failure = await #expect(throws: PartialFailure.self) {
      try await CatchUp.plugin(action: action).verbs.type("catch-up")
    }
    guard case .view? = failure?.done else {
      Issue.record("nothing was shown")
      return
    }
    #expect(failure?.appError == .cancelled && failure?.isPartial == false)
  }

  @Test func jsonHasEveryAccountWhateverFitsTheTerminal() async {
    let timeline = Timeline([Self.post(1), Self.post(2, by: Self.accounts.moss)], stop: "1000")
    let model = model(timeline)
    await model.load()
    var layout = Layout.fixture
    layout.form = .data
    let members = JSONValue.members(of: CatchUp.view(model.state, layout: layout))
    #expect(
      members.map(\.name) == [
        "screen", "source", "name", "since", "oldest", "is_whole", "sort", "counts", "hashtags", "links", "items",
      ])
  }
}
