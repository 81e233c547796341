public struct PublicTimelineQuery: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Posts from all known servers.
    case everywhere
    case local
    case remote
  }

  public var source: Source
  /// Whether only posts with media are included.
  public var onlyMedia: Bool

  public init(_ source: Source = .everywhere, onlyMedia: Bool = false) {
    self.source = source
    self.onlyMedia = onlyMedia
  }
}

/// A query for posts with a hashtag, with conditions on others.
public struct TagTimelineQuery: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The hashtag, without `#`.
  public var tag: String
  public var any: [String]
  public var all: [String]
  public var none: [String]
  /// The source of the posts, and whether they must have media.
  public var posts: PublicTimelineQuery

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

  public init(stringLiteral tag: String) { self.init(tag) }
}

public struct SearchQuery: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case accounts
    case hashtags
    case statuses
  }

  /// The text, an address or a URL.
  public var text: String
  /// The kind to find; `nil` for all.
  public var kind: Kind?
  /// Whether the server asks others for an address or a URL.
  public var resolves: Bool
  /// Whether only followed accounts are included.
  public var following: Bool
  public var accountID: Account.ID?
  /// Whether hashtags that were not reviewed are excluded.
  public var excludesUnreviewed: Bool

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

public struct NotificationQuery: Hashable, Sendable {
  /// Only these types; all if it is empty.
  public var types: [Notification.Kind]
  public var excludedTypes: [Notification.Kind]
  public var accountID: Account.ID?
  /// Whether those that the policy filters out come too.
  public var includesFiltered: Bool
  /// The types that need no text from the server (API version 10); all if it is empty.
  public var supportedTypes: [Notification.Kind]

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

public struct GroupQuery: Hashable, Sendable {
  public var notifications: NotificationQuery
  public var groupedTypes: [Notification.Kind]

  public init(
    _ notifications: NotificationQuery = NotificationQuery(),
    groupedTypes: [Notification.Kind] = [.favourite, .reblog, .follow]
  ) {
    self.notifications = notifications
    self.groupedTypes = groupedTypes
  }
}

/// Changes to the filtering of notifications from unknown accounts; `nil` members stay as they are.
public struct NotificationPolicyEdit: Hashable, Sendable {
  public var notFollowing: NotificationPolicy.Decision?
  public var notFollowers: NotificationPolicy.Decision?
  /// From accounts younger than 30 days.
  public var newAccounts: NotificationPolicy.Decision?
  public var privateMentions: NotificationPolicy.Decision?
  public var limitedAccounts: NotificationPolicy.Decision?

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

/// The data of a new or changed collection; `nil` members stay as they are.
public struct CollectionDraft: Hashable, Sendable {
  /// The name, which a new one needs.
  public var name: String?
  public var description: String?
  /// ISO 639-1 code.
  public var language: String?
  public var tag: String?
  public var sensitive: Bool?
  public var discoverable: Bool?
  public var accountIDs: [Account.ID]

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

/// The destination and the kinds of a server's Web Push messages.
public struct PushSubscriptionDraft: Hashable, Sendable {
  /// The https address to send to.
  public var endpoint: String
  /// The receiver's public P-256 key in base64.
  public var publicKey: String
  /// The receiver's 16 random bytes in base64.
  public var authentication: String
  /// The types of notifications, each sent or not.
  public var alerts: [String: Bool]
  /// The accounts whose notifications are sent.
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
  /// A description without the keys.
  public var description: String { "PushSubscriptionDraft(\(alerts.count) alerts, keys: redacted)" }

  public var debugDescription: String { description }

  /// The alerts only, so that a dump does not reveal the keys.
  public var customMirror: Mirror { Mirror(self, children: ["alerts": alerts], displayStyle: .struct) }
}
