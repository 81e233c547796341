/// Searches the server.
public struct SearchService: Sendable {
  /// One page of results; there is a next one only if the query names a kind.
  public var search: @Sendable (SearchQuery, PageRequest) async throws -> Linked<SearchResults>

  /// Creates the service from its closure.
  public init(search: @escaping @Sendable (SearchQuery, PageRequest) async throws -> Linked<SearchResults>) {
    self.search = search
  }
}

/// What an account searched for last, stored on this machine.
public struct RecentSearches: Sendable {
  /// A search.
  public struct Search: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The kind of results; `nil` for all.
    public var kind: SearchQuery.Kind?

    /// Creates a search.
    public init(_ text: String, kind: SearchQuery.Kind? = nil) {
      self.text = text
      self.kind = kind
    }
  }

  /// The searches, the latest first.
  public var all: @Sendable () throws -> [Search]
  /// Records a search as the latest.
  public var note: @Sendable (Search) throws -> Void
  /// Deletes them all; returns how many there were.
  public var clear: @Sendable () throws -> Int

  /// How many are stored.
  public static let limit = 30

  /// Creates the service from its closures.
  public init(
    all: @escaping @Sendable () throws -> [Search], note: @escaping @Sendable (Search) throws -> Void,
    clear: @escaping @Sendable () throws -> Int
  ) {
    self.all = all
    self.note = note
    self.clear = clear
  }
}
