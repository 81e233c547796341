public import FoundationEssentials

/// The user's own tags and note on a bookmarked post.
public struct BookmarkMark: Hashable, Sendable, Identifiable {
  public var id: Status.ID
  /// The post's address, which other servers know too.
  public var address: String
  /// Words of the user's, without `#`.
  public var tags: [String]
  public var note: String
  public var date: Date

  public static let tagLimit = 20
  public static let tagLength = 50
  public static let noteLength = 1000

  public init(id: Status.ID, address: String, tags: [String] = [], note: String = "", date: Date) {
    self.id = id
    self.address = address
    self.tags = tags
    self.note = note
    self.date = date
  }

  public var isEmpty: Bool { tags.isEmpty && note.isEmpty }

  /// Whether it has a tag, in whatever case.
  public func has(_ tag: String) -> Bool { tags.contains { $0.lowercased() == tag.lowercased() } }
}

/// Stores an account's tags and notes on bookmarks on this machine; each change is on disk when the call returns.
public struct BookmarkMarks: Sendable {
  /// All of them, the last changed first.
  public var all: @Sendable () throws -> [BookmarkMark]
  /// The one of a post; `nil` if there is none.
  public var mark: @Sendable (Status.ID) throws -> BookmarkMark?
  /// Replaces the one of a post by what the closure makes of it, with the present time, and returns the earlier one; an empty one is deleted.
  ///
  /// In one step: what another process changes at the same time is not lost.
  public var change: @Sendable (Status.ID, _ change: (BookmarkMark?) -> BookmarkMark) throws -> BookmarkMark?
  public var delete: @Sendable (Status.ID) throws -> Void

  public init(
    all: @escaping @Sendable () throws -> [BookmarkMark],
    mark: @escaping @Sendable (Status.ID) throws -> BookmarkMark?,
    change: @escaping @Sendable (Status.ID, _ change: (BookmarkMark?) -> BookmarkMark) throws -> BookmarkMark?,
    delete: @escaping @Sendable (Status.ID) throws -> Void
  ) {
    self.all = all
    self.mark = mark
    self.change = change
    self.delete = delete
  }

  /// Has none and keeps none.
  public static let none = BookmarkMarks(all: { [] }, mark: { _ in nil }, change: { _, _ in nil }, delete: { _ in })
}
