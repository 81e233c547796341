/// Who may quote a status, and whether the signed-in account may.
public struct QuoteApproval: Hashable, Sendable {
  /// Who may without approval.
  public var automatic: [Audience] = []
  public var manual: [Audience] = []
  public var currentUser: Standing = .unknown("unknown")

  public enum Audience: OpenEnum {
    case `public`
    case followers
    case following
    /// A group that Mastodon has no name for.
    case unsupportedPolicy
    /// A group that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Audience, String> = [
      .public: "public", .followers: "followers", .following: "following", .unsupportedPolicy: "unsupported_policy",
    ]
  }

  public enum Standing: OpenEnum {
    /// You may.
    case automatic
    /// You may ask.
    case manual
    /// You may not.
    case denied
    /// Not stated; counts as denied.
    case missing
    /// A value that this version does not know; counts as denied.
    case unknown(String)

    public static let names: KeyValuePairs<Standing, String> = [
      .automatic: "automatic", .manual: "manual", .denied: "denied", .missing: "missing",
    ]
  }
}

extension QuoteApproval: EncodableEntity {
  public init(_ json: Fields) throws {
    automatic = json.list("automatic")
    manual = json.list("manual")
    currentUser = json.choice("current_user") ?? .unknown("unknown")
  }
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(automatic, forKey: "automatic")
    try json.encode(manual, forKey: "manual")
    try json.encode(currentUser, forKey: "current_user")
  }
}
