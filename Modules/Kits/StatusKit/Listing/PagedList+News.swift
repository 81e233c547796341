import FeatureKit
public import MastodonKit

/// New elements after a page was printed: each is counted once.
extension PagedList {
  /// The number of new elements since the top of the list was shown.
  public var unread: Int { unreadIDs.count }

  /// The most elements that are counted as unread; a higher number would tell the reader nothing.
  private static var countLimit: Int { 10_000 }

  mutating func markRead(upTo first: ID?, isTop: Bool, isShort: Bool) {
    newestShown = first ?? newestShown
    guard !isTop else { return markAllRead() }
    unreadIDs = first.map { first in unreadIDs.filter { $0 > first } } ?? []
    if isShort { hasMoreUnread = false }
  }

  mutating func markAllRead() { (unreadIDs, hasMoreUnread, gapStart) = ([], false, nil) }

  /// The element from which to read upwards after the connection was lost; `nil` if none is known.
  public var catchUpStart: ID? { gapStart ?? [unreadIDs.max(), newestShown].compactMap(\.self).max() }

  /// Remembers that what is above an element could not be read: the count may be too low.
  public mutating func missNews(above start: ID) { (gapStart, hasMoreUnread) = (start, unread > 0) }

  /// The note beside the title: `3 newer posts`; `nil` for nothing.
  public var newsNote: String? {
    if isStale { return "filters changed: refresh" }
    guard unread > 0 else { return nil }
    let posts = unread == 1 && !hasMoreUnread ? "post" : "posts"
    return "\(unread)\(hasMoreUnread ? " or more" : "") newer \(posts)"
  }
}

extension PagedList<Status> {
  /// Counts a post that arrived and returns whether it is news: newer than those shown, by another account, not hidden,
  /// and not counted before.
  @discardableResult
  public mutating func count(_ status: Status, me: Account.ID?, isHidden: (Status) -> Bool) -> Bool {
    guard status.account.id != me, newestShown.map({ status.id > $0 }) ?? true, !isHidden(status) else { return false }
    guard unreadIDs.count < Self.countLimit else {
      hasMoreUnread = true
      return false
    }
    return unreadIDs.insert(status.id).inserted
  }

  /// Counts what was missed and returns the part of it that is news.
  public mutating func count(_ gap: Gap<Status>, me: Account.ID?, isHidden: (Status) -> Bool) -> Gap<Status> {
    var gap = gap
    gapStart = gap.isWhole ? nil : gap.elements.last?.id
    gap.elements = gap.elements.filter { count($0, me: me, isHidden: isHidden) }
    if !gap.isWhole { hasMoreUnread = true }
    return gap
  }
}
