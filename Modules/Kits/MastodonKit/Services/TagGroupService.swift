/// A few hashtags that are read as one timeline.
public struct TagGroup: Hashable, Sendable, Codable, Identifiable {
  /// Its own id, made once.
  public var id: String
  /// What the person calls it.
  public var title: String
  /// One character that stands for it.
  public var symbol: String
  /// The tags without `#`: the first is the timeline's own, any of the others counts too.
  public var tags: [String]

  /// How many tags a group has at most: Mastodon takes four beside the timeline's own.
  public static let tagLimit = 5

  /// Makes a group.
  public init(id: String, title: String, symbol: String, tags: [String]) {
    self.id = id
    self.title = title
    self.symbol = symbol
    self.tags = tags
  }
}

/// Keeps groups of hashtags; each change is on disk when the call returns.
public struct TagGroupService: Sendable {
  /// All groups, by title.
  public var all: @Sendable () throws -> [TagGroup]
  /// Keeps a group in place of an older form of itself.
  public var save: @Sendable (TagGroup) throws -> Void
  /// Forgets a group; none is as good.
  public var delete: @Sendable (TagGroup.ID) throws -> Void
  /// All groups now and after each change, whoever makes it, another Howdah included.
  public var changes: @Sendable () -> AsyncThrowingStream<[TagGroup], any Error>

  /// Makes the service from its parts.
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

/// Remembers which hashtags were used last, for completion.
public struct RecentTags: Sendable {
  /// The tags that were used last, the last one first; those that begin so, whatever their case.
  public var all: @Sendable (_ prefix: String) throws -> [String]
  /// Remembers a tag as the last one used.
  public var note: @Sendable (_ tag: String) throws -> Void

  /// How many are remembered.
  public static let limit = 50

  /// Makes the service from its parts.
  public init(
    all: @escaping @Sendable (_ prefix: String) throws -> [String],
    note: @escaping @Sendable (_ tag: String) throws -> Void
  ) {
    self.all = all
    self.note = note
  }
}
