/// A group of hashtags that is read as one timeline.
public struct TagGroup: Hashable, Sendable, Codable, Identifiable {
  public var id: String
  /// The user's name for it.
  public var title: String
  /// One character as its symbol.
  public var symbol: String
  /// The hashtags without `#`: the first is the timeline's, the others are included too.
  public var tags: [String]
  /// The hashtags without `#` that each post must have as well.
  public var all: [String]
  /// The hashtags without `#` that no post may have.
  public var none: [String]

  /// The largest number of hashtags in a group: Mastodon accepts four beside the timeline's own.
  public static let tagLimit = 5
  /// The largest number of hashtags that each post must have, or that none may have.
  public static let conditionLimit = 4

  public init(
    id: String, title: String, symbol: String, tags: [String], all: [String] = [], none: [String] = []
  ) {
    self.id = id
    self.title = title
    self.symbol = symbol
    self.tags = tags
    self.all = all
    self.none = none
  }
}

/// Stores groups of hashtags; each change is on disk when the call returns.
public struct TagGroupService: Sendable {
  /// All groups, sorted by title.
  public var all: @Sendable () throws -> [TagGroup]
  /// Saves a group, replacing its earlier version.
  public var save: @Sendable (TagGroup) throws -> Void
  /// Deletes a group if it exists.
  public var delete: @Sendable (TagGroup.ID) throws -> Void
  /// All groups now and after each change, also by another process.
  public var changes: @Sendable () -> AsyncThrowingStream<[TagGroup], any Error>

  public init(
    all: @escaping @Sendable () throws -> [TagGroup], save: @escaping @Sendable (TagGroup) throws -> Void,
    delete: @escaping @Sendable (TagGroup.ID) throws -> Void,
    changes: @escaping @Sendable () -> AsyncThrowingStream<[TagGroup], any Error>
  ) {
    self.all = all
    self.save = save
    self.delete = delete
    self.changes = changes
  }
}

/// Stores the most recently used hashtags, for completion.
public struct RecentTags: Sendable {
  /// The most recently used hashtags with a prefix in any case, the latest first.
  public var all: @Sendable (_ prefix: String) throws -> [String]
  /// Records a hashtag as the latest.
  public var note: @Sendable (_ tag: String) throws -> Void

  /// The maximum number that is stored.
  public static let limit = 50

  public init(
    all: @escaping @Sendable (_ prefix: String) throws -> [String],
    note: @escaping @Sendable (_ tag: String) throws -> Void
  ) {
    self.all = all
    self.note = note
  }
}
