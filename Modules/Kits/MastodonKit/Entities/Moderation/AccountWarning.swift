public import FoundationEssentials

/// A moderation action against the signed-in account.
public struct AccountWarning: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<AccountWarning>

  public var id: ID
  public var action: Action = .none
  public var text: String = ""
  public var statusIDs: [Status.ID] = []
  public var createdAt: Date

  public enum Action: OpenEnum {
    /// A warning only.
    case `none`
    /// Nobody can sign in to the account.
    case disable
    case markStatusesAsSensitive
    case deleteStatuses
    case sensitive
    /// The account is hidden from accounts that do not follow it.
    case silence
    /// The account is closed.
    case suspend
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
