public import FeatureKit
import FoundationEssentials
public import MastodonKit

/// The part of a list that was read, which of it is shown, the cursors beside it, and the items that are new since it
/// was printed.
///
/// A value without effects: a model reads parts and hands them to ``show(_:options:isAskedFor:me:isHidden:rule:wasShown:)``. What arrives later is
/// counted, not inserted, so that the numbers of the page keep their meaning until the next page is printed.
public struct PagedList<Element: ListElement>: Hashable, Sendable {
  public typealias ID = Identifier<Element>

  public let order: ListOrder
  /// The elements that were read and kept, in the server's order.
  public private(set) var elements: [Element]
  public private(set) var shown: Range<Int>
  /// The start of the next older page; `nil` at the end.
  public private(set) var older: Cursor?
  public private(set) var newer: Cursor?
  public private(set) var skipped: Int
  public private(set) var isOldestFirst = false
  /// Whether the page has to be fetched again.
  public var isStale: Bool
  /// The text below the last element if the reader stopped there; until another page is shown.
  public var stopText: String?
  /// Whether the server sent nothing for the page, so that no filter hides any of it.
  private(set) var cameEmpty = false
  /// What options and rules hide among the elements.
  private var hidden: [Hidden] = []
  /// The elements whose warnings and filters the user opened.
  var revealed: Set<ID> = []
  /// The further appearances of what a row shows, such as other boosts of a post, by the row's element.
  var repeats: [ID: [Element]] = [:]
  var shownBefore: Set<ID> = []
  /// The elements that were deleted since they were printed.
  var deleted: Set<ID> = []
  /// The starts of the pages that were read, in order.
  private var pages: [PageStart]
  /// The cursors of the older pages that were added; one that repeats would lead in a circle.
  private var followed: Set<Cursor> = []
  /// Whether the last older page had nothing but what was listed already.
  private var isRepeated = false
  /// Whether the reader came from below, so that the last elements are shown if not all fit.
  public private(set) var isReadUpwards = false
  /// Whether the first element is the top of the list.
  private var beginsAtTop: Bool

  // What arrived since: see PagedList+News.swift.

  /// The newest element shown so far; what is above it is unread.
  public internal(set) var newestShown: ID?
  /// The time of the newest element shown so far, where the order is not that of ids.
  private(set) var newestDate: Date?
  /// The newest element that was shown at the previous visit; `nil` if that is not known.
  public var seenUpTo: ID?
  /// The unread elements, each once however often it arrives.
  public internal(set) var unreadIDs: Set<ID>
  /// Whether there are more unread elements than were counted.
  public internal(set) var hasMoreUnread: Bool
  /// The unread elements before the page was fetched.
  private var unreadBefore: Set<ID> = []
  /// The newest element that was shown on a page as high as the terminal.
  private var fittedUpTo: ID?
  /// The newest element below those that were missed and could not be read yet.
  var gapStart: ID?

  private struct PageStart: Hashable, Sendable {
    var index: Int
    var place: ListPlace
  }

  /// An element that is hidden, by the index of the next one that is not.
  private struct Hidden: Hashable, Sendable {
    var index: Int
    let obstacle: Obstacle
  }

  /// Creates a page; by default without elements.
  ///
  /// - Parameter place: The start; by default at the top of the list.
  public init(
    _ elements: [Element] = [], order: ListOrder? = nil, older: Cursor? = nil, isNewest: Bool = true,
    at place: ListPlace = ListPlace(cursor: nil), skipped: Int = 0, seenUpTo: ID? = nil, unreadIDs: Set<ID> = [],
    hasMoreUnread: Bool = false, isStale: Bool = false
  ) {
    self.order = order ?? (Element.isTimeline ? .chronological : .server)
    self.elements = elements
    shown = elements.indices
    pages = [PageStart(index: 0, place: place)]
    self.older = older
    self.skipped = skipped
    beginsAtTop = isNewest && place == ListPlace(cursor: nil)
    self.seenUpTo = seenUpTo
    self.unreadIDs = unreadIDs
    self.hasMoreUnread = hasMoreUnread
    self.isStale = isStale
    let first = elements.first?.listID
    newer = self.order == .chronological ? first.map { Cursor($0.rawValue) } : nil
    newestShown = isNewest ? first : nil
  }

  /// The elements that are shown, in the order of their numbers.
  public var visible: [Element] {
    let part = shown == elements.indices ? elements : Array(elements[shown])
    return isOldestFirst ? part.reversed() : part
  }

  public var startsAtTop: Bool { beginsAtTop }
  /// Whether the page is the top of the list, as far as it was shown.
  public var isNewest: Bool { beginsAtTop && (shown.lowerBound == 0 || isUnreadAbove) }
  /// Whether what is above the page was never shown.
  private var isUnreadAbove: Bool {
    guard isReadUpwards, !isOldestFirst, order == .chronological else { return false }
    // On the way back up, what is above was shown before.
    return fittedUpTo.map { newest in visible.first.map { newest <= $0.listID } ?? true } ?? true
  }
  public var hasOlder: Bool { older != nil || !showsOldestFetched }
  var showsOldestFetched: Bool { shown.upperBound == elements.count }
  /// The text in place of elements of which the server sent only unreadable ones.
  var unreadableText: String? { skipped > 0 && elements.isEmpty ? "The server sent nothing that can be read." : nil }
  /// The elements of the page that options and rules hide: those among the shown ones.
  public var leftOut: LeftOut {
    var leftOut = LeftOut()
    for one in hidden where shown.contains(one.index) || one.index >= elements.count && showsOldestFetched {
      leftOut.add(one.obstacle)
    }
    return leftOut
  }
  /// Whether newer elements than those shown were fetched.
  public var hasNewerHeld: Bool { shown.lowerBound > 0 }
}

// MARK: - Places

extension PagedList {
  /// The place below the elements shown, which `--before` takes; `nil` if there are none older.
  public var cursor: String? {
    guard !showsOldestFetched else { return older?.value }
    guard order == .server, let page = pages.last(where: { $0.index <= shown.upperBound }) else {
      return shown.isEmpty ? nil : elements[shown.upperBound - 1].listID.rawValue
    }
    // Only the server's cursors are places; what is shown of the page below one is skipped.
    let skipped = page.place.skipped + shown.upperBound - page.index
    return ListPlace(cursor: page.place.cursor, skipped: skipped).word
  }

  /// The place above the elements shown, which `--after` takes; `nil` if it has none.
  public var upperCursor: String? {
    guard order == .chronological else { return nil }
    return shown.isEmpty ? newer?.value : elements[shown.lowerBound].listID.rawValue
  }

  /// The request for the elements just above the newest one shown, so that none is skipped.
  public var newPosition: PageRequest.Position? { newestShown.map { .newer(than: Cursor($0.rawValue)) } }
  /// The request for the next older page; `nil` at the end.
  public var olderPosition: PageRequest.Position? { older.map { .older(than: $0) } }
  /// The request for the page just above; `nil` if the server named no place and an id is none.
  public var newerPosition: PageRequest.Position? { newer.map { .newer(than: $0) } }

  /// Whether the element that was seen last is further down than the page reaches.
  public var hasGapBelow: Bool {
    guard isNewest, order == .chronological, hasOlder, stopText == nil, let seenUpTo, !shown.isEmpty else {
      return false
    }
    return elements[shown.lowerBound..<min(shown.upperBound + 1, elements.count)].allSatisfy { $0.listID > seenUpTo }
  }
}

// MARK: - Pages

extension PagedList {
  /// Shows a part of the list that was read, and returns whether it was shown.
  ///
  /// An empty part above or below is not shown: it says that there is nothing further in that direction.
  ///
  /// - Parameters:
  ///   - isAskedFor: Whether the user named the place, so that an empty page is shown too.
  ///   - isHidden: Whether the reader's filters hide an element.
  ///   - rule: The number of the reader's rule that hides an element.
  ///   - wasShown: Whether the content of an element was shown before; `nil` if each element has a row of its own.
  @discardableResult
  public mutating func show(
    _ part: ListPart<Element>, options: TimelineOptions, isAskedFor: Bool, me: Account.ID?,
    isHidden: (Element) -> Bool, rule: (Element) -> PostRule.ID?, wasShown: ((Element) -> Bool)?
  ) -> Bool {
    let (page, position, range) = (part.page, part.request.position, options.range)
    let isTop = position == .newest
    // Some begin a page with the last element of the one before.
    isRepeated =
      if case .older = position, !isAskedFor, page.elements.count > 1 {
        Set(elements.map(\.listID)).isSuperset(of: page.elements.map(\.listID))
      } else { false }
    var place = ListPlace(cursor: nil)
    if case .older(let cursor) = position { place = ListPlace(cursor: cursor.value) }
    if !Element.isTimeline, !isAskedFor, !isTop { return append(page, at: place) }
    guard isTop || isAskedFor || !page.elements.isEmpty else {
      switch position {
      case .older, .offset: older = page.older
      case .newer, .newest, .since, .between: markAllRead()
      }
      return false
    }
    if isAskedFor, let before = range.before { place = before }
    let first = page.elements.first?.listID
    (unreadBefore, stopText) = (unreadIDs, nil)
    isOldestFirst = range.isOldestFirst
    isReadUpwards = if case .newer = position { true } else { isOldestFirst && isAskedFor && range.since != nil }
    var (hidden, kept): ([Hidden], Int) = ([], 0)
    elements = page.elements.droppingRepeats(of: \.listID).filter { element in
      guard !isHidden(element) else { return false }
      if let obstacle = element.obstacle(options, me: me) ?? rule(element).map(Obstacle.rule) {
        hidden.append(Hidden(index: kept, obstacle: obstacle))
        return false
      }
      kept += 1
      return true
    }
    let unfolded = hidden.isEmpty ? [] : elements.map(\.listID)
    fold(wasShown)
    self.hidden = hidden.isEmpty ? [] : placed(hidden, among: unfolded)
    shown = elements.indices
    pages = [PageStart(index: 0, place: place)]
    (deleted, cameEmpty, isStale, skipped) = ([], page.elements.isEmpty, false, page.skipped)
    older = page.older
    newer = page.newer ?? (order == .chronological ? first.map { Cursor($0.rawValue) } : nil)
    // Of a number of elements from a time on, the oldest are shown first, and more may follow.
    let isCut = isOldestFirst && range.since != nil && range.limit != nil || place.skipped > 0
    beginsAtTop = isTop && !isCut || !isTop && !isAskedFor && reachesTop(first)
    if beginsAtTop { newestDate = page.elements.compactMap(\.listDate).max() ?? newestDate }
    if beginsAtTop { markRead(upTo: first, isTop: isTop, isShort: page.elements.count < part.request.limit) }
    return true
  }

  /// Throws if the server answers the requests for older elements with what is listed already.
  public func requireProgress() throws {
    guard isRepeated else { return }
    throw MastodonError.unavailable(
      words: "The server sent the same entries again: the rest can't be read.", suggestion: "refresh")
  }

  /// Shows a part of the list as it is, and returns whether it was shown.
  @discardableResult
  public mutating func show(_ part: ListPart<Element>) -> Bool {
    show(
      part, options: TimelineOptions(), isAskedFor: false, me: nil, isHidden: { _ in false }, rule: { _ in nil },
      wasShown: nil)
  }

  /// Adds the next page of a list whose pages are kept, and shows it; false if it has nothing that is not listed yet.
  private mutating func append(_ page: Page<Element>, at place: ListPlace) -> Bool {
    let known = Set(elements.map(\.listID))
    let new = page.elements.filter { !known.contains($0.listID) }.droppingRepeats(of: \.listID)
    if let older { followed.insert(older) }
    older = page.older.flatMap { followed.contains($0) ? nil : $0 }
    skipped += page.skipped
    guard !new.isEmpty else { return false }
    pages.append(PageStart(index: elements.count, place: place))
    elements += new
    (shown, isReadUpwards) = (elements.count - new.count..<elements.count, false)
    return true
  }

  /// Adds elements above a list whose pages are kept, and shows them; false if none is newer than the page.
  public mutating func prepend(_ page: Page<Element>) -> Bool {
    let (known, first) = (Set(elements.map(\.listID)), elements.first?.listID)
    let new = page.elements.filter { element in
      !known.contains(element.listID) && first.map { element.listID > $0 } ?? true
    }
    guard !new.isEmpty else { return false }
    elements = new + elements
    for page in pages.indices.dropFirst() { pages[page].index += new.count }
    (shown, isReadUpwards) = (0..<new.count, true)
    return true
  }

  /// The hidden ones with their places among the elements that have a row.
  ///
  /// - Parameter all: The elements before some were folded.
  private func placed(_ hidden: [Hidden], among all: [ID]) -> [Hidden] {
    let rows = Set(elements.map(\.listID))
    var (index, next) = (0, 0)
    return hidden.map { one in
      while next < one.index {
        if rows.contains(all[next]) { index += 1 }
        next += 1
      }
      return Hidden(index: index, obstacle: one.obstacle)
    }
  }

  /// Whether a page that begins with this element is the top of the list.
  private func reachesTop(_ first: ID?) -> Bool {
    guard order == .chronological else { return isReadUpwards && newer == nil && first != nil }
    guard let first else { return false }
    return newestShown.map { first >= $0 } ?? true
  }

  /// Shows only so many of the elements as fit; the others are shown by turning pages, without a request.
  ///
  /// - Parameter count: Returns how many of the elements fit, counted from the end if that is requested.
  public mutating func fit(_ count: (_ list: PagedList, _ fromEnd: Bool) -> Int) {
    // The terminal may be larger than it was at the last print.
    shown =
      isReadUpwards
      ? pageStart(above: shown.upperBound)..<shown.upperBound : shown.lowerBound..<pageEnd(below: shown.lowerBound)
    guard !shown.isEmpty else { return }
    let fitting = min(max(count(self, isReadUpwards != isOldestFirst), 1), shown.count)
    shown = isReadUpwards ? shown.suffix(fitting) : shown.prefix(fitting)
    defer { fittedUpTo = [fittedUpTo, visible.first?.listID].compactMap(\.self).max() }
    guard isUnreadAbove, beginsAtTop, let first = visible.first?.listID else { return }
    // What did not fit was not seen.
    guard hasNewerHeld || newestShown.map({ $0 < first }) ?? true else { return }
    newestShown = first
    unreadIDs = unreadIDs.union(unreadBefore).filter { $0 > first }
  }

  /// Shows the next older elements that were fetched already; false if there are none.
  public mutating func showOlder() -> Bool {
    guard !showsOldestFetched else { return false }
    (shown, isReadUpwards) = (shown.upperBound..<pageEnd(below: shown.upperBound), false)
    return true
  }

  /// Shows the next newer elements that were fetched already; false if there are none.
  public mutating func showNewer() -> Bool {
    guard hasNewerHeld else { return false }
    (shown, isReadUpwards) = (pageStart(above: shown.lowerBound)..<shown.lowerBound, true)
    return true
  }

  private func pageStart(above index: Int) -> Int { pages.last { $0.index < index }?.index ?? 0 }

  private func pageEnd(below index: Int) -> Int { pages.first { $0.index > index }?.index ?? elements.count }
}

// MARK: - Changes

extension PagedList {
  public mutating func update(_ change: (inout Element) -> Void) {
    for index in elements.indices { change(&elements[index]) }
  }

  /// Lists the further appearances of content in the row of the first one that is read.
  ///
  /// - Parameter wasShown: Whether the content of an element was shown before; `nil` if each element has a row of its own.
  private mutating func fold(_ wasShown: ((Element) -> Bool)?) {
    (repeats, shownBefore) = ([:], [])
    guard let wasShown else { return }
    var rows: [ID: ID] = [:]
    let kept = (isOldestFirst ? elements.reversed() : elements).filter { element in
      if let row = rows[element.contentID] {
        repeats[row, default: []].append(element)
        return false
      }
      rows[element.contentID] = element.listID
      if wasShown(element) { shownBefore.insert(element.listID) }
      return true
    }
    elements = isOldestFirst ? kept.reversed() : kept
  }

  /// Adds, removes and moves elements; the page begins with the same element as before.
  public mutating func edit(_ change: (inout [Element]) -> Void) {
    let isTop = beginsAtTop && shown.lowerBound == 0
    let (before, first) = (elements, isTop ? nil : elements[shown.lowerBound...].first?.listID)
    change(&elements)
    func index(of id: ID?) -> Int? { id.flatMap { id in elements.firstIndex { $0.listID == id } } }
    for page in pages.indices.dropFirst() {
      let start = pages[page].index
      pages[page].index = index(of: before[start...].first?.listID) ?? min(start, elements.count)
    }
    let start = isTop ? 0 : index(of: first) ?? min(shown.lowerBound, elements.count)
    let end = shown.upperBound == before.count ? elements.count : min(start + shown.count, elements.count)
    shown = start..<max(start, end)
  }
}
