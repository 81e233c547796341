/// The requested part of a list.
///
/// Mastodon's cursors differ in direction (`docs.joinmastodon.org/api/guidelines/#pagination`): `older` goes down from
/// the newest, `newer` goes up from a known element without a gap, and `newest` starts at the top.
public struct PageRequest: Hashable, Sendable {
  public enum Position: Hashable, Sendable {
    case newest
    /// The elements just before a cursor from ``Page/older`` (or an element's id).
    case older(than: Cursor)
    /// The elements just after a cursor from ``Page/newer`` (or an element's id).
    case newer(than: Cursor)
    /// The newest elements, down to a cursor at most; there may be a gap above it.
    case since(Cursor)
    /// The elements between two cursors, starting at the lower one.
    case between(lower: Cursor, upper: Cursor)
    /// The elements after this many others, in a list that is paged by offset.
    case offset(Int)
  }

  public var position: Position
  /// The requested number of elements, 1 to 40 for statuses and 1 to 80 for accounts; the server may send fewer.
  public var limit: Int

  public init(_ position: Position = .newest, limit: Int = 20) {
    self.position = position
    self.limit = limit
  }

  /// The cursor below the page, if there is one.
  public var lowerEnd: Cursor? {
    switch position {
    case .newer(let cursor), .since(let cursor), .between(let cursor, _): cursor
    case .newest, .older, .offset: nil
    }
  }
}

/// A place in a list, as the server named it.
///
/// Opaque: bookmarks and favourites are paged by ids that no element has. For timelines an element's own id is a
/// cursor. A server may also use parameters of its own, which are stored after a question mark.
public struct Cursor: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let value: String

  public init(_ value: String) { self.value = value }

  public init(stringLiteral value: String) { self.value = value }

  /// Creates a cursor from a server's own query, percent-encoded.
  public init(query: String) { value = "?" + query }

  public init(offset: Int) { value = "?offset=\(offset)" }

  /// The server's own query, percent-encoded; `nil` if the cursor is a single value.
  public var query: Substring? { value.first == "?" ? value.dropFirst() : nil }

  public var description: String { value }
}

/// One page of a list and the cursors of its neighbours.
public struct Page<Element: Sendable>: Sendable {
  /// The elements, in the server's order: newest first.
  public var elements: [Element]
  /// The cursor of the next older page, or `nil` at the end of the list; a short page is not necessarily the last.
  public var older: Cursor?
  /// The cursor of elements to come.
  public var newer: Cursor?
  /// The number of unreadable elements, which were left out.
  public var skipped: Int
  /// The size of the response that it was read from; 0 if it was not.
  public var bytes = 0

  /// Creates a page; without cursors it is the whole list.
  public init(_ elements: [Element], older: Cursor? = nil, newer: Cursor? = nil, skipped: Int = 0) {
    self.elements = elements
    self.older = older
    self.newer = newer
    self.skipped = skipped
  }
}

extension Page: Equatable where Element: Equatable {}

extension Array {
  /// The elements without repeated keys: GoToSocial sends each post of some pages twice.
  public func droppingRepeats<Key: Hashable>(of key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

/// A response that contains a list, such as grouped notifications, and the cursors of its neighbours.
public struct Linked<Value: Sendable>: Sendable {
  public var value: Value
  /// The cursor of the next older page, or `nil` at the end.
  public var older: Cursor?
  /// The cursor of elements to come.
  public var newer: Cursor?

  public init(_ value: Value, older: Cursor? = nil, newer: Cursor? = nil) {
    self.value = value
    self.older = older
    self.newer = newer
  }
}
