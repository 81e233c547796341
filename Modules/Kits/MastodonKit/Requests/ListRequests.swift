/// Which of the public posts are wanted.
public struct PublicTimelineQuery: Hashable, Sendable {
  /// Where the posts come from.
  public enum Source: Hashable, Sendable {
    /// From everywhere that the server knows.
    case everywhere
    /// From this server.
    case local
    /// From other servers.
    case remote
  }

  /// Where the posts come from.
  public var source: Source
  /// Whether only posts with media are wanted.
  public var onlyMedia: Bool

  /// Wants everything unless said otherwise.
  public init(_ source: Source = .everywhere, onlyMedia: Bool = false) {
    self.source = source
    self.onlyMedia = onlyMedia
  }
}

/// Which hashtags are wanted: the first, and conditions on others.
public struct TagTimelineQuery: Hashable, Sendable {
  /// The hashtag, without `#`.
  public var tag: String
  /// Or one of these.
  public var any: [String]
  /// And all of these.
  public var all: [String]
  /// But none of these.
  public var none: [String]
  /// Where the posts come from, and whether they must carry media.
  public var posts: PublicTimelineQuery

  /// Wants one hashtag from everywhere unless said otherwise.
  public init(
    _ tag: String, any: [String] = [], all: [String] = [], none: [String] = [],
    posts: PublicTimelineQuery = PublicTimelineQuery()
  ) {
    self.tag = tag
    self.any = any
    self.all = all
    self.none = none
    self.posts = posts
  }
}

/// What is searched for.
public struct SearchQuery: Hashable, Sendable {
  /// What can be found.
  public enum Kind: String, Hashable, Sendable {
    /// Accounts.
    case accounts
    /// Hashtags.
    case hashtags
    /// Statuses.
    case statuses
  }

  /// The words, an address or a URL.
  public var text: String
  /// What must be found; `nil` for anything.
  public var kind: Kind?
  /// Whether the server asks others for an address or a URL.
  public var resolves: Bool
  /// Whether only followed accounts are wanted.
  public var following: Bool
  /// Whose posts are wanted.
  public var accountID: Account.ID?
  /// Whether hashtags that nobody reviewed are left out.
  public var excludesUnreviewed: Bool

  /// Searches for everything that this server knows unless said otherwise.
  public init(
    _ text: String, kind: Kind? = nil, resolves: Bool = false, following: Bool = false, accountID: Account.ID? = nil,
    excludesUnreviewed: Bool = false
  ) {
    self.text = text
    self.kind = kind
    self.resolves = resolves
    self.following = following
    self.accountID = accountID
    self.excludesUnreviewed = excludesUnreviewed
  }
}

/// Which notifications are wanted.
public struct NotificationQuery: Hashable, Sendable {
  /// Only these types; all where it is empty.
  public var types: [Notification.Kind]
  /// Not these types.
  public var excludedTypes: [Notification.Kind]
  /// Only those of this account.
  public var accountID: Account.ID?
  /// Whether those that the policy filters out come too.
  public var includesFiltered: Bool
  /// The types that need no words from the server to be shown (API version 10); all where it is empty.
  public var supportedTypes: [Notification.Kind]

  /// Wants all of them unless said otherwise.
  public init(
    types: [Notification.Kind] = [], excludedTypes: [Notification.Kind] = [], accountID: Account.ID? = nil,
    includesFiltered: Bool = false,
    supportedTypes: [Notification.Kind] = []
  ) {
    self.types = types
    self.excludedTypes = excludedTypes
    self.accountID = accountID
    self.includesFiltered = includesFiltered
    self.supportedTypes = supportedTypes
  }
}

/// Which groups of notifications are wanted.
public struct GroupQuery: Hashable, Sendable {
  /// Which notifications.
  public var notifications: NotificationQuery
  /// The types to put into groups.
  public var groupedTypes: [Notification.Kind]
  /// Whether all accounts but a group's newest may come as little more than a picture.
  public var partialAccounts: Bool

  /// Groups favourites, boosts and follows unless said otherwise.
  public init(
    _ notifications: NotificationQuery = NotificationQuery(),
    groupedTypes: [Notification.Kind] = [.favourite, .reblog, .follow], partialAccounts: Bool = false
  ) {
    self.notifications = notifications
    self.groupedTypes = groupedTypes
    self.partialAccounts = partialAccounts
  }
}

/// What happens to notifications from people one may not know; what is `nil` stays as it is.
public struct NotificationPolicyEdit: Hashable, Sendable {
  /// From accounts that are not followed.
  public var notFollowing: NotificationPolicy.Decision?
  /// From accounts that do not follow.
  public var notFollowers: NotificationPolicy.Decision?
  /// From accounts younger than 30 days.
  public var newAccounts: NotificationPolicy.Decision?
  /// Private mentions that nobody asked for.
  public var privateMentions: NotificationPolicy.Decision?
  /// From accounts that the moderators limited.
  public var limitedAccounts: NotificationPolicy.Decision?

  /// Changes nothing unless said otherwise.
  public init(
    notFollowing: NotificationPolicy.Decision? = nil, notFollowers: NotificationPolicy.Decision? = nil,
    newAccounts: NotificationPolicy.Decision? = nil,
    privateMentions: NotificationPolicy.Decision? = nil, limitedAccounts: NotificationPolicy.Decision? = nil
  ) {
    self.notFollowing = notFollowing
    self.notFollowers = notFollowers
    self.newAccounts = newAccounts
    self.privateMentions = privateMentions
    self.limitedAccounts = limitedAccounts
  }
}

/// What a collection of accounts is called and for whom; what is `nil` stays as it is.
public struct CollectionDraft: Hashable, Sendable {
  /// The name, which a new one needs.
  public var name: String?
  /// What it is about.
  public var description: String?
  /// ISO 639-1 code.
  public var language: String?
  /// The hashtag that it is about.
  public var tag: String?
  /// Whether it is not for everyone.
  public var sensitive: Bool?
  /// Whether others may find it.
  public var discoverable: Bool?
  /// Who is in it from the start; only for a new one.
  public var accountIDs: [Account.ID]

  /// Creates a collection.
  public init(
    name: String? = nil, description: String? = nil, language: String? = nil, tag: String? = nil,
    sensitive: Bool? = nil, discoverable: Bool? = nil, accountIDs: [Account.ID] = []
  ) {
    self.name = name
    self.description = description
    self.language = language
    self.tag = tag
    self.sensitive = sensitive
    self.discoverable = discoverable
    self.accountIDs = accountIDs
  }
}

/// Where and about what a server sends Web Push messages.
public struct PushSubscriptionDraft: Hashable, Sendable {
  /// The https address to send to.
  public var endpoint: String
  /// The receiver's public P-256 key in base64.
  public var publicKey: String
  /// The receiver's 16 random bytes in base64.
  public var authentication: String
  /// The types of notifications, each sent or not.
  public var alerts: [String: Bool]
  /// Whose.
  public var policy: WebPushSubscription.Policy?

  /// Creates a subscription in the standard form of RFC 8291.
  public init(
    endpoint: String, publicKey: String, authentication: String, alerts: [String: Bool] = [:],
    policy: WebPushSubscription.Policy? = nil
  ) {
    self.endpoint = endpoint
    self.publicKey = publicKey
    self.authentication = authentication
    self.alerts = alerts
    self.policy = policy
  }
}

extension PushSubscriptionDraft: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What it is about; never the keys.
  public var description: String { "PushSubscriptionDraft(\(alerts.count) alerts, keys: redacted)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The alerts alone, so that a dump does not tell the keys.
  public var customMirror: Mirror { Mirror(self, children: ["alerts": alerts], displayStyle: .struct) }
}
