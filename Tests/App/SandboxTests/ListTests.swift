import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct ListTests {
  private func makeList(
    _ instance: TestInstance, _ settings: KeyValuePairs<String, String>, of names: [String]
  ) async throws -> MastodonKit.List {
    let list: MastodonKit.List = try await instance.post("/api/v1/lists", settings).decoded()
    for name in names {
      let id = try await instance.account(name).id
      #expect(await instance.post("/api/v1/lists/\(list.id)/accounts", ["account_ids[]": id.rawValue]).text == "{}")
    }
    return list
  }

  private func ids(_ instance: TestInstance, _ timeline: String) async throws -> [Status.ID] {
    try await instance.get("/api/v1/timelines/\(timeline)?limit=40").decoded([Status].self).map(\.id)
  }

  @Test func listsAreCreatedChangedAndDeleted() async throws {
    let instance = try await TestInstance()
    let list = try await makeList(instance, ["title": "Canal"], of: ["rook", "wren"])
    #expect(list.repliesPolicy == .list && !list.exclusive)
    let request = SandboxRequest(
      "PUT", "/api/v1/lists/\(list.id)", form: ["title": "Lock", "replies_policy": "none", "exclusive": "true"],
      token: instance.token)
    let changed: MastodonKit.List = try await instance.send(request).decoded()
    #expect(changed.title == "Lock" && changed.repliesPolicy == .none && changed.exclusive)
    #expect(try await instance.get("/api/v1/lists").decoded([MastodonKit.List].self) == [changed])
    let rook = try await instance.account("rook").id
    let holding: [MastodonKit.List] = try await instance.get("/api/v1/accounts/\(rook)/lists").decoded()
    #expect(holding.map(\.id) == [list.id])
    let members: [Account] = try await instance.get("/api/v1/lists/\(list.id)/accounts?limit=0").decoded()
    #expect(members.map(\.acct) == ["wren", "rook"])
    let removal = SandboxRequest(
      "DELETE", "/api/v1/lists/\(list.id)/accounts", form: ["account_ids[]": rook.rawValue], token: instance.token)
    #expect(await instance.send(removal).text == "{}")
    #expect(await instance.get("/api/v1/accounts/\(rook)/lists").text == "[]")
    // Lists of other accounts are not found.
    #expect(await instance.get("/api/v1/lists/\(list.id)", token: try await instance.token(of: "wren")).status == 404)
    #expect(
      await instance.send(SandboxRequest("DELETE", "/api/v1/lists/\(list.id)", form: [:], token: instance.token)).text
        == "{}")
    #expect(await instance.get("/api/v1/lists/\(list.id)").status == 404)
  }

  @Test(arguments: [("followed", true, true), ("list", false, true), ("none", false, false)])
  func policyDecidesWhichRepliesAreShown(_ policy: String, _ toFollowed: Bool, _ toMember: Bool) async throws {
    let instance = try await TestInstance()
    let list = try await makeList(instance, ["title": "Canal", "replies_policy": policy], of: ["rook", "wren"])
    let rook = try await instance.token(of: "rook")
    var answers: [String: Status.ID] = [:]
    for name in ["heron", "wren", "moss"] {
      let post = try await instance.postStatus("A word.", as: try await instance.token(of: name))
      answers[name] = try await instance.postStatus("@\(name) Aye.", ["in_reply_to_id": post.id.rawValue], as: rook).id
    }
    let toYou = try await instance.postStatus(
      "@you Aye.", ["in_reply_to_id": try await instance.postStatus("Well?").id.rawValue], as: rook)
    let plain = try await instance.postStatus("Boat up.", as: rook)
    let shown = try await ids(instance, "list/\(list.id)")
    #expect(shown.contains(plain.id) && shown.contains(toYou.id))
    #expect(try shown.contains(#require(answers["heron"])) == toFollowed)
    #expect(try shown.contains(#require(answers["wren"])) == toMember)
    #expect(try !shown.contains(#require(answers["moss"])))
  }

  @Test func membersOfExclusiveListsAreNotInHome() async throws {
    let instance = try await TestInstance()
    let post = try await instance.postStatus("Boat up.", as: try await instance.token(of: "rook"))
    #expect(try await ids(instance, "home").contains(post.id))
    let list = try await makeList(instance, ["title": "Canal", "exclusive": "true"], of: ["rook"])
    #expect(try await !ids(instance, "home").contains(post.id))
    #expect(try await ids(instance, "list/\(list.id)").contains(post.id))
  }

  @Test func listStreamCarriesMembersOnly() async throws {
    let instance = try await TestInstance()
    let list = try await makeList(instance, ["title": "Canal"], of: ["rook"])
    let stream = try #require(try await instance.sandbox.connect(token: instance.token))
    await stream.receive(#"{"type":"subscribe","stream":"list","list":"\#(list.id)"}"#)
    try await instance.postStatus("Wings.", as: try await instance.token(of: "wren"))
    try await instance.postStatus("Boat up.", as: try await instance.token(of: "rook"))
    var iterator = stream.frames.makeAsyncIterator()
    let frame = try #require(await iterator.next())
    #expect(frame.contains(#""stream":["list","\#(list.id)"],"event":"update""#) && frame.contains("Boat up."))
    await stream.close()
  }

  @Test func unfollowedAccountsLeaveLists() async throws {
    let instance = try await TestInstance()
    let list = try await makeList(instance, ["title": "Canal"], of: ["rook"])
    await instance.post("/api/v1/accounts/\(try await instance.account("rook").id)/unfollow")
    #expect(await instance.get("/api/v1/lists/\(list.id)/accounts").text == "[]")
  }
}
