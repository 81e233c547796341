import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HashtagFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import TerminalKit
import Testing

@MainActor
@Suite struct TagTests {
  let server = FakeTimeline(count: 45)

  private var service: TagService {
    let server = server
    return TagService(
      posts: { query, request in
        #expect(query == "canal")
        return try server.page(request)
      },
      tag: { _ in Tag(name: "Canal", following: false) },
      setFollowing: { _, isOn in Tag(name: "Canal", following: isOn) })
  }

  private func model(_ service: TagService) -> Hashtag.Model {
    Hashtag.Model(
      state: Hashtag.State("canal"), tags: service, in: .fixture())
  }

  private func screen(_ model: Hashtag.Model) -> Screen {
    Hashtag.screen(
      model: model,
      action: Hashtag.Action(
        follow: { try await model.setFollowing($0) },
        status: StatusAction.fixtures.acting(on: model.timeline, .failing))
    )
  }

  @Test(
    arguments: [
      ("NightTrains", nil, "#NightTrains"), ("NightTrains", "nighttrains", "#NightTrains"),
      ("nighttrains", "NightTrains", "#NightTrains"), ("canal", "canal", "#canal"),
    ] as [(String, String?, String)])
  func theHeadingKeepsCapitals(_ typed: String, _ known: String?, _ heading: String) {
    let state = Hashtag.State(
      TagTimelineQuery(typed), tag: known.map { Tag(name: $0, following: nil) })
    #expect(state.timeline.heading.title == heading)
  }

  @Test func theTitleHasTheServersCapitals() async {
    let model = model(service)
    let screen = screen(model)
    #expect(screen.label() == "#canal")
    await screen.load()
    #expect(screen.label() == "#Canal")
    #expect(model.state.timeline.list.statuses.map(\.id) == (26...45).reversed().map { Status.ID("\(10_000 + $0)") })
  }

  @Test func itsPagesGoDownToTheOldestAndUpAgain() async throws {
    let model = model(service)
    await model.timeline.load()
    #expect(try await model.timeline.older())
    #expect(model.state.timeline.page.value?.isNewest == false)
    #expect(try await model.timeline.older())
    #expect(model.state.timeline.list.statuses.count == 5)
    #expect(try await model.timeline.older() == false)
    #expect(try await model.timeline.newer())
    #expect(model.state.timeline.list.statuses.count == 20)
  }

  @Test func postsAreShownWithoutTheHashtagsData() async {
    var service = service
    service.tag = { _ in throw MastodonError.fixtures.offline }
    let model = model(service)
    await model.timeline.load()
    #expect(model.state.timeline.page.isLoaded && model.state.tag == nil && !model.state.timeline.list.isEmpty)
  }

  @Test func followingIsConfirmedAndChangesTheHint() async throws {
    let model = model(service)
    let screen = screen(model)
    await screen.load()
    guard case .toast(let toast) = try await screen.type("follow") else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Followed #Canal." && toast.hint == "unfollow")
    // From any screen.
    #expect(toast.undo == .command("unfollow #Canal"))
    #expect(model.state.tag?.following == true)
  }

  @Test func aFirstFailureIsShownAndALaterOneLeavesThePage() async throws {
    let model = model(service)
    server.fail(.fixtures.offline)
    await model.timeline.load()
    #expect(screen(model).failure() != nil)
    server.fail(nil)
    try await model.timeline.refresh()
    server.fail(.fixtures.offline)
    await #expect(throws: AppError.self) { try await model.timeline.refresh() }
    #expect(screen(model).failure() == nil && !model.state.timeline.list.isEmpty)
  }

  @Test(arguments: [
    ("follow", false, false as Bool?, "You do not follow #Canal: the server did not confirm it."),
    ("follow", true, true, "You already follow #Canal."), ("unfollow", false, false, "You do not follow #Canal."),
    ("unfollow", true, false, "Unfollowed #Canal."),
    ("unfollow", true, true, "You still follow #Canal: the server did not confirm the change."),
    ("follow", false, nil, "You do not follow #Canal: the server did not confirm it."),
  ])
  func theToastFollowsTheServersResponse(
    _ verb: String, _ before: Bool, _ answer: Bool?, _ words: String
  ) async throws {
    var service = service
    service.tag = { _ in Tag(name: "Canal", following: before) }
    service.setFollowing = { _, _ in Tag(name: "Canal", following: answer) }
    let model = model(service)
    await model.timeline.load()
    guard case .toast(let toast) = try await screen(model).type(verb) else {
      Issue.record("\(verb) says nothing")
      return
    }
    #expect(toast.text.plain == words)
  }

  @Test func hiddenPostsAreLeftOut() async {
    let hidden = Status.fixtures.filteredHide
    #expect(hidden.filterVerdict(in: .public, at: .fixtureNow) == .hide)
    let service = TagService(
      posts: { _, _ in Page([.numbered(2), hidden, .numbered(1)]) }, tag: { Tag(name: $0) },
      setFollowing: { name, _ in Tag(name: name) })
    let model = Hashtag.Model(
      state: Hashtag.State("canal"), tags: service, in: .fixture())
    await model.timeline.load()
    #expect(model.state.timeline.list.statuses.map(\.id) == [Status.numbered(2).id, Status.numbered(1).id])
  }

  @Test func everyFixtureHasAPreview() {
    let previews = Hashtag.plugin { _, _ in .screen }.previews().map(\.id)
    #expect(previews.count == Mirror(reflecting: Hashtag.State.fixtures).children.count)
    #expect(Set(previews).count == previews.count)
  }

  @Test(arguments: [
    ("tag canal", TagTimelineQuery("canal")),
    ("tag #Canal --any boats,#locks", TagTimelineQuery("Canal", any: ["boats", "locks"])),
    ("tag --local canal", TagTimelineQuery("canal", posts: PublicTimelineQuery(.local))),
    ("tag #canal --all fog --none rain --none #wind", TagTimelineQuery("canal", all: ["fog"], none: ["rain", "wind"])),
  ])
  func theCommandTakesConditions(_ line: String, _ query: TagTimelineQuery) async throws {
    #expect(try await typed(line) == query)
    let state = Hashtag.State(query)
    #expect(try await typed(try #require(state.timeline.command).joined(separator: " ")) == query)
  }

  @Test(arguments: ["tag", "tag 2024", "tag a-b", "tag canal --any", "tag canal --all a,b,c,d,e", "tag canal --any x!"])
  func invalidHashtagIsRefused(_ line: String) async throws {
    await #expect(throws: AppError.self) { try await typed(line) }
  }

  @Test(arguments: [("tag canal", false), ("tag canal --local", true)])
  func aHashtagHasAStream(_ line: String, _ isLocal: Bool) async throws {
    #expect(
      Hashtag.State(try #require(try await typed(line))).timeline.topic == .hashtag("canal", isLocal: isLocal))
    #expect(Hashtag.State(try #require(try await typed(line + " --any fog"))).timeline.topic == nil)
  }

  @Test func postsThatArriveAreCountedAndOffered() async throws {
    let model = model(service)
    await model.timeline.load()
    let shown = model.state.timeline.list.statuses.map(\.id)
    #expect(screen(model).verbs().contains { $0.name == "new" })
    let newest = try #require(shown.max().flatMap { Int($0.rawValue) })
    for number in [newest + 1, newest + 1, newest + 2] { model.timeline.count(.numbered(number), me: nil) }
    #expect(model.state.timeline.unread == 2 && model.state.timeline.list.statuses.map(\.id) == shown)
    let document = screen(model).document(Layout(now: .fixtureNow))
    #expect(document.title?.note?.plain.hasPrefix("2 new") == true)
    #expect(document.hint?.plain.hasPrefix("new · ") == true)
  }

  @Test func theTitleNamesTheConditions() {
    let title = Hashtag.State.fixtures.conditions.timeline.heading.title
    #expect(title == "#canal or #boats or #locks, with #fog, without #rain")
  }

  private func typed(_ line: String) async throws -> TagTimelineQuery? {
    var asked: TagTimelineQuery?
    let plugin = Hashtag.plugin { query, _ in
      asked = query
      return .screen
    }
    let verb = try #require(plugin.verbs.first)
    let words = line.split(separator: " ").dropFirst().map { ArgumentList.Word(String($0)) }
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    _ = try await verb.run(ArgumentReader(ArgumentList(words), for: verb, context: context))
    return asked
  }
}
