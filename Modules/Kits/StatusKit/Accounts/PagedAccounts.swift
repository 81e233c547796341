import FeatureKit
public import MastodonKit

/// The accounts that were read of a list, and which of them are shown.
///
/// A value without effects. What was read is kept, so that going back needs no request. The order is the server's, so only its
/// cursors are places.
public struct PagedAccounts: Hashable, Sendable {
  /// A row of the list.
  public typealias Row = AccountList.Row

  /// All accounts that were read.
  public private(set) var rows: [Row]
  /// Which of them are shown.
  public private(set) var shown: Range<Int>
  /// Where the next page starts; `nil` at the end.
  public private(set) var older: Cursor?
  /// How many accounts could not be read.
  public private(set) var skipped: Int
  /// Where what was read starts.
  private let start: Cursor?
  /// The pages that were read after the first one: the index of the first row, and where each starts.
  private var pages: [PageStart] = []
  /// Whether the user came from below, so that the last rows are shown if not all fit.
  private var isReadUpwards = false

  private struct PageStart: Hashable, Sendable {
    var index: Int
    var cursor: Cursor
  }

  /// Makes a list from its first part.
  ///
  /// - Parameters:
  ///   - rows: The accounts.
  ///   - start: Where they start; `nil` for the top of the list.
  ///   - older: Where the next page starts.
  ///   - skipped: How many could not be read.
  public init(_ rows: [Row] = [], start: Cursor? = nil, older: Cursor? = nil, skipped: Int = 0) {
    self.rows = rows.droppingRepeats(of: \.account.id)
    self.start = start
    self.older = older
    self.skipped = skipped
    shown = 0..<self.rows.count
  }

  /// The accounts that are shown.
  public var visible: ArraySlice<Row> { rows[shown] }
  /// Whether there are more than those shown.
  public var hasOlder: Bool { older != nil || shown.upperBound < rows.count }
  /// Whether the first account is shown.
  public var isTop: Bool { start == nil && shown.lowerBound == 0 }

  /// Whether what was read begins at the top of the list.
  public var startsAtTop: Bool { start == nil }

  /// The place below the accounts shown, which `--before` takes; `nil` at the end.
  public var cursor: String? {
    guard hasOlder else { return nil }
    guard shown.upperBound < rows.count else { return older?.value }
    let page = pages.last { $0.index <= shown.upperBound }
    return ListPlace(cursor: page?.cursor.value ?? start?.value, skipped: shown.upperBound - (page?.index ?? 0)).word
  }

  /// Adds the next page and shows it; false, and nothing is shown, if it has no further accounts.
  public mutating func append(_ page: Page<Row>, from cursor: Cursor) -> Bool {
    let known = Set(rows.map(\.account.id))
    let new = page.elements.filter { !known.contains($0.account.id) }.droppingRepeats(of: \.account.id)
    older = page.older == cursor ? nil : page.older
    skipped += page.skipped
    guard !new.isEmpty else { return false }
    pages.append(PageStart(index: rows.count, cursor: cursor))
    shown = rows.count..<(rows.count + new.count)
    rows += new
    isReadUpwards = false
    return true
  }

  /// Shows the next accounts that were read already; false if there are none.
  public mutating func showOlder(_ limit: Int) -> Bool {
    guard shown.upperBound < rows.count else { return false }
    shown = shown.upperBound..<min(rows.count, shown.upperBound + limit)
    isReadUpwards = false
    return true
  }

  /// Shows the accounts before those shown; false at the top.
  public mutating func showNewer(_ limit: Int) -> Bool {
    guard shown.lowerBound > 0 else { return false }
    shown = max(0, shown.lowerBound - limit)..<shown.lowerBound
    isReadUpwards = true
    return true
  }

  /// Shows only so many of the accounts as fit.
  ///
  /// - Parameter count: Returns how many fit, counted from the end if that is requested.
  public mutating func fit(_ count: (_ accounts: PagedAccounts, _ fromEnd: Bool) -> Int) {
    guard !shown.isEmpty else { return }
    let fitting = min(max(count(self, isReadUpwards), 1), shown.count)
    shown =
      isReadUpwards
      ? (shown.upperBound - fitting)..<shown.upperBound : shown.lowerBound..<(shown.lowerBound + fitting)
  }

  /// Shows a relationship that changed.
  public mutating func replace(_ relationship: Relationship) {
    for index in rows.indices where rows[index].account.id == relationship.id {
      rows[index].relationship = relationship
      // What the server said of the mute's end is outdated.
      rows[index].account.details?.muteExpiresAt = nil
    }
  }
}
