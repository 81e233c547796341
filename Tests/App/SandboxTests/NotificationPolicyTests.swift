import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct NotificationPolicyTests {
  private func setPolicy(_ instance: TestInstance, _ key: String, _ value: String) async throws {
    let request = SandboxRequest(
      "PATCH", "/api/v2/notifications/policy", form: ["for_\(key)": value], token: instance.token)
    let policy: MastodonKit.NotificationPolicy = try await instance.send(request).decoded()
    #expect(policy.summary != nil)
  }

  /// Senders that the policy filters, each with a similar one that passes.
  @Test(
    arguments: [
      ("not_following", "moss", "wren"), ("not_followers", "heron", "wren"), ("new_accounts", "moss", "wren"),
    ], ["filter", "drop"])
  func policyFiltersBySender(_ sender: (String, String, String), _ verdict: String) async throws {
    let (key, stranger, friend) = sender
    let instance = try await TestInstance()
    // New enough for `for_new_accounts`, following long enough to count as a follower.
    try await instance.sandbox.write { transaction in
      try transaction.database.run("UPDATE accounts SET created_at = ?", [transaction.now + -86_400])
      try transaction.database.run("UPDATE follows SET created_at = 0")
    }
    try await setPolicy(instance, key, verdict)
    await instance.post("/api/v1/notifications/clear")
    for name in [stranger, friend] {
      try await instance.postStatus("@you Hello", as: try await instance.token(of: name))
    }
    #expect(try await instance.notifications().map(\.account.acct) == [friend])
    let all = try await instance.notifications("?include_filtered=true").map(\.account.acct)
    #expect(all == (verdict == "filter" ? [friend, stranger] : [friend]))
    let requests: [NotificationRequest] = try await instance.get("/api/v1/notifications/requests").decoded()
    #expect(requests.map(\.account.acct) == (verdict == "filter" ? [stranger] : []))
    #expect(await instance.get("/api/v1/notifications/unread_count").text == #"{"count":1}"#)
  }

  @Test func privateMentionsOfStrangersWaitUnlessTheyAnswer() async throws {
    let instance = try await TestInstance()
    let moss = try await instance.token(of: "moss")
    let open = try await instance.postStatus("@moss hello", ["visibility": "direct"])
    let answer = try await instance.postStatus(
      "@you hello", ["visibility": "direct", "in_reply_to_id": open.id.rawValue], as: moss)
    let unasked = try await instance.postStatus("@you listen", ["visibility": "direct"], as: moss)
    let told = try await instance.notifications().compactMap(\.status?.id)
    #expect(told.contains(answer.id) && !told.contains(unasked.id))
    let policy: MastodonKit.NotificationPolicy = try await instance.get("/api/v2/notifications/policy").decoded()
    #expect(policy.summary?.pendingRequestsCount == 1 && policy.summary?.pendingNotificationsCount == 1)
  }

  @Test(arguments: [("accept", true), ("dismiss", false)], [true, false])
  func requestsAreAcceptedAndDismissedSinglyAndTogether(_ act: (String, Bool), _ many: Bool) async throws {
    let instance = try await TestInstance()
    try await setPolicy(instance, "not_following", "filter")
    let moss = try await instance.token(of: "moss")
    let first = try await instance.postStatus("@you one", as: moss)
    let second = try await instance.postStatus("@you two", as: moss)
    let requests: [NotificationRequest] = try await instance.get("/api/v1/notifications/requests").decoded()
    let request = try #require(requests.first)
    #expect(requests.count == 1 && request.notificationsCount == 2 && request.lastStatus?.id == second.id)
    let one: NotificationRequest = try await instance.get("/api/v1/notifications/requests/\(request.id)").decoded()
    #expect(one == request)
    let path = many ? act.0 : "\(request.id)/\(act.0)"
    let form: KeyValuePairs = many ? ["id[]": request.id.rawValue] : [:]
    #expect(await instance.post("/api/v1/notifications/requests/\(path)", form).text == "{}")
    #expect(await instance.get("/api/v1/notifications/requests").text == "[]")
    #expect(await instance.get("/api/v1/notifications/requests/merged").text == #"{"merged":true}"#)
    let told = try await instance.notifications().compactMap(\.status?.id)
    #expect(told.contains(first.id) == act.1)
    // Accepted senders pass from now on; dismissed ones create a new request.
    let third = try await instance.postStatus("@you three", as: moss)
    #expect(try await instance.notifications().contains { $0.status?.id == third.id } == act.1)
    #expect(await (instance.get("/api/v1/notifications/requests").text == "[]") == act.1)
  }

  @Test func acceptingIsSentToStreams() async throws {
    let instance = try await TestInstance()
    try await setPolicy(instance, "not_following", "filter")
    try await instance.postStatus("@you one", as: try await instance.token(of: "moss"))
    let requests: [NotificationRequest] = try await instance.get("/api/v1/notifications/requests").decoded()
    let frames = try await instance.sandbox.events(token: instance.token, stream: "user:notification")
    await instance.post("/api/v1/notifications/requests/\(try #require(requests.first).id)/accept")
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#""event":"notifications_merged""#) == true)
  }
}
