/// The signed-in account's preferences on its server.
public struct Preferences: Hashable, Sendable, DecodableEntity {
  public var visibility: Visibility
  /// Whether media of a new status are marked as sensitive by default.
  public var sensitive: Bool
  public var language: String?
  public var expandMedia: ExpandMedia
  /// Whether content warnings are opened.
  public var expandSpoilers: Bool
  public var quotePolicy: QuotePolicy?

  public init(
    visibility: Visibility = .public, sensitive: Bool = false, language: String? = nil,
    expandMedia: ExpandMedia = .default, expandSpoilers: Bool = false, quotePolicy: QuotePolicy? = nil

  ) {
    self.visibility = visibility
    self.sensitive = sensitive
    self.language = language
    self.expandMedia = expandMedia
    self.expandSpoilers = expandSpoilers
    self.quotePolicy = quotePolicy
  }

  public enum ExpandMedia: OpenEnum {
    /// Those that are not marked sensitive.
    case `default`
    case showAll
    case hideAll
    /// A choice that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<ExpandMedia, String> = [
      .default: "default", .showAll: "show_all", .hideAll: "hide_all",
    ]
  }

  public init(_ json: Fields) throws {
    visibility = json.choice("posting:default:visibility") ?? .public
    sensitive = json.flag("posting:default:sensitive")
    language = json.word("posting:default:language")
    expandMedia = json.choice("reading:expand:media") ?? .default
    expandSpoilers = json.flag("reading:expand:spoilers")
    quotePolicy = json.choice("posting:default:quote_policy")
  }
}
