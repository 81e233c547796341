/// The part of a timeline that a command shows, and the options that filter its posts.
public struct TimelineOptions: Hashable, Sendable {
  public var range: ListRange
  public var hidden: Set<Kind>
  /// Whether only posts with media are shown.
  public var onlyMedia: Bool
  /// The languages that are shown, as codes; all if there are none.
  public var languages: [String]

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case boosts
    case replies
    case quotes
    /// Posts by accounts that are marked as automated.
    case bots
    /// The user's own posts, and boosts of them.
    case own
    /// Posts that the user has favourited, and boosts of them.
    case favourited
  }

  public init(
    range: ListRange = ListRange(), hidden: Set<Kind> = [], onlyMedia: Bool = false, languages: [String] = []
  ) {
    self.range = range
    self.hidden = hidden
    self.onlyMedia = onlyMedia
    self.languages = languages
  }

  /// Whether some posts are hidden.
  public var isFiltered: Bool { !hidden.isEmpty || onlyMedia || !languages.isEmpty }

  /// The same options for the newest page.
  public var refreshed: TimelineOptions {
    var options = self
    options.range = range.refreshed
    return options
  }

  /// The options about kinds of posts as they are typed.
  public var words: [String] {
    Kind.allCases.filter(hidden.contains).map { "--no-\($0.rawValue)" } + (onlyMedia ? ["--media"] : [])
      + languages.flatMap { ["--language", $0] }
  }

  /// The paragraphs about these options for `help COMMAND`.
  public static let discussion = discussion(takesAll: true)

  /// The paragraphs about these options, with or without `--all`.
  public static func discussion(takesAll: Bool) -> String {
    """
    --no-boosts, --no-replies, --no-quotes and --no-bots hide such posts, --no-own and --no-favourited those that you wrote or \
    favourited, --media and --language CODE all others; what was hidden is counted below the page. --oldest-first turns the order \
    round.

    \(takesAll ? ListRange.discussion : ListRange.discussionWithoutAll)
    """
  }
}
