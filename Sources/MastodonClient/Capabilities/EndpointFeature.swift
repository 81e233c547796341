internal import MastodonKit

extension ServerFeature {
  /// Returns the feature that an API method belongs to; `nil` for what every server has: accounts, posts, the home
  /// timeline.
  init?(method: HTTPRequest.Method, template: String) {
    guard template.hasPrefix("/api/") else { return nil }
    if let feature = Self.exact[method.rawValue + " " + template] {
      self = feature
      return
    }
    guard let feature = Self.beginnings.first(where: { template.hasPrefix($0.template) })?.feature else { return nil }
    self = feature
  }

  /// Whether a server may lack an endpoint and still have the feature: lists that cannot be renamed are lists.
  static func isPart(method: HTTPRequest.Method, template: String) -> Bool {
    guard exact[method.rawValue + " " + template] == nil,
      let beginning = beginnings.first(where: { template.hasPrefix($0.template) })
    else { return false }
    return template != beginning.template && severalEndpoints.contains(beginning.feature)
  }

  /// The features whose list or creation is one endpoint, and what is done with a single one are others.
  private static let severalEndpoints: Set<ServerFeature> = [
    .lists, .filters, .notifications, .notificationPolicy, .conversations, .scheduledPosts, .followRequests,
    .collections, .polls, .suggestions, .media, .featuredTags,
  ]

  private static let exact: [String: ServerFeature] = [
    "GET /api/v1/accounts": .batches,
    "GET /api/v1/statuses": .batches,
    "GET /api/v1/mutes": .muteList,
    "GET /api/v1/blocks": .blockList,
    "GET /api/v1/favourites": .favouritesList,
    "GET /api/v1/bookmarks": .bookmarksList,
    "GET /api/v1/accounts/:id/lists": .lists,
    "GET /api/v1/accounts/:id/featured_tags": .featuredTags,
    "GET /api/v1/accounts/:id/endorsements": .endorsements,
    "POST /api/v1/accounts/:id/endorse": .endorsements,
    "POST /api/v1/accounts/:id/unendorse": .endorsements,
    "POST /api/v1/accounts/:id/remove_from_followers": .removingFollowers,
    "POST /api/v1/announcements/:id/dismiss": .announcementReactions,
    "POST /api/v1/statuses/:id/bookmark": .bookmarks,
    "POST /api/v1/statuses/:id/unbookmark": .bookmarks,
    "POST /api/v1/statuses/:id/translate": .translation,
    "GET /api/v1/statuses/:id/history": .history,
    "GET /api/v1/statuses/:id/source": .editing,
    "PUT /api/v1/statuses/:id": .editing,
    "PUT /api/v1/statuses/:id/interaction_policy": .quotes,
    "GET /api/v1/statuses/:id/quotes": .quotes,
    "POST /api/v1/statuses/:id/quotes/:quoting_status_id/revoke": .quotes,
    "POST /api/v1/notifications/:id/dismiss": .dismissingNotifications,
    "GET /api/v1/notifications/unread_count": .unreadCounts,
    "GET /api/v1/accounts/:account_id/collections": .collections,
    "GET /api/v1/accounts/:account_id/in_collections": .collections,
    "DELETE /api/v1/media/:id": .deletingMedia,
    "POST /api/v1/tags/:name/follow": .followedTags,
    "POST /api/v1/tags/:name/unfollow": .followedTags,
    "POST /api/v1/tags/:id/feature": .featuredTags,
    "POST /api/v1/tags/:id/unfeature": .featuredTags,
    "POST /api/v1/statuses/:id/favourite": .favourites,
    "POST /api/v1/statuses/:id/unfavourite": .favourites,
    "POST /api/v1/statuses/:id/reblog": .boosts,
    "POST /api/v1/statuses/:id/unreblog": .boosts,
    "GET /api/v1/statuses/:id/favourited_by": .reactors,
    "GET /api/v1/statuses/:id/reblogged_by": .reactors,
    "POST /api/v1/statuses/:id/pin": .pins,
    "POST /api/v1/statuses/:id/unpin": .pins,
    "POST /api/v1/statuses/:id/mute": .mutedThreads,
    "POST /api/v1/statuses/:id/unmute": .mutedThreads,
    "GET /api/v1/statuses/:id/context": .threads,
    "GET /api/v1/accounts/relationships": .relationships,
    "GET /api/v1/accounts/lookup": .lookup,
    "GET /api/v1/accounts/search": .search,
    "GET /api/v1/accounts/:id/followers": .followLists,
    "GET /api/v1/accounts/:id/following": .followLists,
    "POST /api/v1/accounts/:id/follow": .follows,
    "POST /api/v1/accounts/:id/unfollow": .follows,
    "POST /api/v1/accounts/:id/block": .blocks,
    "POST /api/v1/accounts/:id/unblock": .blocks,
    "POST /api/v1/accounts/:id/mute": .mutes,
    "POST /api/v1/accounts/:id/unmute": .mutes,
    "POST /api/v1/accounts/:id/note": .personalNotes,
    "PATCH /api/v1/accounts/update_credentials": .profileEditing,
    "POST /api/v1/accounts/update_credentials": .profileEditing,
    "GET /api/v1/timelines/link": .linkTimelines,
    "GET /api/v1/streaming/health": .streaming,
  ]

  /// Path prefixes in order of precedence: the first match wins.
  private static let beginnings: [(template: String, feature: ServerFeature)] = [
    ("/api/v1/lists", .lists), ("/api/v1/timelines/list", .lists), ("/api/v1/markers", .markers),
    ("/api/v2/filters", .filters), ("/api/v2/notifications/policy", .notificationPolicy),
    ("/api/v1/notifications/requests", .notificationPolicy), ("/api/v2/notifications", .groupedNotifications),
    ("/api/v1/collections", .collections), ("/api/v1/annual_reports", .annualReports),
    ("/api/v1/scheduled_statuses", .scheduledPosts), ("/api/v1/polls", .polls),
    ("/api/v1/conversations", .conversations),
    ("/api/v1/announcements/:id/reactions", .announcementReactions), ("/api/v1/announcements", .announcements),
    ("/api/v1/trends", .trends), ("/api/v2/suggestions", .suggestions), ("/api/v1/suggestions", .suggestions),
    ("/api/v1/directory", .directory), ("/api/v1/followed_tags", .followedTags),
    ("/api/v1/featured_tags", .featuredTags), ("/api/v1/endorsements", .endorsements),
    ("/api/v1/accounts/familiar_followers", .familiarFollowers), ("/api/v1/domain_blocks", .domainBlocks),
    ("/api/v1/preferences", .preferences), ("/api/v1/instance/", .documents),
    ("/api/v1/profile", .typedProfile), ("/api/v1/reports", .reports), ("/api/v1/push/", .push),
    ("/api/v1/follow_requests", .followRequests), ("/api/v2/search", .search), ("/api/v2/media", .media),
    ("/api/v1/media", .media), ("/api/v1/tags", .hashtags), ("/api/v1/timelines/tag", .hashtags),
    ("/api/v1/notifications", .notifications), ("/api/v1/custom_emojis", .customEmojis),
  ]
}
