public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

extension Home {
  /// Owns the timeline that is shown, and knows how far each was read.
  ///
  /// Not observable, as the list that it shows is not (decision 32).
  @MainActor
  public final class Model {
    public var state: StatusTimeline.State { posts.state }

    /// The timeline; another one takes its place when the user goes elsewhere.
    private var posts: StatusTimeline.Model
    /// Whether the pages lead upwards from where the reader stopped.
    private var isReadingUnread = false
    /// Whether all posts since the reader stopped are shown as a whole, however high the terminal is.
    private var isFilled = false
    private let timelines: TimelineService
    private let reading: Reading
    private let context: ListContext

    /// The maximum number of posts that are read above the place where the reader stopped.
    static let unreadLimit = 200
    /// The maximum number of posts that `fill` reads.
    static let fillLimit = 400

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - marker: Stores how far Home was read on the server.
    ///   - keepsPosition: Whether what is shown now counts as seen.
    public init(
      state: StatusTimeline.State = Home.state(), timelines: TimelineService, positions: ReadingPositions,
      marker: HomeMarkerService = .none, keepsPosition: @escaping @MainActor () -> Bool, in context: ListContext
    ) {
      self.timelines = timelines
      self.context = context
      reading = Reading(positions: positions, marker: marker, keepsPosition: keepsPosition)
      posts = Self.timeline(state, timelines, reading, context)
    }

    private static func timeline(
      _ state: StatusTimeline.State, _ timelines: TimelineService, _ reading: Reading, _ context: ListContext
    ) -> StatusTimeline.Model {
      let timeline = state.timeline
      return StatusTimeline.Model(
        state: state, in: context,
        heading: { _ in
          await reading.follow(timeline)
          return nil
        }, visit: { reading.visit(timeline, upTo: $0) }
      ) { request in
        switch timeline {
        case .home: try await timelines.home(request)
        case .local: try await timelines.local(request)
        case .federated: try await timelines.federated(request)
        }
      }
    }
  }
}

// MARK: - Pages

extension Home.Model {
  /// Fetches the newest page if there is none yet, or if it is out of date; a failure becomes part of the state.
  public func load() async { await posts.load() }

  /// The same for ``Screen/loadKept``.
  public func loadKept() async -> Screen.Update? { await posts.loadKept() }

  /// Shows what the options ask for of a timeline; by default the newest page.
  ///
  /// - Parameter keptFirst: Whether the archive is read before the server is asked, if nothing is shown yet.
  /// - Returns: What asks the server for what was read from the archive; `nil` if it was asked.
  /// - Throws: ``AppError``; a page of the same timeline that is shown already stays.
  @discardableResult
  public func show(
    _ timeline: Home.Timeline, _ options: TimelineOptions = TimelineOptions(), keptFirst: Bool = false
  ) async throws -> Screen.Update? {
    if timeline != state.timeline || state.visible.isEmpty { open(state.of(timeline)) }
    (isReadingUnread, isFilled) = (false, false)
    return try await posts.show(options, keptFirst: keptFirst)
  }

  /// Shows again what it showed before; a response that is still awaited is for another timeline.
  public func restore(_ state: StatusTimeline.State) {
    // The page of a request that is dropped now never comes.
    open(state.page.isLoaded ? state : state.with(.idle))
  }

  private func open(_ state: StatusTimeline.State) {
    posts.dropRequests()
    posts = Self.timeline(state, timelines, reading, context)
  }

  /// Shows the newest page again.
  public func refresh() async throws { try await show(state.timeline, state.options.refreshed) }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    isFilled = false
    return try await posts.older()
  }

  /// Shows the page just above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool { try await posts.newer() }

  /// Shows the posts just above the newest one shown so far, so that none is skipped; false if there are none.
  public func new() async throws -> Bool { try await posts.new() }

  /// Shows only so many posts as fit the terminal.
  public func fit(_ layout: Layout) {
    var layout = layout
    if isFilled { (layout.height, layout.page) = (nil, nil) }
    posts.fit(layout) { [layout] in (Home.view($0, layout: layout), besides: 0) }
    guard let page = state.page.value, page.isNewest, let newest = page.newestShown else { return }
    reading.keep(newest, of: state.timeline)
    if isReadingUnread { reading.stoppedAt = max(reading.stoppedAt ?? newest, newest) }
  }

  /// Waits until how far was seen is saved.
  public func settled() async { await reading.settled() }

  /// Sets the signed-in account, whose own posts are not news.
  public func setMe(_ id: Account.ID?) { posts.setMe(id) }
}

// MARK: - Where the reader stopped

extension Home.Model {
  /// Shows the oldest posts above the one where the reader stopped; false if there are none.
  ///
  /// - Throws: ``AppError``
  public func unread() async throws -> Bool {
    isFilled = false
    return try await showSinceStopped { ListRange(after: $0.rawValue, limit: Self.unreadLimit) }
  }

  /// Shows all posts since the reader stopped, the newest first; false if there are none.
  ///
  /// - Throws: ``AppError``
  public func fill(_ progress: ListProgress = .none) async throws -> Bool {
    let isShown = try await showSinceStopped {
      var range = ListRange(since: .id($0.rawValue), limit: Self.fillLimit)
      range.progress = progress
      return range
    }
    if isShown { isFilled = true }
    return isShown
  }

  /// Where the reader stopped, here or on another device; `nil` if that is not known.
  public func stop() async -> Status.ID? {
    if reading.isFirstVisit { return nil }
    await reading.findStop()
    return reading.stoppedAt
  }

  /// Records that every post up to this one was read, on another screen.
  public func readOn(to id: Status.ID) {
    reading.keep(id, of: .home)
    reading.stoppedAt = reading.isFirstVisit ? id : max(reading.stoppedAt ?? id, id)
    reading.isFirstVisit = false
  }

  private func showSinceStopped(_ range: (Status.ID) -> ListRange) async throws -> Bool {
    await reading.findStop()
    guard let stop = reading.stoppedAt else {
      // Where nothing is known to have been read, the newest page is the place to begin.
      try await show(.home)
      return true
    }
    let (range, next, now) = (range(stop), state.of(.home), context.now())
    let isHidden = { (status: Status) in status.isHidden(in: next.context, at: now) }
    do {
      let part = try await ListReader(next, page: timelines.home).read(
        TimelineOptions(range: range), pageSize: next.limit, isHidden: isHidden, rule: context.shown.rule(in: next))
      guard !part.page.elements.isEmpty else { return false }
      showNews(part, above: stop, isWhole: part.page.elements.count < range.limit ?? 0, isHidden)
      return true
    } catch {
      throw AppError(error)
    }
  }

  /// Shows posts since a place, with the number of those that are news.
  private func showNews(
    _ part: ListPart<Status>, above stop: Status.ID, isWhole: Bool, _ isHidden: (Status) -> Bool
  ) {
    var part = part
    // What was read before goes on below.
    if part.page.older == nil { part.page.older = part.page.elements.last.map { Cursor($0.id.rawValue) } }
    let (next, shown) = (state.of(.home), context.shown)
    let rule = shown.rule(in: next) ?? { _ in nil }
    shown.count(part.page.elements.compactMap { status in rule(status).map { (status, $0) } })
    let news = part.page.elements.filter { !isHidden($0) && rule($0) == nil && $0.account.id != state.me }
    var page = PagedList<Status>(seenUpTo: stop, unreadIDs: Set(news.map(\.id)), hasMoreUnread: !isWhole)
    page.show(
      part, options: shown.options(of: next), isAskedFor: false, me: state.me, isHidden: isHidden, rule: rule,
      wasShown: shown.wasShown(in: next))
    let count = CountText.of(news.count, "newer post")
    page.stopText = news.isEmpty ? "You stopped here." : "You stopped here: \(isWhole ? count : "\(count) and more")."
    open(next.with(.loaded(page)))
    isReadingUnread = true
  }
}

// MARK: - Changes

extension Home.Model: StatusContainer {
  public func shownStatus(_ id: Status.ID) -> Status? { posts.shownStatus(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { posts.replace(status) }

  public func remove(_ id: Status.ID) { posts.remove(id) }

  /// Opens a post's warnings and filters.
  public func reveal(_ id: Status.ID) { posts.reveal(id) }

  /// Applies an event of the signed-in account's stream.
  ///
  /// New posts are counted and not shown: the page stays as it was printed.
  public func apply(_ event: StreamEvent) { apply(event, of: .home) }

  /// Applies an event of a timeline's stream; posts of a timeline that is not shown are not counted.
  public func apply(_ event: StreamEvent, of timeline: Home.Timeline) {
    guard case .update(let status) = event else { return posts.apply(event) }
    if state.timeline == timeline { posts.count(status, me: state.me) }
  }

  /// Counts the posts that arrived while the stream was disconnected and returns those that are news.
  public func catchUp(on timeline: Home.Timeline = .home) async -> Gap<Status> {
    guard state.timeline == timeline else { return Gap() }
    let posts = posts
    let gap = await posts.catchUp(me: state.me)
    // The reader may have gone to another timeline meanwhile.
    return posts === self.posts ? gap : Gap()
  }
}
