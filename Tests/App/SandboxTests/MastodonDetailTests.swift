import MastodonKit
import Testing

@testable import Sandbox

/// Details that developers of other clients have reported.
@Suite struct MastodonDetailTests {
  @Test func invalidTagHasNoPosts() async throws {
    let instance = try await TestInstance()
    let answer = await instance.get("/api/v1/timelines/tag/:hashtag")
    #expect(answer.status == 200 && answer.text == "[]")
  }

  @Test func multipleChoicePollAcceptsAnotherChoiceLater() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let post = try await instance.postStatus(
      "which?", ["poll[options][]": "a", "poll[options][]": "b", "poll[expires_in]": "600", "poll[multiple]": "true"],
      as: rook)
    let path = "/api/v1/polls/\(try #require(post.poll).id)/votes"
    let first: Poll = try await instance.post(path, ["choices[]": "0"]).decoded()
    #expect(first.ownVotes == [0])
    #expect(await instance.post(path, ["choices[]": "0"]).status == 422)
    let second: Poll = try await instance.post(path, ["choices[]": "1"]).decoded()
    #expect(Set(second.ownVotes) == [0, 1])
    #expect(second.votersCount == 1 && second.votesCount == 2)
  }

  @Test func healthCheckIsTextUnlessJSONIsRequested() async throws {
    let instance = try await TestInstance()
    #expect(await instance.getWithoutToken("/health").text == "OK")
    var request = SandboxRequest.get("/health")
    request.headers.append("Accept", "application/json")
    #expect(await instance.send(request).text == #"{"status":"OK"}"#)
  }

  @Test(
    arguments: [
      ("(see https://a.example/x)", "https://a.example/x"), ("https://a.example/x_(y)).", "https://a.example/x_(y)"),
      ("https://a.example/(x", "https://a.example/(x"), ("https://a.example/x!?", "https://a.example/x"),
      (
        "https://a.example/" + String(repeating: "a", count: 4078),
        "https://a.example/" + String(repeating: "a", count: 4078)
      ),
      ("https://a.example/" + String(repeating: "a", count: 4079), nil),
    ] as [(String, String?)]) func linkEndsBeforePunctuation(_ text: String, _ url: String?)
  {
    let urls = StatusText(text).pieces.compactMap { if case .url(let url) = $0 { url } else { nil } }
    #expect(urls == [url].compactMap(\.self))
  }

  /// A link counts as 23 characters, whatever its length; a megabyte is refused without a look at it.
  @Test(arguments: ["(", ")", "a", "@a ", "https://a.example/)))) "]) func immenseTextIsRefused(_ part: String)
    async throws
  {
    let instance = try await TestInstance()
    let text = "https://a.example/" + String(repeating: part, count: 1_000_000 / part.count)
    for path in ["/api/v1/statuses", "/api/v1/accounts/update_credentials"] {
      let request = SandboxRequest(
        path.hasSuffix("statuses") ? "POST" : "PATCH", path, form: ["status": text, "note": text],
        token: instance.token)
      #expect(await instance.send(request).status == 422)
    }
  }

  /// As Ruby's `params[:limit].to_i.abs`.
  @Test(arguments: [
    ("3", 3), ("-3", 3), ("2.9", 2), ("1x", 1), ("", 0), ("99999999999999999999", 40), ("0", 0), ("x", 0),
  ]) func limitIsReadAsInRuby(_ text: String, _ count: Int) async throws {
    let instance = try await TestInstance()
    let page: [Status] = try await instance.get("/api/v1/timelines/public?limit=\(text)").decoded()
    #expect(page.count == count)
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded; charset=UTF-8", "status=x", 200), ("", "status=x", 200),
    ("Application/JSON;charset=utf-8", #"{"status":"x"}"#, 200), ("text/plain", "status=x", 422),
    ("application/json", "status=x", 400), ("application/xml", "<status>x</status>", 422),
  ]) func bodyIsReadByItsType(_ type: String, _ body: String, _ status: Int) async throws {
    let instance = try await TestInstance()
    var request = SandboxRequest(
      "POST", "/api/v1/statuses", headers: ["Authorization": "Bearer \(instance.token)"], body: Array(body.utf8))
    if !type.isEmpty { request.headers.append("Content-Type", type) }
    #expect(await instance.send(request).status == status)
  }

  /// Every image whose URL a client gets.
  @Test func imagesOfAccountsEmojiAndTheInstanceAreServed() async throws {
    let instance = try await TestInstance()
    var urls = ["https://sandbox.example/thumbnail.png"]
    for name in ["you", "wren", "pool@shore.example"] {
      let account = try await instance.account(name)
      urls += [try #require(account.avatar), try #require(account.header)]
    }
    let emoji: [CustomEmoji] = try await instance.get("/api/v1/custom_emojis").decoded()
    urls += emoji.compactMap(\.url)
    #expect(Set(urls).count == 9)
    for url in urls {
      let file = await instance.getWithoutToken(url.replacing("https://sandbox.example", with: ""))
      #expect(MediaFormat(of: file.body) == .png, "\(url)")
    }
    let page = await instance.send(
      SandboxRequest("GET", "/api/v1/custom_emojis", headers: ["Host": "localhost:3000"]))
    #expect(page.text.contains(#""url":"http://localhost:3000/emoji/kettle.png""#))
    #expect(await instance.getWithoutToken("/avatars/nobody.png").status == 404)
  }

  @Test func profilesAreDiscoverable() async throws {
    let instance = try await TestInstance()
    let path = "/.well-known/webfinger"
    for resource in ["acct:wren@sandbox.example", "https://sandbox.example/@wren"] {
      let answer = await instance.getWithoutToken("\(path)?resource=\(resource)")
      #expect(answer.status == 200 && answer.text.contains("acct:wren@sandbox.example"))
      #expect(answer.headers["Content-Type"] == "application/jrd+json; charset=utf-8")
    }
    #expect(await instance.getWithoutToken(path).status == 400)
    #expect(await instance.getWithoutToken("\(path)?resource=acct:pool@shore.example").status == 404)
    let meta = await instance.getWithoutToken("/.well-known/host-meta")
    #expect(meta.text.contains("/.well-known/webfinger?resource={uri}"))
  }

  @Test func rootIsAPage() async throws {
    let instance = try await TestInstance()
    let page = await instance.getWithoutToken("/")
    #expect(page.status == 200 && page.text.contains("<h1>The Sandbox</h1>"))
  }

  @Test func nulIsRemovedFromPosts() async throws {
    let instance = try await TestInstance()
    let form = try await instance.postStatus("before\0after")
    #expect(form.content == "<p>beforeafter</p>")
    let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"]
    let json = await instance.send(
      SandboxRequest(
        "POST", "/api/v1/statuses", headers: headers, body: Array(#"{"status":"first\u0000second"}"#.utf8)))
    #expect(try json.decoded(Status.self).content == "<p>firstsecond</p>")
  }

  @Test func onlyOwnListsAreStreamed() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let list: MastodonKit.List = try await instance.post("/api/v1/lists", ["title": "Mine"], token: rook).decoded()
    let path = "/api/v1/streaming/list?list=\(list.id)"
    _ = try await instance.sandbox.connect(eventsFor: .get(path, token: rook))
    await #expect(throws: APIError(status: 401, message: "Not authorized to stream this list")) {
      try await instance.sandbox.connect(eventsFor: .get(path, token: instance.token))
    }
    await #expect(throws: APIError.self) {
      try await instance.sandbox.connect(eventsFor: .get("/api/v1/streaming/list?list=x", token: instance.token))
    }
  }
}
