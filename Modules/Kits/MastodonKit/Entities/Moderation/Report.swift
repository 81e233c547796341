public struct Report: Hashable, Sendable, Identifiable, Decodable {
  public var id: Identifier<Report>

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
