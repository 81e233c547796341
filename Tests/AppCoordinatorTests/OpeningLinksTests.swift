import FeatureKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import LocalStore
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import AppCoordinator

/// Where links lead, with the sandbox as the current server.
@MainActor
@Suite struct OpeningLinksTests {
  let folder = TemporaryFolder()

  private func makeApp(isConversation: Bool = true) throws -> AppCoordinator {
    try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path),
      choice: .init(usesSandbox: true, isConversation: isConversation))
  }

  private func aPost(in app: AppCoordinator) async throws -> Status {
    await app.session.home.load()
    return try #require(app.session.home.state.list.statuses.first?.displayed)
  }

  @Test func aPostsAddressOpensItOnAnyScreen() async throws {
    let app = try makeApp()
    let post = try await aPost(in: app)
    for tab in app.router.tabs {
      app.router.select(tab)
      guard case .screen = try await app.type("open", try #require(post.url)) else {
        Issue.record("nothing opened on \(tab)")
        continue
      }
      #expect(app.router.current.path.last?.route == .thread(post.id))
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
    #expect(app.router.current.path.last?.route == .tag("canal"))
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

  @Test func aTextForNobodyAtAPromptIsADraft() async throws {
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

  @Test func whileWritingALinkIsPrintedAndTheTextStaysOnTop() async throws {
    let app = try makeApp()
    _ = try await app.type("open", "howdah:compose?text=x")
    guard case .view = try await app.type("open", "@rook") else {
      Issue.record("it was not printed")
      return
    }
    #expect(app.screen.textInput != nil)
    app.dismiss(try #require(app.router.current.sheet).destination)
    #expect(app.screen.id == "profile")
    await app.shutdown()
  }

  @Test func whatTheServerDoesNotKnowIsForABrowser() async throws {
    let app = try makeApp()
    let before = app.router.current.path.count
    let address = "https://nowhere.example/@someone/1"
    await #expect(
      throws: AppError.notFound(
        "sandbox.example knows nothing at \(address).", suggestion: "Open it in a browser: \(address)")
    ) { _ = try await app.type("open", "\(address)?from=elsewhere#top") }
    await #expect(throws: AppError.self) { _ = try await app.type("open", "howdah://status/999999999") }
    #expect(app.router.current.path.count == before)
    await app.shutdown()
  }

  @Test func numbersAreStillTheScreens() async throws {
    let app = try makeApp()
    let post = try await aPost(in: app)
    _ = try await app.type("open", post.id.rawValue)
    #expect(app.screen.id == "thread")
    app.router.select("settings")
    await #expect(throws: AppError.self) { _ = try await app.type("open", "3") }
    await app.shutdown()
  }

  @Test func aRunThatOpensNoLinkMakesNothingForIt() async throws {
    let app = try makeApp()
    await app.session.home.load()
    #expect(app.ledger.nodes.first { $0.name == GraphNode.deepLinks.rawValue }?.made == 0)
    _ = try await app.type("open", "@rook")
    _ = try await app.type("open", "@heron")
    #expect(app.ledger.nodes.first { $0.name == GraphNode.deepLinks.rawValue }?.made == 1)
    await app.shutdown()
  }
}

/// What a server answers that is not the sandbox.
@MainActor
@Suite struct ResolvingTests {
  private func links(
    patience: Duration = .seconds(20), lookup: @escaping @Sendable (String) async throws -> Account,
    resolve: @escaping @Sendable (String) async throws -> SearchResults
  ) -> DeepLinks {
    let service = AccountService(
      account: { _ in throw MastodonError.fixtures.offline }, lookup: lookup,
      statuses: { _, _ in throw MastodonError.fixtures.offline },
      relationship: { _ in throw MastodonError.fixtures.offline },
      setFollowing: { _, _ in throw MastodonError.fixtures.offline }, resolve: resolve)
    return DeepLinks(server: { DeepLinks.Server(name: "home.example", accounts: service) }, patience: patience)
  }

  private nonisolated static let gone = MastodonError.notFound(host: "home.example", operation: "find it")

  @Test func somebodyUnknownIsLookedForOnTheirServerAndNobodyElseIsTaken() async throws {
    let asked = Mutex<[String]>([])
    var people = [Account(id: "1", username: "pool2", acct: "pool2@shore.example")]
    people.append(Account(id: "2", username: "pool", acct: "Pool@shore.example"))
    let found = people
    let links = links(
      lookup: { _ in throw Self.gone },
      resolve: { query in
        asked.withLock { $0.append(query) }
        return SearchResults(accounts: query.contains("pool") ? found : [], statuses: [], hashtags: [])
      })
    #expect(try await links.reference(to: .account("pool@shore.example")).id == "2")
    #expect(asked.withLock { $0 } == ["@pool@shore.example"])
    await #expect(
      throws: AppError.notFound(
        "home.example knows nothing at @nobody@shore.example.",
        suggestion: "Open it in a browser: https://shore.example/@nobody")
    ) { _ = try await links.reference(to: .account("nobody@shore.example")) }
    await #expect(throws: AppError.self) { _ = try await links.reference(to: .account("nobody")) }
  }

  @Test func aPersonOfTheOwnServerIsAskedForByNameAlone() async throws {
    let links = links(
      lookup: { name in
        #expect(name == "rook")
        return Account(id: "7", username: "rook", acct: "rook")
      }, resolve: { _ in throw Self.gone })
    #expect(try await links.destination(of: DeepLink(parsing: "https://home.example/@rook")) == .route(.profile("7")))
  }

  @Test func aPageOfTheOwnServerIsKnownByItsID() async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(accounts: [], statuses: [], hashtags: []) })
    #expect(
      try await links.destination(of: DeepLink(parsing: "https://home.example/@a@shore.example/110"))
        == .route(.thread("110")))
    await #expect(throws: AppError.self) {
      _ = try await links.destination(of: DeepLink(parsing: "https://shore.example/@a/110"))
    }
  }

  @Test func aServerThatNeverAnswersIsGivenUp() async throws {
    let links = links(
      patience: .milliseconds(20), lookup: { _ in throw Self.gone },
      resolve: { _ in
        try await Task.sleep(for: .seconds(3600))
        throw Self.gone
      })
    await #expect(throws: AppError.network(.timedOut(host: "home.example", seconds: 0))) {
      _ = try await links.reference(to: .account("pool@shore.example"))
    }
  }

  @Test func anythingElseThatFailsIsSaidAsItIs() async throws {
    let links = links(
      lookup: { _ in throw MastodonError.fixtures.offline }, resolve: { _ in throw MastodonError.fixtures.offline })
    await #expect(throws: (any Error).self) { _ = try await links.reference(to: .account("pool@shore.example")) }
  }
}
