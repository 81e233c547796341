public struct Report: Hashable, Sendable, Identifiable, Decodable {
  public typealias ID = Identifier<Report>

  public var id: ID

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
