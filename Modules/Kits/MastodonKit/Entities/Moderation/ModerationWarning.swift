/// What the moderators of the server did to the signed-in account, and what they wrote about it.
public struct ModerationWarning: Hashable, Sendable {
  public var action: Action
  /// The moderators' text; empty if they wrote none.
  public var text: String
  /// The posts that it is about.
  public var statusIDs: [Status.ID]
  /// The state of the user's appeal; `nil` without one.
  public var appeal: String?

  public enum Action: OpenEnum {
    /// A warning only.
    case warn
    case disable
    case markStatusesAsSensitive
    case deleteStatuses
    case sensitive
    case silence
    case suspend
    case unknown(String)

    public static let names: KeyValuePairs<Action, String> = [
      .warn: "none", .disable: "disable", .markStatusesAsSensitive: "mark_statuses_as_sensitive",
      .deleteStatuses: "delete_statuses", .sensitive: "sensitive", .silence: "silence", .suspend: "suspend",
    ]
  }

  public init(action: Action, text: String = "", statusIDs: [Status.ID] = [], appeal: String? = nil) {
    self.action = action
    self.text = text
    self.statusIDs = statusIDs
    self.appeal = appeal
  }
}

extension ModerationWarning: DecodableEntity {
  public init(_ json: Fields) throws {
    action = json.choice("action") ?? .warn
    text = json.text("text")
    statusIDs = json.list("status_ids")
    appeal = (json.entity("appeal") as Appeal?)?.state
  }

  private struct Appeal: Decodable { var state: String }
}
