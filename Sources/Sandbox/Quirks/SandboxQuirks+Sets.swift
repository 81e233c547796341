extension SandboxQuirks {
  /// snac 2.94.
  public static let snac = SandboxQuirks(
    "snac",
    [
      .identifies(name: "snac", version: "2.94", instanceVersion: "4.0.0 (not true; really snac/2.94)"),
      .ignoresIdempotencyKeys, .closesConnections, .searchesLinksAsText, .answersOneRelationship,
      .ignoresPinned, .refusesTokens(status: 422),
      .ignores("quotes", .posting, parameters: ["quoted_status_id"]),
      .ignores("polls", .posting, parameters: ["poll"]), .answersSchedulesWithStatus,
      .rewrites("does not say whether a hashtag is followed", .tags, from: #""following":"#, to: #""unused":"#),
      .lacks("list editing", ["PUT /api/v1/lists/*"], .notFoundPage),
      .lacks("reports", ["/api/v1/reports"], .unprocessablePage),
      .lacks("streaming", .streaming, .notFoundPage),
      .lacks("grouped notifications", .groupedNotifications, .notFoundPage),
      .lacks("notification policy", .notificationPolicy, .notFoundPage),
      .lacks("filters", .filters, .emptyList),
      .lacks("conversations", .conversations, .emptyList),
      .lacks("scheduled posts", .scheduledPosts, .emptyList),
      .lacks("announcements", .announcements, .emptyList),
      .lacks("read markers", .markers, .emptyObject),
      .lacks("preferences", .preferences, .emptyObject),
      .lacks("trends", .trends, .notFoundPage),
      .lacks("edit history", .history, .notFoundPage),
      .lacks("translation", .translation, .notFoundPage),
      .lacks("instance v2", .instanceV2, .notFoundPage),
      .lacks("OAuth metadata", .oauthMetadata, .notFoundPage),
      .lacks("apps/verify_credentials", .applicationCheck, .notFoundPage),
    ])

  /// Takahe 0.11.
  public static let takahe = SandboxQuirks(
    "takahe",
    [
      .identifies(name: "takahe", version: "0.11.0", instanceVersion: "takahe/0.11.0"),
      .ignoresIdempotencyKeys, .searchesLinksAsText, .defaultLanguage("unk"), .refusesTokens(status: 400),
      .ignores("quotes", .posting, parameters: ["quoted_status_id"]),
      .ignores("the time of scheduled posts", .posting, parameters: ["scheduled_at"]),
      .rewrites(
        "answers a follow with the state before it", ["POST /api/v1/accounts/*/follow"], from: #""following":true"#,
        to: #""following":false"#),
      .lacks("lists", ["GET /api/v1/lists"], .emptyList),
      .lacks("list editing", ["/api/v1/lists", "/api/v1/lists/**", "/api/v1/timelines/list/*"], .notFoundPage),
      .lacks("reports", ["/api/v1/reports"], .notFoundPage),
      .lacks("streaming", .streaming, .notFoundPage),
      .lacks("grouped notifications", .groupedNotifications, .notFoundPage),
      .lacks("notification policy", .notificationPolicy, .notFoundPage),
      .lacks("notification dismissal", .dismissal, .notFoundPage),
      .lacks("filters", .filters, .emptyList),
      .lacks("conversations", .conversations, .emptyList),
      .lacks("scheduled posts", .scheduledPosts, .notFoundPage),
      .lacks("read markers", .markers, .notFoundPage),
      .lacks("edit history", .history, .notFoundPage),
      .lacks("translation", .translation, .notFoundPage),
      .lacks("list of muted accounts", ["GET /api/v1/mutes"], .notFoundPage),
      .lacks("push", ["/api/v1/push/**"], .notFoundPage),
      .lacks("notes on accounts", ["/api/v1/accounts/*/note"], .notFoundPage),
      .lacks("OAuth metadata", .oauthMetadata, .notFoundPage),
      .lacks("apps/verify_credentials", .applicationCheck, .notFoundPage),
    ])

  /// GoToSocial 0.19.
  public static let goToSocial = SandboxQuirks(
    "gotosocial",
    [
      .identifies(name: "gotosocial", version: "0.19.1+git-57cb4fe", instanceVersion: "0.19.1+git-57cb4fe"),
      .repeatsNewerPages, .requiresRedirectURI, .namesAccountDomain, .hasNoRules,
      .keepsFormats, .keepsHashtagStreamsSilent, .omitsFiltersOfSingleStatuses,
      .ignores("quotes", .posting, parameters: ["quoted_status_id"]),
      .rewrites(
        "answers unboost with the state before it", ["POST /api/v1/statuses/*/unreblog"], from: #""reblogged":false"#,
        to: #""reblogged":true"#),
      .rewrites("calls a filter's post phrase", ["/api/v2/filters/**"], from: #""status_id":"#, to: #""phrase":"#),
      .lacks("server-sent events", ["/api/v1/streaming/**/*"], .notFoundJSON),
      .lacks("grouped notifications", .groupedNotifications, .notFoundJSON),
      .lacks("notification policy", .notificationPolicy, .notFoundJSON),
      .lacks("notification dismissal", ["/api/v1/notifications/*/dismiss"], .notFoundJSON),
      .lacks("announcements", .announcements, .emptyList),
      .lacks("trends", .trends, .emptyList),
      .lacks("translation", .translation, .notFoundJSON),
      .lacks("requests for several posts", ["GET /api/v1/statuses", "GET /api/v1/accounts"], .notFoundJSON),
      .lacks("quotes", .quotes, .notFoundJSON),
      .lacks("collections", .collections, .notFoundJSON),
      .lacks(
        "featured accounts",
        [
          "/api/v1/endorsements", "/api/v1/accounts/*/endorsements", "/api/v1/accounts/*/endorse",
          "/api/v1/accounts/*/unendorse", "/api/v1/accounts/*/pin", "/api/v1/accounts/*/unpin",
        ], .notFoundJSON),
      .lacks("familiar followers", ["/api/v1/accounts/familiar_followers"], .notFoundJSON),
      .lacks("follower removal", ["/api/v1/accounts/*/remove_from_followers"], .notFoundJSON),
      .lacks("server blocks", ["/api/v1/domain_blocks"], .notFoundJSON),
      .lacks("directory", ["/api/v1/directory"], .notFoundJSON),
      .lacks("OAuth metadata", .oauthMetadata, .notFoundJSON),
      .lacks("apps/verify_credentials", .applicationCheck, .notFoundJSON),
    ])

  /// Pleroma 2.7.
  public static let pleroma = SandboxQuirks(
    "pleroma",
    [
      .identifies(name: "pleroma", version: "2.7.0", instanceVersion: "2.7.2 (compatible; Pleroma 2.7.0)"),
      .findsNoticePages,
      .lacks("grouped notifications", .groupedNotifications, .notFoundJSON),
      .lacks("notification policy", .notificationPolicy, .notFoundJSON),
      .lacks("filters", ["/api/v2/filters/**"], .notFoundJSON),
      .lacks("trends", .trends, .emptyList),
      .lacks("translation", .translation, .notFoundJSON),
      .lacks("quotes", .quotes, .notFoundJSON),
      .lacks("collections", .collections, .notFoundJSON),
      .lacks("requests for several posts", ["GET /api/v1/statuses", "GET /api/v1/accounts"], .notFoundJSON),
      .lacks("OAuth metadata", .oauthMetadata, .notFoundJSON),
    ])

  /// WordPress with the plugin Enable Mastodon Apps.
  public static let wordPress = SandboxQuirks(
    "wordpress",
    [
      .identifies(
        name: "wordpress", version: "6.8.1", instanceVersion: "WordPress/6.8.1, ActivityPub/7.3.0, EMA/1.4.6"),
      .answersLinksWithNewestPost, .answersRepliesWithParent,
      .ignores("quotes", .posting, parameters: ["quoted_status_id"]),
      .ignores("polls", .posting, parameters: ["poll"]),
      .ignores("content warnings", .posting, parameters: ["spoiler_text"]),
      .lacks("lists", ["/api/v1/lists", "/api/v1/lists/**", "/api/v1/timelines/list/*"], .emptyList),
      .lacks("reports", ["/api/v1/reports"], .emptyList),
      .lacks("streaming", .streaming, .notFoundPage),
      .lacks("grouped notifications", .groupedNotifications, .emptyList),
      .lacks("notification policy", .notificationPolicy, .notFoundPage),
      .lacks("filters", .filters, .emptyList),
      .lacks("conversations", .conversations, .emptyList),
      .lacks("scheduled posts", .scheduledPosts, .emptyList),
      .lacks("announcements", .announcements, .emptyList),
      .lacks("read markers", .markers, .emptyList),
      .lacks("trends", .trends, .emptyList),
      .lacks("edit history", .history, .notFoundPage),
      .lacks("translation", .translation, .notFoundPage),
      .lacks("push", ["/api/v1/push/**"], .notFoundPage),
      .lacks(
        "muting and blocking",
        [
          "/api/v1/accounts/*/mute", "/api/v1/accounts/*/unmute", "/api/v1/accounts/*/block",
          "/api/v1/accounts/*/unblock",
        ], .noRoute),
      .lacks("OAuth metadata", .oauthMetadata, .notFoundPage),
    ])
}

extension SandboxQuirks {
  /// Mastodon 4.7 where something is still to come: replies, handles, a confirmation.
  public static let unfinished = SandboxQuirks(
    "unfinished", [.fetchesReplies, .verifiesNoHandles, .confirmsNobody])

  /// Software that nobody knows, and that says nothing of what it leaves out.
  public static let silent = SandboxQuirks(
    "silent",
    [
      .identifies(name: "silent", version: "1.0", instanceVersion: "silent/1.0"),
      .ignores("polls", .posting, parameters: ["poll"]),
      .ignores("content warnings", .posting, parameters: ["spoiler_text"]),
      .ignores("the visibility", .posting, parameters: ["visibility"]),
      .ignores("the sensitive mark", .posting, parameters: ["sensitive"]),
      .ignores("the language", .posting, parameters: ["language"]),
      .ignores("quotes", .posting, parameters: ["quoted_status_id"]),
      .ignores("attachments", .posting, parameters: ["media_ids"]),
      .ignores("the post that is replied to", .posting, parameters: ["in_reply_to_id"]),
      .ignores("the time of scheduled posts", .posting, parameters: ["scheduled_at"]),
    ])
}

extension Quirk.Endpoint: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}

/// The endpoints of the features that several servers lack.
extension [Quirk.Endpoint] {
  fileprivate static let posting: Self = ["POST /api/v1/statuses", "PUT /api/v1/statuses/*"]
  fileprivate static let tags: Self = ["/api/v1/tags/**"]
  fileprivate static let streaming: Self = ["/api/v1/streaming/**"]
  fileprivate static let groupedNotifications: Self = ["/api/v2/notifications", "/api/v2/notifications/**"]
  fileprivate static let notificationPolicy: Self = [
    "/api/v2/notifications/policy", "/api/v1/notifications/requests/**", "/api/v1/notifications/policy",
    "/api/v1/notifications/unread_count",
  ]
  fileprivate static let dismissal: Self = ["/api/v1/notifications/*/dismiss", "/api/v1/notifications/clear"]
  fileprivate static let filters: Self = ["/api/v1/filters/**", "/api/v2/filters/**"]
  fileprivate static let conversations: Self = ["/api/v1/conversations/**"]
  fileprivate static let scheduledPosts: Self = ["/api/v1/scheduled_statuses/**"]
  fileprivate static let announcements: Self = ["/api/v1/announcements/**"]
  fileprivate static let markers: Self = ["/api/v1/markers"]
  fileprivate static let preferences: Self = ["/api/v1/preferences"]
  fileprivate static let trends: Self = ["/api/v1/trends/**", "/api/v2/suggestions"]
  fileprivate static let quotes: Self = ["/api/v1/statuses/*/quotes/**", "/api/v1/statuses/*/interaction_policy"]
  fileprivate static let collections: Self = [
    "/api/v1/collections/**", "/api/v1/accounts/*/collections",
    "/api/v1/accounts/*/in_collections",
  ]
  fileprivate static let history: Self = ["/api/v1/statuses/*/history"]
  fileprivate static let translation: Self = ["/api/v1/statuses/*/translate"]
  fileprivate static let instanceV2: Self = ["/api/v2/instance"]
  fileprivate static let oauthMetadata: Self = ["/.well-known/oauth-authorization-server", "/oauth/userinfo"]
  fileprivate static let applicationCheck: Self = ["/api/v1/apps/verify_credentials"]
}
