import FeatureKit
import FoundationEssentials
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import Links
@testable import MastodonKit

/// The answers of a server other than the sandbox.
@MainActor
@Suite struct ResolvingTests {
  private func links(
    timeout: Duration = .seconds(20), lookup: @escaping @Sendable (String) async throws -> Account,
    resolve: @escaping @Sendable (String) async throws -> SearchResults,
    status: @escaping @Sendable (Status.ID) async throws -> Status = { _ in throw Self.gone },
    collection: @escaping @Sendable (Collection.ID) async throws -> Collection = { _ in throw Self.gone }
  ) -> DeepLinks {
    let service = AccountService(
      account: { _ in throw MastodonError.fixtures.offline }, lookup: lookup,
      statuses: { _, _ in throw MastodonError.fixtures.offline },
      relationship: { _ in throw MastodonError.fixtures.offline },
      setFollowing: { _, _ in throw MastodonError.fixtures.offline }, resolve: resolve)
    let statuses = StatusService(
      status: status, context: { _ in throw Self.gone }, waitForReplies: { _ in },
      mark: { _, _, _ in throw Self.gone }, vote: { _, _, _ in throw Self.gone }, delete: { _, _ in throw Self.gone })
    return DeepLinks(
      server: {
        DeepLinks.Server(
          name: "home.example", domain: "home.example", accounts: service, statuses: statuses,
          collection: collection, me: { "7" })
      },
      timeout: timeout, sleep: { try await Task.sleep(for: $0) })
  }

  private nonisolated static let gone = MastodonError.notFound(host: "home.example", operation: "find it")

  @Test func unknownAccountIsSearchedAndMustMatch() async throws {
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
        "No account @nobody@shore.example on home.example.",
        suggestion: "Open it in a browser: https://shore.example/@nobody")
    ) { _ = try await links.reference(to: .account("nobody@shore.example")) }
    await #expect(throws: AppError.self) { _ = try await links.reference(to: .account("nobody")) }
  }

  /// The host in the address of a profile, where the accounts of its server have another domain.
  @Test func accountUnderAnotherDomainIsReadAndAskedAbout() async throws {
    let links = links(
      lookup: { _ in throw Self.gone },
      resolve: { _ in
        SearchResults(
          accounts: [Account(id: "2", username: "pool", acct: "pool@social.shore.example")], statuses: [], hashtags: [])
      })
    let error = await #expect(throws: UncertainReference.self) {
      _ = try await links.reference(to: .account("pool@shore.example"))
    }
    #expect(
      error?.sentence == "At @pool@shore.example the server has the account @pool@social.shore.example.")
    var notes: [String] = []
    #expect(
      try await links.destination(of: .account("pool@shore.example"), note: { notes.append($0) }) == .account("2"))
    #expect(notes.count == 1)
    await #expect(throws: AppError.self) { _ = try await links.reference(to: .account("other@shore.example")) }
  }

  @Test func localAccountIsLookedUpByItsUserName() async throws {
    let links = links(
      lookup: { name in
        #expect(name == "rook")
        return Account(id: "7", username: "rook", acct: "rook")
      }, resolve: { _ in throw Self.gone })
    #expect(
      try await links.destination(of: DeepLink(parsing: "https://home.example/@rook"), note: { _ in }) == .account("7"))
  }

  @Test(arguments: ["https://pages.example/collections/3", "https://other.example/collections/3"])
  func collectionOfPagesWithAnotherHostIsKnownByItsOwnLink(_ address: String) async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(accounts: [], statuses: [], hashtags: []) },
      collection: { id in
        Collection(
          id: id, accountID: "7", url: "https://pages.example/collections/\(id)",
          createdAt: Date(timeIntervalSince1970: 0), updatedAt: Date(timeIntervalSince1970: 0))
      })
    let link = try DeepLink(parsing: address)
    guard address.contains("pages") else {
      #expect(await links.collection(at: link) == nil)
      await #expect(throws: AppError.self) { try await links.reference(to: link) }
      return
    }
    #expect(await links.collection(at: link) == "3")
    #expect(try await links.reference(to: link) == Reference(kind: .collection, id: "3"))
  }

  @Test func aPageOfTheOwnServerIsKnownByItsID() async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(accounts: [], statuses: [], hashtags: []) },
      status: { id in Self.post(id.rawValue, url: "https://shore.example/@a/9", by: "a@shore.example") })
    #expect(
      try await links.destination(of: DeepLink(parsing: "https://home.example/@a@shore.example/110"), note: { _ in })
        == .status("110"))
    await #expect(throws: AppError.self) {
      _ = try await links.destination(of: DeepLink(parsing: "https://shore.example/@a/110"), note: { _ in })
    }
  }

  @Test func aPageOfTheOwnServerNeedsNoSearch() async throws {
    let links = links(
      lookup: { _ in throw Self.gone },
      resolve: { _ in
        Issue.record("searched")
        throw Self.gone
      }, status: { id in Self.post(id.rawValue, url: "https://home.example/@rook/\(id)", by: "rook") })
    #expect(
      try await links.destination(of: DeepLink(parsing: "https://home.example/@rook/110"), note: { _ in })
        == .status("110"))
  }

  @Test func aPageOfTheOwnServerWithAnotherIDIsSearched() async throws {
    let links = links(
      lookup: { _ in throw Self.gone },
      resolve: { url in SearchResults(statuses: [Self.post("9", url: url, by: "rook")]) },
      status: { id in Self.post(id.rawValue, url: "https://home.example/@zoe/\(id)", by: "zoe") })
    #expect(
      try await links.destination(of: DeepLink(parsing: "https://home.example/@rook/110"), note: { _ in })
        == .status("9"))
  }

  @Test func aServerThatNeverAnswersIsGivenUp() async throws {
    let links = links(
      timeout: .milliseconds(20), lookup: { _ in throw Self.gone },
      resolve: { _ in
        try await Task.sleep(for: .seconds(3600))
        throw Self.gone
      })
    await #expect(throws: AppError.network(.timedOut(host: "home.example", seconds: 0))) {
      _ = try await links.reference(to: .account("pool@shore.example"))
    }
  }

  @Test func otherFailuresAreShownUnchanged() async throws {
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
        "home.example found nothing at \(link).", suggestion: "Open it in a browser: \(link)")
    ) { _ = try await links.reference(to: DeepLink(parsing: link)) }
  }

  @Test func thePostAtTheLinkIsTakenWhereverItStandsInTheAnswer() async throws {
    let page = "https://example.com/some/page"
    let byURL = searching(adding: SearchResults(statuses: [Self.post("9", url: page)]))
    #expect(try await byURL.reference(to: DeepLink(parsing: page)) == Reference(kind: .status, id: "9"))
    let byURI = searching(
      adding: SearchResults(statuses: [Self.post("9", uri: page, url: "https://example.com/other")]))
    #expect(try await byURI.reference(to: DeepLink(parsing: page + "/")).id == "9")
  }

  @Test(arguments: [
    // Pleroma's page of a notice, a video of PeerTube, another server's copy of a post, and the same on the own server.
    ("https://pl.example/notice/A1", "5", "https://pl.example/objects/1f", "pool@pl.example"),
    ("https://tube.example/w/k9", "5", "https://tube.example/videos/watch/1f", "pool@tube.example"),
    ("https://copies.example/@pool@pl.example/123", "5", "https://pl.example/objects/1f", "pool@pl.example"),
    ("https://home.example/notice/A1", "A1", "https://home.example/objects/1f", "pool"),
  ])
  func onlyMatchUnderAnotherAddressIsReadOnly(
    _ link: String, _ id: String, _ url: String, _ acct: String
  ) async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(statuses: [Self.post(id, url: url, by: acct)]) })
    var notes: [String] = []
    let link = try DeepLink(parsing: link)
    #expect(try await links.destination(of: link) { notes.append($0) } == .status(Status.ID(id)))
    #expect(notes.count == 1 && notes[0].contains("a post by @\(acct), \(url)"))
    let error = await #expect(throws: UncertainReference.self) { _ = try await links.reference(to: link) }
    #expect(error?.reference == Reference(kind: .status, id: id))
  }

  @Test func severalThingsUnderOtherAddressesAreNotTheLink() async throws {
    let two = ["1", "2"].map { Self.post($0, url: "https://pl.example/objects/\($0)", by: "pool@pl.example") }
    let links = links(lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults(statuses: two) })
    await #expect(throws: AppError.self) {
      _ = try await links.destination(of: DeepLink(parsing: "https://pl.example/notice/A1"), note: { _ in })
    }
  }

  @Test func aLinkOfTheServersOwnCollectionIsTheCollection() async throws {
    let links = searching()
    let link = try DeepLink(parsing: "https://home.example/collections/710001")
    #expect(try await links.reference(to: link) == Reference(kind: .collection, id: "710001"))
    await #expect(throws: AppError.self) { _ = try await links.destination(of: link) { _ in } }
    await #expect(throws: AppError.self) {
      _ = try await links.reference(to: DeepLink(parsing: "https://shore.example/collections/710001"))
    }
  }

  @Test func aProfilesLinkIsItsAccountAndNeverAPost() async throws {
    let zoe = Account(id: "3", username: "zoe", acct: "zoe@example.com", url: "https://example.com/zoe")
    let links = searching(adding: SearchResults(accounts: [Account(id: "2", username: "z", acct: "z"), zoe]))
    let reference = try await links.reference(to: DeepLink(parsing: "https://example.com/zoe"))
    #expect(reference == Reference(kind: .account, id: "3"))
  }

  @Test func anIDInAPathThatIsAnotherPostsIsNotTaken() async throws {
    let links = links(
      lookup: { _ in throw Self.gone }, resolve: { _ in SearchResults() },
      status: { id in Self.post(id.rawValue, url: "https://home.example/@you/1", by: "you") })
    await #expect(throws: AppError.self) {
      _ = try await links.reference(to: DeepLink(parsing: "https://home.example/@zoe/110"))
    }
  }

  @Test func lookupThatReturnsAnotherAccountIsIgnored() async throws {
    let links = links(
      lookup: { _ in Account(id: "1", username: "you", acct: "you") }, resolve: { _ in SearchResults() })
    await #expect(throws: AppError.self) { _ = try await links.reference(to: DeepLink(parsing: "@zoe")) }
    await #expect(throws: AppError.self) { _ = try await links.reference(to: DeepLink(parsing: "@zoe@far.example")) }
  }
}
