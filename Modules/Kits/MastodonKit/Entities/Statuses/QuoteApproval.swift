/// Who may quote a status, and whether the signed-in account may.
public struct QuoteApproval: Hashable, Sendable {
  /// Who may without approval.
  public var automatic: [Audience] = []
  public var manual: [Audience] = []
  /// Whether you may.
  public var currentUser: Standing = .unknown("unknown")

  /// A group of accounts.
  public enum Audience: OpenEnum {
    /// Everybody.
    case `public`
    /// The accounts that follow.
    case followers
    case following
    /// A group that Mastodon has no name for.
    case unsupportedPolicy
    /// A group that this version does not know.
    case unknown(String)

    public static let known: [Audience] = [.public, .followers, .following, .unsupportedPolicy]

    public var rawValue: String {
      switch self {
      case .public: "public"
      case .followers: "followers"
      case .following: "following"
      case .unsupportedPolicy: "unsupported_policy"
      case .unknown(let word): word
      }
    }
  }

  /// Whether the signed-in account may.
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

    public static let known: [Standing] = [.automatic, .manual, .denied, .missing]

    public var rawValue: String {
      switch self {
      case .automatic: "automatic"
      case .manual: "manual"
      case .denied: "denied"
      case .missing: "missing"
      case .unknown(let word): word
      }
    }
  }
}

extension QuoteApproval: Codable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    automatic = json.list("automatic")
    manual = json.list("manual")
    currentUser = json.choice("current_user") ?? .unknown("unknown")
  }
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encode(automatic, forKey: "automatic")
    try json.encode(manual, forKey: "manual")
    try json.encode(currentUser, forKey: "current_user")
  }
}
