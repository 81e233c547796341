/// Says which part of a list is wanted.
///
/// Mastodon's cursors differ in direction (`docs.joinmastodon.org/api/guidelines/#pagination`): `older` walks down from
/// newest, `newer` walks up from a known element without a gap, and `newest` starts at the top.
public struct PageRequest: Hashable, Sendable {
  /// Where in the list the page lies.
  public enum Position: Hashable, Sendable {
    /// The newest elements.
    case newest
    /// The elements just before a cursor from ``Page/older`` (or an element's id).
    case older(than: Cursor)
    /// The elements just after a cursor from ``Page/newer`` (or an element's id).
    case newer(than: Cursor)
    /// The newest elements, down to a cursor at most; there may be a gap above it.
    case since(Cursor)
    /// The elements just above the lower cursor, up to the upper one: a gap, filled from below.
    case between(lower: Cursor, upper: Cursor)
    /// The elements behind this many others, where a list is counted.
    case offset(Int)
  }

  /// Where in the list the page lies.
  public var position: Position
  /// How many elements are wanted, 1 to 40 for statuses and 1 to 80 for accounts; the server may give fewer.
  public var limit: Int

  /// Asks for `limit` elements at `position`.
  public init(_ position: Position = .newest, limit: Int = 20) {
    self.position = position
    self.limit = limit
  }

  /// The cursor that the page lies above, if there is one.
  public var lowerEnd: Cursor? {
    switch position {
    case .newer(let cursor), .since(let cursor), .between(let cursor, _): cursor
    case .newest, .older, .offset: nil
    }
  }
}

/// A place in a list, as the server named it.
///
/// Opaque: bookmarks and favourites page by ids that no element carries. For timelines an element's own id is a cursor. A
/// server may also name a place in parameters of its own; they are kept as they are, behind a question mark.
public struct Cursor: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The server's word for the place.
  public let value: String

  /// Takes the server's word for a place.
  public init(_ value: String) { self.value = value }

  /// Takes the server's word for a place.
  public init(stringLiteral value: String) { self.value = value }

  /// Takes a whole query that the server wants to be asked with, percent-encoded.
  public init(query: String) { value = "?" + query }

  /// The place behind this many elements.
  public init(offset: Int) { value = "?offset=\(offset)" }

  /// The query that the server wants to be asked with, percent-encoded; `nil` where the cursor is one value.
  public var query: Substring? { value.first == "?" ? value.dropFirst() : nil }

  /// The server's word for the place.
  public var description: String { value }
}

/// One page of a list and the way on from it.
public struct Page<Element: Sendable>: Sendable {
  /// The elements, in the server's order: newest first.
  public var elements: [Element]
  /// Where the next older page starts, or `nil` at the end of the list; a short page does not mean the end.
  public var older: Cursor?
  /// Where newer elements will appear.
  public var newer: Cursor?
  /// How many elements the server sent that could not be read; they were left out.
  public var skipped: Int

  /// Makes a page; without cursors it is the whole list.
  public init(_ elements: [Element], older: Cursor? = nil, newer: Cursor? = nil, skipped: Int = 0) {
    self.elements = elements
    self.older = older
    self.newer = newer
    self.skipped = skipped
  }
}

extension Page: Equatable where Element: Equatable {}

extension Array {
  /// The elements without those whose key an earlier one has: GoToSocial sends each post of some pages twice.
  public func droppingRepeats<Key: Hashable>(of key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

/// One answer that is more than a list, such as grouped notifications, and the way on from it.
public struct Linked<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value
  /// Where the next older answer starts, or `nil` at the end.
  public var older: Cursor?
  /// Where newer ones will appear.
  public var newer: Cursor?

  /// Puts an answer and its ways on together.
  public init(_ value: Value, older: Cursor? = nil, newer: Cursor? = nil) {
    self.value = value
    self.older = older
    self.newer = newer
  }
}
