import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// What moderators do to accounts, and what clients see of it.
@Suite(.timeLimit(.minutes(10))) struct ModerationTests {
  private let instance: TestInstance
  private let admin: SandboxAdmin

  init() async throws {
    instance = try await TestInstance()
    admin = SandboxAdmin(
      sandbox: instance.sandbox, clock: AdjustableClock(at: .fixtureNow, speed: 0), faults: FaultInjector(), rules: [])
  }

  private func moderate(_ account: String, _ action: String, _ more: String = "") async -> SandboxResponse? {
    let json = #"{"account": "\#(account)", "action": "\#(action)"\#(more)}"#
    return await admin.respond(
      to: SandboxRequest(
        "POST", "/sandbox/moderation", headers: ["Content-Type": "application/json"], body: Array(json.utf8)))
  }

  @Test func warningIsANotificationInBothVersions() async throws {
    let mine = try await instance.postStatus("Mine")
    #expect(await moderate("you", "none", #", "text": "Be kind", "status_ids": ["\#(mine.id)"]"#)?.status == 200)
    let newest = try #require(try await instance.notifications("?limit=1").first)
    #expect(newest.kind == .moderationWarning)
    let single = await instance.get("/api/v1/notifications?limit=1").text
    #expect(single.contains(#""text":"Be kind""#) && single.contains(#""status_ids":["\#(mine.id)"]"#))
    let grouped = await instance.get("/api/v2/notifications?limit=1")
    #expect(grouped.text.contains(#""moderation_warning":{"id""#))
    // A warning changes nothing.
    #expect(await instance.get("/api/v1/statuses/\(mine.id)").status == 200)
  }

  @Test func suspendedAccountIsEmptyAndItsPostsAreGone() async throws {
    let post = try await instance.status(containing: "bees")
    let author = post.account.acct
    #expect(await moderate(author, "suspend")?.status == 200)
    #expect(await instance.get("/api/v1/statuses/\(post.id)").status == 404)
    for timeline in ["home", "public"] {
      let shown: [Status] = try await instance.get("/api/v1/timelines/\(timeline)?limit=40").decoded()
      #expect(!shown.contains { ($0.reblog ?? $0).account.acct == author || $0.account.acct == author })
    }
    let account = try await instance.account(author)
    #expect(await instance.post("/api/v1/accounts/\(account.id)/follow").status == 404)
    #expect(account.suspended == true && account.displayName.isEmpty && account.note.isEmpty)
    #expect(await moderate(author, "lift")?.status == 200)
    #expect(await instance.get("/api/v1/statuses/\(post.id)").status == 200)
  }

  @Test func limitedAccountIsSeenByItsFollowersOnly() async throws {
    let moss = try await instance.token(of: "moss")
    let text = "A limited thought"
    #expect(await moderate("moss", "silence")?.status == 200)
    try await instance.postStatus("\(text) for @you", as: moss)
    #expect(try await instance.account("moss").limited == true)
    #expect(!(await instance.get("/api/v1/timelines/public").text.contains(text)))
    // The user does not follow Moss: the mention is filtered.
    #expect(try await instance.notifications("?types[]=mention&limit=1").first?.account.acct != "moss")
    #expect(await instance.get("/api/v1/notifications/requests").text.contains(#""acct":"moss""#))
    try await instance.sandbox.write { transaction in
      guard let moss = try transaction.account(named: "moss"), let you = try transaction.account(named: "you") else {
        return
      }
      try transaction.follow(moss.id, by: you.id, at: transaction.now)
    }
    #expect(await instance.get("/api/v1/timelines/public").text.contains(text))
  }

  @Test(arguments: ["disable", "suspend"]) func disabledUserIsRefused(_ action: String) async throws {
    #expect(await moderate("you", action)?.status == 200)
    let refused = await instance.get("/api/v1/timelines/home")
    #expect(refused.status == 403 && refused.apiError == "Your login is currently disabled")
    #expect(await moderate("you", "lift")?.status == 200)
    #expect(await instance.get("/api/v1/timelines/home").status == 200)
  }

  @Test func postsAreDeletedOrMarkedAsSensitive() async throws {
    let (one, two) = (try await instance.postStatus("One"), try await instance.postStatus("Two"))
    #expect(await moderate("you", "delete_statuses", #", "status_ids": ["\#(one.id)"]"#)?.status == 200)
    #expect(await instance.get("/api/v1/statuses/\(one.id)").status == 404)
    #expect(await moderate("you", "mark_statuses_as_sensitive", #", "status_ids": ["\#(two.id)"]"#)?.status == 200)
    #expect(try await instance.status(containing: "Two").sensitive)
    #expect(await moderate("wren", "sensitive")?.status == 200)
    #expect(try await instance.status(containing: "bees").sensitive)
  }

  @Test func mistakeIsRefused() async throws {
    #expect(await moderate("you", "scold")?.apiError?.hasPrefix("action is none, disable") == true)
    #expect(await moderate("nobody", "none")?.status == 404)
    let others = try await instance.status(containing: "bees")
    #expect(await moderate("you", "delete_statuses", #", "status_ids": ["\#(others.id)"]"#)?.status == 404)
  }
}
