public import FeatureKit
public import MastodonKit
public import TerminalKit

/// Owns the state of one list with pages and is the only one to change it.
@MainActor
public final class ListModel<Element: ListElement> {
  public private(set) var state: ListState<Element>

  private let heading: @Sendable (ListState<Element>) async throws -> ListHeading?
  private let live: ListStreams
  private let page: @Sendable (PageRequest) async throws -> Page<Element>
  private let context: ListContext
  private let visit: (_ newest: Identifier<Element>?) -> Identifier<Element>?
  /// Counts the requests, so that a late response to an earlier one is dropped.
  private var requests = 0

  /// Creates a model; nothing is requested yet.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - heading: The heading, requested with each first page; `nil` keeps the present one.
  ///   - visit: Records that the top of the list was shown down to an element, and returns the newest one of the previous visit.
  ///   - streams: The streams of new elements.
  ///   - page: Reads a page.
  public init(
    state: ListState<Element>, in context: ListContext,
    heading: @escaping @Sendable (ListState<Element>) async throws -> ListHeading?,
    visit: @escaping (_ newest: Identifier<Element>?) -> Identifier<Element>?, streams: ListStreams = .ofTopic,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Element>
  ) {
    self.state = state
    self.heading = heading
    self.context = context
    self.visit = visit
    live = streams
    self.page = page
  }

  /// Creates a model whose heading stays, and which does not know of earlier visits.
  public convenience init(
    state: ListState<Element>, in context: ListContext,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Element>
  ) {
    self.init(state: state, in: context, heading: { _ in nil }, visit: { _ in nil }, page: page)
  }

  private var shown: ShownPosts { context.shown }
}

/// The streams that tell of a list's new elements.
public enum ListStreams: Sendable {
  /// That of the topic that the state names, if it does.
  case ofTopic
  case found(@Sendable () async throws -> TimelineStreams)
}

// MARK: - Reading

extension ListModel {
  /// Fetches the first page if there is none yet, or if it is out of date; a failure becomes part of the state.
  public func load() async { _ = await load(keptFirst: false) }

  /// The same for ``Screen/loadKept``.
  public func loadKept() async -> Screen.Update? { await load(keptFirst: true) }

  /// The content of a screen that shows the list.
  ///
  /// - Parameter prepare: Shows only so many elements as fit the terminal.
  public func content(prepare: @escaping @MainActor (Layout) -> Void) -> Screen.Content {
    Screen.Content(
      load: { await self.load() }, loadKept: { await self.loadKept() }, prepare: prepare,
      failure: { self.state.failure })
  }

  private func load(keptFirst: Bool) async -> Screen.Update? {
    guard state.page.value?.isStale ?? true else { return nil }
    do {
      return try await begin(keptFirst: keptFirst)
    } catch {
      // `begin` keeps the error in the state where there is nothing else to show.
      return nil
    }
  }

  /// Fetches the first page again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws { try await show(state.options.refreshed) }

  /// Shows what the options ask for; by default the newest page.
  ///
  /// - Parameter keptFirst: Whether the archive is read before the server is asked, if nothing is shown yet.
  /// - Returns: What asks the server for what was read from the archive; `nil` if it was asked.
  /// - Throws: `AppError`; what is shown already stays.
  @discardableResult
  public func show(_ options: TimelineOptions, keptFirst: Bool = false) async throws -> Screen.Update? {
    let before = state.options
    state.options = options
    do { return try await begin(keptFirst: keptFirst) } catch {
      if state.page.isLoaded { state.options = before }
      throw error
    }
  }

  @discardableResult
  private func begin(keptFirst: Bool = false) async throws -> Screen.Update? {
    state.page.begin()
    requests += 1
    let number = requests
    do {
      let ((heading, part, missing), isKept) = try await firstPage(keptFirst: keptFirst)
      guard number == requests else { return nil }
      if let heading { state.heading = heading }
      state.missing = missing
      if !state.page.isLoaded { state.page = .loaded(PagedList(order: state.order)) }
      show(part, isAskedFor: !state.options.range.isNewestPage)
      guard isKept else { return nil }
      return { [weak self] in try await self?.update() }
    } catch {
      guard number == requests else { throw AppError(error) }
      throw state.page.fail(error)
    }
  }

  private typealias FirstPage = (heading: ListHeading?, part: ListPart<Element>, missing: AppError?)

  /// The first page with the heading: from the archive if that is wanted and the list is not shown yet.
  private func firstPage(keptFirst: Bool) async throws -> (value: FirstPage, isKept: Bool) {
    if keptFirst, let kept = context.kept, !state.page.isLoaded, state.options == TimelineOptions() {
      let first = await kept.read {
        let first = try await self.requestedFirstPage()
        return first.part.page.elements.isEmpty ? nil : first
      }
      if let first { return first }
    }
    return (try await requestedFirstPage(), false)
  }

  private func requestedFirstPage() async throws -> FirstPage {
    async let first = read(nil)
    do {
      // First the heading: its failure says best what is wrong.
      let heading = try await heading(state)
      let part = try await first
      return (heading, part, nil)
    } catch {
      // The page may be readable without it, if only the request failed.
      let error = AppError(error)
      guard case .network = error.cause else { throw error }
      let part = try await first
      return (nil, part, error.left == nil ? .unread(["title"], because: error) : error)
    }
  }

  /// Takes the server's answer for a page from the archive: what is shown stays in its place, and what is new is counted.
  private func update() async throws -> String? {
    let (number, before) = (requests, state.page.value?.elements ?? [])
    let (heading, part, missing) = try await requestedFirstPage()
    // Another page is shown now, which the server has sent.
    guard number == requests else { return nil }
    if let heading { state.heading = heading }
    state.missing = missing
    let (isUnwanted, me) = (isUnwanted, me)
    return state.page.modify { $0.update(with: part.page, since: before, me: me, isHidden: isUnwanted) } ?? nil
  }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    // Without a page, the newest one is loaded first.
    if !state.page.isLoaded { try await begin() }
    if state.page.modify({ $0.showOlder() }) == true { return true }
    // A page may have only what is listed already.
    for _ in 0..<Self.repeatedPages {
      guard let position = state.page.value?.olderPosition else { break }
      let isShown = try await show(position)
      if Element.isTimeline { try state.page.value?.requireProgress() }
      if isShown || Element.isTimeline { return isShown }
    }
    if state.page.value?.older == nil { try state.page.value?.requireProgress() }
    // The next call goes on.
    return state.page.value?.older != nil
  }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    if !state.page.isLoaded { try await begin() }
    if state.page.modify({ $0.showNewer() }) == true { return true }
    guard Element.isTimeline else { return false }
    guard let position = state.page.value?.newerPosition else {
      return state.order == .server ? false : try await new()
    }
    return try await show(position)
  }

  /// Shows the elements just above the newest one shown so far, so that none is skipped; false if there are none.
  public func new() async throws -> Bool {
    // Posts of several servers have no order of ids: what is new is at the top.
    guard state.order == .chronological, let position = state.page.value?.newPosition else {
      try await refresh()
      return !state.visible.isEmpty
    }
    return try await show(position)
  }

  /// Shows only so many elements as fit the terminal.
  ///
  /// - Parameter document: The screen of a state, and how many of its items are not of the list.
  public func fit(_ layout: Layout, _ document: (ListState<Element>) -> (Document, besides: Int)) {
    // What was asked for by number is shown as a whole, however high the terminal is.
    let isWhole = state.options.range.isCounted || !layout.isPaged
    var (state, fitted) = (state, state.page)
    fitted.modify { page in
      page.fit { page, fromEnd in
        guard !isWhole else { return page.shown.count }
        state.page = .loaded(page)
        let (document, besides) = document(state)
        return document.itemsOnPage(layout, fromEnd: fromEnd) - besides
      }
    }
    self.state.page = fitted
    shown.insert(self.state.visible, of: self.state)
  }

  private func show(_ position: PageRequest.Position) async throws -> Bool {
    requests += 1
    let number = requests
    do {
      let part = try await read(position)
      return number == requests ? show(part) : false
    } catch {
      throw AppError(error)
    }
  }

  /// Reads the page at a position, or the first one.
  private func read(_ position: PageRequest.Position?) async throws -> ListPart<Element> {
    try await ListReader(state, page: page).read(
      shown.options(of: state), at: position, pageSize: state.limit, me: me, isHidden: isHidden,
      rule: shown.rule(in: state))
  }

  @discardableResult
  private func show(_ part: ListPart<Element>, isAskedFor: Bool = false) -> Bool {
    let (isHidden, options, me, wasShown) = (isHidden, shown.options(of: state), me, shown.wasShown(in: state))
    let rule = shown.rule(in: state)
    var hits: [(Element, PostRule.ID)] = []
    defer { shown.count(hits) }
    return state.page.modify { page in
      let wasStale = page.isStale
      let isShown = page.show(
        part, options: options, isAskedFor: isAskedFor, me: me, isHidden: isHidden,
        rule: { element in
          let number = rule?(element)
          if let number { hits.append((element, number)) }
          return number
        }, wasShown: wasShown)
      // The same page under other filters is not another visit.
      if isShown, !wasStale, page.isNewest { page.seenUpTo = visit(seen(part)) }
      return isShown
    } ?? false
  }

  /// The position up to which the page was certainly seen; of the elements above, fitting finds those that fit the
  /// terminal.
  private func seen(_ part: ListPart<Element>) -> Identifier<Element>? {
    if case .newer = part.request.position { return part.page.elements.last?.listID }
    return part.page.elements.first?.listID
  }

  /// Whether the reader's filters hide an element here.
  private var isHidden: (Element) -> Bool {
    let (context, now) = (state.context, context.now())
    return { $0.isHidden(in: context, at: now) }
  }

  /// Whether an element that arrives is not shown here, by the reader's filters and rules or by the options.
  private var isUnwanted: (Element) -> Bool {
    let (isHidden, options, rule, me) = (isHidden, shown.options(of: state), shown.rule(in: state), me)
    return { isHidden($0) || $0.obstacle(options, me: me) != nil || rule?($0) != nil }
  }

  private var me: Account.ID? { state.me ?? shown.me() }

  /// The maximum number of consecutive pages with only elements that are listed already.
  private static var repeatedPages: Int { 5 }
}

// MARK: - Changes

extension ListModel {
  public func change(_ change: (inout PagedList<Element>) -> Void) { state.page.modify(change) }

  /// Drops the response that is still awaited, since another list is shown in its place.
  public func dropRequests() { requests += 1 }

  /// Sets the signed-in account, whose own posts are not news.
  public func setMe(_ id: Account.ID?) { state.me = id }
}

extension ListModel: StreamedTimeline where Element == Status {
  /// Whether new posts come by streams, or are asked for.
  public var isLive: Bool { if case .ofTopic = live { state.topic != nil } else { true } }

  /// The streams that new posts come by.
  public func streams() async throws -> TimelineStreams {
    switch live {
    case .ofTopic: TimelineStreams(state.topic.map { [$0] } ?? [])
    case .found(let streams): try await streams()
    }
  }

  /// Counts a post that arrived; the page stays as it was printed.
  public func count(_ status: Status, me: Account.ID?) {
    let isUnwanted = isUnwanted
    state.page.modify { $0.count(status, me: me, isHidden: isUnwanted) }
  }

  /// Counts the posts that arrived while the stream was disconnected and returns those that are news.
  ///
  /// A stream repeats nothing, so this reads upwards from the newest known post, page by page, up to a limit. Beyond it
  /// the state says that there is more, and `new` continues where the reader left off, whatever was counted.
  @discardableResult
  public func catchUp(me: Account.ID?) async -> Gap<Status> {
    guard let start = state.page.value?.catchUpStart else { return Gap() }
    do {
      let gap =
        state.order == .chronological
        ? try await Gap(above: start, pages: 10, read: page)
        : Gap(try await page(PageRequest(limit: Element.mostAtOnce)).elements.reversed())
      let isUnwanted = isUnwanted
      return state.page.modify { $0.count(gap, me: me, isHidden: isUnwanted) } ?? Gap()
    } catch {
      // The user requested nothing, so no error is shown.
      state.page.modify { $0.missNews(above: start) }
      return Gap()
    }
  }
}

extension ListModel: StatusContainer where Element == Status {
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.page.modify { $0.replace(status) } }

  public func remove(_ id: Status.ID) { state.page.modify { $0.remove(id) } }

  /// Opens a post's warnings and filters.
  public func reveal(_ id: Status.ID) { state.page.modify { $0.reveal(id) } }

  /// Applies an event of a stream, except posts that arrive: these are counted.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    case .filtersChanged: change { $0.isStale = true }
    default: break
    }
  }
}

extension ListModel: TagContainer where Element == Tag {
  /// Shows a hashtag's new form; the server may leave out its use.
  public func replace(_ tag: Tag) {
    change { page in
      page.update { row in
        guard row.id == tag.id else { return }
        row.following = tag.following ?? row.following
        row.featuring = tag.featuring ?? row.featuring
        if !tag.history.isEmpty { row.history = tag.history }
      }
    }
  }
}

extension ListModel: RelationshipContainer where Element == AccountRow {
  public func replace(_ relationship: Relationship) {
    change { page in
      page.update { row in
        guard row.account.id == relationship.id else { return }
        row.relationship = relationship
        // What the server said of the mute's end is outdated.
        row.account.details?.muteExpiresAt = nil
      }
    }
  }
}

/// A model of a screen that shows relationships, which learns of their changes.
@MainActor
public protocol RelationshipContainer: AnyObject {
  func replace(_ relationship: Relationship)
}
