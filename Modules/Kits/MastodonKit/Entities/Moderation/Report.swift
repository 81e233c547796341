public import FoundationEssentials

/// A complaint to the moderators.
public struct Report: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<Report>

  /// The report's id.
  public var id: ID
  /// Whether the moderators have dealt with it.
  public var actionTaken: Bool
  /// When they did.
  public var actionTakenAt: Date?
  /// The category.
  public var category: Category
  /// The reporter's comment.
  public var comment: String
  /// Whether it was forwarded to the other server.
  public var forwarded: Bool
  /// When it was made.
  public var createdAt: Date
  /// The statuses that it names.
  public var statusIDs: [Status.ID]
  /// The collections that it names.
  public var collectionIDs: [Collection.ID]
  /// The rules that were broken.
  public var ruleIDs: [Identifier<Instance.Rule>]
  /// The account that it is about.
  public var targetAccount: Account

  /// Creates a report.
  public init(
    id: ID, actionTaken: Bool = false, actionTakenAt: Date? = nil, category: Category = .other, comment: String = "",
    forwarded: Bool = false, createdAt: Date, statusIDs: [Status.ID] = [], collectionIDs: [Collection.ID] = [],
    ruleIDs: [Identifier<Instance.Rule>] = [], targetAccount: Account
  ) {
    self.id = id
    self.actionTaken = actionTaken
    self.actionTakenAt = actionTakenAt
    self.category = category
    self.comment = comment
    self.forwarded = forwarded
    self.createdAt = createdAt
    self.statusIDs = statusIDs
    self.collectionIDs = collectionIDs
    self.ruleIDs = ruleIDs
    self.targetAccount = targetAccount
  }

  /// A category of reports.
  public enum Category: OpenEnum {
    /// Advertising and the like.
    case spam
    /// Illegal content.
    case legal
    /// A broken rule of the server.
    case violation
    /// Something else.
    case other
    /// A category that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [Category] = [.spam, .legal, .violation, .other]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .spam: "spam"
      case .legal: "legal"
      case .violation: "violation"
      case .other: "other"
      case .unknown(let word): word
      }
    }
  }
}

extension Report: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, category, comment, forwarded
    case actionTaken = "action_taken"
    case actionTakenAt = "action_taken_at"
    case createdAt = "created_at"
    case statusIDs = "status_ids"
    case collectionIDs = "collection_ids"
    case ruleIDs = "rule_ids"
    case targetAccount = "target_account"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    actionTaken = json.flag(.actionTaken)
    actionTakenAt = json.date(.actionTakenAt)
    category = json.choice(.category) ?? .other
    comment = json.text(.comment)
    forwarded = json.flag(.forwarded)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    statusIDs = json.list(.statusIDs)
    collectionIDs = json.list(.collectionIDs)
    ruleIDs = json.list(.ruleIDs)
    targetAccount = try json.decode(Account.self, forKey: .targetAccount)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(actionTaken, forKey: .actionTaken)
    try json.encodeIfPresent(date: actionTakenAt, forKey: .actionTakenAt)
    try json.encode(category, forKey: .category)
    try json.encode(comment, forKey: .comment)
    try json.encode(forwarded, forKey: .forwarded)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(statusIDs, forKey: .statusIDs)
    try json.encode(collectionIDs, forKey: .collectionIDs)
    try json.encode(ruleIDs, forKey: .ruleIDs)
    try json.encode(targetAccount, forKey: .targetAccount)
  }
}
