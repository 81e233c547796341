/// A report to the moderators, as the server has it; what it does not say is `nil`.
public struct Report: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<Report>
  public var category: Category?
  public var comment: String?
  public var forwarded: Bool?
  public var statusIDs: [Status.ID]?

  public init(id: ID) { self.id = id }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    category = json.choice("category")
    comment = json.string("comment")
    forwarded = json.answer("forwarded")
    statusIDs = json.contains("status_ids") ? json.list("status_ids") : nil
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
}
