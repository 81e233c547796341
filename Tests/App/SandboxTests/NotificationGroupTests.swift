import Testing

@testable import MastodonKit
@testable import Sandbox

@Suite struct NotificationGroupTests {
  /// A post with four favourites, two boosts and a reply.
  private func makeTown() async throws -> (TestInstance, Status) {
    let instance = try await TestInstance()
    await instance.post("/api/v1/notifications/clear")
    let post = try await instance.postStatus("Listen")
    for name in ["wren", "rook", "heron", "zoe"] {
      await instance.post("/api/v1/statuses/\(post.id)/favourite", token: try await instance.token(of: name))
    }
    for name in ["wren", "rook"] {
      await instance.post("/api/v1/statuses/\(post.id)/reblog", token: try await instance.token(of: name))
    }
    try await instance.postStatus(
      "@you I do", ["in_reply_to_id": post.id.rawValue], as: try await instance.token(of: "heron"))
    return (instance, post)
  }

  private func groups(_ instance: TestInstance, _ query: String = "") async throws -> GroupedNotificationsResults {
    try await instance.get("/api/v2/notifications\(query)").decoded()
  }

  @Test func actionsOnOneStatusFormOneGroup() async throws {
    let (instance, post) = try await makeTown()
    let page = try await groups(instance)
    #expect(page.notificationGroups.map(\.kind) == [.mention, .reblog, .favourite])
    #expect(page.notificationGroups.map(\.notificationsCount) == [1, 2, 4])
    let favourites = try #require(page.notificationGroups.last)
    let names = favourites.sampleAccountIDs.compactMap { id in page.accounts.first { $0.id == id }?.acct }
    #expect(names == ["zoe", "heron", "rook", "wren"])
    #expect(favourites.statusID == post.id && page.statuses.contains { $0.id == post.id })
    #expect(page.accounts.count == 4 && page.statuses.count == 2)
    // Version 1 and streams report the same group keys.
    #expect(try await instance.notifications("?types[]=favourite").allSatisfy { $0.groupKey == favourites.groupKey })
    let accounts: [Account] = try await instance.get("/api/v2/notifications/\(favourites.groupKey)/accounts").decoded()
    #expect(accounts.map(\.acct) == names)
    let alone: GroupedNotificationsResults = try await instance.get(
      "/api/v2/notifications/\(favourites.groupKey)"
    ).decoded()
    #expect(alone.notificationGroups.map(\.notificationsCount) == [4])
  }

  @Test func newestIDOfAGroupIsANumber() async throws {
    let (instance, _) = try await makeTown()
    let text = await instance.get("/api/v2/notifications").text
    #expect(text.contains(#/"most_recent_notification_id":[0-9]+,/#))
    #expect(text.contains(#/"page_min_id":"[0-9]+"/#))
    #expect(text.contains(#/"page_max_id":"[0-9]+"/#))
  }

  @Test func onlyRequestedTypesAreGrouped() async throws {
    let (instance, _) = try await makeTown()
    let page = try await groups(instance, "?grouped_types[]=reblog")
    #expect(page.notificationGroups.map(\.kind) == [.mention, .reblog] + Array(repeating: .favourite, count: 4))
    #expect(page.notificationGroups.allSatisfy { $0.kind == .reblog || $0.groupKey.hasPrefix("ungrouped-") })
    #expect(await instance.get("/api/v2/notifications/unread_count").text == #"{"count":3}"#)
    #expect(await instance.get("/api/v2/notifications/unread_count?grouped_types[]=x").text == #"{"count":7}"#)
    #expect(await instance.get("/api/v2/notifications/unread_count?limit=2").text == #"{"count":2}"#)
    #expect(await instance.get("/api/v1/notifications/unread_count").text == #"{"count":7}"#)
  }

  @Test func partialAvatarsAreUsedExceptForTheNewest() async throws {
    let (instance, _) = try await makeTown()
    let page = try await groups(instance, "?expand_accounts=partial_avatars")
    #expect(Set(page.accounts.map(\.acct)) == ["heron", "rook", "zoe"])
    let text = await instance.get("/api/v2/notifications?expand_accounts=partial_avatars").text
    #expect(text.contains(#/"partial_accounts":\[\{[^\]]*"acct":"wren"/#))
  }

  @Test(arguments: [1, 2, 3]) func pagingListsEveryGroup(_ limit: Int) async throws {
    let (instance, _) = try await makeTown()
    var older: [String] = []
    var target: String? = "/api/v2/notifications?limit=\(limit)"
    var last: SandboxResponse?
    while let next = target {
      let page = await instance.get(next)
      let keys = try page.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey)
      older += keys
      if !keys.isEmpty { last = page }
      target = page.link("next")
    }
    let whole = try await groups(instance).notificationGroups.map(\.groupKey)
    #expect(Set(older) == Set(whole))
    var newer: Set<String> = []
    while let page = last, let previous = page.link("prev") {
      let answer = await instance.get(previous)
      let keys = try answer.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey)
      newer.formUnion(try page.decoded(GroupedNotificationsResults.self).notificationGroups.map(\.groupKey))
      last = keys.isEmpty ? nil : answer
    }
    #expect(newer == Set(whole))
  }

  @Test func groupIsDismissedAtOnce() async throws {
    let (instance, _) = try await makeTown()
    for group in try await groups(instance).notificationGroups where group.kind != .reblog {
      #expect(await instance.post("/api/v2/notifications/\(group.groupKey)/dismiss").text == "{}")
    }
    #expect(try await groups(instance).notificationGroups.map(\.kind) == [.reblog])
    #expect(try await instance.notifications().map(\.kind) == [.reblog, .reblog])
  }
}
