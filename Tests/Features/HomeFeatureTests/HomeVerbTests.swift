import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import TerminalKit
import Testing

/// The timeline at the prompt: lines in, answers out.
@MainActor
@Suite struct HomeVerbTests {
  let server = FakeTimeline(count: 25)
  let model: Home.Model
  let plugin: Plugin

  init() throws {
    var service = StatusService.failing
    service.mark = { id, mark, isOn in
      guard case .boost = mark else { throw MastodonError.fixtures.offline }
      return Status.numbered(25).with { $0.reblogged = isOn }
    }
    let model = Home.Model(
      timelines: server.service, positions: .none, keepsPosition: { true }, in: .fixture())
    self.model = model
    plugin = Home.plugin(
      model: model,
      action: Home.Action(
        select: { .screen },
        show: {
          try await model.show($0, $1)
          return .screen
        }, accounts: { _, _ in .screen }, refreshed: {},
        status: StatusAction.fixtures.acting(on: model, service)))
  }

  private func type(_ line: String) async throws -> Response {
    let screen = try #require(plugin.tab)
    return try await screen.type(line, and: plugin.verbs)
  }

  @Test func thePluginIsWholeAndItsNamesAreOnce() throws {
    let screen = try #require(plugin.tab)
    #expect(plugin.id == "home" && plugin.title == "Home" && screen.id == "home")
    #expect(plugin.verbs.map(\.name) == ["home", "local", "federated", "unread", "fill"])
    #expect(
      plugin.verbs.prefix(3).allSatisfy {
        $0.usage.contains("[--before WHEN|CURSOR]") && $0.usage.contains("[--no-boosts]")
      }
    )
    let names = screen.verbs().flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(!plugin.verbs.contains { names.contains($0.name) })
  }

  @Test(arguments: ["local", "refresh", "older", "newer", "new", "unread", "fill"])
  func everyCommandIsOneRequest(line: String) async throws {
    await model.load()
    let before = server.requests.count
    _ = try await type(line)
    #expect(server.requests.count == before + 1)
  }

  @Test(arguments: ["unread", "fill"]) func whereReadingStoppedIsShownInTheTab(line: String) async throws {
    var selections = 0
    let action = Home.Action(
      select: {
        selections += 1
        return .screen
      }, show: { _, _ in .screen }, accounts: { _, _ in .screen }, refreshed: {},
      status: .fixtures.none)
    _ = try await Home.plugin(model: model, action: action).verbs.type(line)
    #expect(selections == 1)
  }

  @Test func everyFixtureHasAPreviewOfItsOwn() {
    let fixtures =
      Mirror(reflecting: Home.fixtures).children.count + Mirror(reflecting: Home.AccountsFixtures()).children.count
    // One of them twice, also with a line for each post.
    #expect(plugin.previews().count == fixtures + 1)
    #expect(Set(plugin.previews().map(\.id)).count == fixtures + 1)
  }

  @Test(arguments: [
    ("home", Home.Timeline.home, 20), ("local --limit 5", .local, 5), ("fed --limit=40", .federated, 40),
  ])
  func aTimelineIsShownByItsName(line: String, timeline: Home.Timeline, limit: Int) async throws {
    let response = try await type(line)
    #expect(response.isScreen)
    #expect(model.state.timeline == timeline)
    #expect(server.requests == [PageRequest(.newest, limit: limit)])
  }

  @Test(arguments: [
    "home --limit 0", "home --limit x", "home 3", "home --all --limit 3", "home --since never",
    "home --since 1000000w", "home --since 9223372036854775807h", "home --since 99999999999999999999h",
  ])
  func invalidTimelineRangeIsRefused(line: String) async {
    await #expect(throws: AppError.self) { try await type(line) }
    #expect(server.requests.isEmpty)
  }

  @Test func numbersMeanThePageThatWasPrintedLast() async throws {
    _ = try await type("home --limit 10")
    _ = try await type("older")
    let lines = text(try #require(plugin.tab).document(.fixture))
    #expect(lines.contains("\n 1  Rook  @rook · 16 h\n    Post 15.\n"))
    #expect(lines.contains(" · older posts\n"))
  }

  @Test func theEndsAreSaid() async throws {
    _ = try await type("home --limit 40")
    let answers = [try await type("older").said, try await type("newer").said, try await type("new").said]
    #expect(
      answers == [
        "No older posts. | refresh", "No newer posts.", "No new posts.",
      ])
  }

  @Test func boostingByNumberSaysHowToUndoIt() async throws {
    _ = try await type("home")
    let said = try await type("boost 1").said
    #expect(said == "Boosted Rook's post. | unboost 1")
    #expect(model.state.list.statuses[0].reblogged)
  }

  @Test func aFailureThrownByAVerbLeavesTheScreen() async throws {
    _ = try await type("home")
    let before = model.state
    await #expect(throws: AppError.fixtures.noConnection) { try await type("fav 2") }
    await #expect(throws: AppError.self) { try await type("boost 99") }
    #expect(model.state == before)
  }

  @Test func newItemsAreCountedInTitleAndHint() async throws {
    _ = try await type("home")
    model.apply(.update(.numbered(26)))
    let lines = text(try #require(plugin.tab).document(.fixture))
    #expect(lines.hasPrefix("Home · everyone you follow                                      1 newer post\n"))
    #expect(lines.hasSuffix("\nnew · older · open N · reply N · boost N · fav N\n"))
  }

  struct Face: Sendable, CustomTestStringConvertible {
    var name: String
    var state: StatusTimeline.State
    var format: Renderer.Format
    var text: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Face(
      name: "offline", state: Home.fixtures.offline, format: .plain,
      text: """
        Home · everyone you follow
        ────────────────────────────────────────────────────────────────────────────
        ! shore.example cannot be reached: there is no server of that name.
        Check the connection and the name, then retry.

        refresh

        """),
    Face(
      name: "boosts, spoken", state: Home.fixtures.boosts, format: .spoken,
      text: """
        Home, everyone you follow.
        1. Tide Pool: content warning, food, politics. Show 1 to read. 2 hours ago. @pool@shore.example – \
        Boosted by Rook. 9 replies, 21 boosts, 77 favourites.
        2. Wren Alder: First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping – \
        14 minutes ago. @wren – Boosted by You. 2 replies, 13 boosts, 40 favourites. You boosted it.
        Type open, reply, boost or fav with a number.

        """),
    Face(
      name: "empty, as JSON", state: Home.fixtures.empty, format: .json,
      text: """
        {"schema":1,"screen":"home","timeline":"home","unread":0,"has_older":false,"cursor":null,"hidden":{},"items":[]}

        """),
  ])
  func aStateHasItsFace(_ face: Face) {
    #expect(text(Home.view(face.state, layout: .fixture), as: face.format) == face.text)
  }
}
