public struct SearchService: Sendable {
  /// One page of results; there is a next one only if the query names a kind.
  public var search: @Sendable (SearchQuery, PageRequest) async throws -> Linked<SearchResults>

  public init(search: @escaping @Sendable (SearchQuery, PageRequest) async throws -> Linked<SearchResults>) {
    self.search = search
  }
}

/// An account's recent searches, stored on this machine.
public struct RecentSearches: Sendable {
  public struct Search: Hashable, Sendable {
    public var text: String
    /// The kind of results; `nil` for all.
    public var kind: SearchQuery.Kind?

    public init(_ text: String, kind: SearchQuery.Kind? = nil) {
      self.text = text
      self.kind = kind
    }
  }

  /// The searches, the latest first.
  public var all: @Sendable () throws -> [Search]
  public var note: @Sendable (Search) throws -> Void
  /// Deletes them all; returns how many there were.
  public var clear: @Sendable () throws -> Int

  public static let limit = 30

  public init(
    all: @escaping @Sendable () throws -> [Search], note: @escaping @Sendable (Search) throws -> Void,
    clear: @escaping @Sendable () throws -> Int
  ) {
    self.all = all
    self.note = note
    self.clear = clear
  }
}
