import MastodonKit
import Testing

@testable import Sandbox

@Suite struct QuoteTests {
  private func quote(
    _ instance: TestInstance, _ id: Status.ID, _ more: KeyValuePairs<String, String> = [:], as token: String? = nil
  ) async -> SandboxResponse {
    var request = SandboxRequest.post(
      "/api/v1/statuses", form: ["status": "See this", "quoted_status_id": id.rawValue], token: token ?? instance.token)
    let rest = SandboxRequest.post("", form: more).body
    request.body += rest.isEmpty ? [] : Array("&".utf8) + rest
    return await instance.send(request)
  }

  /// Zoe follows the user, Heron does not.
  @Test(arguments: [
    ("public", "public", true, true), ("public", "followers", true, false), ("public", "nobody", false, false),
    ("unlisted", "followers", true, false), ("private", "public", false, false),
  ]) func policyDecidesWhoMayQuote(_ visibility: String, _ policy: String, _ follower: Bool, _ anybody: Bool)
    async throws
  {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("Quotable", ["visibility": visibility, "quote_approval_policy": policy])
    for (name, may) in [("zoe", follower), ("heron", anybody)] {
      let token = try await instance.token(of: name)
      let response = await quote(instance, status.id, as: token)
      #expect(response.status == (may ? 200 : 422))
      if may {
        let made: Status = try response.decoded()
        #expect(made.quote?.state == .accepted && made.quote?.quotedStatus?.id == status.id)
      } else {
        #expect(response.apiError == "Validation failed: Quoted status does not exist or cannot be quoted")
      }
      let seen = await instance.get("/api/v1/statuses/\(status.id)", token: token)
      if seen.status == 200 { #expect(seen.text.contains(#""current_user":"\#(may ? "automatic" : "denied")""#)) }
    }
  }

  @Test func ownPostsCanAlwaysBeQuotedUnlessDirect() async throws {
    let instance = try await TestInstance()
    let own = try await instance.postStatus("Mine", ["quote_approval_policy": "nobody"])
    #expect(await quote(instance, own.id).status == 200)
    let direct = try await instance.postStatus("@wren Mine", ["visibility": "direct"])
    #expect(await quote(instance, direct.id, ["visibility": "direct"]).status == 422)
    let followers = try await instance.postStatus("Ours", ["visibility": "private"])
    #expect(await quote(instance, followers.id, ["visibility": "public"]).status == 422)
    #expect(await quote(instance, followers.id, ["visibility": "private"]).status == 200)
  }

  @Test func quoteCannotHaveAPoll() async throws {
    let instance = try await TestInstance()
    let own = try await instance.postStatus("Mine")
    let poll: KeyValuePairs = ["poll[options][]": "a", "poll[options][]": "b", "poll[expires_in]": "600"]
    #expect(await quote(instance, own.id, poll).apiError == "Validation failed: A quote cannot have a poll")
  }

  @Test func quoteOfARemotePostIsPendingFirst() async throws {
    let instance = try await TestInstance()
    let soup = try await instance.postStatus("Soup", as: try await instance.token(of: "pool@shore.example"))
    let made: Status = try await quote(instance, soup.id).decoded()
    #expect(made.quote?.state == .pending && made.quote?.quotedStatus == nil)
    instance.clock.advance(by: 4)
    try await instance.sandbox.step()
    let later: Status = try await instance.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(later.quote?.state == .accepted && later.quote?.quotedStatus?.id == soup.id)
    #expect(try await instance.get("/api/v1/statuses/\(soup.id)").decoded(Status.self).quotesCount == 1)
  }

  @Test func quotedAuthorIsNotifiedAndCanListAndRevokeQuotes() async throws {
    let instance = try await TestInstance()
    let zoe = try await instance.token(of: "zoe")
    let own = try await instance.postStatus("Quotable")
    let made: Status = try await quote(instance, own.id, as: zoe).decoded()
    #expect(try await instance.notifications("?limit=1").first?.kind.rawValue == "quote")
    let list: [Status] = try await instance.get("/api/v1/statuses/\(own.id)/quotes").decoded()
    #expect(list.map(\.id) == [made.id])
    let revoke = "/api/v1/statuses/\(own.id)/quotes/\(made.id)/revoke"
    #expect(await instance.post(revoke, token: zoe).status == 403)
    let revoked: Status = try await instance.post(revoke).decoded()
    #expect(revoked.id == made.id && revoked.quote?.state == .revoked && revoked.quote?.quotedStatus == nil)
    #expect(try await instance.get("/api/v1/statuses/\(own.id)/quotes").decoded([Status].self).isEmpty)
    #expect(try await instance.get("/api/v1/statuses/\(own.id)").decoded(Status.self).quotesCount == 0)
  }

  @Test func editOfAQuotedPostNotifiesTheQuotingAuthor() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.token(of: "wren")
    let frost = try await instance.postStatus("Frist", as: wren)
    let made: Status = try await quote(instance, frost.id).decoded()
    _ = await instance.send(
      SandboxRequest("PUT", "/api/v1/statuses/\(frost.id)", form: ["status": "First"], token: wren))
    let update = try #require(try await instance.notifications("?limit=1").first)
    #expect(update.kind.rawValue == "quoted_update" && update.status?.id == made.id)
  }

  @Test func quoteOfADeletedPostIsMarkedDeleted() async throws {
    let instance = try await TestInstance()
    let own = try await instance.postStatus("Soon gone")
    let made: Status = try await quote(instance, own.id).decoded()
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(own.id)", form: [:], token: instance.token))
    let later: Status = try await instance.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(later.quote?.state == .deleted)
  }

  @Test(arguments: [("blocks", "blocked_account"), ("mutes", "muted_account")])
  func quotesOfBlockedAndMutedAccountsAreMarked(
    _ table: String, _ word: String
  ) async throws {
    let instance = try await TestInstance()
    let frost = try await instance.postStatus("Frost", as: try await instance.token(of: "wren"))
    let made: Status = try await quote(instance, frost.id, as: try await instance.token(of: "rook")).decoded()
    try await relate(instance, table, to: "wren")
    let seen: Status = try await instance.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(seen.quote?.state.rawValue == word && seen.quote?.quotedStatus?.id == frost.id)
  }

  @Test func onlyTheAuthorChangesTheQuotePolicy() async throws {
    let instance = try await TestInstance()
    let own = try await instance.postStatus("Quotable")
    func put(_ policy: String, as token: String) async -> SandboxResponse {
      await instance.send(
        SandboxRequest(
          "PUT", "/api/v1/statuses/\(own.id)/interaction_policy", form: ["quote_approval_policy": policy], token: token)
      )
    }
    #expect(await put("nobody", as: try await instance.token(of: "zoe")).status == 403)
    #expect(await put("cousins", as: instance.token).status == 422)
    #expect(await put("nobody", as: instance.token).text.contains(#""automatic":[]"#))
    #expect(await quote(instance, own.id, as: try await instance.token(of: "zoe")).status == 422)
  }
}
