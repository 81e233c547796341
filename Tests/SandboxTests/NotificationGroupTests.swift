import MastodonKit
import Testing

@testable import Sandbox

@Suite struct NotificationGroupTests {
  /// A post that four favourited and two boosted, and an answer to it.
  private func makeTown() async throws -> (TestTown, Status) {
    let town = try await TestTown()
    await town.post("/api/v1/notifications/clear")
    let post = try await town.say("Listen")
    for name in ["wren", "rook", "heron", "zoe"] {
      await town.post("/api/v1/statuses/\(post.id)/favourite", token: try await town.token(of: name))
    }
    for name in ["wren", "rook"] {
      await town.post("/api/v1/statuses/\(post.id)/reblog", token: try await town.token(of: name))
    }
    try await town.say("@you I do", ["in_reply_to_id": post.id.rawValue], as: try await town.token(of: "heron"))
    return (town, post)
  }

  private func groups(_ town: TestTown, _ query: String = "") async throws -> GroupedNotificationsResults {
    try await town.get("/api/v2/notifications\(query)").decoded()
  }

  @Test func whatSeveralDidToOneThingIsToldOnce() async throws {
    let (town, post) = try await makeTown()
    let page = try await groups(town)
    #expect(page.notificationGroups.map(\.kind) == [.mention, .reblog, .favourite])
    #expect(page.notificationGroups.map(\.notificationsCount) == [1, 2, 4])
    let favourites = try #require(page.notificationGroups.last)
    let names = favourites.sampleAccountIDs.compactMap { id in page.accounts.first { $0.id == id }?.acct }
    #expect(names == ["zoe", "heron", "rook", "wren"])
    #expect(favourites.statusID == post.id && page.statuses.contains { $0.id == post.id })
    #expect(favourites.pageMaxID == favourites.mostRecentNotificationID && favourites.pageMinID != favourites.pageMaxID)
    #expect(page.accounts.count == 4 && page.statuses.count == 2)
    // The first version and the streams name the same groups.
    #expect(try await town.notifications("?types[]=favourite").allSatisfy { $0.groupKey == favourites.groupKey })
    let accounts: [Account] = try await town.get("/api/v2/notifications/\(favourites.groupKey)/accounts").decoded()
    #expect(accounts.map(\.acct) == names)
    let alone: GroupedNotificationsResults = try await town.get(
      "/api/v2/notifications/\(favourites.groupKey)"
    ).decoded()
    #expect(alone.notificationGroups.map(\.notificationsCount) == [4])
  }

  @Test func theNewestIDOfAGroupIsANumber() async throws {
    let (town, _) = try await makeTown()
    let text = await town.get("/api/v2/notifications").text
    #expect(text.contains(#/"most_recent_notification_id":[0-9]+,/#))
    #expect(text.contains(#/"page_min_id":"[0-9]+"/#))
  }

  @Test func onlyTheTypesAskedForAreGrouped() async throws {
    let (town, _) = try await makeTown()
    let page = try await groups(town, "?grouped_types[]=reblog")
    #expect(page.notificationGroups.map(\.kind) == [.mention, .reblog] + Array(repeating: .favourite, count: 4))
    #expect(page.notificationGroups.allSatisfy { $0.kind == .reblog || $0.groupKey.hasPrefix("ungrouped-") })
    #expect(await town.get("/api/v2/notifications/unread_count").text == #"{"count":3}"#)
    #expect(await town.get("/api/v2/notifications/unread_count?grouped_types[]=x").text == #"{"count":7}"#)
    #expect(await town.get("/api/v2/notifications/unread_count?limit=2").text == #"{"count":2}"#)
    #expect(await town.get("/api/v1/notifications/unread_count").text == #"{"count":7}"#)
  }

  @Test func partialAvatarsSlimAllButTheNewest() async throws {
    let (town, _) = try await makeTown()
    let page = try await groups(town, "?expand_accounts=partial_avatars")
    #expect(Set(page.accounts.map(\.acct)) == ["heron", "rook", "zoe"])
    #expect(page.partialAccounts.map(\.acct) == ["wren"])
  }

  @Test(arguments: [1, 2, 3]) func walkingLeavesNoGroupOut(_ limit: Int) async throws {
    let (town, _) = try await makeTown()
    var older: [String] = []
    var target: String? = "/api/v2/notifications?limit=\(limit)"
    var last: SandboxResponse?
    while let next = target {
      let page = await town.get(next)
      let keys = try page.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey)
      older += keys
      if !keys.isEmpty { last = page }
      target = page.link("next")
    }
    let whole = try await groups(town).notificationGroups.map(\.groupKey)
    #expect(Set(older) == Set(whole))
    var newer: Set<String> = []
    while let page = last, let previous = page.link("prev") {
      let answer = await town.get(previous)
      let keys = try answer.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey)
      newer.formUnion(try page.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey))
      last = keys.isEmpty ? nil : answer
    }
    #expect(newer == Set(whole))
  }

  @Test func aGroupIsDismissedAsOne() async throws {
    let (town, _) = try await makeTown()
    for group in try await groups(town).notificationGroups where group.kind != .reblog {
      #expect(await town.post("/api/v2/notifications/\(group.groupKey)/dismiss").text == "{}")
    }
    #expect(try await groups(town).notificationGroups.map(\.kind) == [.reblog])
    #expect(try await town.notifications().map(\.kind) == [.reblog, .reblog])
  }
}
