import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@MainActor
@Suite struct TagTests {
  let server = FakeTimeline(count: 45)

  private var service: TagService {
    let server = server
    return TagService(
      posts: { name, request in
        #expect(name == "canal")
        return try server.page(request)
      },
      tag: { _ in MastodonKit.Tag(name: "Canal", following: false) },
      setFollowing: { _, isOn in MastodonKit.Tag(name: "Canal", following: isOn) })
  }

  private func model(_ service: TagService) -> Home.Tag.Model {
    Home.Tag.Model(
      state: Home.Tag.State(name: "canal"), tags: service, statuses: .failing, now: { .fixtureNow },
      statusChanged: { _ in }, statusRemoved: { _ in })
  }

  private func screen(_ model: Home.Tag.Model) -> Screen {
    Home.Tag.screen(
      model: model,
      action: Home.Tag.Action(
        refresh: { try await model.refresh() }, older: { try await model.older() }, newer: { try await model.newer() },
        follow: { try await model.setFollowing($0) },
        status: StatusAction(
          open: { _ in }, profile: { _ in }, reply: { _, _, _ in .nothing }, acts: model.acts, me: { nil })))
  }

  private func type(_ name: String, on screen: Screen) async throws -> Response {
    let verb = try #require(screen.verbs().first { $0.matches(name) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(ArgumentReader(ArgumentList(), for: verb, context: context))
  }

  @Test func aHashtagIsCalledAsItsServerWritesIt() async {
    let model = model(service)
    let screen = screen(model)
    #expect(screen.label() == "#canal")
    await screen.load()
    #expect(screen.label() == "#Canal")
    #expect(model.state.list.statuses.map(\.id) == (26...45).reversed().map { Status.ID("\(10_000 + $0)") })
  }

  @Test func itsPagesGoDownToTheOldestAndUpAgain() async throws {
    let model = model(service)
    await model.load()
    #expect(try await model.older())
    #expect(model.state.isNewest == false)
    #expect(try await model.older())
    #expect(model.state.list.statuses.count == 5)
    #expect(try await model.older() == false)
    #expect(try await model.newer())
    #expect(model.state.list.statuses.count == 20)
  }

  @Test func aServerThatSaysNothingOfTheHashtagStillShowsItsPosts() async {
    var service = service
    service.tag = { _ in throw MastodonError.fixtures.offline }
    let model = model(service)
    await model.load()
    #expect(model.state.phase == .loaded && model.state.tag == nil && !model.state.list.isEmpty)
  }

  @Test func followingIsSaidAndChangesWhatIsOffered() async throws {
    let model = model(service)
    let screen = screen(model)
    await screen.load()
    guard case .toast(let toast) = try await type("follow", on: screen) else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "You follow #Canal now." && toast.hint == "unfollow")
    #expect(model.state.tag?.following == true)
  }

  @Test func whatFailsFirstIsShownAndWhatFailsLaterLeavesThePage() async throws {
    let model = model(service)
    server.fail(.fixtures.offline)
    await model.load()
    #expect(screen(model).failure() != nil)
    server.fail(nil)
    try await model.refresh()
    server.fail(.fixtures.offline)
    await #expect(throws: AppError.self) { try await model.refresh() }
    #expect(screen(model).failure() == nil && !model.state.list.isEmpty)
  }

  @Test(arguments: [
    ("follow", false, false as Bool?, "You do not follow #Canal: the server did not confirm it."),
    ("follow", true, true, "You already follow #Canal."), ("unfollow", false, false, "You do not follow #Canal."),
    ("unfollow", true, false, "You no longer follow #Canal."),
    ("unfollow", true, true, "You still follow #Canal: the server did not confirm the change."),
    ("follow", false, nil, "You do not follow #Canal: the server did not confirm it."),
  ])
  func followingAHashtagIsSaidAsTheServerAnswers(
    _ verb: String, _ before: Bool, _ answer: Bool?, _ words: String
  ) async throws {
    var service = service
    service.tag = { _ in MastodonKit.Tag(name: "Canal", following: before) }
    service.setFollowing = { _, _ in MastodonKit.Tag(name: "Canal", following: answer) }
    let model = model(service)
    await model.load()
    guard case .toast(let toast) = try await type(verb, on: screen(model)) else {
      Issue.record("\(verb) says nothing")
      return
    }
    #expect(toast.text.plain == words)
  }
}
