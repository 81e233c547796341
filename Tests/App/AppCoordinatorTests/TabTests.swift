import AppEnvironment
import FeatureKit
import Foundation
import GraphFeature
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationFeature
import NavigationKit
import OwnershipKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// The tabs and their paths.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct TabTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  @Test func homeNotificationsAndSettingsComeFirst() async throws {
    let app = try makeApp()
    #expect(app.session.router.tabs.prefix(3) == ["home", "notifications", "settings"])
    await app.shutdown()
  }

  @Test func screenCommandShowsTheRootAndTabRestoresThePath() async throws {
    let app = try makeApp()
    _ = try await app.type("home")
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    for tab in app.session.router.tabs where tab != "home" {
      _ = try await app.type("open", id.rawValue)
      _ = try await app.type(tab)
      #expect(app.screen.id == tab)
      _ = try await app.type("open", id.rawValue)
      _ = try await app.type("tab", "home")
      #expect(app.screen.id == "thread", "from \(tab)")
      _ = try await app.type(tab)
      #expect(app.screen.id == tab, "and not the thread that was opened there")
      _ = try await app.type("home")
      #expect(app.screen.id == "home")
    }
    await app.shutdown()
  }

  @Test func requestedPartIsShownAtOnce() async throws {
    let app = try makeApp()
    _ = try await app.type("home")
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    _ = try await app.type("open", id.rawValue)
    _ = try await app.type("notifications")
    _ = try await app.type("local")
    #expect(app.screen.id == "home")
    #expect(app.session.home.state.timeline == .local)
    await app.shutdown()
  }

  @Test func whereSaysTabPathAndSheet() async throws {
    let app = try makeApp()
    _ = try await app.type("home")
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    _ = try await app.type("open", id.rawValue)
    try await app.session.router.present(.settings(section: nil))
    let tab = try #require(app.session.parts.navigationState.current)
    #expect(tab.id == "home")
    #expect(tab.path.map(\.id) == [id.rawValue])
    #expect(tab.sheets.map(\.kind) == ["settings"])
    #expect(app.location.suffix(2) == [tab.path[0].label, "settings"])
    await app.shutdown()
  }

  @Test func anOverviewIsMadeWhenItIsLookedAtAndDroppedWhenMemoryIsShort() async throws {
    let app = try makeApp()
    _ = try await app.type("home")
    let overviews = [
      ("lists", "lists"), ("groups", "groups"), ("servers", "servers"), ("filters", "filters"),
    ]
    let made = { (node: String) in app.graph.nodes.first { $0.name == node }?.made }
    for (tab, node) in overviews {
      #expect(made(node) == 0, "\(tab)")
      _ = try await app.type(tab)
      await app.screen.load()
      #expect(app.screen.failure() == nil, "\(tab)")
      #expect(made(node) == 1, "\(tab)")
    }
    #expect(Set(app.caches.relieve()) == Set(overviews.map(\.1)))
    #expect(app.caches.relieve() == [])
    await app.screen.load()
    #expect(made("filters") == 2)
    await app.shutdown()
  }

  @Test func itemsOfAnotherProcessAreLoadedAndShown() async throws {
    let dependencies = AppDependencies.fixtures.still(in: folder.path)
    let app = try AppCoordinator(dependencies: dependencies, choice: .init(usesSandbox: true, isLive: true))
    let another = Database(locations: dependencies.locations, now: dependencies.now, report: { _ in })
    _ = try await app.type("groups")
    await app.screen.load()
    try another.tagGroupService.save(TagGroup(id: "x", title: "Water", symbol: "≈", tags: ["canal"]))
    for await note in app.notes where note.plain == "Your groups have changed: screen shows them." { break }
    // Without another request: the screen stands on what was taken in.
    #expect(app.screen.document(Layout(now: .fixtureNow)).blocks.contains { "\($0)".contains("Water") })
    // Your own change is not news; the other's next one is.
    try await app.session.router.present(.group("x"))
    _ = try await app.type("title", "Ponds")
    _ = try await app.type("save")
    try another.tagGroupService.delete("x")
    var heard: [String] = []
    for await note in app.notes {
      heard.append(note.plain)
      if note.plain.hasPrefix("Your groups") { break }
    }
    await app.screen.load()
    #expect(!app.screen.document(Layout(now: .fixtureNow)).blocks.contains { "\($0)".contains("Ponds") })
    #expect(heard.count { $0.hasPrefix("Your groups") } == 1)
    await app.shutdown()
  }

  @Test func anotherServersPostsAreReadWithoutAnAccountAndActedOnFromOnesOwn() async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(usesSandbox: true))
    try app.storage.savedServerService.save(SavedServer(id: "x", name: "Harbour", host: loopback.host))
    try await app.session.router.push(.server("x"))
    let model = try #require(app.session.router.current.path.last?.screen.model as? StatusTimeline.Model)
    let post = try #require(model.state.list.statuses.first { $0.reblog == nil })
    #expect(post.account.acct.contains("@"))
    _ = try await app.type("fav", post.id.rawValue)
    let own = try await app.session.client.accountService.resolve(post.url ?? post.uri).statuses.first
    #expect(own?.favourited == true)
    _ = try await app.type("open", post.id.rawValue)
    #expect(app.screen.id == "thread")
    await app.shutdown()
    await loopback.stop()
  }
}
