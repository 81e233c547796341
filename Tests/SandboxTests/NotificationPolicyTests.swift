import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(5))) struct NotificationPolicyTests {
  private func setPolicy(_ town: TestTown, _ key: String, _ value: String) async throws {
    let request = SandboxRequest(
      "PATCH", "/api/v2/notifications/policy", form: ["for_\(key)": value], token: town.token)
    let policy: MastodonKit.NotificationPolicy = try await town.send(request).decoded()
    #expect(policy.summary != nil)
  }

  /// Each kind of sender, and one like them who is let through.
  @Test(
    arguments: [
      ("not_following", "moss", "wren"), ("not_followers", "heron", "wren"), ("new_accounts", "moss", "wren"),
    ], ["filter", "drop"])
  func thePolicySievesByWhoItIs(_ sender: (String, String, String), _ verdict: String) async throws {
    let (key, stranger, friend) = sender
    let town = try await TestTown()
    // Young enough to be new; following since long enough to be a follower.
    try await town.sandbox.write { transaction in
      try transaction.database.run("UPDATE accounts SET created_at = ?", [transaction.now + -86_400])
      try transaction.database.run("UPDATE follows SET created_at = 0")
    }
    try await setPolicy(town, key, verdict)
    await town.post("/api/v1/notifications/clear")
    for name in [stranger, friend] { try await town.say("@you Hello", as: try await town.token(of: name)) }
    #expect(try await town.notifications().map(\.account.acct) == [friend])
    let all = try await town.notifications("?include_filtered=true").map(\.account.acct)
    #expect(all == (verdict == "filter" ? [friend, stranger] : [friend]))
    let requests: [NotificationRequest] = try await town.get("/api/v1/notifications/requests").decoded()
    #expect(requests.map(\.account.acct) == (verdict == "filter" ? [stranger] : []))
    #expect(await town.get("/api/v1/notifications/unread_count").text == #"{"count":1}"#)
  }

  @Test func privateMentionsOfStrangersWaitUnlessTheyAnswer() async throws {
    let town = try await TestTown()
    let moss = try await town.token(of: "moss")
    let open = try await town.say("@moss hello", ["visibility": "direct"])
    let answer = try await town.say(
      "@you hello", ["visibility": "direct", "in_reply_to_id": open.id.rawValue], as: moss)
    let unasked = try await town.say("@you listen", ["visibility": "direct"], as: moss)
    let told = try await town.notifications().compactMap(\.status?.id)
    #expect(told.contains(answer.id) && !told.contains(unasked.id))
    let policy: MastodonKit.NotificationPolicy = try await town.get("/api/v2/notifications/policy").decoded()
    #expect(policy.summary?.pendingRequestsCount == 1 && policy.summary?.pendingNotificationsCount == 1)
  }

  @Test(arguments: [("accept", true), ("dismiss", false)], [true, false])
  func requestsAreSettledOneByOneOrMany(_ act: (String, Bool), _ many: Bool) async throws {
    let town = try await TestTown()
    try await setPolicy(town, "not_following", "filter")
    let moss = try await town.token(of: "moss")
    let first = try await town.say("@you one", as: moss)
    let second = try await town.say("@you two", as: moss)
    let requests: [NotificationRequest] = try await town.get("/api/v1/notifications/requests").decoded()
    let request = try #require(requests.first)
    #expect(requests.count == 1 && request.notificationsCount == 2 && request.lastStatus?.id == second.id)
    let one: NotificationRequest = try await town.get("/api/v1/notifications/requests/\(request.id)").decoded()
    #expect(one == request)
    let path = many ? act.0 : "\(request.id)/\(act.0)"
    let form: KeyValuePairs = many ? ["id[]": request.id.rawValue] : [:]
    #expect(await town.post("/api/v1/notifications/requests/\(path)", form).text == "{}")
    #expect(await town.get("/api/v1/notifications/requests").text == "[]")
    #expect(await town.get("/api/v1/notifications/requests/merged").text == #"{"merged":true}"#)
    let told = try await town.notifications().compactMap(\.status?.id)
    #expect(told.contains(first.id) == act.1)
    // Whom one accepted comes through from now on; whom one dismissed asks again.
    let third = try await town.say("@you three", as: moss)
    #expect(try await town.notifications().contains { $0.status?.id == third.id } == act.1)
    #expect(await (town.get("/api/v1/notifications/requests").text == "[]") == act.1)
  }

  @Test func acceptingIsToldToTheStreams() async throws {
    let town = try await TestTown()
    try await setPolicy(town, "not_following", "filter")
    try await town.say("@you one", as: try await town.token(of: "moss"))
    let requests: [NotificationRequest] = try await town.get("/api/v1/notifications/requests").decoded()
    let frames = try await town.sandbox.events(token: town.token, stream: "user:notification")
    await town.post("/api/v1/notifications/requests/\(try #require(requests.first).id)/accept")
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#""event":"notifications_merged""#) == true)
  }
}
