public import FoundationEssentials

/// A reader's rule about statuses that they would rather not meet; the server finds the matches.
public struct Filter: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<Filter>
  public var title: String
  public var contexts: [Context]
  public var action: Action
  /// When it ends; nil for one that stays.
  public var expiresAt: Date?
  /// The keywords; empty in a filter that a status names.
  public var keywords: [Keyword]
  /// The single statuses that it is about; missing where a status names the filter.
  public var statuses: [FilterStatus]

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

  public enum Context: OpenEnum {
    /// The home timeline and lists.
    case home
    case notifications
    /// Public timelines and hashtags.
    case `public`
    case thread
    case account
    /// A place that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Context, String> = [
      .home: "home", .notifications: "notifications", .public: "public", .thread: "thread", .account: "account",
    ]
  }

  public enum Action: OpenEnum {
    /// Hide the status behind a warning with the filter's title.
    case warn
    case hide
    /// Its media are hidden.
    case blur
    /// An action that this version does not know, to be treated as `warn`.
    case unknown(String)

    public static let names: KeyValuePairs<Action, String> = [.warn: "warn", .hide: "hide", .blur: "blur"]
  }

  public struct Keyword: Hashable, Sendable, Identifiable, EncodableEntity {
    public var id: Identifier<Keyword>
    public var keyword: String
    public var wholeWord: Bool

    public init(id: Identifier<Keyword>, keyword: String, wholeWord: Bool = true) {
      self.id = id
      self.keyword = keyword
      self.wholeWord = wholeWord
    }

    public init(_ json: Fields) throws {
      id = try json.id("id")
      keyword = json.name("keyword")
      wholeWord = json.flag("whole_word")
    }

    public func encode(to json: inout EntityEncoder) throws {
      try json.encode(id, forKey: "id")
      try json.encode(keyword, forKey: "keyword")
      try json.encode(wholeWord, forKey: "whole_word")
    }
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    title = json.name("title")
    contexts = json.list("context")
    action = json.choice("filter_action") ?? .warn
    expiresAt = json.date("expires_at")
    keywords = json.list("keywords")
    statuses = json.list("statuses")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(title, forKey: "title")
    try json.encode(contexts, forKey: "context")
    try json.encode(date: expiresAt, forKey: "expires_at")
    try json.encode(action, forKey: "filter_action")
    try json.encode(keywords, forKey: "keywords")
    try json.encode(statuses, forKey: "statuses")
  }
}

/// One of the reader's filters that a status matches, and by what.
public struct FilterResult: Hashable, Sendable, EncodableEntity {
  /// The filter, without its keywords.
  public var filter: Filter
  public var keywordMatches: [String]
  public var statusMatches: [Status.ID]

  public init(filter: Filter, keywordMatches: [String] = [], statusMatches: [Status.ID] = []) {
    self.filter = filter
    self.keywordMatches = keywordMatches
    self.statusMatches = statusMatches
  }

  public init(_ json: Fields) throws {
    filter = try json.decode(Filter.self, "filter")
    keywordMatches = json.list("keyword_matches")
    statusMatches = json.list("status_matches")
  }

  /// Encodes the match as Mastodon does, which has null for an empty list.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(filter, forKey: "filter")
    try json.encode(keywordMatches.isEmpty ? nil : keywordMatches, forKey: "keyword_matches")
    try json.encode(statusMatches.isEmpty ? nil : statusMatches, forKey: "status_matches")
  }
}

public enum FilterVerdict: Hashable, Sendable {
  case show
  /// Show the text and hide the media; with the filters' titles.
  case blur(titles: [String])
  /// Hide the status behind a warning; with the filters' titles.
  case warn(titles: [String])
  /// Leave the status out.
  case hide
}

extension Status {
  /// The status to show, with the filters that the boost of it matches.
  public var displayedWithFilters: Status {
    guard var shown = reblog, !filtered.isEmpty else { return displayed }
    for result in filtered where !shown.filtered.contains(where: { $0.filter.id == result.filter.id }) {
      shown.filtered.append(result)
    }
    return shown
  }

  /// Returns the post with a match of a filter added, or without it; matches by the filter's words stay.
  public func matching(_ result: FilterResult, isAdded: Bool) -> Status {
    var status = self
    let index = status.filtered.firstIndex { $0.filter.id == result.filter.id }
    switch (index, isAdded) {
    case (let index?, true):
      let new = result.statusMatches.filter { !status.filtered[index].statusMatches.contains($0) }
      status.filtered[index].statusMatches += new
    case (nil, true): status.filtered.append(result)
    case (let index?, false):
      status.filtered[index].statusMatches.removeAll { result.statusMatches.contains($0) }
      if status.filtered[index].keywordMatches.isEmpty, status.filtered[index].statusMatches.isEmpty {
        status.filtered.remove(at: index)
      }
    case (nil, false): break
    }
    return status
  }

  /// Returns what the filters demand in a context at a time; for a boost, also those that match the boosted status.
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
