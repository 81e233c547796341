import MastodonKit
import Testing

@testable import Sandbox

@Suite struct QuoteTests {
  private func quote(
    _ town: TestTown, _ id: Status.ID, _ more: KeyValuePairs<String, String> = [:], as token: String? = nil
  ) async -> SandboxResponse {
    var request = SandboxRequest.post(
      "/api/v1/statuses", form: ["status": "See this", "quoted_status_id": id.rawValue], token: token ?? town.token)
    let rest = SandboxRequest.post("", form: more).body
    request.body += rest.isEmpty ? [] : Array("&".utf8) + rest
    return await town.send(request)
  }

  /// Zoe follows you, Heron does not.
  @Test(arguments: [
    ("public", "public", true, true), ("public", "followers", true, false), ("public", "nobody", false, false),
    ("unlisted", "followers", true, false), ("private", "public", false, false),
  ]) func thePolicyDecidesWhoQuotes(_ visibility: String, _ policy: String, _ follower: Bool, _ anybody: Bool)
    async throws
  {
    let town = try await TestTown()
    let status = try await town.say("Quotable", ["visibility": visibility, "quote_approval_policy": policy])
    for (name, may) in [("zoe", follower), ("heron", anybody)] {
      let token = try await town.token(of: name)
      let response = await quote(town, status.id, as: token)
      #expect(response.status == (may ? 200 : 422))
      if may {
        let made: Status = try response.decoded()
        #expect(made.quote?.state == .accepted && made.quote?.quotedStatus?.id == status.id)
      } else {
        #expect(response.refusal == "Validation failed: Quoted status does not exist or cannot be quoted")
      }
      let seen = await town.get("/api/v1/statuses/\(status.id)", token: token)
      if seen.status == 200 { #expect(seen.text.contains(#""current_user":"\#(may ? "automatic" : "denied")""#)) }
    }
  }

  @Test func oneQuotesOneselfWhateverThePolicyButNothingDirect() async throws {
    let town = try await TestTown()
    let own = try await town.say("Mine", ["quote_approval_policy": "nobody"])
    #expect(await quote(town, own.id).status == 200)
    let direct = try await town.say("@wren Mine", ["visibility": "direct"])
    #expect(await quote(town, direct.id, ["visibility": "direct"]).status == 422)
    let followers = try await town.say("Ours", ["visibility": "private"])
    #expect(await quote(town, followers.id, ["visibility": "public"]).status == 422)
    #expect(await quote(town, followers.id, ["visibility": "private"]).status == 200)
  }

  @Test func aQuoteHasNoPoll() async throws {
    let town = try await TestTown()
    let own = try await town.say("Mine")
    let poll: KeyValuePairs = ["poll[options][]": "a", "poll[options][]": "b", "poll[expires_in]": "600"]
    #expect(await quote(town, own.id, poll).refusal == "Validation failed: A quote cannot have a poll")
  }

  @Test func anotherServerTakesAMomentToAgree() async throws {
    let town = try await TestTown()
    let soup = try await town.say("Soup", as: try await town.token(of: "pool@shore.example"))
    let made: Status = try await quote(town, soup.id).decoded()
    #expect(made.quote?.state == .pending && made.quote?.quotedStatus == nil)
    town.clock.advance(by: 4)
    try await town.sandbox.step()
    let later: Status = try await town.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(later.quote?.state == .accepted && later.quote?.quotedStatus?.id == soup.id)
    #expect(try await town.get("/api/v1/statuses/\(soup.id)").decoded(Status.self).quotesCount == 1)
  }

  @Test func theQuotedAuthorHearsListsAndDetaches() async throws {
    let town = try await TestTown()
    let zoe = try await town.token(of: "zoe")
    let own = try await town.say("Quotable")
    let made: Status = try await quote(town, own.id, as: zoe).decoded()
    #expect(try await town.notifications("?limit=1").first?.kind.rawValue == "quote")
    let list: [Status] = try await town.get("/api/v1/statuses/\(own.id)/quotes").decoded()
    #expect(list.map(\.id) == [made.id])
    let revoke = "/api/v1/statuses/\(own.id)/quotes/\(made.id)/revoke"
    #expect(await town.post(revoke, token: zoe).status == 403)
    let revoked: Status = try await town.post(revoke).decoded()
    #expect(revoked.id == made.id && revoked.quote?.state == .revoked && revoked.quote?.quotedStatus == nil)
    #expect(try await town.get("/api/v1/statuses/\(own.id)/quotes").decoded([Status].self).isEmpty)
    #expect(try await town.get("/api/v1/statuses/\(own.id)").decoded(Status.self).quotesCount == 0)
  }

  @Test func anEditOfWhatWasQuotedIsToldByTheQuote() async throws {
    let town = try await TestTown()
    let wren = try await town.token(of: "wren")
    let frost = try await town.say("Frist", as: wren)
    let made: Status = try await quote(town, frost.id).decoded()
    _ = await town.send(
      SandboxRequest("PUT", "/api/v1/statuses/\(frost.id)", form: ["status": "First"], token: wren))
    let update = try #require(try await town.notifications("?limit=1").first)
    #expect(update.kind.rawValue == "quoted_update" && update.status?.id == made.id)
  }

  @Test func aQuoteOfWhatIsGoneSaysSo() async throws {
    let town = try await TestTown()
    let own = try await town.say("Soon gone")
    let made: Status = try await quote(town, own.id).decoded()
    _ = await town.send(SandboxRequest("DELETE", "/api/v1/statuses/\(own.id)", form: [:], token: town.token))
    let later: Status = try await town.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(later.quote?.state == .deleted)
  }

  @Test(arguments: [("blocks", "blocked_account"), ("mutes", "muted_account")]) func whomOneDoesNotWantIsNotShownAtOnce(
    _ table: String, _ word: String
  ) async throws {
    let town = try await TestTown()
    let frost = try await town.say("Frost", as: try await town.token(of: "wren"))
    let made: Status = try await quote(town, frost.id, as: try await town.token(of: "rook")).decoded()
    try await relate(town, table, to: "wren")
    let seen: Status = try await town.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(seen.quote?.state.rawValue == word && seen.quote?.quotedStatus?.id == frost.id)
  }

  @Test func thePolicyOfAPostCanBeChangedByItsAuthorAlone() async throws {
    let town = try await TestTown()
    let own = try await town.say("Quotable")
    func put(_ policy: String, as token: String) async -> SandboxResponse {
      await town.send(
        SandboxRequest(
          "PUT", "/api/v1/statuses/\(own.id)/interaction_policy", form: ["quote_approval_policy": policy], token: token)
      )
    }
    #expect(await put("nobody", as: try await town.token(of: "zoe")).status == 403)
    #expect(await put("cousins", as: town.token).status == 422)
    #expect(await put("nobody", as: town.token).text.contains(#""automatic":[]"#))
    #expect(await quote(town, own.id, as: try await town.token(of: "zoe")).status == 422)
  }
}
