public import FeatureKit
public import MastodonKit

/// The rows of a list that were fetched so far, and which of them are shown.
public struct PagedRows<Row: Hashable & Sendable>: Hashable, Sendable {
  /// Everything that was fetched, in the server's order.
  public private(set) var fetched: [Row]
  /// Where the next page begins; `nil` at the end of the list.
  public private(set) var older: Cursor?
  /// The first row of each page of the server, and the place of the page.
  private var origins: [Origin]
  /// The first row of each page up to the shown one.
  private var starts = [0]
  /// How many rows of the shown page fit the terminal; `nil` for all.
  private var fitting: Int?

  private struct Origin: Hashable, Sendable {
    var start: Int
    var place: ListPlace
  }

  /// Makes the first page.
  ///
  /// - Parameter place: Where it begins; by default at the top of the list.
  public init(_ rows: [Row] = [], older: Cursor? = nil, at place: ListPlace = ListPlace(cursor: nil)) {
    fetched = rows
    self.older = older
    origins = [Origin(start: 0, place: place)]
  }

  private var first: Int { starts.last ?? 0 }
  private var end: Int { fitting.map { min(first + $0, fetched.count) } ?? fetched.count }

  /// The rows that are shown, in the order of their numbers.
  public var shown: [Row] { Array(fetched[min(first, fetched.count)..<end]) }

  /// Whether there is a page below.
  public var hasOlder: Bool { older != nil || end < fetched.count }

  /// Whether the shown page is at the top of the list.
  public var isFirst: Bool { starts.count == 1 && origins[0].place == ListPlace(cursor: nil) }

  /// The place below the shown page, which `--before` takes; `nil` at the end of the list.
  public var cursor: String? {
    guard end < fetched.count else { return older.map { ListPlace(cursor: $0.value).word } }
    guard let origin = origins.last(where: { $0.start <= end }) else { return nil }
    let skipped = origin.place.skipped + end - origin.start
    return ListPlace(cursor: origin.place.cursor, skipped: skipped).word
  }

  /// Shows the page below, as far as it was fetched; false if it has to be fetched.
  public mutating func showBelow() -> Bool {
    guard end < fetched.count else { return false }
    starts.append(end)
    fitting = nil
    return true
  }

  /// Shows the page above; false at the top.
  public mutating func showAbove() -> Bool {
    guard starts.count > 1 else { return false }
    let below = starts.removeLast()
    fitting = below - first
    return true
  }

  /// Adds and shows the next page; false if nothing came.
  public mutating func show(_ page: Page<Row>) -> Bool {
    let place = older.map { ListPlace(cursor: $0.value) }
    older = page.older
    let known = Set(fetched)
    let new = page.elements.filter { !known.contains($0) }
    guard !new.isEmpty, let place else { return false }
    starts.append(fetched.count)
    origins.append(Origin(start: fetched.count, place: place))
    fitting = nil
    fetched += new
    return true
  }

  /// Shows only so many rows as fit; `count` is called with all rows of the page shown.
  public mutating func fit(_ count: (PagedRows) -> Int) {
    fitting = nil
    guard !shown.isEmpty else { return }
    fitting = max(count(self), 1)
  }

  /// Changes every row.
  public mutating func update(_ change: (inout Row) -> Void) {
    for index in fetched.indices { change(&fetched[index]) }
  }
}
