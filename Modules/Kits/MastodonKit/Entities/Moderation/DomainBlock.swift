/// A server that this server's moderators limit or block.
public struct DomainBlock: Hashable, Sendable, DecodableEntity {
  /// The server, perhaps with asterisks for some letters.
  public var domain: String
  /// A hash of the server's name, by which a hidden one can be recognised.
  public var digest: String
  public var severity: Severity
  public var comment: String?

  public init(domain: String, digest: String = "", severity: Severity = .unknown("unknown"), comment: String? = nil) {
    self.domain = domain
    self.digest = digest
    self.severity = severity
    self.comment = comment
  }

  public enum Severity: OpenEnum {
    /// Its accounts are hidden from accounts that do not follow them.
    case silence
    /// Nothing is exchanged with it.
    case suspend
    case unknown(String)

    public static let names: KeyValuePairs<Severity, String> = [.silence: "silence", .suspend: "suspend"]
  }

  public init(_ json: Fields) throws {
    domain = try json.required("domain")
    digest = json.text("digest")
    severity = json.choice("severity") ?? .unknown("unknown")
    comment = json.word("comment")
  }
}
