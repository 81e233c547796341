import FoundationEssentials
import Testing

@testable import MastodonClient
@testable import MastodonKit

/// Answers that lack a part of what was asked for.
@Suite struct AnswerLogTests {
  /// A post with members that take the place of the usual ones.
  private static func status(_ id: String = "1", _ members: String = "") -> String {
    #"{"id":"\#(id)","content":"<p>hi</p>","visibility":"public","account":\#(Sample.account())\#(members)}"#
  }

  private static let poll =
    #","created_at":"2001-09-09T01:46:40.000Z","poll":{"id":"9","expires_at":"2001-09-09T01:51:40.000Z","#
    + #""options":[{"title":"a"},{"title":"b"}],"multiple":false}"#

  private static var draftWithPoll: StatusDraft {
    var draft = StatusDraft(text: "hi")
    draft.poll = PollDraft(options: ["a", "b"], seconds: 300)
    return draft
  }

  private func omissions(
    of client: MastodonClient, _ work: (MastodonClient) async throws -> Void
  ) async throws -> [Omission] {
    let answers = AnswerLog()
    try await work(client.noting(answers))
    return answers.omissions(since: 0)
  }

  @Test func partIsReadOnceMoreBeforeItIsReported() async throws {
    // The post has its poll a moment after the answer.
    let late = ScriptedServer { request, _ in
      .text(request.method == .get ? Self.status("1", Self.poll) : Self.status())
    }
    let client = try late.client()
    let none = try await omissions(of: client) {
      _ = try await $0.publishingService.publish(Self.draftWithPoll, "key")
    }
    #expect(none.isEmpty)
    #expect(
      late.requests.map { $0.method.rawValue + " " + $0.path } == ["POST /api/v1/statuses", "GET /api/v1/statuses/1"])

    let without = ScriptedServer(Self.status())
    let found = try await omissions(of: without.client()) {
      _ = try await $0.publishingService.publish(Self.draftWithPoll, "key")
    }
    #expect(found == [Omission(host: "shore.example", parts: [.poll])])
  }

  @Test func partThatAnEarlierAnswerLackedIsRefusedBeforeSending() async throws {
    let server = ScriptedServer(Self.status())
    let client = try server.client()
    _ = try await client.publishingService.publish(Self.draftWithPoll, "1")
    let count = server.requests.count
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .postedPolls)) {
      try await client.publishingService.publish(Self.draftWithPoll, "2")
    }
    #expect(server.requests.count == count)
    // Other posts are sent.
    _ = try await client.publishingService.publish(StatusDraft(text: "hi"), "3")
  }

  /// Whatever the software: others have read it.
  @Test(arguments: [nil, "mastodon", "gotosocial"])
  func noPrivatePostIsSentAfterOneThatBecamePublic(_ software: String?) async throws {
    let server = ScriptedServer(Self.status())
    let client = try server.client()
    if let software {
      client.adopt(
        Instance(domain: "shore.example", title: "", version: "1.0"),
        software: ServerSoftware(nodeInfo: software, version: "1.0"))
    }
    _ = try await client.publishingService.publish(StatusDraft(text: "hi", visibility: .direct), "1")
    let count = server.requests.count
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .privatePosts)) {
      try await client.publishingService.publish(StatusDraft(text: "hi", visibility: .private), "2")
    }
    #expect(server.requests.count == count)
    _ = try await client.publishingService.publish(StatusDraft(text: "hi", visibility: .unlisted), "3")
  }

  @Test func repliesAndThreadsAreRefusedWhereAReplyLostItsParent() async throws {
    for (software, isRefused) in [("silent", true), ("gotosocial", false)] {
      let server = ScriptedServer(Self.status())
      let client = try server.client()
      client.adopt(
        Instance(domain: "shore.example", title: "", version: "1.0"),
        software: ServerSoftware(nodeInfo: software, version: "1.0"))
      _ = try await client.publishingService.publish(StatusDraft(text: "hi", inReplyToID: "5"), "1")
      var draft = StatusDraft(text: "hi")
      draft.isContinued = true
      let first = draft
      for (key, draft) in [("2", StatusDraft(text: "hi", inReplyToID: "5")), ("3", first)] {
        if isRefused {
          await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .replies)) {
            try await client.publishingService.publish(draft, key)
          }
        } else {
          _ = try await client.publishingService.publish(draft, key)
        }
      }
    }
  }

  @Test func replyThatIsAnsweredWithItsParentIsFoundAmongTheOwnPosts() async throws {
    let server = ScriptedServer { request, _ in
      switch request.path {
      case "/api/v1/accounts/verify_credentials": .text(Sample.account("1"))
      case "/api/v1/accounts/1/statuses":
        .text("[\(Self.status("6", #","in_reply_to_id":"5","created_at":"2001-09-09T01:46:40.000Z""#))]")
      default: .text(Self.status("5"))
      }
    }
    let status = try await server.client().publishingService.publish(StatusDraft(text: "hi", inReplyToID: "5"), "key")
    #expect(status.id == "6")
  }

  @Test(arguments: ["snac", "takahe", "gotosocial", "wordpress"])
  func quoteIsRefusedWhereTheSoftwareHasNone(_ software: String) async throws {
    let server = ScriptedServer(Self.status())
    let client = try server.client()
    client.adopt(
      Instance(domain: "shore.example", title: "", version: "1.0"),
      software: ServerSoftware(nodeInfo: software, version: "1.0"))
    var draft = StatusDraft(text: "hi")
    draft.quotedStatusID = "7"
    let quoting = draft
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .quotes)) {
      try await client.publishingService.publish(quoting, "key")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func postThatIsAnsweredWithItsParentIsNotCompared() async throws {
    let server = ScriptedServer(Self.status("5"))
    var draft = Self.draftWithPoll
    draft.inReplyToID = "5"
    let reply = draft
    let found = try await omissions(of: server.client()) { _ = try await $0.publishingService.publish(reply, "key") }
    #expect(found.isEmpty)
  }

  @Test(arguments: ["{}", ""])
  func editWhoseAnswerCannotBeReadIsReadAgain(answer: String) async throws {
    let server = ScriptedServer { request, _ in .text(request.method == .get ? Self.status("1") : answer) }
    var draft = StatusDraft(text: "hi")
    draft.editedStatusID = "1"
    #expect(try await server.client().publishingService.edit(draft).id == "1")
  }

  @Test func sourceOfAnotherPostIsNoAnswer() async throws {
    let client = try ScriptedServer(#"{"id":"2","text":"other","spoiler_text":"other"}"#).client()
    await #expect(
      throws: MastodonError.invalidResponse(host: "shore.example", operation: "load the post's text")
    ) { try await client.ownStatusService.source("1") }
    #expect(try await client.ownStatusService.source("2").spoilerText == "other")
    // What is deleted, answered or blocked is what was named.
    await #expect(throws: MastodonError.invalidResponse(host: "shore.example", operation: "load the post")) {
      try await ScriptedServer(Self.status("2")).client().statusService.status("1")
    }
    await #expect(throws: MastodonError.invalidResponse(host: "shore.example", operation: "load the account")) {
      try await ScriptedServer(Sample.account("2")).client().accountService.account("1")
    }
  }

  @Test func commandReadsWhatWasAddedSinceItBegan() {
    let answers = AnswerLog()
    let poll = Omission(host: "shore.example", parts: [.poll])
    let text = Omission(host: "shore.example", parts: [.text])
    answers.add(.omission(poll))
    let start = answers.count
    #expect(answers.omissions(since: start).isEmpty && answers.archived(since: start) == nil)
    for entry in [text, text, poll] { answers.add(.omission(entry)) }
    #expect(answers.omissions(since: start) == [text, poll])
  }

  @Test(arguments: [
    (#"{"id":"7","mute_expires_at":"2001-09-16T01:46:40Z"}"#, [RequestPart]()),
    (#"{"id":"7","mute_expires_at":null}"#, [RequestPart("expiry", "when it ends")]),
    (#"{"id":"8","mute_expires_at":null}"#, []),
  ])
  func endOfAMuteIsReadFromTheListWhereTheAnswerHasNone(account: String, missing: [RequestPart]) async throws {
    let fields = #""username":"rook","acct":"rook","#
    let server = ScriptedServer { request, _ in
      let body =
        request.method == .get ? "[" + account.replacing("{", with: "{" + fields) + "]" : #"{"id":"7","muting":true}"#
      return .text(body, headers: [Field("Date", "Sun, 09 Sep 2001 01:46:40 GMT")])
    }
    let found = try await omissions(of: server.client()) {
      let relationship = try await $0.peopleService.change("7", .mute(MuteOptions(seconds: 604_800)))
      #expect(relationship.saysMutingEnd == account.contains("7"))
    }
    #expect(found.flatMap(\.parts) == missing)
    #expect(server.requests.map(\.path) == ["/api/v1/accounts/7/mute", "/api/v1/mutes"])
  }

  @Test func otherAnswersAreComparedToo() async throws {
    let client = try ScriptedServer { request, _ in
      switch request.path {
      case "/api/v1/featured_tags": .text(#"{"id":"1","name":"other"}"#)
      case "/api/v1/conversations/1/read": .text(#"{"id":"1","unread":true,"accounts":[]}"#)
      default: .text(#"{"collection_item":{"id":"1","account_id":"2","state":"rejected"}}"#)
      }
    }.client()
    let found = try await omissions(of: client) {
      _ = try await $0.send(.addFeaturedTag("night"))
      _ = try await $0.send(.readConversation("1"))
      _ = try await $0.send(.addToCollection("1", "2"))
    }
    #expect(found.flatMap(\.names) == ["tag", "read", "account"])
  }

  // MARK: - Waiting requests

  private static let waiting = [
    ("accounts/:id/follow", ["reblogs", "false"], RequestPart("boosts", "whether boosts are shown")),
    (
      "accounts/:id/mute", ["notifications", "false"],
      RequestPart("notifications", "whether notifications are muted too")
    ),
    ("accounts/:id/block", ["", ""], RequestPart("block", "“x”")),
    ("statuses/:id/favourite", ["", ""], RequestPart("favourite", "“x”")),
    ("polls/:id/votes", ["choices[]", "1"], RequestPart("vote", "your vote")),
  ]

  @Test(arguments: waiting)
  func waitingRequestIsComparedWithItsAnswer(template: String, field: [String], part: RequestPart) async throws {
    let account = #"{"id":"1","following":true,"showing_reblogs":true,"muting":true,"muting_notifications":true}"#
    let server = ScriptedServer { request, _ in
      if request.path.hasSuffix("relationships") { return .text("[\(account)]") }
      if request.path.contains("polls") { return .text(#"{"id":"1","voted":true,"own_votes":[0],"options":[]}"#) }
      return .text(request.path.contains("accounts") ? account : Self.status("1", #","favourited":false"#))
    }
    let request = QueuedRequest(
      template: "/api/v1/" + template, arguments: ["1"], fields: field[0].isEmpty ? [] : [field], operation: "x")
    let found = try await omissions(of: server.client()) { try await $0.send(request) }
    #expect(found == [Omission(host: "shore.example", parts: [part])])
    #expect(server.requests.map(\.method) == [.post, .get])
  }

  // MARK: - Marks

  @Test func markWithAStaleFlagIsReadOnceMore() async throws {
    let server = ScriptedServer { request, _ in
      .text(Self.status("1", #","reblogged":\#(request.method == .get ? "false" : "true"),"favourited":false"#))
    }
    let status = try await server.client().statusService.mark("1", .boost(nil), false)
    #expect(!status.reblogged)
    #expect(server.requests.count == 2)
    // One more time, and no longer.
    _ = try await server.client().statusService.mark("1", .favourite, true)
    #expect(server.requests.count == 4)
  }

  @Test func followWithAStaleFlagIsReadOnceMore() async throws {
    let server = ScriptedServer { request, _ in
      .text(request.method == .get ? #"[{"id":"2","following":true}]"# : #"{"id":"2","following":false}"#)
    }
    let relationship = try await server.client().peopleService.change("2", .follow(FollowOptions()))
    #expect(relationship.following)
    #expect(server.requests.map(\.path) == ["/api/v1/accounts/2/follow", "/api/v1/accounts/relationships"])
  }

  @Test func actAnsweredWithAnotherPostIsReadOnceMore() async throws {
    let server = ScriptedServer { request, _ in
      .text(Self.status(request.method == .get ? "1" : "9", #","favourited":true"#))
    }
    #expect(try await server.client().statusService.mark("1", .favourite, true).id == "1")
    #expect(server.requests.map(\.path) == ["/api/v1/statuses/1/favourite", "/api/v1/statuses/1"])
  }

  @Test func actAnsweredWithAnotherAccountIsReadOnceMore() async throws {
    let server = ScriptedServer { request, _ in
      .text(request.method == .get ? #"[{"id":"2","blocking":true}]"# : #"{"id":"9","blocking":true}"#)
    }
    #expect(try await server.client().peopleService.change("2", .block).id == "2")
  }

  @Test func otherChoicesOfAVoteAreReported() async throws {
    let poll = #"{"id":"9","options":[{"title":"a"},{"title":"b"}],"voted":true,"own_votes":[0]}"#
    let client = try ScriptedServer(poll).client()
    let found = try await omissions(of: client) { _ = try await $0.send(.vote("9", choices: [1])) }
    #expect(found.flatMap(\.names) == ["vote"])
    #expect(try await omissions(of: client) { _ = try await $0.send(.vote("9", choices: [0])) }.isEmpty)
  }

  @Test func anotherNoteIsReported() async throws {
    let server = ScriptedServer { request, _ in
      .text(request.method == .get ? #"[{"id":"2","note":"first"}]"# : #"{"id":"2","note":"first"}"#)
    }
    let found = try await omissions(of: server.client()) { _ = try await $0.send(.note("second", about: "2")) }
    #expect(found.flatMap(\.names) == ["note"])
  }

  @Test func hashtagWithoutAFlagIsLookedUpInTheList() async throws {
    let server = ScriptedServer { request, _ in
      .text(request.path == "/api/v1/followed_tags" ? #"[{"name":"canal"}]"# : #"{"name":"Canal"}"#)
    }
    #expect(try await server.client().tagService.setFollowing("canal", true).following == true)
  }

  @Test func changeInADryRunIsNotCompared() async throws {
    let server = ScriptedServer(Self.status())
    _ = try await server.client().recorded(by: RequestRecorder()).statusService.mark("1", .favourite, true)
    #expect(server.requests.isEmpty)
  }

  // MARK: - Scheduling

  private static let date = Date(timeIntervalSince1970: 1_000_010_000)

  private static var later: StatusDraft {
    var draft = StatusDraft(text: "hi")
    draft.scheduledAt = date
    return draft
  }

  private static func server(posting answer: String, list: HTTPResponse = .text("[]")) -> ScriptedServer {
    ScriptedServer { request, _ in request.method == .get ? list : .text(answer) }
  }

  @Test func statusOfTheRightDateIsScheduled() async throws {
    let server = Self.server(posting: Self.status("1", #","created_at":"\#(MastodonDate.format(Self.date))""#))
    let outcome = try await server.client().publishingService.schedule(Self.later, "key")
    guard case .scheduled(let post) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(post.id == "1" && post.scheduledAt == Self.date)
  }

  @Test func statusOfAnotherDateWasPublishedAtOnceAndTheNextIsRefused() async throws {
    let server = Self.server(posting: Self.status("1", #","created_at":"2001-09-09T01:46:40.000Z""#))
    let client = try server.client()
    guard case .published(let status) = try await client.publishingService.schedule(Self.later, "key") else {
      return #expect(Bool(false))
    }
    #expect(status.id == "1")
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .scheduledPosts)) {
      try await client.publishingService.schedule(Self.later, "key 2")
    }
  }

  @Test func scheduledPostWhoseAnswerWasLostIsLookedFor() async throws {
    let post = #"{"id":"1","scheduled_at":"\#(MastodonDate.format(Self.date))","params":{"text":"hi"}}"#
    for (list, isThere) in [("[\(post)]", true), ("[]", false)] {
      let server = ScriptedServer { request, _ in
        guard request.method == .get else {
          throw MastodonError.unreachable(host: "shore.example", reason: .connectionLost)
        }
        return .text(list)
      }
      let client = try server.client()
      if isThere {
        guard case .scheduled(let found) = try await client.publishingService.schedule(Self.later, "key") else {
          return #expect(Bool(false))
        }
        #expect(found.id == "1")
      } else {
        await #expect(throws: MastodonError.unconfirmed(host: "shore.example", operation: "schedule the post")) {
          try await client.publishingService.schedule(Self.later, "key")
        }
      }
    }
  }

  @Test func serverWithoutScheduledPostsGetsNoPost() async throws {
    let server = Self.server(posting: Self.status(), list: .text("", status: 404))
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .scheduledPosts)) {
      try await server.client().publishingService.schedule(Self.later, "key")
    }
    #expect(server.requests.map(\.method) == [.get])
  }

  /// Mastodon publishes at once what is to appear in the past, and this machine's clock may be wrong.
  @Test func timeThatIsPastForTheServerIsRefused() async throws {
    let list = HTTPResponse(
      status: 200, headers: [Field("Date", "Sun, 09 Sep 2001 04:33:21 GMT")], body: Data("[]".utf8))
    let server = Self.server(posting: Self.status(), list: list)
    await #expect(
      throws: MastodonError.rejected(
        host: "shore.example", words: "By its clock, that time is past.", operation: "schedule the post")
    ) {
      try await server.client().publishingService.schedule(Self.later, "key")
    }
    #expect(server.requests.map(\.method) == [.get])
  }

  @Test func serverThatIsKnownToScheduleNeedNotListScheduledPosts() async throws {
    let answer = #"{"id":"1","scheduled_at":"\#(MastodonDate.format(Self.date))","params":{"text":"hi"}}"#
    let server = Self.server(posting: answer, list: .text("", status: 403))
    let client = try server.client()
    var instance = Instance(domain: "shore.example", title: "", version: "4.6.0")
    instance.apiVersions = ["mastodon": 10]
    client.adopt(instance, software: nil)
    _ = try await client.publishingService.schedule(Self.later, "key")
    #expect(server.requests.map(\.method) == [.get, .post])
  }
}
