public import FoundationEssentials

/// A reader's rule about statuses that they would rather not meet; the server finds the matches.
public struct Filter: Hashable, Sendable, Identifiable {
  /// The type of a filter's id.
  public typealias ID = Identifier<Filter>

  /// The filter's id.
  public var id: ID
  /// What the reader called it.
  public var title: String
  /// Where it applies.
  public var contexts: [Context]
  /// What happens to a match.
  public var action: Action
  /// When it ends; nil for one that stays.
  public var expiresAt: Date?
  /// What it looks for; missing where a status names the filter.
  public var keywords: [Keyword]
  /// The single statuses that it is about; missing where a status names the filter.
  public var statuses: [FilterStatus]

  /// Makes a filter.
  public init(
    id: ID, title: String, contexts: [Context], action: Action, expiresAt: Date? = nil, keywords: [Keyword] = [],
    statuses: [FilterStatus] = []
  ) {
    self.id = id
    self.title = title
    self.contexts = contexts
    self.action = action
    self.expiresAt = expiresAt
    self.keywords = keywords
    self.statuses = statuses
  }

  /// A place in which a filter applies.
  public enum Context: OpenEnum {
    /// The home timeline and lists.
    case home
    /// Notifications.
    case notifications
    /// Public timelines and hashtags.
    case `public`
    /// Threads.
    case thread
    /// Profiles.
    case account
    /// A place that this version does not know.
    case unknown(String)

    /// The places with a name.
    public static let known: [Context] = [.home, .notifications, .public, .thread, .account]

    /// The server's word.
    public var rawValue: String {
      switch self {
      case .home: "home"
      case .notifications: "notifications"
      case .public: "public"
      case .thread: "thread"
      case .account: "account"
      case .unknown(let word): word
      }
    }
  }

  /// What happens to a match.
  public enum Action: OpenEnum {
    /// It is folded away, and the filter's title says why.
    case warn
    /// It is left out.
    case hide
    /// Its media are hidden.
    case blur
    /// An action that this version does not know, to be treated as `warn`.
    case unknown(String)

    /// The actions with a name.
    public static let known: [Action] = [.warn, .hide, .blur]

    /// The server's word.
    public var rawValue: String {
      switch self {
      case .warn: "warn"
      case .hide: "hide"
      case .blur: "blur"
      case .unknown(let word): word
      }
    }
  }

  /// Words that a filter looks for.
  public struct Keyword: Hashable, Sendable, Identifiable {
    /// The keyword's id.
    public var id: Identifier<Keyword>
    /// The words.
    public var keyword: String
    /// Whether they must stand alone.
    public var wholeWord: Bool

    /// Makes a keyword.
    public init(id: Identifier<Keyword>, keyword: String, wholeWord: Bool = true) {
      self.id = id
      self.keyword = keyword
      self.wholeWord = wholeWord
    }
  }
}

/// One of the reader's filters that a status matches, and by what.
public struct FilterResult: Hashable, Sendable {
  /// The filter, without its keywords.
  public var filter: Filter
  /// The words that were found.
  public var keywordMatches: [String]
  /// The statuses that the filter names.
  public var statusMatches: [Status.ID]

  /// Makes a match.
  public init(filter: Filter, keywordMatches: [String] = [], statusMatches: [Status.ID] = []) {
    self.filter = filter
    self.keywordMatches = keywordMatches
    self.statusMatches = statusMatches
  }
}

/// What the reader's filters ask of a view.
public enum FilterVerdict: Hashable, Sendable {
  /// Show the status as it is.
  case show
  /// Show the text, hide the media; the titles say why.
  case blur(titles: [String])
  /// Fold the status away; the titles say why.
  case warn(titles: [String])
  /// Leave the status out.
  case hide
}

extension Status {
  /// What the reader's filters ask for in a place at a time; of a boost, also those that match the boosted status.
  public func filterVerdict(in context: Filter.Context, at now: Date) -> FilterVerdict {
    let filters = (filtered + (reblog?.filtered ?? [])).map(\.filter).filter { filter in
      (filter.contexts.isEmpty || filter.contexts.contains(context)) && filter.expiresAt.map { $0 > now } ?? true
    }
    if filters.contains(where: { $0.action == .hide }) { return .hide }
    let warnings = filters.filter { $0.action != .blur }
    if !warnings.isEmpty { return .warn(titles: titles(of: warnings)) }
    return filters.isEmpty ? .show : .blur(titles: titles(of: filters))
  }

  private func titles(of filters: [Filter]) -> [String] {
    filters.map(\.title).reduce(into: []) { titles, title in
      if !titles.contains(title) { titles.append(title) }
    }
  }
}

extension Filter: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, title, context, keywords, statuses
    case action = "filter_action"
    case expiresAt = "expires_at"
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    title = json.name(.title)
    contexts = json.list(.context)
    action = json.choice(.action) ?? .warn
    expiresAt = json.date(.expiresAt)
    keywords = json.list(.keywords)
    statuses = json.list(.statuses)
  }

  /// Writes the filter as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(title, forKey: .title)
    try json.encode(contexts, forKey: .context)
    try json.encode(date: expiresAt, forKey: .expiresAt)
    try json.encode(action, forKey: .action)
    try json.encode(keywords, forKey: .keywords)
    try json.encode(statuses, forKey: .statuses)
  }
}

extension Filter.Keyword: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, keyword
    case wholeWord = "whole_word"
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    keyword = json.name(.keyword)
    wholeWord = json.flag(.wholeWord)
  }
}

extension FilterResult: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case filter
    case keywordMatches = "keyword_matches"
    case statusMatches = "status_matches"
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    filter = try json.decode(Filter.self, forKey: .filter)
    keywordMatches = json.list(.keywordMatches)
    statusMatches = json.list(.statusMatches)
  }

  /// Writes the match as Mastodon does, which has null for an empty list.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(filter, forKey: .filter)
    try json.encode(keywordMatches.isEmpty ? nil : keywordMatches, forKey: .keywordMatches)
    try json.encode(statusMatches.isEmpty ? nil : statusMatches, forKey: .statusMatches)
  }
}
