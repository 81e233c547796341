import MastodonClient
import MastodonKit
import Testing

@Suite struct PagingTests {
  private func page(
    _ body: String, status: Int = 200, link: String? = nil, _ request: PageRequest = PageRequest()
  ) async throws -> Page<Status> {
    let server = ScriptedServer(body, status: status, headers: link.map { [Field("link", $0)] } ?? [])
    return try await server.client().send(.homeTimeline(request))
  }

  @Test func pagingFollowsTheServersLinks() async throws {
    let page = try await page("[\(Sample.status("9"))]", link: #"<https://shore.example/?max_id=cursor>; rel="next""#)
    #expect(page.older == "cursor")
    #expect(page.newer == "9")
  }

  @Test func aShortPageIsNotTheEndButAMissingNextIs() async throws {
    let page = try await page("[\(Sample.status("9"))]", link: #"<https://shore.example/?min_id=9>; rel="prev""#)
    #expect(page.older == nil)
  }

  @Test func withoutLinksElementIDsAreCursors() async throws {
    let page = try await page("[\(Sample.status("9")),\(Sample.status("7"))]")
    #expect(page.older == "7")
    #expect(page.newer == "9")
  }

  @Test func anEmptyPageEndsTheListAndKeepsTheCursorAboveIt() async throws {
    #expect(try await page("[]") == Page([]))
    #expect(try await page("[]", PageRequest(.newer(than: "9"))) == Page([], newer: "9"))
  }

  @Test func anElementThatCannotBeReadIsSkippedAndCounted() async throws {
    let page = try await page("[\(Sample.status("9")),{\"id\":null},7,null,\(Sample.status("5"))]")
    #expect(page.elements.map(\.id) == ["9", "5"])
    #expect(page.skipped == 3)
    #expect(page.older == "5")
  }

  @Test func elementsThatCannotBeReadAreReported() async throws {
    let answers = AnswerLog()
    let client = try ScriptedServer(#"[7,{"id":"1","title":"Canal"},null]"#).client().noting(answers)
    #expect(try await client.listService.all().map(\.title) == ["Canal"])
    #expect(answers.unreadable(since: 0) == 2)
    _ = try await client.send(.blocks(PageRequest()))
    #expect(answers.unreadable(since: 0) == 4)
    #expect(answers.unreadable(since: answers.count) == 0)
  }

  /// Each way to read lists that are within an answer.
  @Test func elementsThatCannotBeReadAreCountedInListsWithinAnAnswer() async throws {
    let answers = AnswerLog()
    let (status, account) = (Sample.status("1"), Sample.account("7"))
    let client = try ScriptedServer { request, _ in
      switch request.path {
      case "/api/v1/statuses/1/context": .text("{\"ancestors\":[{}],\"descendants\":[\(status),{\"id\":null}]}")
      case "/api/v2/search": .text("{\"accounts\":[7],\"statuses\":[{},\(status)],\"hashtags\":[{}]}")
      case "/api/v1/accounts/familiar_followers": .text("[{\"id\":\"1\",\"accounts\":[{},\(account)]}]")
      case "/api/v1/accounts/1/collections": .text("{\"collections\":[{},{\"id\":\"1\",\"account_id\":\"1\"}]}")
      default: .text("[]")
      }
    }.client().noting(answers)
    #expect(try await client.statusService.context("1").descendants.map(\.id) == ["1"])
    #expect(answers.unreadable(since: 0) == 2)
    #expect(try await client.searchService.search(SearchQuery("x"), PageRequest()).value.skipped == 3)
    #expect(answers.unreadable(since: 0) == 5)
    let familiar = try await client.peopleService.accounts(.familiar("1"), PageRequest())
    #expect(familiar.elements.map(\.id) == ["7"] && familiar.skipped == 1)
    #expect(answers.unreadable(since: 0) == 6)
    #expect(try await client.collectionService.all("1").map(\.id) == ["1"])
    #expect(answers.unreadable(since: 0) == 7)
  }

  @Test func groupsThatCannotBeReadAreCountedByTheirScreen() async throws {
    let answers = AnswerLog()
    let group = #"{"group_key":"favourite-1","type":"favourite","most_recent_notification_id":"9"}"#
    let client = try ScriptedServer("{\"notification_groups\":[{},\(group),{\"group_key\":\"1\"}]}").client()
    let page = try await client.noting(answers).notificationService.groups(PageRequest(), NotificationQuery())
    #expect(page.elements.map(\.id) == ["9"] && page.skipped == 2)
    #expect(answers.unreadable(since: 0) == 0)
    await #expect(throws: MastodonError.self) {
      try await ScriptedServer("{}").client().notificationService.groups(PageRequest(), NotificationQuery())
    }
  }

  @Test func listOfWhichNothingCanBeReadIsNotEmpty() async throws {
    await #expect(throws: MastodonError.invalidResponse(host: "shore.example", operation: "load your lists")) {
      try await ScriptedServer(#"[{"title":"Canal"}]"#).client().listService.all()
    }
    await #expect(throws: MastodonError.self) {
      try await ScriptedServer(#"{"collections":[{}]}"#).client().collectionService.all("1")
    }
    #expect(try await ScriptedServer("[]").client().listService.all().isEmpty)
  }

  /// As GoToSocial answers pages above a cursor.
  @Test func aRepeatedStatusIsInThePageOnce() async throws {
    let page = try await page("[\(["9", "9", "7", "7", "9"].map { Sample.status($0) }.joined(separator: ","))]")
    #expect(page.elements.map(\.id) == ["9", "7"])
    #expect(page.skipped == 0 && page.older == "9" && page.newer == "9")
  }

  @Test func aThreadSaysWhichRepliesAreStillFetched() async throws {
    let header = Field("Mastodon-Async-Refresh", #"id="abc=", retry=3, result_count=0"#)
    let thread = try await ScriptedServer("{}", headers: [header]).client().send(.context("2"))
    #expect(thread.pending == PendingReplies(id: "abc=", retry: 3))
    for words in ["", "id=", "retry=3", "id", "=,="] {
      let server = ScriptedServer("{}", headers: [Field("Mastodon-Async-Refresh", words)])
      #expect(try await server.client().send(.context("2")).pending == nil, "\(words)")
    }
  }

  @Test func repliesAreWaitedForUntilTheServerHasThem() async throws {
    let server = ScriptedServer { _, count in
      .text(#"{"async_refresh":{"id":"7","status":"\#(count < 2 ? "running" : "finished")"}}"#)
    }
    try await server.client().statusService.waitForReplies(PendingReplies(id: "7", retry: 2))
    #expect(server.requests.map(\.target) == Array(repeating: "/api/v1_alpha/async_refreshes/7", count: 3))
  }

  @Test func repeatsAreDroppedWhereverThereAreLists() async throws {
    let (status, account) = (Sample.status("1"), Sample.account("1"))
    let context = try await ScriptedServer(
      #"{"ancestors":[\#(status),\#(status)],"descendants":[\#(status),\#(status)]}"#
    )
    .client().send(.context("2"))
    #expect(context.ancestors.count == 1 && context.descendants.count == 1)
    let found = try await ScriptedServer(
      #"{"accounts":[\#(account),\#(account)],"statuses":[\#(status),\#(status)],"hashtags":[{"name":"a"},{"name":"a"}]}"#
    ).client().send(.resolve("x"))
    #expect(found.accounts.count == 1 && found.statuses.count == 1 && found.hashtags.count == 1)
    let domains = try await ScriptedServer(#"["a.example","a.example","b.example"]"#).client()
      .send(.domainBlocks(PageRequest()))
    #expect(domains.elements == ["a.example", "b.example"])
  }

  @Test func oversizedPageIsCutAndPagingContinuesThere() async throws {
    let body = "[" + (1...300).reversed().map { Sample.status(String($0)) }.joined(separator: ",") + "]"
    let newest = try await page(body, link: #"<https://shore.example/?max_id=1>; rel="next""#)
    #expect(newest.elements.count == 80)
    #expect(newest.elements.first?.id == "300")
    #expect(newest.older == "221")
    let above = try await page(body, PageRequest(.newer(than: "0")))
    #expect(above.elements.map(\.id.rawValue) == (1...80).reversed().map(String.init))
    #expect(above.newer == "80")
    #expect(try await page(body, PageRequest(limit: 200)).elements.count == 200)
  }

  /// Its cursor leads past the whole page: what is cut could never be reached.
  @Test func aLongPageWithTheServersOwnCursorsIsNotCut() async throws {
    let link = #"<https://shore.example/?max_id=cursor>; rel="next", <https://shore.example/?min_id=top>; rel="prev""#
    let body = "[" + (1...300).reversed().map { Sample.status(String($0)) }.joined(separator: ",") + "]"
    let client = try ScriptedServer(body, headers: [Field("link", link)]).client()
    for request in [PageRequest(), PageRequest(.newer(than: "bottom"))] {
      let page = try await client.send(.bookmarks(request))
      #expect(page.elements.map(\.id.rawValue) == (1...300).reversed().map(String.init))
      #expect(page.older == "cursor" && page.newer == "top" && page.skipped == 0)
    }
    let accounts = "[" + (1...300).map { Sample.account(String($0)) }.joined(separator: ",") + "]"
    let followers = try await ScriptedServer(accounts).client().send(.followers(of: "1", PageRequest()))
    #expect(followers.elements.count == 300)
  }

  @Test func listIsBoundedForAnyCursors() async throws {
    let names = (1...MastodonJSON.listLimit + 5).map { #""h\#($0).example""# }.joined(separator: ",")
    let page = try await ScriptedServer("[\(names)]").client().send(.domainBlocks(PageRequest()))
    #expect(page.elements.count == MastodonJSON.listLimit && page.skipped == 5)
  }

  @Test(arguments: ["", "[]"]) func aFeedThatIsBeingRebuiltIsNotReportedAsEmpty(body: String) async throws {
    let client = try ScriptedServer(body, status: 206).client()
    await #expect(
      throws: MastodonError.processing(host: "shore.example", seconds: nil, operation: "load the home timeline")
    ) { try await client.send(.homeTimeline(PageRequest())) }
  }

  @Test(arguments: ["", "<html><body>Log in</body></html>", #"[{"id":"1","#, #"{"error":"no"}"#, "null", "\u{feff}"])
  func bodyThatIsNotAListIsAnInvalidResponse(body: String) async throws {
    let client = try ScriptedServer(body).client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.homeTimeline(PageRequest())) }
    #expect(error == .invalidResponse(host: "shore.example", operation: "load the home timeline"))
  }

  @Test func aListWithCursorsOfItsOwnIsNotPagedByIDs() async throws {
    let server = ScriptedServer("[\(Sample.status("9"))]")
    let page = try await server.client().send(.bookmarks(PageRequest()))
    #expect(page.older == nil)
    #expect(page.newer == nil)
  }

  @Test func offsetPagingContinuesWhileThereAreElements() async throws {
    let client = try ScriptedServer("[\(Sample.status("9")),7]").client()
    #expect(try await client.send(.trendingStatuses(PageRequest(.offset(20)))).older == "?offset=22")
    #expect(try await client.send(.trendingStatuses(PageRequest(.older(than: "?offset=40")))).older == "?offset=42")
    let empty = try ScriptedServer("[]").client()
    #expect(try await empty.send(.trendingStatuses(PageRequest(.offset(20)))).older == nil)
  }

  @Test func theServersParametersTakeThePlaceOfOurs() throws {
    let endpoint = Endpoint.publicTimeline(
      PublicTimelineQuery(.local, onlyMedia: true), PageRequest(.older(than: "?max_id=7&limit=2&local=1"), limit: 5))
    #expect(
      endpoint.erased.query.map { $0.name + "=" + $0.value } == ["only_media=true", "max_id=7", "limit=2", "local=1"])
  }
}
