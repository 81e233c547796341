/// The signed-in account's preferences on its server.
public struct Preferences: Hashable, Sendable {
  /// The default visibility of a new status.
  public var visibility: Visibility
  /// Whether media of a new status are marked as sensitive by default.
  public var sensitive: Bool
  /// The default language of a new status.
  public var language: String?
  /// Which media are shown.
  public var expandMedia: ExpandMedia
  /// Whether content warnings are opened.
  public var expandSpoilers: Bool
  /// Who may quote a new status by default.
  public var quotePolicy: QuotePolicy?
  /// Whether pictures may move by themselves.
  public var autoplayGIFs: Bool?

  /// Creates preferences; by default those of a new account.
  public init(
    visibility: Visibility = .public, sensitive: Bool = false, language: String? = nil,
    expandMedia: ExpandMedia = .default, expandSpoilers: Bool = false, quotePolicy: QuotePolicy? = nil,
    autoplayGIFs: Bool? = nil
  ) {
    self.visibility = visibility
    self.sensitive = sensitive
    self.language = language
    self.expandMedia = expandMedia
    self.expandSpoilers = expandSpoilers
    self.quotePolicy = quotePolicy
    self.autoplayGIFs = autoplayGIFs
  }

  /// Which media are shown.
  public enum ExpandMedia: OpenEnum {
    /// Those that are not marked sensitive.
    case `default`
    /// All of them.
    case showAll
    /// None of them.
    case hideAll
    /// A choice that this version does not know.
    case unknown(String)

    /// The choices with a name.
    public static let known: [ExpandMedia] = [.default, .showAll, .hideAll]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .default: "default"
      case .showAll: "show_all"
      case .hideAll: "hide_all"
      case .unknown(let word): word
      }
    }
  }
}

extension Preferences: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case visibility = "posting:default:visibility"
    case sensitive = "posting:default:sensitive"
    case language = "posting:default:language"
    case expandMedia = "reading:expand:media"
    case expandSpoilers = "reading:expand:spoilers"
    case quotePolicy = "posting:default:quote_policy"
    case autoplayGIFs = "reading:autoplay:gifs"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    visibility = json.choice(.visibility) ?? .public
    sensitive = json.flag(.sensitive)
    language = json.word(.language)
    expandMedia = json.choice(.expandMedia) ?? .default
    expandSpoilers = json.flag(.expandSpoilers)
    quotePolicy = json.choice(.quotePolicy)
    autoplayGIFs = json.answer(.autoplayGIFs)
  }

  /// Encodes the preferences as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(visibility, forKey: .visibility)
    try json.encode(sensitive, forKey: .sensitive)
    try json.encode(language, forKey: .language)
    try json.encode(expandMedia, forKey: .expandMedia)
    try json.encode(expandSpoilers, forKey: .expandSpoilers)
    try json.encodeIfPresent(quotePolicy, forKey: .quotePolicy)
    try json.encodeIfPresent(autoplayGIFs, forKey: .autoplayGIFs)
  }
}
