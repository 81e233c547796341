import MastodonKit
import Testing

@testable import Sandbox

/// What rings once, and what is one person's alone.
@Suite struct RingingTests {
  @Test func followingAgainDoesNotRingTwice() async throws {
    let town = try await TestTown()
    // Somebody who does not follow the reader yet.
    let stranger = try await town.token(of: "heron")
    let me: Account = try await town.get("/api/v1/accounts/verify_credentials").decoded()
    let before = try await town.notifications("?types[]=follow&limit=80").count { $0.account.acct == "heron" }
    for act in ["unfollow", "follow", "unfollow", "follow"] {
      await town.post("/api/v1/accounts/\(me.id)/\(act)", token: stranger)
    }
    let after = try await town.notifications("?types[]=follow&limit=80").count { $0.account.acct == "heron" }
    #expect(after == max(before, 1))
  }

  @Test(arguments: ["read", "unread"])
  func nobodyMarksSomebodyElsesConversation(_ act: String) async throws {
    let town = try await TestTown()
    let heron = try await town.token(of: "heron")
    try await town.say("@you between us", ["visibility": "direct"], as: heron)
    let path = "/api/v1/conversations"
    let mine = try #require(try await town.get(path).decoded([Conversation].self).first)
    let wren = try await town.token(of: "wren")
    #expect(await town.post("\(path)/\(mine.id)/\(act)", token: wren).status == 404)
    #expect(try await town.get(path).decoded([Conversation].self).first?.unread == mine.unread)
  }
}
