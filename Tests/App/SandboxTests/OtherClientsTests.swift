import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// The behaviour that other clients expect of a Mastodon server.
@Suite struct OtherClientsTests {
  @Test func aRevokedTokenIsRefusedOnPublicEndpointsToo() async throws {
    let instance = try await TestInstance()
    let token = try await instance.token(of: "you", scopes: "read")
    #expect(await instance.get("/api/v1/timelines/public", token: token).status == 200)
    try await instance.sandbox.write { transaction in
      let bearer = try transaction.bearer(of: token)
      try transaction.revoke(bearer?.tokenID ?? 0)
    }
    #expect(await instance.get("/api/v1/timelines/public", token: token).status == 401)
    // The description has no scope, so a token does not matter.
    #expect(await instance.get("/api/v1/instance", token: token).status == 200)
  }

  @Test(arguments: [
    ("#Caf\u{E9}Bar", "cafebar"), ("#Caf\u{E9}Bar", "CAF%C3%89BAR"), ("#Caf\u{E9}Bar", "%23Caf%C3%A9Bar"),
    ("#cafebar", "cafe-bar"), ("#cafebar", "caf%C3%A9bar"), ("#CANAL", "%EF%BD%83anal"),
    ("#日本語", "%E6%97%A5%E6%9C%AC%E8%AA%9E"),
  ])
  func aHashtagIsFoundInAnySpelling(_ written: String, _ asked: String) async throws {
    let instance = try await TestInstance()
    let post = try await instance.postStatus("Look: \(written)")
    let found: [Status] = try await instance.get("/api/v1/timelines/tag/\(asked)").decoded()
    #expect(found.map(\.id).contains(post.id))
  }

  @Test func ownVotesAreInTheOrderInWhichTheyWereCast() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let status = try await instance.postStatus(
      "Which?",
      [
        "poll[options][]": "a", "poll[options][]": "b", "poll[options][]": "c", "poll[expires_in]": "3600",
        "poll[multiple]": "true",
      ], as: rook)
    let id = try #require(status.poll?.id)
    let poll: Poll = try await instance.post("/api/v1/polls/\(id)/votes", ["choices[]": "2", "choices[]": "0"])
      .decoded()
    #expect(poll.ownVotes == [2, 0])
    let again: Poll = try await instance.post("/api/v1/polls/\(id)/votes", ["choices[]": "1"]).decoded()
    #expect(again.ownVotes == [2, 0, 1])
    let read: Poll = try await instance.get("/api/v1/polls/\(id)").decoded()
    #expect(read.ownVotes == [2, 0, 1])
  }

  @Test func aRegisteredAccountSignsInWithItsOwnPassword() async throws {
    let instance = try await TestInstance()
    let application: Application = try await instance.post(
      "/api/v1/apps",
      ["client_name": "a", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob", "scopes": "read write"]
    ).decoded()
    func token(_ form: KeyValuePairs<String, String>) async -> SandboxResponse {
      var request = SandboxRequest.post("/oauth/token", form: form)
      let client: KeyValuePairs = ["client_id": application.clientID, "client_secret": application.clientSecret]
      request.body += Array("&".utf8) + SandboxRequest.post("", form: client).body
      return await instance.send(request)
    }
    let own: Token = try await token(["grant_type": "client_credentials", "scope": "write"]).decoded()
    let signUp = await instance.post(
      "/api/v1/accounts",
      ["username": "newt", "email": "Newt@pond.example", "password": "a long secret", "agreement": "true"],
      token: own.accessToken)
    #expect(signUp.status == 200, "\(signUp.text)")
    for (name, password, status) in [
      ("newt@pond.example", "a long secret", 200), ("newt", "a long secret", 200), ("newt", "another", 400),
      ("newt", try await instance.sandbox.password(), 400), ("rook", try await instance.sandbox.password(), 200),
    ] {
      let answer = await token(["grant_type": "password", "username": name, "password": password, "scope": "read"])
      #expect(answer.status == status, "\(name): \(answer.text)")
    }
  }

  @Test func thePageAtAPostsURLShowsThePost() async throws {
    let instance = try await TestInstance()
    let post = try await instance.postStatus("Low <b>water</b> #canal")
    for path in ["/@you/\(post.id)", "/users/you/statuses/\(post.id)", "/@you", "/users/you", "/tags/canal"] {
      let page = await instance.getWithoutToken(path)
      #expect(page.status == 200 && page.headers["Content-Type"]?.hasPrefix("text/html") == true, "\(path)")
      #expect(page.text.contains("Low &lt;b&gt;water"), "\(path)")
    }
    #expect(await instance.getWithoutToken("/@rook/\(post.id)").status == 404)
    let secret = try await instance.postStatus("only for followers", ["visibility": "private"])
    for path in ["/@you/\(secret.id)", "/@nobody", "/you", "/@you/12"] {
      #expect(await instance.getWithoutToken(path).status == 404, "\(path)")
    }
    #expect(!(await instance.getWithoutToken("/@you").text.contains("only for followers")))
  }

  @Test func theDomainOfTheAccountsMayBeAnotherName() async throws {
    let instance = try await TestInstance(configuration: SandboxConfiguration(domain: "pond.example"))
    let description: Instance = try await instance.get("/api/v2/instance").decoded()
    #expect(description.domain == "pond.example")
    #expect(
      await instance.getWithoutToken("/.well-known/webfinger?resource=acct:you@pond.example").text
        .contains(#""subject":"acct:you@pond.example""#))
    let plain = try await TestInstance()
    var request = SandboxRequest.get("/api/v2/instance")
    request.headers.append("Host", "127.0.0.1:4300")
    let local: Instance = try await plain.send(request).decoded()
    #expect(local.domain == "127.0.0.1:4300")
  }
}
