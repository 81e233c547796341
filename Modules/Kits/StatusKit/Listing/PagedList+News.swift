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
    unreadIDs = order == .chronological ? first.map { first in unreadIDs.filter { $0 > first } } ?? [] : []
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

extension PagedList {
  /// Takes the server's newest page for a list that came from the archive, and returns the text that says what is new.
  ///
  /// What is listed gets its new form and keeps its place and its number, also where it is gone; what is new is counted. What
  /// has changed since the request is newer than the answer.
  ///
  /// - Parameter before: The elements when the page was requested.
  public mutating func update(
    with page: Page<Element>, since before: [Element], me: Account.ID?, isHidden: (Element) -> Bool
  ) -> String? {
    let answers = Dictionary(page.elements.map { ($0.listID, $0) }) { first, _ in first }
    let (listed, first) = (Set(elements.map(\.listID)), elements.first?.listID)
    let unchanged = Set(before)
    update { element in if let answer = answers[element.listID], unchanged.contains(element) { element = answer } }
    if order == .chronological, page.skipped == 0, let last = page.elements.last?.listID,
      !listed.isDisjoint(with: answers.keys)
    {
      // What the page passes over is gone.
      deleted.formUnion(listed.filter { $0 > last && answers[$0] == nil })
    }
    // In a list by time, what the page lacks may be older than it.
    let above = page.elements.prefix { order == .chronological ? !listed.contains($0.listID) : $0.listID != first }
    let news = above.filter { $0.author != me && !isHidden($0) }
    guard !news.isEmpty else { return nil }
    let isMore = above.count == page.elements.count && page.older != nil
    guard order == .chronological else {
      return CountText.of(news.count, "new entry", "new entries") + (isMore ? " or more" : "")
    }
    unreadIDs.formUnion(news.map(\.listID))
    if isMore { hasMoreUnread = true }
    return newsNote
  }
}

extension PagedList<Status> {
  /// Counts a post that arrived and returns whether it is news: newer than those shown, by another account, not hidden,
  /// and not counted before.
  @discardableResult
  public mutating func count(_ status: Status, me: Account.ID?, isHidden: (Status) -> Bool) -> Bool {
    guard status.account.id != me, isNew(status), !isHidden(status) else { return false }
    guard unreadIDs.count < Self.countLimit else {
      hasMoreUnread = true
      return false
    }
    return unreadIDs.insert(status.id).inserted
  }

  /// Whether a post is above those that were shown.
  private func isNew(_ status: Status) -> Bool {
    switch order {
    case .chronological: newestShown.map { status.id > $0 } ?? true
    case .server: newestDate.map { status.createdAt > $0 } ?? true
    }
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
