public import FeatureKit
public import FoundationEssentials
public import MastodonKit

/// One page of a list of posts, the cursors to its neighbours, and what arrived since it was printed.
///
/// A value without effects: a model fetches pages and hands them to ``show(_:for:at:isHidden:)``. What arrives later
/// is counted, not inserted, so that the numbers of the page keep their meaning until the next page is printed.
public struct PagedStatuses: Hashable, Sendable {
  /// What the order of the posts is.
  public enum Order: Hashable, Sendable {
    /// Newest first, by id: any post's id is a place in the list. True of timelines.
    case chronological
    /// Known to the server alone, such as the time of a bookmark: only the server's cursors are places.
    case server
  }

  /// What the order of the posts is.
  public let order: Order
  /// The page as it was printed.
  public private(set) var list: StatusList
  /// Where the next older page starts; `nil` at the end.
  public private(set) var older: Cursor?
  /// Where the next newer page starts.
  public private(set) var newer: Cursor?
  /// Whether the page is the top of the list, as far as it was shown.
  public private(set) var isNewest: Bool
  /// When the top of the list was fetched.
  public private(set) var fetchedAt: Date?
  /// The newest post shown so far; what is above it is unread.
  public private(set) var newestShown: Status.ID?
  /// The newest post that was shown at the previous visit; `nil` if that is not known.
  public var seenUpTo: Status.ID?
  /// The unread posts, each once however often it arrives.
  public private(set) var unreadIDs: Set<Status.ID>
  /// Whether there are more unread posts than were counted.
  public private(set) var hasMoreUnread: Bool
  /// Whether the page has to be fetched again, since the filters changed.
  public private(set) var isStale: Bool
  /// The newest post below those that were missed and could not be read yet.
  private var gapStart: Status.ID?
  /// The posts that were fetched and are above those shown.
  private var above: [Status] = []
  /// The posts that were fetched and are below those shown.
  private var below: [Status] = []
  /// Whether the fetched posts begin at the top of the list.
  private var beginsAtTop: Bool
  /// Whether the reader came from below, so that the last posts are shown if not all fit.
  private var isReadUpwards = false
  /// The unread posts before the page was fetched.
  private var unreadBefore: Set<Status.ID> = []

  /// Makes a page; by default without posts.
  public init(
    _ statuses: [Status] = [], order: Order = .chronological, older: Cursor? = nil, isNewest: Bool = true,
    fetchedAt: Date? = nil, seenUpTo: Status.ID? = nil, unreadIDs: Set<Status.ID> = [], hasMoreUnread: Bool = false,
    isStale: Bool = false
  ) {
    self.order = order
    list = StatusList(statuses)
    self.older = older
    newer = order == .chronological ? statuses.first.map { Cursor($0.id.rawValue) } : nil
    self.isNewest = isNewest
    beginsAtTop = isNewest
    self.fetchedAt = fetchedAt
    newestShown = isNewest ? statuses.first?.id : nil
    self.seenUpTo = seenUpTo
    self.unreadIDs = unreadIDs
    self.hasMoreUnread = hasMoreUnread
    self.isStale = isStale
  }

  /// How many posts arrived since the top of the list was shown.
  public var unread: Int { unreadIDs.count }

  /// The most posts that are counted as unread; a higher number would tell the reader nothing.
  static let countLimit = 10_000
}

// MARK: - Pages

extension PagedStatuses {
  /// The request for the posts just above the newest one shown, so that none is skipped.
  public var newPosition: PageRequest.Position? { newestShown.map { .newer(than: Cursor($0.rawValue)) } }
  /// The request for the next older page; `nil` at the end.
  public var olderPosition: PageRequest.Position? { older.map { .older(than: $0) } }
  /// The request for the page just above; `nil` if the server named no place and an id is none.
  public var newerPosition: PageRequest.Position? { newer.map { .newer(than: $0) } }

  /// Shows the page that a request brought, and returns whether it was shown.
  ///
  /// An empty page above or below is not shown: it says that there is nothing further in that direction.
  ///
  /// - Parameters:
  ///   - page: The server's response.
  ///   - request: What was requested.
  ///   - now: The time of the response.
  ///   - isHidden: Whether the reader's filters hide a post.
  public mutating func show(
    _ page: Page<Status>, for request: PageRequest, at now: Date, isHidden: (Status) -> Bool
  ) -> Bool {
    let isTop = request.position == .newest
    guard isTop || !page.elements.isEmpty else {
      switch request.position {
      case .older, .offset: older = page.older
      case .newer, .newest, .since, .between: markAllRead()
      }
      return false
    }
    let first = page.elements.first?.id
    (above, below, unreadBefore) = ([], [], unreadIDs)
    if case .newer = request.position { isReadUpwards = true } else { isReadUpwards = false }
    list = StatusList(
      page.elements.droppingRepeats(of: \.id).filter { !isHidden($0) }, revealed: list.revealed)
    older = page.older
    newer = page.newer ?? (order == .chronological ? first.map { Cursor($0.rawValue) } : nil)
    isNewest = isTop || reachesTop(first)
    beginsAtTop = isNewest
    isStale = false
    if isNewest { markRead(upTo: first, isTop: isTop, isShort: page.elements.count < request.limit, at: now) }
    return true
  }

  /// Whether a page that begins with this post is the top of the list.
  private func reachesTop(_ first: Status.ID?) -> Bool {
    guard order == .chronological, let first else { return false }
    return newestShown.map { first >= $0 } ?? true
  }

  private mutating func markRead(upTo first: Status.ID?, isTop: Bool, isShort: Bool, at now: Date) {
    newestShown = first ?? newestShown
    guard !isTop else {
      markAllRead()
      fetchedAt = now
      return
    }
    unreadIDs = first.map { first in unreadIDs.filter { $0 > first } } ?? []
    if isShort { hasMoreUnread = false }
    if unread == 0 { fetchedAt = now }
  }

  private mutating func markAllRead() {
    unreadIDs = []
    hasMoreUnread = false
    gapStart = nil
  }

  /// Requires the page to be fetched again at the next visit.
  public mutating func invalidate() { isStale = true }
}

// MARK: - Pages that fit the terminal

extension PagedStatuses {
  /// Whether there are older posts than those shown.
  public var hasOlder: Bool { older != nil || !below.isEmpty }

  /// Shows only so many of the posts as fit; `older` and `newer` show the others without a request.
  ///
  /// - Parameter count: Returns how many of the posts fit, counted from the end if that is requested.
  public mutating func fit(_ count: (_ posts: PagedStatuses, _ fromEnd: Bool) -> Int) {
    let isUpwards = isReadUpwards
    // The terminal may be larger than it was at the last print.
    if isUpwards {
      list = StatusList(above + list.statuses, keeping: list)
      above = []
    } else {
      list = StatusList(list.statuses + below, keeping: list)
      below = []
    }
    guard !list.isEmpty else { return }
    let all = list.statuses
    let fitting = min(max(count(self, isUpwards), 1), all.count)
    if isUpwards {
      above = Array(all.dropLast(fitting))
      list = StatusList(all.suffix(fitting), keeping: list)
    } else {
      below = Array(all.dropFirst(fitting))
      list = StatusList(Array(all.prefix(fitting)), keeping: list)
    }
    isNewest = beginsAtTop && (above.isEmpty || isUnreadAbove)
    guard isUpwards, beginsAtTop, order == .chronological, let first = list.statuses.first?.id else { return }
    // What did not fit was not seen.
    guard !above.isEmpty || newestShown.map({ $0 < first }) ?? true else { return }
    newestShown = first
    unreadIDs = unreadIDs.union(unreadBefore).filter { $0 > first }
  }

  /// Whether the posts above those shown were never shown.
  private var isUnreadAbove: Bool { isReadUpwards && order == .chronological }

  /// Shows the posts below that were fetched already; false if there are none.
  public mutating func showBelow() -> Bool {
    guard !below.isEmpty else { return false }
    above += list.statuses
    list = StatusList(below, keeping: list)
    below = []
    (isNewest, isReadUpwards) = (false, false)
    return true
  }

  /// Shows the posts above that were fetched already; false if there are none.
  public mutating func showAbove() -> Bool {
    guard !above.isEmpty else { return false }
    below = list.statuses + below
    list = StatusList(above, keeping: list)
    above = []
    (isNewest, isReadUpwards) = (beginsAtTop, true)
    return true
  }
}

// MARK: - Changes

extension PagedStatuses {
  /// Applies an event that concerns the posts shown; arriving posts are left to ``count(_:me:isHidden:)``.
  public mutating func apply(_ event: StreamEvent) {
    switch event {
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    case .filtersChanged: invalidate()
    case .update, .notification, .notificationsMerged, .conversation, .announcement, .announcementReaction,
      .announcementDelete, .unknown:
      break
    }
  }

  /// Shows a post's new form.
  public mutating func replace(_ status: Status) {
    list.replace(status)
    above = StatusList(above).replacing(status)
    below = StatusList(below).replacing(status)
  }

  /// Shows that a post is gone; it keeps its number and is no longer unread.
  public mutating func remove(_ id: Status.ID) {
    list.remove(id)
    above.removeAll { $0.id == id || $0.displayed.id == id }
    below.removeAll { $0.id == id || $0.displayed.id == id }
    unreadIDs.remove(id)
  }

  /// Opens a post's warnings and filters.
  public mutating func reveal(_ id: Status.ID) { list.reveal(id) }
}

// MARK: - Unread posts

extension PagedStatuses {
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

  /// The post from which to read upwards after the connection was lost; `nil` if no post is known.
  public var catchUpStart: Status.ID? { gapStart ?? [unreadIDs.max(), newestShown].compactMap(\.self).max() }

  /// Counts what was missed and returns the part of it that is news.
  public mutating func count(_ gap: Gap<Status>, me: Account.ID?, isHidden: (Status) -> Bool) -> Gap<Status> {
    var gap = gap
    gapStart = gap.isWhole ? nil : gap.elements.last?.id
    gap.elements = gap.elements.filter { count($0, me: me, isHidden: isHidden) }
    if !gap.isWhole { hasMoreUnread = true }
    return gap
  }

  /// Remembers that what is above a post could not be read: the count may be too low.
  public mutating func missPosts(above start: Status.ID) {
    gapStart = start
    hasMoreUnread = unread > 0
  }
}

extension Loadable<PagedStatuses> {
  /// The page as it was printed; empty until there is one.
  public var list: StatusList { value?.list ?? StatusList() }
}
