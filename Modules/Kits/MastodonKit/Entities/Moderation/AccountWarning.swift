public import FoundationEssentials

/// A moderation action against the signed-in account.
public struct AccountWarning: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<AccountWarning>

  /// The warning's id.
  public var id: ID
  /// The action.
  public var action: Action
  /// The moderators' message.
  public var text: String
  /// The statuses that it is about.
  public var statusIDs: [Status.ID]
  /// The account that it is about.
  public var targetAccount: Account
  /// The account's appeal, if there is one.
  public var appeal: Appeal?
  /// When it was done.
  public var createdAt: Date

  /// Creates a warning.
  public init(
    id: ID, action: Action = .none, text: String = "", statusIDs: [Status.ID] = [], targetAccount: Account,
    appeal: Appeal? = nil, createdAt: Date
  ) {
    self.id = id
    self.action = action
    self.text = text
    self.statusIDs = statusIDs
    self.targetAccount = targetAccount
    self.appeal = appeal
    self.createdAt = createdAt
  }

  /// A moderation action.
  public enum Action: OpenEnum {
    /// A warning only.
    case `none`
    /// Nobody can sign in to the account.
    case disable
    /// Statuses were marked sensitive.
    case markStatusesAsSensitive
    /// Statuses were deleted.
    case deleteStatuses
    /// All statuses of the account are marked sensitive.
    case sensitive
    /// The account is hidden from accounts that do not follow it.
    case silence
    /// The account is closed.
    case suspend
    /// An action that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [Action] = [
      .none, .disable, .markStatusesAsSensitive, .deleteStatuses, .sensitive, .silence, .suspend,
    ]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .none: "none"
      case .disable: "disable"
      case .markStatusesAsSensitive: "mark_statuses_as_sensitive"
      case .deleteStatuses: "delete_statuses"
      case .sensitive: "sensitive"
      case .silence: "silence"
      case .suspend: "suspend"
      case .unknown(let word): word
      }
    }
  }
}

extension AccountWarning: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, action, text, appeal
    case statusIDs = "status_ids"
    case targetAccount = "target_account"
    case createdAt = "created_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    action = json.choice(.action) ?? .none
    text = json.text(.text)
    statusIDs = json.list(.statusIDs)
    targetAccount = try json.decode(Account.self, forKey: .targetAccount)
    appeal = json.entity(.appeal)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(action, forKey: .action)
    try json.encode(text, forKey: .text)
    try json.encode(statusIDs, forKey: .statusIDs)
    try json.encode(targetAccount, forKey: .targetAccount)
    try json.encodeIfPresent(appeal, forKey: .appeal)
    try json.encode(date: createdAt, forKey: .createdAt)
  }
}

/// An appeal against a moderation action.
public struct Appeal: Hashable, Sendable {
  /// The text.
  public var text: String
  /// The state.
  public var state: State

  /// Creates an appeal.
  public init(text: String = "", state: State = .pending) {
    self.text = text
    self.state = state
  }

  /// The state of an appeal.
  public enum State: OpenEnum {
    /// Nobody decided yet.
    case pending
    /// The moderators took their action back.
    case approved
    /// The moderators did not.
    case rejected
    /// A state that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [State] = [.pending, .approved, .rejected]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .pending: "pending"
      case .approved: "approved"
      case .rejected: "rejected"
      case .unknown(let word): word
      }
    }
  }
}

extension Appeal: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case text, state
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    text = json.text(.text)
    state = json.choice(.state) ?? .pending
  }
}
