public import FoundationEssentials

/// Something that happened and concerns the signed-in account.
public struct Notification: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<Notification>
  public var kind: Kind
  public var createdAt: Date
  public var account: Account
  public var status: Status?
  /// The key that notifications of one kind about one thing share.
  public var groupKey: String?
  /// The server's text for an unknown kind.
  public var fallback: Fallback?
  /// The loss of followers and followed accounts.
  @Indirect public var event: RelationshipSeveranceEvent? = nil
  @Indirect public var warning: ModerationWarning? = nil
  /// The emoji of a reaction, which some servers have beside favourites.
  public var emoji: String? = nil
  @Indirect public var target: Account? = nil
  public var year: Int? = nil
  /// The notifications that the server grouped under this one, the newest of them; `nil` if it stands for itself alone.
  public var group: Group? = nil

  /// Notifications of one kind about one thing, as the server groups them.
  public struct Group: Hashable, Sendable {
    /// The key by which the server knows them.
    public var key: String
    /// The number of all of them, also beyond the page.
    public var count: Int
    /// Some of the accounts that caused them, the latest first.
    public var accounts: [Account]
    /// The oldest of those on the page, if it is known.
    public var oldest: Notification.ID?

    public init(key: String, count: Int, accounts: [Account], oldest: Notification.ID? = nil) {
      self.key = key
      self.count = count
      self.accounts = accounts
      self.oldest = oldest
    }
  }

  public init(
    id: ID, kind: Kind, createdAt: Date, account: Account, status: Status? = nil, groupKey: String? = nil,
    fallback: Fallback? = nil, event: RelationshipSeveranceEvent? = nil
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.account = account
    self.status = status
    self.groupKey = groupKey
    self.fallback = fallback
    self.event = event
  }

  public enum Kind: OpenEnum {
    /// A status mentions you, as every reply does.
    case mention
    /// An account whose posts you subscribed to has posted.
    case status
    /// An account boosted your status.
    case reblog
    case follow
    case followRequest
    /// An account favourited your status.
    case favourite
    /// A poll that you made or voted in has ended.
    case poll
    /// A status that you boosted was edited.
    case update
    /// An account signed up; for moderators.
    case adminSignUp
    /// An account was reported; for moderators.
    case adminReport
    /// Follows were lost because a server or account was blocked.
    case severedRelationships
    /// The moderators have sent you a warning.
    case moderationWarning
    /// An account quoted your status.
    case quote
    /// A status that you quoted was edited.
    case quotedUpdate
    case addedToCollection
    case collectionUpdate
    case unknown(String)

    public static let names: KeyValuePairs<Kind, String> = [
      .mention: "mention", .status: "status", .reblog: "reblog", .follow: "follow", .followRequest: "follow_request",
      .favourite: "favourite", .poll: "poll", .update: "update", .adminSignUp: "admin.sign_up",
      .adminReport: "admin.report", .severedRelationships: "severed_relationships",
      .moderationWarning: "moderation_warning", .quote: "quote", .quotedUpdate: "quoted_update",
      .addedToCollection: "added_to_collection", .collectionUpdate: "collection_update",
    ]
  }

  /// The server's text for an unknown notification, as HTML.
  public struct Fallback: Hashable, Sendable {
    public var title: String
    public var summary: String?
  }

  /// Decodes a server's JSON leniently: an id and an account are required.
  public init(_ json: Fields) throws {
    id = try json.id("id")
    kind = Kind(rawValue: json.name("type"))
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    account = try json.decode(Account.self, "account")
    status = json.entity("status")
    groupKey = json.word("group_key")
    fallback = json.entity("fallback")
    event = json.entity("event")
    warning = json.entity("moderation_warning")
    emoji = json.word("emoji") ?? json.word("reaction") ?? (json.entity("emoji_reaction") as Reaction?)?.name
    target = json.entity("target")
    year = (json.entity("annual_report") as Summary?)?.year
  }

  /// The reaction of Fedibird and its kin.
  private struct Reaction: Decodable { var name: String }

  struct Summary: Decodable { var year: Int }
}

extension Notification.Fallback: DecodableEntity {
  public init(_ json: Fields) throws {
    title = json.name("title")
    summary = json.word("summary")
  }
}
