public enum GroupSource: Hashable, Sendable {
  /// The posts with a hashtag, without `#`.
  case tag(String)
  /// The posts of an account, by its address without the first `@`.
  case account(String)
  /// The posts of a list of the signed-in account, by its title.
  case list(String)
  /// The public posts of another server, by its name.
  case server(String)
  /// The posts that contain words.
  case search(String)

  /// The words before the colon of those sources that have one.
  public static let prefixes = ["list", "server", "search"]

  /// The source as it is typed and stored: `#canal`, `@heron`, `list:Friends`.
  public var text: String {
    switch self {
    case .tag(let name): "#\(name)"
    case .account(let name): "@\(name)"
    case .list(let title): "list:\(title)"
    case .server(let host): "server:\(host)"
    case .search(let words): "search:\(words)"
    }
  }

  /// Reads a source from its text; `nil` if it is none.
  public init?(text: some StringProtocol) {
    let colon = text.firstIndex(of: ":")
    let rest = String(colon.map { text[text.index(after: $0)...] } ?? text.dropFirst())
    guard !rest.isEmpty else { return nil }
    switch (text.first, colon.map { text[..<$0].lowercased() }) {
    case ("#", _): self = .tag(String(text.dropFirst()))
    case ("@", _): self = .account(String(text.dropFirst()))
    case (_, "list"): self = .list(rest)
    case (_, "server"): self = .server(rest)
    case (_, "search"): self = .search(rest)
    default: return nil
    }
  }

  /// Whether two sources have the same posts; case does not matter in any of them.
  public func isSame(as other: GroupSource) -> Bool { text.lowercased() == other.text.lowercased() }
}

/// A group of hashtags, people, lists, servers and searches that is read as one timeline.
public struct TagGroup: Hashable, Sendable, Identifiable {
  public var id: String
  public var title: String
  /// One character as its symbol.
  public var symbol: String
  /// Its posts come from any of these.
  public var sources: [GroupSource]
  /// The hashtags without `#` that each post must have as well.
  public var all: [String]
  /// The hashtags without `#` that no post may have.
  public var none: [String]

  /// The largest number of sources in a group; each page asks all of them.
  public static let sourceLimit = 20
  /// The largest number of hashtags that Mastodon accepts in one request.
  public static let tagLimit = 5
  /// The largest number of hashtags that each post must have, or that none may have.
  public static let conditionLimit = 4

  public init(
    id: String, title: String, symbol: String, sources: [GroupSource], all: [String] = [], none: [String] = []
  ) {
    self.id = id
    self.title = title
    self.symbol = symbol
    self.sources = sources
    self.all = all
    self.none = none
  }

  public init(
    id: String, title: String, symbol: String, tags: [String], all: [String] = [], none: [String] = []
  ) {
    self.init(id: id, title: title, symbol: symbol, sources: tags.map(GroupSource.tag), all: all, none: none)
  }

  /// The hashtags among the sources, without `#`.
  public var tags: [String] {
    sources.compactMap { source in if case .tag(let name) = source { name } else { nil } }
  }
}

/// Stores groups; each change is on disk when the call returns.
public struct TagGroupService: Sendable {
  /// All groups, sorted by title.
  public var all: @Sendable () throws -> [TagGroup]
  /// Saves a group, replacing its earlier version.
  public var save: @Sendable (TagGroup) throws -> Void
  /// Changes a group as it is stored, in one step, so that what another process changes at the same time is not lost; returns the
  /// changed one, `nil` if it was deleted.
  public var change: @Sendable (TagGroup.ID, _ change: @Sendable (inout TagGroup) -> Void) throws -> TagGroup?
  public var delete: @Sendable (TagGroup.ID) throws -> Void
  /// All groups now and after each change, also by another process.
  public var changes: @Sendable () -> AsyncThrowingStream<[TagGroup], any Error>

  public init(
    all: @escaping @Sendable () throws -> [TagGroup], save: @escaping @Sendable (TagGroup) throws -> Void,
    change: @escaping @Sendable (TagGroup.ID, _ change: @Sendable (inout TagGroup) -> Void) throws -> TagGroup?,
    delete: @escaping @Sendable (TagGroup.ID) throws -> Void,
    changes: @escaping @Sendable () -> AsyncThrowingStream<[TagGroup], any Error>
  ) {
    self.all = all
    self.save = save
    self.change = change
    self.delete = delete
    self.changes = changes
  }
}

/// Stores the most recently used hashtags, for completion.
public struct RecentTags: Sendable {
  /// The most recently used hashtags with a prefix in any case, the latest first.
  public var all: @Sendable (_ prefix: String) throws -> [String]
  public var note: @Sendable (_ tag: String) throws -> Void

  public static let limit = 50

  public init(
    all: @escaping @Sendable (_ prefix: String) throws -> [String],
    note: @escaping @Sendable (_ tag: String) throws -> Void
  ) {
    self.all = all
    self.note = note
  }
}
