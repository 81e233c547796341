import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(5))) struct ListTests {
  private func makeList(
    _ town: TestTown, _ settings: KeyValuePairs<String, String>, of names: [String]
  ) async throws -> MastodonKit.List {
    let list: MastodonKit.List = try await town.post("/api/v1/lists", settings).decoded()
    for name in names {
      let id = try await town.account(name).id
      #expect(await town.post("/api/v1/lists/\(list.id)/accounts", ["account_ids[]": id.rawValue]).text == "{}")
    }
    return list
  }

  private func ids(_ town: TestTown, _ timeline: String) async throws -> [Status.ID] {
    try await town.get("/api/v1/timelines/\(timeline)?limit=40").decoded([Status].self).map(\.id)
  }

  @Test func listsAreMadeChangedAndDeleted() async throws {
    let town = try await TestTown()
    let list = try await makeList(town, ["title": "Canal"], of: ["rook", "wren"])
    #expect(list.repliesPolicy == .list && !list.exclusive)
    let request = SandboxRequest(
      "PUT", "/api/v1/lists/\(list.id)", form: ["title": "Lock", "replies_policy": "none", "exclusive": "true"],
      token: town.token)
    let changed: MastodonKit.List = try await town.send(request).decoded()
    #expect(changed.title == "Lock" && changed.repliesPolicy == .none && changed.exclusive)
    #expect(try await town.get("/api/v1/lists").decoded([MastodonKit.List].self) == [changed])
    let rook = try await town.account("rook").id
    let holding: [MastodonKit.List] = try await town.get("/api/v1/accounts/\(rook)/lists").decoded()
    #expect(holding.map(\.id) == [list.id])
    let members: [Account] = try await town.get("/api/v1/lists/\(list.id)/accounts?limit=0").decoded()
    #expect(members.map(\.acct) == ["wren", "rook"])
    let removal = SandboxRequest(
      "DELETE", "/api/v1/lists/\(list.id)/accounts", form: ["account_ids[]": rook.rawValue], token: town.token)
    #expect(await town.send(removal).text == "{}")
    #expect(await town.get("/api/v1/accounts/\(rook)/lists").text == "[]")
    // Another's list is none.
    #expect(await town.get("/api/v1/lists/\(list.id)", token: try await town.token(of: "wren")).status == 404)
    #expect(
      await town.send(SandboxRequest("DELETE", "/api/v1/lists/\(list.id)", form: [:], token: town.token)).text == "{}")
    #expect(await town.get("/api/v1/lists/\(list.id)").status == 404)
  }

  @Test(arguments: [("followed", true, true), ("list", false, true), ("none", false, false)])
  func thePolicyDecidesWhichRepliesAreShown(_ policy: String, _ toFollowed: Bool, _ toMember: Bool) async throws {
    let town = try await TestTown()
    let list = try await makeList(town, ["title": "Canal", "replies_policy": policy], of: ["rook", "wren"])
    let rook = try await town.token(of: "rook")
    var answers: [String: Status.ID] = [:]
    for name in ["heron", "wren", "moss"] {
      let post = try await town.say("A word.", as: try await town.token(of: name))
      answers[name] = try await town.say("@\(name) Aye.", ["in_reply_to_id": post.id.rawValue], as: rook).id
    }
    let toYou = try await town.say(
      "@you Aye.", ["in_reply_to_id": try await town.say("Well?").id.rawValue], as: rook)
    let plain = try await town.say("Boat up.", as: rook)
    let shown = try await ids(town, "list/\(list.id)")
    #expect(shown.contains(plain.id) && shown.contains(toYou.id))
    #expect(try shown.contains(#require(answers["heron"])) == toFollowed)
    #expect(try shown.contains(#require(answers["wren"])) == toMember)
    #expect(try !shown.contains(#require(answers["moss"])))
  }

  @Test func whoIsInAnExclusiveListIsNotAtHome() async throws {
    let town = try await TestTown()
    let post = try await town.say("Boat up.", as: try await town.token(of: "rook"))
    #expect(try await ids(town, "home").contains(post.id))
    let list = try await makeList(town, ["title": "Canal", "exclusive": "true"], of: ["rook"])
    #expect(try await !ids(town, "home").contains(post.id))
    #expect(try await ids(town, "list/\(list.id)").contains(post.id))
  }

  @Test func theStreamOfAListTellsItsMembersAlone() async throws {
    let town = try await TestTown()
    let list = try await makeList(town, ["title": "Canal"], of: ["rook"])
    let stream = try #require(try await town.sandbox.connect(token: town.token))
    await stream.receive(#"{"type":"subscribe","stream":"list","list":"\#(list.id)"}"#)
    try await town.say("Wings.", as: try await town.token(of: "wren"))
    try await town.say("Boat up.", as: try await town.token(of: "rook"))
    var iterator = stream.frames.makeAsyncIterator()
    let frame = try #require(await iterator.next())
    #expect(frame.contains(#""stream":["list","\#(list.id)"],"event":"update""#) && frame.contains("Boat up."))
    await stream.close()
  }

  @Test func whomOneUnfollowsLeavesTheLists() async throws {
    let town = try await TestTown()
    let list = try await makeList(town, ["title": "Canal"], of: ["rook"])
    await town.post("/api/v1/accounts/\(try await town.account("rook").id)/unfollow")
    #expect(await town.get("/api/v1/lists/\(list.id)/accounts").text == "[]")
  }
}
