import AppEnvironment
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// Links, with the sandbox as the current server.
@MainActor
@Suite struct OpeningLinksTests {
  let folder = TemporaryFolder()

  private func makeApp(isConversation: Bool = true) throws -> AppCoordinator {
    try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path),
      choice: .init(isConversation ? .prompt : .script, usesSandbox: true))
  }

  private func aPost(in app: AppCoordinator) async throws -> Status {
    await app.session.home.load()
    return try #require(app.session.home.state.list.statuses.first?.displayed)
  }

  @Test func aPostsAddressOpensItOnAnyScreen() async throws {
    let app = try makeApp()
    let post = try await aPost(in: app)
    for tab in app.session.router.tabs {
      app.session.router.select(tab)
      guard case .screen = try await app.type("open", try #require(post.url)) else {
        Issue.record("nothing opened on \(tab)")
        continue
      }
      #expect(app.session.router.current.path.last?.route == .thread(post.id))
    }
    await app.shutdown()
  }

  @Test func peopleAndHashtagsOpenByTheirNames() async throws {
    let app = try makeApp()
    _ = try await app.type("open", "@rook")
    #expect(app.screen.id == "profile")
    _ = try await app.type("open", "https://sandbox.example/@heron")
    #expect(app.screen.id == "profile" && app.screen.label() == "@heron")
    _ = try await app.type("open", "#canal")
    #expect(app.screen.id == "tag" && app.screen.label() == "#canal")
    _ = try await app.type("open", "https://elsewhere.example/tags/canal")
    #expect(app.session.router.current.path.last?.route == .tag("canal"))
    await app.shutdown()
  }

  @Test func aTabOpensAsItWasLeft() async throws {
    let app = try makeApp()
    _ = try await app.type("open", "#canal")
    _ = try await app.type("open", "howdah://tab/settings")
    #expect(app.screen.id == "settings")
    _ = try await app.type("open", "howdah:home")
    #expect(app.screen.id == "tag")
    await #expect(throws: AppError.self) { _ = try await app.type("open", "howdah://tab/nowhere") }
    await app.shutdown()
  }

  @Test func aTextIsOpenedToGoOnWritingAndIsKeptAtOnce() async throws {
    let app = try makeApp()
    _ = try await app.type("open", "howdah://compose?text=one%0Atwo")
    #expect(app.screen.textInput != nil)
    #expect(try app.session.drafts.all().map(\.content.text) == ["one\ntwo"])
    await app.shutdown()
  }

  @Test func textWithoutAPromptBecomesADraft() async throws {
    let app = try makeApp(isConversation: false)
    guard case .toast(let toast) = try await app.type("open", "web+mastodon://share?text=hello") else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Kept as a draft; nothing is posted.")
    #expect(app.screen.textInput == nil)
    #expect(try app.session.drafts.all().map(\.content.text) == ["hello"])
    await #expect(throws: AppError.self) { _ = try await app.type("open", "howdah:compose?text=%20") }
    await app.shutdown()
  }

  @Test(
    arguments: [true, false],
    [
      ("howdah://compose?text=Hi", Verb.Effect.changesOnlyMachine),
      ("web+mastodon://share?text=Hi", .changesOnlyMachine), ("howdah:compose?text=%20", .changesOnlyMachine),
      ("howdah:tag/canal", .reads), ("@rook", .reads), ("1", .reads),
    ])
  func aLinkWithATextHasNoDryRun(_ isConversation: Bool, _ link: (word: String, effect: Verb.Effect)) async throws {
    let app = try makeApp(isConversation: isConversation)
    for verb in app.layers.flatMap(\.verbs).filter({ $0.matches("open") }) {
      let context = ArgumentContext(
        highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
      let reader = try ArgumentReader(ArgumentList([ArgumentList.Word(link.word)]), for: verb, context: context)
      #expect(try verb.effect(reader) == link.effect)
    }
    await app.shutdown()
  }

  @Test func whileWritingALinkIsPrintedAndTheTextStaysOnTop() async throws {
    let app = try makeApp()
    _ = try await app.type("open", "howdah:compose?text=x")
    guard case .view = try await app.type("open", "@rook") else {
      Issue.record("it was not printed")
      return
    }
    #expect(app.screen.textInput != nil)
    app.session.router.dismiss(try #require(app.session.router.current.sheet).destination)
    #expect(app.screen.id == "profile")
    await app.shutdown()
  }

  @Test func unknownLinksAreForABrowser() async throws {
    let app = try makeApp()
    let before = app.session.router.current.path.count
    let address = "https://nowhere.example/@someone/1"
    await #expect(
      throws: AppError.notFound(
        "sandbox.example found nothing at \(address).", suggestion: "Open it in a browser: \(address)")
    ) { _ = try await app.type("open", "\(address)?from=elsewhere#top") }
    await #expect(throws: AppError.self) { _ = try await app.type("open", "howdah://status/999999999") }
    #expect(app.session.router.current.path.count == before)
    await app.shutdown()
  }

  @Test func numbersAreStillTheScreens() async throws {
    let app = try makeApp()
    let post = try await aPost(in: app)
    _ = try await app.type("open", post.id.rawValue)
    #expect(app.screen.id == "thread")
    app.session.router.select("settings")
    await #expect(throws: AppError.self) { _ = try await app.type("open", "3") }
    await app.shutdown()
  }

  @Test(arguments: ["home", "notifications", "settings"])
  func theNumberOfACollectionOpensItAndNotItsOwner(_ tab: String) async throws {
    let app = try makeApp()
    app.session.router.select(tab)
    let verb = try #require(app.layers.flatMap(\.verbs).first { $0.matches("open") })
    let context = ArgumentContext(
      highestNumber: { 1 },
      shown: { $0 == 1 ? [Reference(kind: .collection, id: "710001"), Reference(kind: .account, id: "1003")] : nil },
      resolve: { try await app.resolve($0, kind: $1) })
    let reader = try ArgumentReader(ArgumentList([ArgumentList.Word("1")]), for: verb, context: context)
    guard case .view(let view) = try await verb.run(reader) else {
      Issue.record("no collection")
      return
    }
    #expect(view(app.layout(width: 76)).kind == "collection")
    await app.shutdown()
  }

  @Test func aRunThatOpensNoLinkMakesNothingForIt() async throws {
    let app = try makeApp()
    await app.session.home.load()
    #expect(app.graph.nodes.first { $0.name == "deep links" }?.made == 0)
    _ = try await app.type("open", "@rook")
    _ = try await app.type("open", "@heron")
    #expect(app.graph.nodes.first { $0.name == "deep links" }?.made == 1)
    await app.shutdown()
  }
}
