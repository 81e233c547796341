public import FeatureKit
public import FoundationEssentials
public import MastodonKit

/// One page of a list of posts, the cursors to its neighbours, and what arrived since it was printed.
///
/// A value without effects: a model fetches pages and hands them to ``show(_:for:at:isHidden:)``. What arrives later
/// is counted, not inserted, so that the numbers of the page keep their meaning until the next page is printed.
public struct PagedStatuses: Hashable, Sendable {
  /// What the order of the posts is.
  public typealias Order = ListOrder

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
  /// Where the fetched posts begin, for lists in the order of the server.
  private var start: Cursor?
  /// Whether the oldest post comes first.
  public private(set) var isOldestFirst = false
  /// What is said below the last post if the reader stopped there; until another page is shown.
  public var stopText: String?
  /// Whether the server sent no posts for the page, so that no filter hides any.
  private(set) var cameEmpty = false
  /// The posts of the page that options hide.
  public private(set) var leftOut = LeftOut()

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

  /// Shows the part of the list that was read, and returns whether it was shown; see ``show(_:for:options:isAskedFor:at:isHidden:)``.
  public mutating func show(
    _ part: ListPart<Status>, options: TimelineOptions, isAskedFor: Bool = false, at now: Date,
    isHidden: (Status) -> Bool
  ) -> Bool {
    show(part.page, for: part.request, options: options, isAskedFor: isAskedFor, at: now, isHidden: isHidden)
  }

  /// Shows the page that a request brought, and returns whether it was shown.
  ///
  /// An empty page above or below is not shown: it says that there is nothing further in that direction.
  ///
  /// - Parameters:
  ///   - page: The server's response.
  ///   - request: What was requested.
  ///   - options: What is shown, and in which order.
  ///   - isAskedFor: Whether the user named the place, so that an empty page is shown too.
  ///   - now: The time of the response.
  ///   - isHidden: Whether the reader's filters hide a post.
  public mutating func show(
    _ page: Page<Status>, for request: PageRequest, options: TimelineOptions = TimelineOptions(),
    isAskedFor: Bool = false, at now: Date, isHidden: (Status) -> Bool
  ) -> Bool {
    let isTop = request.position == .newest
    guard isTop || isAskedFor || !page.elements.isEmpty else {
      switch request.position {
      case .older, .offset: older = page.older
      case .newer, .newest, .since, .between: markAllRead()
      }
      return false
    }
    let first = page.elements.first?.id
    (above, below, unreadBefore, stopText) = ([], [], unreadIDs, nil)
    isOldestFirst = options.range.isOldestFirst
    var isNewer = if case .newer = request.position { true } else { false }
    // Beginning with the oldest, the end of the newest page is read first, and the beginning of a part that was asked for.
    if isOldestFirst { isNewer = !isNewer && !(isAskedFor && options.range.since != nil) }
    isReadUpwards = isNewer
    start = if case .older(let cursor) = request.position { cursor } else { nil }
    list = StatusList(chosen(from: page.elements, options, isHidden), revealed: list.revealed)
    cameEmpty = page.elements.isEmpty
    older = page.older
    newer = page.newer ?? (order == .chronological ? first.map { Cursor($0.rawValue) } : nil)
    // Of a number of posts from a time on, the oldest are shown first, and more may follow.
    let isCut = isOldestFirst && options.range.since != nil && options.range.limit != nil
    isNewest = isTop && !isCut || !isTop && !isAskedFor && reachesTop(first)
    beginsAtTop = isNewest
    isStale = false
    if isNewest { markRead(upTo: first, isTop: isTop, isShort: page.elements.count < request.limit, at: now) }
    return true
  }

  private mutating func chosen(
    from elements: [Status], _ options: TimelineOptions, _ isHidden: (Status) -> Bool
  ) -> [Status] {
    leftOut = LeftOut()
    var chosen: [Status] = []
    for status in elements.droppingRepeats(of: \.id) where !isHidden(status) {
      if let obstacle = options.obstacle(to: status) { leftOut.add(obstacle) } else { chosen.append(status) }
    }
    return isOldestFirst ? chosen.reversed() : chosen
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
  public var hasOlder: Bool { older != nil || !heldOlder.isEmpty }

  /// The fetched posts that are older than those shown.
  private var heldOlder: [Status] { isOldestFirst ? above : below }

  /// Whether posts follow that begin with the oldest, which is read on towards the newest.
  public var hasNewerHeld: Bool { isOldestFirst && !below.isEmpty }

  /// Whether the oldest post that was fetched is shown.
  var showsOldestFetched: Bool { heldOlder.isEmpty }

  /// Whether the post that was seen last is further down than the page reaches.
  public var hasGapBelow: Bool {
    guard isNewest, order == .chronological, hasOlder, stopText == nil, let seenUpTo, !list.isEmpty else {
      return false
    }
    let next = heldOlder.first.map { $0.id > seenUpTo } ?? true
    return next && list.statuses.allSatisfy { $0.id > seenUpTo }
  }

  /// The place below the posts shown, which `--before` takes; `nil` if there are none older.
  public var cursor: String? {
    guard hasOlder else { return nil }
    guard !heldOlder.isEmpty else { return older?.value }
    guard order == .server else { return (isOldestFirst ? list.statuses.first : list.statuses.last)?.id.rawValue }
    return ListPlace(cursor: start?.value, skipped: list.statuses.count + (isOldestFirst ? below : above).count).word
  }

  /// The place above the posts shown, which `--after` takes; `nil` if it has none.
  public var upperCursor: String? {
    guard order == .chronological else { return nil }
    return (isOldestFirst ? list.statuses.last : list.statuses.first)?.id.rawValue ?? newer?.value
  }

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
    isNewest = beginsAtTop && (isOldestFirst ? below.isEmpty : above.isEmpty || isUnreadAbove)
    guard isUpwards, !isOldestFirst, beginsAtTop, order == .chronological, let first = list.statuses.first?.id else {
      return
    }
    // What did not fit was not seen.
    guard !above.isEmpty || newestShown.map({ $0 < first }) ?? true else { return }
    newestShown = first
    unreadIDs = unreadIDs.union(unreadBefore).filter { $0 > first }
  }

  /// Whether the posts above those shown were never shown.
  private var isUnreadAbove: Bool { isReadUpwards && order == .chronological }

  /// Shows the next older posts that were fetched already; false if there are none.
  public mutating func showOlder() -> Bool { isOldestFirst ? showAbove() : showBelow() }

  /// Shows the next newer posts that were fetched already; false if there are none.
  public mutating func showNewer() -> Bool { isOldestFirst ? showBelow() : showAbove() }

  private mutating func showBelow() -> Bool {
    guard !below.isEmpty else { return false }
    above += list.statuses
    list = StatusList(below, keeping: list)
    below = []
    (isNewest, isReadUpwards) = (isOldestFirst && beginsAtTop, false)
    return true
  }

  private mutating func showAbove() -> Bool {
    guard !above.isEmpty else { return false }
    below = list.statuses + below
    list = StatusList(above, keeping: list)
    above = []
    (isNewest, isReadUpwards) = (!isOldestFirst && beginsAtTop, true)
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

  /// The note beside the title: `3 newer posts`; `nil` for nothing.
  public func newsNote(_ layout: Layout) -> String? {
    if isStale { return "filters changed: refresh" }
    guard unread > 0 else { return nil }
    let posts = unread == 1 && !hasMoreUnread ? "post" : "posts"
    return "\(unread)\(hasMoreUnread ? " or more" : "") newer \(posts)"
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
