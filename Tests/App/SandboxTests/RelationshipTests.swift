import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct RelationshipTests {
  private func relationship(_ instance: TestInstance, _ id: Account.ID, token: String? = nil) async throws
    -> Relationship
  {
    let found: [Relationship] = try await instance.get(
      "/api/v1/accounts/relationships?id[]=\(id)", token: token
    ).decoded()
    return try #require(found.first)
  }

  private func lock(_ name: String, _ instance: TestInstance) async throws {
    try await instance.sandbox.write {
      _ = try $0.database.run("UPDATE accounts SET locked = 1 WHERE acct = ?", [name])
    }
  }

  @Test func followingAgainChangesSettings() async throws {
    let instance = try await TestInstance()
    let path = "/api/v1/accounts/\(try await instance.account("pool@shore.example").id)/follow"
    let first: Relationship = try await instance.post(path, ["reblogs": "false", "languages[]": "fr"]).decoded()
    #expect(first.following && !first.showingReblogs && !first.notifying && first.languages == ["fr"])
    let again: Relationship = try await instance.post(path, ["notify": "true"]).decoded()
    #expect(again.following && !again.showingReblogs && again.notifying && again.languages == ["fr"])
    let all: Relationship = try await instance.post(path, ["languages": "", "reblogs": "true"]).decoded()
    #expect(all.showingReblogs && all.languages.isEmpty)
    #expect(await instance.post(path, ["languages[]": "klingonish"]).status == 422)
  }

  @Test func followLanguagesFilterHome() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.account("rook").id
    await instance.post("/api/v1/accounts/\(rook)/follow", ["languages[]": "fr"])
    let token = try await instance.token(of: "rook")
    let english = try await instance.postStatus("Gate open.", ["language": "en"], as: token)
    let french = try await instance.postStatus("Porte ouverte.", ["language": "fr"], as: token)
    let home: [Status] = try await instance.get("/api/v1/timelines/home").decoded()
    #expect(home.contains { $0.id == french.id } && !home.contains { $0.id == english.id })
  }

  @Test(arguments: [("authorize", true), ("reject", false)])
  func followRequestIsAcceptedOrRejected(_ answer: String, _ isIn: Bool) async throws {
    let instance = try await TestInstance()
    try await lock("you", instance)
    let heron = try await instance.token(of: "heron")
    let you = try await instance.account("you").id
    let id = try await instance.account("heron").id
    let asked: Relationship = try await instance.post("/api/v1/accounts/\(you)/follow", token: heron).decoded()
    #expect(asked.requested && !asked.following)
    let newest = try #require(try await instance.notifications("?limit=1").first)
    #expect(newest.kind == .followRequest && newest.account.id == id)
    #expect(try await relationship(instance, id).requestedBy)
    let waiting: [Account] = try await instance.get("/api/v1/follow_requests").decoded()
    #expect(waiting.map(\.id) == [id])
    let settled: Relationship = try await instance.post("/api/v1/follow_requests/\(id)/\(answer)").decoded()
    #expect(settled.followedBy == isIn && !settled.requestedBy)
    let kinds = try await instance.notifications("?limit=2").filter { $0.account.id == id }.map(\.kind)
    #expect(kinds.first == (isIn ? .follow : kinds.first) && !kinds.contains(.followRequest))
    #expect(await instance.post("/api/v1/follow_requests/\(id)/\(answer)").status == 404)
    let left: [Account] = try await instance.get("/api/v1/follow_requests").decoded()
    #expect(left.isEmpty)
  }

  @Test func blockEndsFollowsAndNotifications() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    let you = try await instance.account("you").id
    let token = try await instance.token(of: "wren")
    let list: MastodonKit.List = try await instance.post("/api/v1/lists", ["title": "Birds"]).decoded()
    await instance.post("/api/v1/lists/\(list.id)/accounts", ["account_ids[]": wren.rawValue])
    let post = try await instance.postStatus("Mine")
    #expect(try await instance.notifications("?account_id=\(wren)").count > 0)
    let blocked: Relationship = try await instance.post("/api/v1/accounts/\(wren)/block").decoded()
    #expect(blocked.blocking && !blocked.following && !blocked.followedBy)
    #expect(try await relationship(instance, you, token: token).blockedBy)
    #expect(try await instance.notifications("?account_id=\(wren)").isEmpty)
    let members: [Account] = try await instance.get("/api/v1/lists/\(list.id)/accounts").decoded()
    #expect(members.isEmpty)
    // Neither can follow the other; a blocked account does not see the posts.
    for (path, reader) in [("\(wren)", instance.token), ("\(you)", token)] {
      let refused = await instance.post("/api/v1/accounts/\(path)/follow", token: reader)
      #expect(refused.status == 403 && refused.apiError == "This action is not allowed")
    }
    #expect(await instance.get("/api/v1/statuses/\(post.id)", token: token).status == 404)
    #expect(await instance.post("/api/v1/statuses/\(post.id)/favourite", token: token).status == 404)
    let all: [Account] = try await instance.get("/api/v1/blocks").decoded()
    #expect(all.map(\.id) == [wren])
    let unblocked: Relationship = try await instance.post("/api/v1/accounts/\(wren)/unblock").decoded()
    #expect(!unblocked.blocking && !unblocked.following)
    #expect(await instance.get("/api/v1/statuses/\(post.id)", token: token).status == 200)
  }

  @Test func muteExpires() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    struct Muted: Decodable {
      var id: String
      var muteExpiresAt: String?

      enum CodingKeys: String, CodingKey {
        case id
        case muteExpiresAt = "mute_expires_at"
      }
    }
    let muted: Relationship = try await instance.post("/api/v1/accounts/\(wren)/mute", ["duration": "600"]).decoded()
    #expect(muted.muting && muted.mutingNotifications && muted.following && muted.mutingExpiresAt != nil)
    let list: [Muted] = try await instance.get("/api/v1/mutes").decoded()
    #expect(list.map(\.id) == [wren.rawValue] && list.first?.muteExpiresAt != nil)
    instance.clock.advance(by: 601)
    #expect(try await !relationship(instance, wren).muting)
    #expect(try await instance.get("/api/v1/mutes").decoded([Muted].self).isEmpty)
  }

  @Test(arguments: [("true", false), ("false", true)])
  func muteCanKeepNotifications(_ notifications: String, _ isTold: Bool) async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    await instance.post("/api/v1/accounts/\(wren)/mute", ["notifications": notifications])
    let post = try await instance.postStatus("Mine")
    await instance.post("/api/v1/statuses/\(post.id)/favourite", token: try await instance.token(of: "wren"))
    #expect(try await instance.notifications("?limit=1").contains { $0.status?.id == post.id } == isTold)
    let home: [Status] = try await instance.get("/api/v1/timelines/home?limit=40").decoded()
    #expect(!home.contains { $0.account.id == wren || $0.reblog?.account.id == wren })
    let unmuted: Relationship = try await instance.post("/api/v1/accounts/\(wren)/unmute").decoded()
    #expect(!unmuted.muting)
  }

  @Test func blockedDomainIsHidden() async throws {
    let instance = try await TestInstance()
    let juniper = try await instance.account("juniper@shore.example").id
    #expect(await instance.post("/api/v1/domain_blocks", ["domain": "Shore.example"]).text == "{}")
    let relationship = try await relationship(instance, juniper)
    #expect(relationship.domainBlocking && !relationship.following)
    #expect(await instance.get("/api/v1/domain_blocks").text == #"["shore.example"]"#)
    let page: [Status] = try await instance.get("/api/v1/timelines/public?limit=40").decoded()
    #expect(!page.contains { $0.account.acct.hasSuffix("@shore.example") })
    #expect(await instance.post("/api/v1/accounts/\(juniper)/follow").status == 403)
    let undo = SandboxRequest(
      "DELETE", "/api/v1/domain_blocks", form: ["domain": "shore.example"], token: instance.token)
    #expect(await instance.send(undo).text == "{}")
    #expect(await instance.get("/api/v1/domain_blocks").text == "[]")
  }

  @Test func followersCanBeRemovedAndNotesStored() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    let before = try await instance.account("you").followersCount
    let removed: Relationship = try await instance.post("/api/v1/accounts/\(wren)/remove_from_followers").decoded()
    #expect(!removed.followedBy && removed.following)
    #expect(try await instance.account("you").followersCount == before - 1)
    let noted: Relationship = try await instance.post("/api/v1/accounts/\(wren)/note", ["comment": "Bees"]).decoded()
    #expect(noted.note == "Bees")
    #expect(try await relationship(instance, wren, token: try await instance.token(of: "rook")).note.isEmpty)
    let cleared: Relationship = try await instance.post("/api/v1/accounts/\(wren)/note").decoded()
    #expect(cleared.note.isEmpty)
  }

  @Test func hiddenCollectionsAreEmptyForOthers() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    try await instance.sandbox.write {
      _ = try $0.database.run("UPDATE accounts SET hide_collections = 1 WHERE acct = 'wren'")
    }
    for list in ["followers", "following"] {
      #expect(await instance.get("/api/v1/accounts/\(wren)/\(list)").text == "[]")
      #expect(
        await instance.get("/api/v1/accounts/\(wren)/\(list)", token: try await instance.token(of: "wren")).text != "[]"
      )
    }
  }

  @Test func mutedAccountsAreNotInAccountLists() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren").id
    let rook = try await instance.account("rook").id
    await instance.post("/api/v1/accounts/\(wren)/mute")
    let followers: [Account] = try await instance.get("/api/v1/accounts/\(rook)/followers?limit=80").decoded()
    #expect(!followers.isEmpty && !followers.contains { $0.id == wren })
    let own: [Account] = try await instance.get("/api/v1/accounts/\(try await instance.account("you").id)/following")
      .decoded()
    #expect(own.contains { $0.id == wren })
  }
}
