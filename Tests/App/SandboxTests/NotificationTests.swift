import MastodonKit
import Testing

@testable import Sandbox

@Suite struct NotificationTests {
  /// Shared by tests that change nothing.
  private static let instance = Task { try await TestInstance() }

  @Test func seedHasOneNotificationOfEachType() async throws {
    let rows = try await (try await TestInstance()).notifications("?limit=80")
    let kinds = Set(rows.map(\.kind.rawValue))
    #expect(kinds == ["mention", "favourite", "reblog", "follow", "poll"])
    #expect(rows.map(\.id) == rows.map(\.id).sorted(by: >))
    #expect(rows.map(\.createdAt) == rows.map(\.createdAt).sorted(by: >))
    #expect(rows.allSatisfy { ($0.status == nil) == ($0.kind == .follow) })
  }

  /// Applies also to accounts that never set a marker.
  @Test(arguments: ["v1", "v2"]) func withoutAMarkerEveryNotificationIsUnread(_ version: String) async throws {
    let instance = try await TestInstance()
    let heron = try await instance.token(of: "heron")
    let id = try #require(Int64(try await instance.account("heron").id.rawValue))
    try await instance.sandbox.write { try $0.addUser(id) }
    let before = await instance.get("/api/\(version)/notifications/unread_count", token: heron)
    #expect(before.status == 200, "\(before.text)")
    try await instance.postStatus("@heron are you there?")
    let after = await instance.get("/api/\(version)/notifications/unread_count", token: heron)
    #expect(after.status == 200 && after.text != before.text)
  }

  @Test func actionsOfOthersNotifyOnceAndAreWithdrawn() async throws {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("Listen")
    let heron = try await instance.token(of: "heron")
    let path = "/api/v1/statuses/\(status.id)"
    for act in ["favourite", "favourite", "reblog", "unfavourite", "favourite"] {
      await instance.post("\(path)/\(act)", token: heron)
    }
    try await instance.postStatus("@you I hear", ["in_reply_to_id": status.id.rawValue], as: heron)
    await instance.post("/api/v1/accounts/\(status.account.id)/follow", token: heron)
    try await instance.postStatus("Quoting you", ["quoted_status_id": status.id.rawValue], as: heron)
    let rows = try await instance.notifications("?limit=5")
    #expect(rows.map(\.kind.rawValue) == ["quote", "follow", "mention", "favourite", "reblog"])
    #expect(rows.allSatisfy { $0.account.acct == "heron" })
    await instance.post("\(path)/unreblog", token: heron)
    #expect(try await instance.notifications("?limit=4&types[]=reblog").allSatisfy { $0.status?.id != status.id })
  }

  @Test func ownActionsDoNotNotify() async throws {
    let instance = try await TestInstance()
    let before = try await instance.notifications().map(\.id)
    let status = try await instance.postStatus("@you talking to myself")
    await instance.post("/api/v1/statuses/\(status.id)/favourite")
    await instance.post("/api/v1/statuses/\(status.id)/reblog")
    #expect(try await instance.notifications().map(\.id) == before)
  }

  @Test(arguments: [
    ("?types[]=follow", ["follow"]), ("?types[]=follow&types[]=poll", ["follow", "poll"]),
    ("?exclude_types[]=favourite&exclude_types[]=mention&exclude_types[]=reblog", ["follow", "poll"]),
    ("?account_id=1002&types[]=follow", ["follow"]), ("?types[]=nothing", []),
  ]) func notificationsAreFilteredByType(_ query: String, _ kinds: [String]) async throws {
    let rows = try await Self.instance.value.notifications(query)
    #expect(Set(rows.map(\.kind.rawValue)) == Set(kinds))
  }

  @Test func notificationsCanBeReadDismissedAndCleared() async throws {
    let instance = try await TestInstance()
    let rows = try await instance.notifications()
    let count = await instance.get("/api/v1/notifications/unread_count")
    #expect(count.text == #"{"count":3}"#)
    let first = try #require(rows.first)
    #expect(await instance.get("/api/v1/notifications/\(first.id)").status == 200)
    #expect(await instance.post("/api/v1/notifications/\(first.id)/dismiss").text == "{}")
    #expect(await instance.get("/api/v1/notifications/\(first.id)").status == 404)
    let wren = try await instance.token(of: "wren")
    #expect(await instance.post("/api/v1/notifications/\(rows[1].id)/dismiss", token: wren).status == 404)
    await instance.post("/api/v1/notifications/clear")
    #expect(try await instance.notifications().isEmpty)
  }

  @Test func followerWithNotifyGetsNewPosts() async throws {
    let instance = try await TestInstance()
    await instance.post("/api/v1/accounts/1003/follow", ["notify": "true"])
    let rook = try await instance.token(of: "rook")
    let status = try await instance.postStatus("Boat up.", as: rook)
    let row = try #require(try await instance.notifications("?limit=1").first)
    #expect(row.kind == .status && row.status?.id == status.id)
  }

  @Test func markersKeepPositionAndCountVersions() async throws {
    let instance = try await TestInstance()
    struct Markers: Decodable {
      var home: Marker?
      var notifications: Marker?
    }
    let before: Markers = try await instance.get("/api/v1/markers?timeline[]=notifications&timeline[]=home").decoded()
    #expect(before.home == nil && before.notifications?.version == 1)
    let saved: Markers = try await instance.post(
      "/api/v1/markers", ["home[last_read_id]": "77", "notifications[last_read_id]": "20"]
    ).decoded()
    #expect(saved.home?.lastReadID == "77" && saved.notifications?.version == 2)
    #expect(await instance.get("/api/v1/markers").text == "{}")
  }
}
