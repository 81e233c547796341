public import FeatureKit
public import FoundationEssentials
public import MastodonKit

public enum ListOrder: Hashable, Sendable {
  /// Newest first, by id: any element's id is a place in the list. True of timelines.
  case chronological
  /// Known to the server alone, such as the time of a bookmark: only the server's cursors are places.
  case server
}

/// The part of a list that was read.
public struct ListPart<Element: Sendable>: Sendable {
  /// The elements, newest first, and the cursors beside them.
  public var page: Page<Element>
  /// The request that would bring the same elements if servers knew no limits.
  public var request: PageRequest

  public init(_ page: Page<Element>, _ request: PageRequest) {
    self.page = page
    self.request = request
  }
}

/// Reads as much of a list as a command asks for, page by page.
///
/// A page is one request. More than one is sent only for a higher `--limit`, for `--since` and `--all`, and where filters
/// leave too little of a page.
@MainActor
public struct ListReader<Element: Sendable> {
  private let order: ListOrder
  private let id: (Element) -> String
  private let date: (Element) -> Date?
  private let most: Int
  private let page: @Sendable (PageRequest) async throws -> Page<Element>
  /// The name of a list whose places only the server knows; `nil` for others.
  private var place: String?
  /// Whether its elements are in the order of their times.
  private var isDated = true

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - most: The most elements that servers send at once.
  ///   - id: Returns what identifies an element; in a chronological list it is its place.
  ///   - date: Returns the time of an element; `nil` if its order is not by time.
  public init(
    order: ListOrder, most: Int = 40, id: @escaping (Element) -> String,
    date: @escaping (Element) -> Date?,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Element>
  ) {
    self.order = order
    self.most = most
    self.id = id
    self.date = date
    self.page = page
  }

  public struct Choice {
    public var isShown: (Element) -> Bool
    /// Whether the user chose, so that a page with too few of them is filled up.
    public var isFiltered: Bool

    public init(isFiltered: Bool, isShown: @escaping (Element) -> Bool) {
      self.isShown = isShown
      self.isFiltered = isFiltered
    }

    public static var all: Choice { Choice(isFiltered: false) { _ in true } }
  }

  /// Reads a range, or the part of it at a position.
  ///
  /// - Parameters:
  ///   - position: The cursor; `nil` for the beginning of the range.
  ///   - pageSize: The number of elements on a page if the range does not set one.
  public func read(
    _ range: ListRange, at position: PageRequest.Position? = nil, pageSize: Int, _ choice: Choice = .all
  ) async throws -> ListPart<Element> {
    let plan = Plan(range, at: position, pageSize: pageSize, order: order, isFiltered: choice.isFiltered)
    var part =
      if case .newer = plan.position {
        try await readUpwards(plan, choice)
      } else {
        try await readDownwards(plan, choice)
      }
    if plan.keepsOldest, let count = range.limit { keepOldest(count, of: &part.page, choice) }
    return part
  }

  // MARK: - Downwards

  private func readDownwards(_ plan: Plan, _ choice: Choice) async throws -> ListPart<Element> {
    var result = Page<Element>([])
    var (seen, followed): (Set<String>, Set<Cursor>) = ([], [])
    var (position, shown, empty, bytes) = (plan.position, 0, 0, 0)
    // Where the elements begin that are old enough.
    var (start, jumped) = (plan.position, false)
    for round in 0... {
      let wanted = plan.count.map { max($0 - shown, 1) }
      let page = try await page(PageRequest(position, limit: size(wanted, plan)))
      if round == 0 { result.newer = page.newer }
      (result.older, result.skipped) = (page.older, result.skipped + page.skipped)
      bytes += page.bytes
      var isFull = false
      let known = seen.count
      for (index, element) in page.elements.enumerated() where seen.insert(id(element)).inserted {
        if let end = plan.endID, !Self.isNewer(id(element), than: end) {
          (result.older, isFull) = (nil, true)
          break
        }
        if let end = plan.endDate, let date = date(element), date < end { continue }
        if let newest = plan.startDate, let date = date(element), date >= newest {
          if order == .chronological { start = .older(than: Cursor(id(element))) }
          continue
        }
        result.elements.append(element)
        guard choice.isShown(element) else { continue }
        shown += 1
        guard order == .chronological, shown == plan.count else { continue }
        // What follows on the same page is the next one's.
        if index + 1 < page.elements.count { result.older = Cursor(id(element)) }
        isFull = true
        break
      }
      if let end = plan.endDate, isBelow(end, page.elements) { (result.older, isFull) = (nil, true) }
      // A server may send what it has sent, with ever new cursors.
      empty = seen.count == known ? empty + 1 : 0
      // Some begin a page with the last element of the one before.
      if empty > 0, page.elements.count > 1, empty == plan.emptyPages || result.older.map(followed.contains) ?? false {
        plan.progress.ended("The server sent the same entries again: the rest can't be read.")
      }
      if empty == plan.emptyPages, !page.elements.isEmpty { result.older = nil }
      guard !isFull, empty < plan.emptyPages, let next = result.older else { break }
      // A cursor that repeats would lead in a circle.
      guard followed.insert(next).inserted, !position.isOlder(than: next) else {
        // An archive knows that more follows, and does not have it.
        let endsHere = round > 0 && page.elements.isEmpty && position.isOlder(than: next)
        if endsHere { plan.progress.ended("The rest was never read.") } else { result.older = nil }
        break
      }
      guard shown < plan.enough, round + 1 < plan.requests else { break }
      guard mayReadOn(round, seen.count, bytes, plan) else { break }
      try Task.checkCancellation()
      plan.progress(result.elements.count)
      position = .older(than: next)
      // What is newer need not be read where ids tell times.
      if let newest = plan.startDate, result.elements.isEmpty, !jumped, order == .chronological,
        let last = page.elements.last, let date = date(last), let place = TimedID(id(last), of: date)?.id(at: newest)
      {
        (jumped, position) = (true, .older(than: Cursor(place)))
        start = position
      }
    }
    if plan.startDate != nil { result.newer = nil }
    dropSkipped(plan.skipped, of: &result, choice)
    return ListPart(result, PageRequest(start, limit: plan.count ?? max(result.elements.count, 1)))
  }

  private func size(_ wanted: Int?, _ plan: Plan) -> Int {
    guard let wanted, wanted < most else { return most }
    // Only where any element is a place, what is too much can be left for the next page.
    return (plan.isFiltered || plan.startDate != nil) && order == .chronological ? most : wanted
  }

  /// Whether a page is older than a time as a whole; a single post may have arrived late.
  private func isBelow(_ end: Date, _ elements: [Element]) -> Bool {
    let dates = elements.suffix(3).compactMap(date)
    return !dates.isEmpty && dates.allSatisfy { $0 < end }
  }

  private func dropSkipped(_ count: Int, of page: inout Page<Element>, _ choice: Choice) {
    var left = count
    page.elements = Array(
      page.elements.drop { element in
        guard left > 0 else { return false }
        if choice.isShown(element) { left -= 1 }
        return true
      })
  }

  // MARK: - Upwards

  private func readUpwards(_ plan: Plan, _ choice: Choice) async throws -> ListPart<Element> {
    var result = Page<Element>([])
    var seen: Set<String> = []
    var (position, shown, bytes) = (plan.position, 0, 0)
    for round in 0... {
      let wanted = plan.count.map { max($0 - shown, 1) }
      let page = try await page(PageRequest(position, limit: size(wanted, plan)))
      var new = page.elements.filter { seen.insert(id($0)).inserted }
      if round == 0 { result.older = order == .chronological ? new.last.map { Cursor(id($0)) } : page.older }
      result.newer = page.newer ?? result.newer
      bytes += page.bytes
      if order == .chronological, let count = plan.count {
        // The nearest to the place come last.
        var left = count - shown
        let kept = new.reversed().prefix { element in
          guard left > 0 else { return false }
          if choice.isShown(element) { left -= 1 }
          return true
        }
        new = kept.reversed()
        if let first = new.first { result.newer = Cursor(id(first)) }
      }
      shown += new.count(where: choice.isShown)
      result.elements = new + result.elements
      guard !new.isEmpty, shown < plan.enough, round + 1 < plan.requests, let next = result.newer else { break }
      guard !position.isNewer(than: next) else { break }
      guard mayReadOn(round, seen.count, bytes, plan) else { break }
      try Task.checkCancellation()
      plan.progress(result.elements.count)
      position = .newer(than: next)
    }
    return ListPart(result, PageRequest(plan.position, limit: plan.count ?? max(result.elements.count, 1)))
  }

  /// Whether a command may read more of a list: a server can send new entries without end.
  private func mayReadOn(_ round: Int, _ count: Int, _ bytes: Int, _ plan: Plan) -> Bool {
    if round < 25_000, count < ListRange.greatestLimit, bytes < ListRange.mostBytes { return true }
    plan.progress.ended("Stopped after \(count) entries: the list goes on. --before reads what follows.")
    return false
  }

  private func keepOldest(_ count: Int, of page: inout Page<Element>, _ choice: Choice) {
    var left = count
    let kept = page.elements.reversed().prefix { element in
      guard left > 0 else { return false }
      if choice.isShown(element) { left -= 1 }
      return true
    }
    guard kept.count < page.elements.count, let last = kept.last else { return }
    page.elements = kept.reversed()
    page.newer = Cursor(id(last))
  }

  /// Orders ids by age: shorter ones first, then alphabetically.
  private static func isNewer(_ id: String, than other: String) -> Bool {
    id.utf8.count == other.utf8.count ? id > other : id.utf8.count > other.utf8.count
  }
}

private struct Plan {
  let position: PageRequest.Position
  /// The number of shown elements that are wanted; `nil` for all.
  let count: Int?
  /// With how many the reader is content.
  let enough: Int
  let requests: Int
  /// After how many empty pages the reader gives up.
  let emptyPages: Int
  let skipped: Int
  let isFiltered: Bool
  /// The bounds: newer elements are skipped.
  let startDate: Date?
  let endID: String?
  let endDate: Date?
  /// Whether only the oldest elements of what was read are wanted.
  let keepsOldest: Bool
  let progress: ListProgress

  init(
    _ range: ListRange, at given: PageRequest.Position?, pageSize: Int, order: ListOrder, isFiltered: Bool
  ) {
    let isStart = given == nil
    var (position, endID, endDate): (PageRequest.Position, String?, Date?) = (given ?? .newest, nil, nil)
    var (isWhole, skipped, keepsOldest) = (isStart && range.isAll, 0, false)
    switch range.since {
    // Upwards, whatever is newer is in the range.
    case .id(let id)
    where isStart && range.isOldestFirst && range.before == nil && range.until == nil && order == .chronological:
      position = .newer(than: Cursor(id))
    case .id(let id): endID = id
    case .date(let date):
      endDate = date
      keepsOldest = isStart && range.isOldestFirst
    case nil: break
    }
    if isStart {
      if let place = range.before {
        position = place.cursor.map { .older(than: Cursor($0)) } ?? .newest
        skipped = place.skipped
        endID = range.after ?? endID
      } else if range.until != nil {
        endID = range.after ?? endID
      } else if let id = range.after {
        position = .newer(than: Cursor(id))
      }
      if range.since != nil, range.limit == nil { isWhole = true }
    }
    let limit = keepsOldest || isWhole ? nil : range.limit ?? pageSize
    count = limit.map { $0 + skipped }
    self.position = position
    self.skipped = skipped
    startDate = isStart ? range.until : nil
    self.endID = endID
    self.endDate = endDate
    self.keepsOldest = keepsOldest
    self.isFiltered = isFiltered
    progress = range.progress
    guard let count else {
      (enough, requests, emptyPages) = (.max, .max, 3)
      return
    }
    // One page is one request, unless all of it is hidden. With filters it is filled up to a half, and a number is reached.
    let isExact = startDate != nil || range.limit != nil && (isFiltered || count > 40)
    enough = isExact ? count : isFiltered ? max(1, count / 2) : 1
    requests = startDate != nil ? .max : isExact ? 10 + count / 20 : isFiltered ? 5 : 3
    emptyPages = isExact || isFiltered ? 3 : 1
  }
}

extension PageRequest.Position {
  fileprivate func isOlder(than cursor: Cursor) -> Bool { if case .older(cursor) = self { true } else { false } }
  fileprivate func isNewer(than cursor: Cursor) -> Bool { if case .newer(cursor) = self { true } else { false } }
}

extension ListReader where Element: ListElement {
  public init(
    _ state: ListState<Element>, page: @escaping @Sendable (PageRequest) async throws -> Page<Element>
  ) {
    let isDated = state.isDated
    self.init(
      order: state.order, most: Element.mostAtOnce, id: { $0.listID.rawValue }, date: { isDated ? $0.listDate : nil }
    ) { request in
      var answer = try await page(request)
      if Self.isLast(answer, of: request) { answer.older = nil }
      return answer
    }
    (place, self.isDated) = (state.order == .server ? state.kind : nil, isDated)
  }

  /// Whether a page ends its list.
  ///
  /// A list that is paged by offset does not say where it ends: a short page is its last one. Servers have upper bounds for a page
  /// of their own, none below ten.
  private static nonisolated func isLast(_ page: Page<Element>, of request: PageRequest) -> Bool {
    !Element.isTimeline && page.older?.query?.hasPrefix("offset=") == true
      && page.elements.count < min(request.limit, 10)
  }

  /// Reads the part of a list that options ask for, or the page of it at a position.
  ///
  /// - Parameters:
  ///   - isHidden: Whether the reader's own filters hide an element.
  ///   - rule: The number of the reader's rule that hides an element; `nil` if there are no rules.
  public func read(
    _ options: TimelineOptions, at position: PageRequest.Position? = nil, pageSize: Int, me: Account.ID? = nil,
    isHidden: @escaping (Element) -> Bool, rule: ((Element) -> PostRule.ID?)?
  ) async throws -> ListPart<Element> {
    if position == nil, let refusal = refusal(of: options.range) { throw refusal }
    return try await read(
      options.range, at: position, pageSize: pageSize,
      Choice(isFiltered: options.isFiltered || rule != nil) {
        !isHidden($0) && $0.obstacle(options, me: me) == nil && rule?($0) == nil
      })
  }

  /// Why a list in the order of the server has no such part.
  private func refusal(of range: ListRange) -> AppError? {
    guard let place else { return nil }
    guard Element.isTimeline || isDated else {
      guard range.since != nil || range.after != nil || range.until != nil else { return nil }
      return .usage(
        range.until == nil
          ? "--since and --after aren't possible here: the list is in the server's own order."
          : "--before with a time isn't possible here: the list is in the server's own order.",
        suggestion: "Use --limit N, --all, or --before with the cursor of a JSON answer.")
    }
    if range.until != nil, !isDated {
      return .usage(
        "--before with a time isn't possible in \(place): the server doesn't say when a post was added.",
        suggestion: "Use --limit N, or --before with the cursor of a JSON answer.")
    }
    switch range.since {
    case .date where !isDated:
      return .usage(
        "--since isn't possible in \(place): the server doesn't say when a post was added.",
        suggestion: "Use --limit N, or --before with the cursor of a JSON answer.")
    case .id:
      return .usage(
        "An id is not a position in this list: it is not sorted by ids.",
        suggestion: "Give --since a time, or use --limit N.")
    case .date, nil: break
    }
    guard range.before != nil, range.after != nil else { return nil }
    return .usage("--before and --after can't be combined in \(place).", suggestion: "Use one of them with --limit N.")
  }
}
