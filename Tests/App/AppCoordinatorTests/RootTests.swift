import Accounts
import AppEnvironment
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import Links
import LocalStore
import MastodonKit
import NavigationKit
import NotificationsFeature
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import MastodonClient
@testable import Session

@MainActor
@Suite struct RootTests {
  let folder = TemporaryFolder()

  private func makeApp(_ choice: RunChoice = .init(usesSandbox: true)) throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: choice)
  }

  private func run(_ words: String..., in app: AppCoordinator) async throws -> Response {
    let verb = try #require(app.layers.flatMap(\.verbs).first { $0.matches(words[0]) }, "no verb \(words[0])")
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { try await app.resolve($0, kind: $1) })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context)).arriving(within: Detour())
  }

  @Test func noNameStandsForTwoVerbsOfOneLayer() async throws {
    let app = try makeApp()
    for tab in app.session.router.tabs {
      app.session.router.select(tab)
      for layer in app.layers {
        var names: Set<String> = []
        for verb in layer.verbs {
          for name in [verb.name] + verb.aliases {
            #expect(names.insert(name).inserted, "\(name) twice in \(layer.title) of \(tab)")
          }
        }
      }
    }
    await app.shutdown()
  }

  @Test func eachTabKeepsItsPathWhenOneLeavesIt() async throws {
    let app = try makeApp()
    await app.screen.load()
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    _ = try await run("open", id.rawValue, in: app)
    #expect(app.screen.id == "thread")
    app.session.router.select("settings")
    #expect(app.screen.id == "settings")
    app.session.router.select("home")
    #expect(app.screen.id == "thread")
    for before in ["settings", "thread", "home"] {
      _ = try await run("back", in: app)
      #expect(app.screen.id == before)
    }
    await #expect(throws: AppError.self) { try await run("back", in: app) }
    await app.shutdown()
  }

  @Test func aFavouriteOnOneScreenShowsOnTheOther() async throws {
    let app = try makeApp()
    await app.screen.load()
    let id = try #require(app.session.home.state.list.statuses.first { !$0.displayed.favourited }?.displayed.id)
    _ = try await run("open", id.rawValue, in: app)
    await app.screen.load()
    _ = try await run("fav", id.rawValue, in: app)
    let shown = app.session.home.state.list.statuses.first { $0.displayed.id == id }
    #expect(shown?.displayed.favourited == true)
    await app.shutdown()
  }

  @Test func aSettingIsOnDiskAtOnceAndThereTheNextTime() async throws {
    let app = try makeApp()
    _ = try await run("set", "theme", "paper", in: app)
    #expect(app.promptSettings.theme.name == "paper")
    let next = try makeApp()
    #expect(next.promptSettings.theme.name == "paper")
    await app.shutdown()
    await next.shutdown()
  }

  @Test func anAccountThatIsNotSignedInIsRefused() {
    #expect(throws: AppError.unknownAccount("nobody@shore.example", known: [])) {
      _ = try makeApp(.init(account: "nobody@shore.example"))
    }
  }

  @Test func onlyAccountlessCommandsRunWithoutAnAccount() async throws {
    let app = try makeApp(.init())
    #expect(app.session.obstacle == .noAccount(.signedOut))
    let verbs = app.layers.flatMap(\.verbs)
    let free = [
      "settings", "set", "get", "reset", "themes", "graph", "tabs", "tab", "where", "adjust", "intent", "messages",
      "usage", "diagnose", "about", "login", "register", "accounts", "switch", "vault", "server-timeline",
      "plugins", "rule", "rules",
    ]
    #expect(Set(verbs.filter { !$0.needsAccount }.map(\.name)) == Set(free))
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    // What a group has of other servers needs none either.
    for verb in verbs where verb.needsAccount && !["group", "groups"].contains(verb.name) {
      await #expect(throws: AppError.noAccount(.signedOut), "\(verb.name)") {
        _ = try await verb.run(ArgumentReader(ArgumentList(), for: verb, context: context))
      }
    }
    // No request reaches a server.
    await #expect(throws: MastodonError.signedOut) { _ = try await app.session.client.send(.verifyCredentials) }
    await #expect(throws: MastodonError.signedOut) { _ = try await app.session.client.instanceService.instance() }
    #expect(throws: AppError.noAccount(.signedOut)) { _ = try app.session.drafts.all() }
    await app.shutdown()
  }

  @Test func aSentPostIsInTheTimelineAndAFailedOneInTheDrafts() async throws {
    let app = try makeApp()
    guard case .toast(let toast) = try await run("post", "hello", "there", in: app) else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Sent.")
    await app.screen.load()
    #expect(app.session.home.state.list.statuses.contains { $0.content.contains("hello there") })
    await #expect(throws: AppError.self) { try await run("post", String(repeating: "x", count: 501), in: app) }
    #expect(try app.session.drafts.all().count == 1)
    await app.shutdown()
  }

  @Test func hashtagsThatWereWrittenOrOpenedAreOfferedNextTimeTheLastOneFirst() async throws {
    let conversation = RunChoice(.prompt, usesSandbox: true)
    let app = try makeApp(conversation)
    #expect(app.mentions(beginning: "#").isEmpty)
    _ = try await run("post", "Lights", "on.", "#Canal", in: app)
    _ = try await run("post", "--visibility", "direct", "@rook", "#secret", in: app)
    _ = try await app.session.parts.open(DeepLink(parsing: "#lockbook")).arriving(within: Detour())
    await app.shutdown()
    let script = try makeApp()
    _ = try await run("post", "Every", "night.", "#cron", in: script)
    await script.shutdown()
    let next = try makeApp(conversation)
    #expect(next.mentions(beginning: "#").map { $0.lowercased() } == ["#lockbook", "#canal"])
    #expect(next.mentions(beginning: "#CA").map { $0.lowercased() } == ["#canal"])
    await next.screen.load()
    #expect(next.mentions(beginning: "@HER") == ["@heron"])
    #expect(next.mentions(beginning: "her").isEmpty)
    await next.shutdown()
  }

  @Test func readingPositionIsUsedOnlyAtThePrompt() async throws {
    var newest: Status.ID?
    for (isConversation, isKnown, isKept) in [
      (false, false, false), (true, false, true), (true, true, true), (false, false, true),
    ] {
      let app = try makeApp(.init(isConversation ? .prompt : .script, usesSandbox: true))
      await app.screen.load()
      newest = app.session.home.state.list.statuses.first?.id
      await app.session.home.settled()
      #expect(app.session.home.state.page.value?.seenUpTo == (isKnown ? newest : nil))
      #expect(try app.storage.readingPositions(account: "you@sandbox").position("home") == (isKept ? newest : nil))
      await app.shutdown()
    }
    #expect(newest != nil)
  }

  @Test func numbersAreKnownToTheNextRun() async throws {
    let prompt = RunChoice(.prompt, usesSandbox: true, terminal: "1")
    let app = try makeApp(prompt)
    let shown = [1: [Reference(kind: .status, id: "42")]]
    app.remember(shown)
    #expect(try makeApp(prompt).recall() == shown)
    await app.shutdown()
  }

  @Test func onlyPublicTextIsStoredAsSummary() async throws {
    let prompt = RunChoice(.prompt, usesSandbox: true, terminal: "1")
    let app = try makeApp(prompt)
    _ = try await app.type("post", "--visibility", "direct", "@wren", "between us")
    _ = try await app.type("home")
    await app.screen.load()
    let statuses = app.session.home.state.list.statuses
    let direct = try #require(statuses.first { $0.visibility == .direct })
    let open = try #require(statuses.first { $0.visibility == .public })
    app.remember(
      [
        1: [Reference(kind: .status, id: open.id.rawValue)], 2: [Reference(kind: .status, id: direct.id.rawValue)],
        3: [Reference(kind: .status, id: "42")], 4: [Reference(kind: .draft, id: "1")],
        5: [Reference(kind: .account, id: "7")],
      ], summaries: [1: "open", 2: "between us", 3: "unknown", 4: "a draft", 5: "Rook"])
    #expect(try makeApp(prompt).recallSummaries() == [1: "open", 5: "Rook"])
    await app.shutdown()
  }

  @Test func onlyTerminalOutputChangesNumbers() async throws {
    let shown = [1: [Reference(kind: .status, id: "42")]]
    let app = try makeApp(.init(.prompt, usesSandbox: true, terminal: "1"))
    app.remember(shown)
    for (terminal, isTerminal, isData) in [("1", false, false), ("1", true, true), ("2", true, false)] {
      let script = try makeApp(.init(usesSandbox: true, terminal: terminal))
      script.setOutput(isTerminal: isTerminal, isData: isData)
      #expect(script.recall() == (terminal == "1" ? shown : [:]))
      script.remember([1: [Reference(kind: .status, id: "7")]])
      await script.shutdown()
    }
    let elsewhere = try makeApp(.init(usesSandbox: true))
    elsewhere.setOutput(isTerminal: true, isData: false)
    elsewhere.remember([1: [Reference(kind: .status, id: "8")]])
    #expect(elsewhere.recall() == [:])
    await elsewhere.shutdown()
    #expect(app.recall() == shown)
    await app.shutdown()
  }

  @Test func dataOfOneCommandMarksNothingCountsUnreadAndKeepsNoNumbers() async throws {
    let app = try makeApp(.init(.prompt, usesSandbox: true, terminal: "1"))
    let shown = [1: [Reference(kind: .status, id: "42")]]
    app.remember(shown)
    _ = try await app.type("notifications")
    let model = app.session.notifications
    app.setData(true, isShown: true)
    await app.screen.load()
    app.remember([1: [Reference(kind: .status, id: "7")]])
    #expect(model.state.phase == .loaded && model.state.lastShown == nil && model.state.unreadTotal != nil)
    #expect(app.recall() == shown)
    app.setData(false, isShown: true)
    await app.screen.load()
    #expect(model.state.lastShown == model.state.page.first?.id && model.state.lastShown != nil)
    await app.shutdown()
  }

  @Test func anAddressIsLookedUp() async throws {
    let app = try makeApp()
    let reference = try await app.resolve("@rook", kind: .account)
    #expect(reference.kind == .account)
    await #expect(throws: (any Error).self) { try await app.resolve("@nobody_at_all", kind: .account) }
    await app.shutdown()
  }
}
