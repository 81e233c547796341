import FeatureKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import LocalStore
import MastodonKit
import NavigationKit
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
    resolve: @escaping @Sendable (String) async throws -> SearchResults,
    status: @escaping @Sendable (Status.ID) async throws -> Status = { _ in throw Self.gone }
  ) -> DeepLinks {
    let service = AccountService(
      account: { _ in throw MastodonError.fixtures.offline }, lookup: lookup,
      statuses: { _, _ in throw MastodonError.fixtures.offline },
      relationship: { _ in throw MastodonError.fixtures.offline },
      setFollowing: { _, _ in throw MastodonError.fixtures.offline }, resolve: resolve)
    let statuses = StatusService(
      status: status, context: { _ in throw Self.gone }, setFavourited: { _, _ in throw Self.gone },
      setReblogged: { _, _ in throw Self.gone }, setBookmarked: { _, _ in throw Self.gone },
      vote: { _, _ in throw Self.gone }, delete: { _ in throw Self.gone })
    return DeepLinks(
      server: { DeepLinks.Server(name: "home.example", accounts: service, statuses: statuses) }, patience: patience)
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
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(accounts: [], statuses: [], hashtags: []) },
      status: { id in Self.post(id.rawValue, url: "https://shore.example/@a/9", by: "a@shore.example") })
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

  // MARK: Servers that search instead of looking up

  private nonisolated static func post(
    _ id: String, uri: String? = nil, url: String, by acct: String = "you", _ content: String = ""
  ) -> Status {
    let account = Account(id: "1", username: String(acct.prefix { $0 != "@" }), acct: acct)
    return Status(
      id: Status.ID(id), uri: uri, url: url, createdAt: .fixtureNow, account: account, content: content)
  }

  /// A server that answers with the newest posts that mention the link, one of them the user's own.
  private func searching(adding: SearchResults = SearchResults()) -> DeepLinks {
    let mentioning = Self.post("7", url: "https://home.example/@you/7", "See https://example.com/some/page")
    return links(
      lookup: { _ in throw Self.gone },
      resolve: { _ in SearchResults(accounts: adding.accounts, statuses: [mentioning] + adding.statuses) })
  }

  @Test(arguments: [
    "https://example.com/some/page", "https://example.com/blog/?p=7", "https://example.com/~zoe",
    "https://example.com/@zoe/7", "https://home.example/some/page",
  ])
  func aPostThatOnlyMentionsTheLinkIsNotIt(_ link: String) async throws {
    let links = searching()
    await #expect(
      throws: AppError.notFound(
        "home.example knows nothing at \(link).", suggestion: "Open it in a browser: \(link)")
    ) { _ = try await links.reference(to: DeepLink(parsing: link)) }
  }

  @Test func thePostAtTheLinkIsTakenWhereverItStandsInTheAnswer() async throws {
    let page = "https://example.com/some/page"
    let byURL = searching(adding: SearchResults(statuses: [Self.post("9", url: page)]))
    #expect(try await byURL.reference(to: DeepLink(parsing: page)) == Reference(kind: "status", id: "9"))
    let byURI = searching(
      adding: SearchResults(statuses: [Self.post("9", uri: page, url: "https://example.com/other")]))
    #expect(try await byURI.reference(to: DeepLink(parsing: page + "/")).id == "9")
  }

  @Test func aProfilesLinkIsItsAccountAndNeverAPost() async throws {
    let zoe = Account(id: "3", username: "zoe", acct: "zoe@example.com", url: "https://example.com/zoe")
    let links = searching(adding: SearchResults(accounts: [Account(id: "2", username: "z", acct: "z"), zoe]))
    let reference = try await links.reference(to: DeepLink(parsing: "https://example.com/zoe"))
    #expect(reference == Reference(kind: "account", id: "3"))
  }

  @Test func anIDInAPathThatIsAnotherPostsIsNotTaken() async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults() },
      status: { id in Self.post(id.rawValue, url: "https://home.example/@you/1", by: "you") })
    await #expect(throws: AppError.self) {
      _ = try await links.reference(to: DeepLink(parsing: "https://home.example/@zoe/110"))
    }
  }

  @Test func aLookUpThatAnswersWithSomebodyElseIsNoAnswer() async throws {
    let links = links(
      lookup: { _ in Account(id: "1", username: "you", acct: "you") }, resolve: { _ in SearchResults() })
    await #expect(throws: AppError.self) { _ = try await links.reference(to: DeepLink(parsing: "@zoe")) }
    await #expect(throws: AppError.self) { _ = try await links.reference(to: DeepLink(parsing: "@zoe@far.example")) }
  }
}

/// Which spellings of an address are one page.
@Suite struct PageIdentityTests {
  @Test(arguments: [
    ("https://shore.example/a", "http://shore.example/a/"), ("https://Shore.Example:443/a", "https://shore.example/a"),
    ("https://shore.example./a#top", "https://shore.example/a"),
    ("https://shore.example/%7Ezoe/caf%c3%a9", "https://shore.example/~zoe/café"),
    ("https://shore.example/web/@zoe/1", "https://shore.example/@Zoe/1"),
    ("https://shore.example/users/zoe/statuses/1", "https://shore.example/@zoe/1"),
    ("https://shore.example/users/zoe", "https://shore.example/@zoe"),
    ("https://shore.example/@zoe@shore.example/1", "https://shore.example/@zoe/1"),
    ("https://bücher.example/1", "https://xn--bcher-kva.example/1"),
    ("https://shore.example/?", "https://shore.example"),
  ])
  func oneSpellingIsTheOther(_ left: String, _ right: String) throws {
    #expect(try #require(PageIdentity(left)) == #require(PageIdentity(right)))
  }

  @Test(arguments: [
    ("https://shore.example/?p=1", "https://shore.example/?p=2"),
    ("https://shore.example/a", "https://shore.example/A"),
    ("https://shore.example/a", "https://shore.example:8443/a"),
    ("https://shore.example/a", "https://shore.example/a/b"),
    ("https://shore.example/@zoe/1", "https://shore.example/@zoe/10"),
    ("https://shore.example/@zoe/1", "https://shore.example/@ben/1"),
    ("https://shore.example/@zoe/1?x=2", "https://shore.example/@zoe/1"),
    ("https://shore.example/a%2Fb", "https://shore.example/a/b"),
    ("https://shore.example/a%3Fb", "https://shore.example/a?b"),
    ("https://shore.example/a%2525", "https://shore.example/a%25"),
    ("https://shore.example/a%26", "https://shore.example/a&"),
  ])
  func anotherPageIsAnother(_ left: String, _ right: String) throws {
    #expect(try #require(PageIdentity(left)) != #require(PageIdentity(right)))
  }

  @Test(arguments: ["", "shore.example/a", "acct:zoe@shore.example", "https://zoe@shore.example/a", "https:///a"])
  func whatIsNoPageIsNone(_ text: String) { #expect(PageIdentity(text) == nil) }
}
