import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct ConversationTests {
  private func conversations(_ instance: TestInstance, _ query: String = "") async throws -> [Conversation] {
    try await instance.get("/api/v1/conversations\(query)").decoded()
  }

  @Test func directPostsFormAConversation() async throws {
    let instance = try await TestInstance()
    let before = try await conversations(instance).count
    let heron = try await instance.token(of: "heron")
    let question = try await instance.postStatus("@you between us", ["visibility": "direct"], as: heron)
    let made = try #require(try await conversations(instance).first)
    #expect(made.unread && made.accounts.map(\.acct) == ["heron"] && made.lastStatus?.id == question.id)
    let read: Conversation = try await instance.post("/api/v1/conversations/\(made.id)/read").decoded()
    #expect(!read.unread)
    // A reply continues the conversation and marks it as read for its author; other participants make another
    // conversation.
    let answer = try await instance.postStatus(
      "@heron yes", ["visibility": "direct", "in_reply_to_id": question.id.rawValue])
    try await instance.postStatus("@heron @wren all", ["visibility": "direct", "in_reply_to_id": question.id.rawValue])
    let all = try await conversations(instance)
    #expect(all.count == before + 2)
    #expect(all[1].id == made.id && all[1].lastStatus?.id == answer.id && !all[1].unread)
    #expect(Set(all[0].accounts.map(\.acct)) == ["heron", "wren"])
    let unread: Conversation = try await instance.post("/api/v1/conversations/\(made.id)/unread").decoded()
    #expect(unread.unread)
    let removal = SandboxRequest("DELETE", "/api/v1/statuses/\(answer.id)", form: [:], token: instance.token)
    #expect(await instance.send(removal).status == 200)
    let first = try await conversations(instance).first { $0.id == made.id }
    #expect(first?.lastStatus?.id == question.id)
    let path = "/api/v1/conversations/\(made.id)"
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: heron)).status == 404)
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).text == "{}")
    #expect(try await conversations(instance).count == before + 1)
  }

  @Test func conversationsArePagedByLastStatus() async throws {
    let instance = try await TestInstance()
    for name in ["heron", "wren", "rook"] { try await instance.postStatus("@\(name) psst", ["visibility": "direct"]) }
    let page = await instance.get("/api/v1/conversations?limit=2")
    #expect(try page.decoded([Conversation].self).map { $0.accounts.map(\.acct) } == [["rook"], ["wren"]])
    let next = await instance.get(try #require(page.link("next")))
    #expect(try next.decoded([Conversation].self).first?.accounts.map(\.acct) == ["heron"])
    let back = await instance.get(try #require(next.link("prev")))
    #expect(try back.decoded([Conversation].self).last?.accounts.map(\.acct) == ["wren"])
  }

  @Test func directStreamCarriesConversations() async throws {
    let instance = try await TestInstance()
    let frames = try await instance.sandbox.events(token: instance.token, stream: "direct")
    try await instance.postStatus("@you psst", ["visibility": "direct"], as: try await instance.token(of: "heron"))
    var iterator = frames.makeAsyncIterator()
    let frame = try #require(await iterator.next())
    #expect(frame.contains(#""stream":["direct"],"event":"conversation""#) && frame.contains(#"\"unread\":true"#))
  }
}
