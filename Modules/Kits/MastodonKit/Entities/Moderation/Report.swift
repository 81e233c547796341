public import FoundationEssentials

public struct Report: Hashable, Sendable, Identifiable, Decodable {
  public typealias ID = Identifier<Report>

  public var id: ID
  public var category: Category
  public var comment: String
  public var createdAt: Date
  public var statusIDs: [Status.ID]
  public var ruleIDs: [Identifier<Instance.Rule>]

  public init(
    id: ID, category: Category = .other, comment: String = "",
    createdAt: Date, statusIDs: [Status.ID] = [],
    ruleIDs: [Identifier<Instance.Rule>] = []
  ) {
    self.id = id
    self.category = category
    self.comment = comment
    self.createdAt = createdAt
    self.statusIDs = statusIDs
    self.ruleIDs = ruleIDs
  }

  public enum Category: OpenEnum {
    case spam
    case legal
    /// A broken rule of the server.
    case violation
    case other
    case unknown(String)

    public static let names: KeyValuePairs<Category, String> = [
      .spam: "spam", .legal: "legal", .violation: "violation", .other: "other",
    ]
  }

  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    // Pleroma sends something else by this name.
    guard json.object("target_account")?.contains("id") == true else { throw json.missing("target_account") }
    category = json.choice("category") ?? .other
    comment = json.text("comment")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    statusIDs = json.list("status_ids")
    ruleIDs = json.list("rule_ids")
  }
}
