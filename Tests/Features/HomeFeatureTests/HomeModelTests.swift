import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct HomeModelTests {
  let server = FakeTimeline(count: 45)

  private func model(
    _ server: FakeTimeline? = nil, positions: ReadingPositions = .none, limit: Int = 20
  ) -> Home.Model {
    Home.Model(
      state: Home.state(limit: limit, me: Account.fixtures.you.id), timelines: (server ?? self.server).service,
      positions: positions, keepsPosition: { true }, in: .fixture())
  }

  private func shown(_ model: Home.Model) -> [String] { model.state.list.statuses.map(\.id.rawValue) }

  private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.reversed().map { "\(10_000 + $0)" } }

  // MARK: Pages

  @Test func theFirstPrintFetchesTheNewestPageOnce() async {
    let model = model()
    await model.load()
    await model.load()
    #expect(model.state.page.isLoaded)
    #expect(shown(model) == ids(26...45))
    #expect(server.requests == [PageRequest(.newest, limit: 20)])
  }

  @Test func pagesGoDownToTheEndAndBackUpWithoutAGap() async throws {
    let model = model()
    await model.load()
    let down = [try await model.older(), try await model.older(), try await model.older()]
    #expect(down == [true, true, false])
    #expect(shown(model) == ids(1...5))
    #expect(model.state.page.value?.isNewest == false)
    let once = try await model.newer()
    #expect(once && shown(model) == ids(6...25))
    let twice = try await model.newer()
    #expect(twice && shown(model) == ids(26...45))
    #expect(model.state.page.value?.isNewest == true)
    let top = try await model.newer()
    #expect(!top && shown(model) == ids(26...45))
  }

  @Test func failedPageKeepsTheShownContent() async throws {
    let model = model()
    await model.load()
    let before = model.state
    server.fail(.fixtures.offline)
    await #expect(throws: AppError.fixtures.noConnection) { try await model.older() }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.newer() }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.refresh() }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.show(.home) }
    #expect(model.state == before)
  }

  @Test func aFirstPageThatFailsIsSaidAndTriedAgain() async {
    let model = model()
    server.fail(.fixtures.offline)
    await model.load()
    #expect(model.state.page.error == .fixtures.noConnection)
    server.fail(nil)
    await model.load()
    #expect(model.state.page.isLoaded && model.state.list.statuses.count == 20)
  }

  @Test func aFirstPageThatWasStoppedIsNotAFailure() async {
    let model = model()
    server.fail(.cancelled)
    await model.load()
    #expect(model.state.page == .idle)
  }

  @Test func anotherTimelineNeverShowsThePostsOfTheLast() async throws {
    let model = model()
    await model.load()
    server.fail(.fixtures.offline)
    await #expect(throws: AppError.self) { try await model.show(.federated) }
    #expect(model.state.timeline == .federated)
    #expect(model.state.list.isEmpty)
    #expect(model.state.page.error == .fixtures.noConnection)
  }

  @Test func lastShownPositionIsKnownAndStored() async throws {
    let kept = Mutex<[String: Status.ID]>([:])
    let positions = ReadingPositions(
      position: { timeline in kept.withLock { $0[timeline] } },
      keep: { id, timeline in kept.withLock { $0[timeline] = id } })
    let first = model(positions: positions)
    await first.load()
    #expect(first.state.page.value?.seenUpTo == nil)
    _ = try await first.older()
    await first.settled()
    #expect(kept.withLock { $0 } == ["home": "10045"], "further down nothing newer was seen")
    for number in 46...48 { server.add(.numbered(number)) }

    let next = model(positions: positions)
    await next.load()
    #expect(next.state.page.value?.seenUpTo == "10045")
    let words = Renderer(format: .plain, width: 80, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Home.view(next.state, layout: Layout(width: 80, now: .fixtureNow)))
    let above = try #require(
      words.split(separator: "Posts above are new since your last visit.", maxSplits: 1).first)
    #expect(above.contains("\n 3 ") && !above.contains("\n 4 "), "three are new")
    next.apply(.filtersChanged)
    await next.load()
    #expect(next.state.page.value?.seenUpTo == "10045", "the same page under other filters is no other look")
    await next.settled()
    try await next.refresh()
    #expect(next.state.page.value?.seenUpTo == "10048", "nothing is new any more")
    try await next.show(.local)
    #expect(next.state.page.value?.seenUpTo == nil, "each timeline has its own")
  }

  @Test func unreadableReadingPositionsAreIgnored() async {
    let model = model(
      positions: ReadingPositions(
        position: { _ in throw AppError.cancelled }, keep: { _, _ in throw AppError.cancelled }))
    await model.load()
    #expect(model.state.page.isLoaded && model.state.page.value?.seenUpTo == nil)
  }

  @Test func aLateAnswerToAnEarlierRequestIsDropped() async throws {
    let (late, letGo) = AsyncStream.makeStream(of: Void.self)
    let server = server
    let model = Home.Model(
      timelines: TimelineService(
        home: { request in
          for await _ in late { break }
          return try server.page(request)
        }, local: { _ in Page([Status.fixtures.plain]) }, federated: { _ in Page([]) }, bookmarks: { _ in Page([]) },
        favourites: { _ in Page([]) }), positions: .none, keepsPosition: { true }, in: .fixture())
    let slow = Task { try await model.show(.home) }
    while model.state.page != .loading, !Task.isCancelled { await Task.yield() }
    try await model.show(.local)
    letGo.yield()
    _ = try await slow.value
    #expect(model.state.timeline == .local)
    #expect(model.state.list.statuses == [Status.fixtures.plain])
  }

  @Test func aLimitStaysForTheFollowingPages() async throws {
    let model = model()
    try await model.show(.local, TimelineOptions(range: ListRange(limit: 7)))
    _ = try await model.older()
    #expect(server.requests.map(\.limit) == [7, 7])
    #expect(shown(model) == ids(32...38))
  }

  // MARK: Filters

  @Test(arguments: Home.Timeline.allCases)
  func hiddenPostsAreLeftOut(timeline: Home.Timeline) async throws {
    let server = FakeTimeline([
      Status.fixtures.plain, Status.fixtures.filteredHide, Status.fixtures.filteredWarn,
      Status.fixtures.filteredExpired,
    ])
    let model = model(server)
    try await model.show(timeline)
    #expect(!model.state.list.statuses.contains(Status.fixtures.filteredHide))
    #expect(model.state.list.statuses.contains(Status.fixtures.filteredWarn))
    #expect(model.state.list.statuses.contains(Status.fixtures.filteredExpired))
  }

  @Test func aChangeOfTheFiltersAsksForThePageAgain() async {
    let model = model()
    await model.load()
    model.apply(.filtersChanged)
    #expect(model.state.page.value?.isStale == true)
    await model.load()
    #expect(model.state.page.value?.isStale == false && server.requests.count == 2)
  }

  // MARK: Live

  @Test func newPostsAreCountedOnceAndNotShown() async {
    let model = model()
    await model.load()
    let page = model.state.list
    for _ in 1...2 { model.apply(.update(.numbered(46))) }
    model.apply(.update(.numbered(47, by: Account.fixtures.you)))
    model.apply(.update(.numbered(30)))
    model.apply(.update(Status.fixtures.filteredHide))
    #expect(model.state.unread == 1)
    #expect(model.state.list == page)
    model.apply(.delete(Status.numbered(46).id))
    #expect(model.state.unread == 0)
  }

  @Test(arguments: [Home.Timeline.local, .federated])
  func newPublicPostsAreCountedWhileShown(_ timeline: Home.Timeline) async throws {
    let model = model()
    await model.load()
    model.apply(.update(.numbered(46)), of: timeline)
    #expect(model.state.unread == 0)
    try await model.show(timeline)
    model.apply(.update(.numbered(46)))
    #expect(model.state.unread == 0)
    for _ in 1...2 { model.apply(.update(.numbered(46)), of: timeline) }
    #expect(model.state.unread == 1)
    for number in 46...50 { server.add(.numbered(number)) }
    #expect(await model.catchUp().elements.isEmpty)
    #expect(await model.catchUp(on: timeline).elements.count == 4)
    #expect(model.state.unread == 5)
    let new = try await model.new()
    #expect(new && model.state.unread == 0)
    model.apply(.update(.numbered(51)), of: timeline)
    try await model.show(.home)
    #expect(model.state.unread == 0)
  }

  @Test func aBurstIsCountedToTheLast() async {
    let model = model()
    await model.load()
    for number in 46..<1046 { model.apply(.update(.numbered(number))) }
    #expect(model.state.unread == 1000)
  }

  @Test func newShowsPostsSinceTheReadingPosition() async throws {
    let model = model()
    await model.load()
    for number in 46...70 {
      server.add(.numbered(number))
      model.apply(.update(.numbered(number)))
    }
    _ = try await model.older()
    let some = try await model.new()
    #expect(some && shown(model) == ids(46...65))
    #expect(model.state.unread == 5)
    let rest = try await model.new()
    #expect(rest && shown(model) == ids(66...70))
    #expect(model.state.unread == 0)
    let none = try await model.new()
    #expect(!none && shown(model) == ids(66...70))
  }

  @Test func missedItemsAreCounted() async {
    let model = model()
    await model.load()
    model.apply(.update(.numbered(46)))
    for number in 46...48 { server.add(.numbered(number)) }
    let first = await model.catchUp()
    #expect(first.elements.map(\.id) == [47, 48].map { Status.numbered($0).id } && first.isWhole)
    #expect(model.state.unread == 3 && model.state.page.value?.hasMoreUnread == false)
    // What comes by the stream as well is counted once.
    model.apply(.update(.numbered(48)))
    #expect(model.state.unread == 3)
    for number in 49...120 { server.add(.numbered(number)) }
    let second = await model.catchUp()
    #expect(second.elements.map(\.id) == (49...120).map { Status.numbered($0).id })
    #expect(model.state.unread == 75 && model.state.page.value?.hasMoreUnread == false)
  }

  @Test func failedRequestIsRepeatedNextTime() async {
    let model = model()
    await model.load()
    for number in 46...48 { server.add(.numbered(number)) }
    server.fail(.fixtures.offline)
    #expect(await model.catchUp().elements.isEmpty)
    #expect(model.state.page.isLoaded)
    // The stream goes on above the hole.
    model.apply(.update(.numbered(49)))
    server.add(.numbered(49))
    server.fail(nil)
    _ = await model.catchUp()
    #expect(model.state.unread == 4)
  }

  @Test func aMonthAwayIsNoThousandRequests() async {
    let model = model()
    await model.load()
    for number in 46...1000 { server.add(.numbered(number)) }
    let gap = await model.catchUp()
    #expect(gap.elements.count == 400 && !gap.isWhole)
    #expect(model.state.unread == 400 && model.state.page.value?.hasMoreUnread == true)
  }

  @Test func anEditIsShownAndADeletionKeepsTheNumbers() async {
    let model = model()
    await model.load()
    model.apply(.statusUpdate(Status.numbered(44).with { $0.content = "<p>Edited.</p>" }))
    model.apply(.delete(Status.numbered(45).id))
    let items = Home.view(model.state, layout: .fixture).items
    #expect(items.count == 20)
    #expect(items[0].spoken == "Deleted.")
    #expect(items[1].number == 2 && items[1].spoken.contains("Edited."))
  }

  // MARK: Acts

  @Test func actionUpdatesOtherScreensAtOnceAndAfterTheAnswer() async throws {
    var told: [Int] = []
    let answer = Status.numbered(45).with {
      $0.favourited = true
      $0.favouritesCount = 9
    }
    var service = StatusService.failing
    service.mark = { _, _, _ in answer }
    let model = model()
    await model.load()
    let acts = StatusActs(
      service: service, container: model,
      changed: { status in
        told.append(status.favouritesCount)
        model.replace(status)
      }, removed: { _ in })
    _ = try await acts.mark(answer.id, .favourite, true)
    #expect(told == [1, 9])
    #expect(model.state.list.statuses[0] == answer)
  }

  @Test func anActThatFailsIsPutBack() async {
    let model = model()
    await model.load()
    let before = model.state
    await #expect(throws: AppError.fixtures.noConnection) {
      try await StatusActs(service: .failing, container: model, changed: model.replace, removed: model.remove)
        .mark(Status.numbered(45).id, .boost(nil), true)
    }
    #expect(model.state == before)
  }

  @Test func aWarningStaysOpenOnTheNextPage() async throws {
    let model = model()
    await model.load()
    model.reveal(Status.numbered(45).id)
    try await model.refresh()
    #expect(model.state.list.revealed == [Status.numbered(45).id])
  }
}
