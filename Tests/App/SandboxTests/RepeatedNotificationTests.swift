import MastodonKit
import Testing

@testable import Sandbox

/// Repeated actions, and actions on other accounts' objects.
@Suite struct RepeatedNotificationTests {
  @Test func followingAgainDoesNotNotifyTwice() async throws {
    let instance = try await TestInstance()
    // An account that does not follow the user yet.
    let stranger = try await instance.token(of: "heron")
    let me: Account = try await instance.get("/api/v1/accounts/verify_credentials").decoded()
    let before = try await instance.notifications("?types[]=follow&limit=80").count { $0.account.acct == "heron" }
    for act in ["unfollow", "follow", "unfollow", "follow"] {
      await instance.post("/api/v1/accounts/\(me.id)/\(act)", token: stranger)
    }
    let after = try await instance.notifications("?types[]=follow&limit=80").count { $0.account.acct == "heron" }
    #expect(after == max(before, 1))
  }

  @Test(arguments: ["read", "unread"])
  func conversationOfAnotherAccountCannotBeMarked(_ act: String) async throws {
    let instance = try await TestInstance()
    let heron = try await instance.token(of: "heron")
    try await instance.postStatus("@you between us", ["visibility": "direct"], as: heron)
    let path = "/api/v1/conversations"
    let mine = try #require(try await instance.get(path).decoded([Conversation].self).first)
    let wren = try await instance.token(of: "wren")
    #expect(await instance.post("\(path)/\(mine.id)/\(act)", token: wren).status == 404)
    #expect(try await instance.get(path).decoded([Conversation].self).first?.unread == mine.unread)
  }
}
