public import FoundationEssentials

/// A moderation action against the signed-in account.
public struct AccountWarning: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<AccountWarning>

  public var id: ID
  public var action: Action = .none
  /// The moderators' message.
  public var text: String = ""
  /// The statuses that it is about.
  public var statusIDs: [Status.ID] = []
  public var createdAt: Date

  /// A moderation action.
  public enum Action: OpenEnum {
    /// A warning only.
    case `none`
    /// Nobody can sign in to the account.
    case disable
    case markStatusesAsSensitive
    case deleteStatuses
    /// All statuses of the account are marked sensitive.
    case sensitive
    /// The account is hidden from accounts that do not follow it.
    case silence
    /// The account is closed.
    case suspend
    /// An action that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Action, String> = [
      .none: "none", .disable: "disable", .markStatusesAsSensitive: "mark_statuses_as_sensitive",
      .deleteStatuses: "delete_statuses", .sensitive: "sensitive", .silence: "silence", .suspend: "suspend",
    ]
  }
}

extension AccountWarning: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    action = json.choice("action") ?? .none
    text = json.text("text")
    statusIDs = json.list("status_ids")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
  }
}
