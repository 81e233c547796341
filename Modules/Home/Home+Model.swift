public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit
import TerminalKit

extension Home {
  /// Owns the timeline's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public internal(set) var state: State

    @ObservationIgnored private let timelines: TimelineService
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored let positions: ReadingPositions
    @ObservationIgnored let marker: HomeMarkerService
    /// What the server's marker is, as far as that was asked or told; `nil` before that.
    @ObservationIgnored var serverMarker: Status.ID??
    /// The newest post of Home that was seen before this run, or with `unread` since.
    @ObservationIgnored var stoppedAt: Status.ID?
    /// Whether the pages lead upwards from where the reader stopped.
    @ObservationIgnored var isReadingUnread = false
    @ObservationIgnored let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void
    /// The task that saves how far the reader has seen.
    @ObservationIgnored private var saving: Task<Void, Never>?
    /// Counts the requests, so that a late response to an earlier one is dropped.
    @ObservationIgnored private var requests = 0

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - state: What it starts with.
    ///   - timelines: Reads the pages.
    ///   - statuses: Acts on posts.
    ///   - positions: Stores how far each timeline was seen.
    ///   - marker: Stores how far Home was read on the server.
    ///   - now: The clock.
    ///   - statusChanged: Shows a post's new form on the other screens.
    ///   - statusRemoved: Shows on the other screens that a post is gone.
    public init(
      state: State = State(), timelines: TimelineService, statuses: StatusService, positions: ReadingPositions,
      marker: HomeMarkerService = .none, now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.timelines = timelines
      self.statuses = statuses
      self.positions = positions
      self.marker = marker
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Pages

extension Home.Model {
  /// Fetches the newest page if there is none yet, or if it is out of date; a failure becomes part of the state.
  public func load() async {
    guard state.posts.value?.isStale ?? true else { return }
    do {
      try await show(state.timeline)
    } catch {
      // `show` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Shows what the options ask for of a timeline; by default the newest page.
  ///
  /// - Throws: ``AppError``; a page of the same timeline that is shown already stays.
  public func show(_ timeline: Home.Timeline, _ options: TimelineOptions = TimelineOptions()) async throws {
    if timeline != state.timeline || state.list.isEmpty {
      state = Home.State(timeline: timeline, posts: .loading, limit: state.limit, me: state.me)
    }
    let number = nextNumber()
    isReadingUnread = false
    do {
      async let marker: Void = followMarker(of: timeline)
      let part = try await read(timeline, options, at: nil)
      await marker
      guard number == requests else { return }
      if !state.posts.isLoaded { state.posts = .loaded(PagedStatuses()) }
      state.options = options
      show(part, isAskedFor: !options.range.isNewestPage)
    } catch {
      guard number == requests else { throw AppError(error) }
      throw state.posts.fail(error)
    }
  }

  /// Shows again what it showed before; a response that is still awaited is for another timeline.
  public func restore(_ state: Home.State) {
    _ = nextNumber()
    self.state = state
    // The page of a request that is dropped now never comes.
    if !state.posts.isLoaded { self.state.posts = .idle }
  }

  /// Shows the newest page again.
  public func refresh() async throws { try await show(state.timeline, state.options.refreshed) }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    if state.posts.modify({ $0.showOlder() }) == true { return true }
    guard let position = state.posts.value?.olderPosition else { return false }
    return try await show(position)
  }

  /// Shows the page just above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    if state.posts.modify({ $0.showNewer() }) == true { return true }
    guard let position = state.posts.value?.newerPosition else { return try await new() }
    return try await show(position)
  }

  /// Shows the posts just above the newest one shown so far, so that none is skipped; false if there are none.
  public func new() async throws -> Bool {
    guard let position = state.posts.value?.newPosition else {
      try await refresh()
      return !state.list.isEmpty
    }
    return try await show(position)
  }

  /// Shows only so many posts as fit the terminal.
  public func fit(_ layout: Layout) {
    let isCounted = state.options.range.isCounted
    var state = state
    self.state.posts.modify { posts in
      posts.fit { posts, fromEnd in
        guard !isCounted, layout.isPaged else { return posts.list.statuses.count }
        state.posts = .loaded(posts)
        return Home.view(state, layout: layout).itemsOnPage(layout, fromEnd: fromEnd)
      }
    }
    guard let posts = self.state.posts.value, posts.isNewest else { return }
    keepPosition(posts.newestShown)
    if isReadingUnread, let newest = posts.newestShown { stoppedAt = max(stoppedAt ?? newest, newest) }
  }

  private func show(_ position: PageRequest.Position) async throws -> Bool {
    let number = nextNumber()
    let part: ListPart<Status>
    do {
      part = try await read(state.timeline, state.options, at: position)
    } catch {
      throw AppError(error)
    }
    guard number == requests else { return false }
    return show(part)
  }

  func read(
    _ timeline: Home.Timeline, _ options: TimelineOptions, at position: PageRequest.Position?
  ) async throws -> ListPart<Status> {
    let reader = ListReader(page: pages(of: timeline))
    return try await reader.read(options, at: position, pageSize: state.limit, isHidden: isHidden)
  }

  private func pages(
    of timeline: Home.Timeline
  ) -> @Sendable (PageRequest) async throws -> Page<Status> {
    switch timeline {
    case .home: timelines.home
    case .local: timelines.local
    case .federated: timelines.federated
    }
  }

  func nextNumber() -> Int {
    requests += 1
    return requests
  }

  @discardableResult
  private func show(_ part: ListPart<Status>, isAskedFor: Bool = false) -> Bool {
    let (now, isHidden, wasStale) = (now(), isHidden, state.posts.value?.isStale ?? false)
    let options = state.options
    let isShown =
      state.posts.modify {
        $0.show(part, options: options, isAskedFor: isAskedFor, at: now, isHidden: isHidden)
      } ?? false
    // The same page under other filters is not another visit.
    if isShown, !wasStale, state.posts.value?.isNewest == true { recordVisit(upTo: seen(part)) }
    return isShown
  }

  /// How far the page is certainly seen; of posts above, some may not fit the terminal, which ``fit(_:)`` finds.
  private func seen(_ part: ListPart<Status>) -> Status.ID? {
    if case .newer = part.request.position { return part.page.elements.last?.id }
    return part.page.elements.first?.id
  }

  /// Whether the reader's filters hide a post of the timeline that is shown.
  var isHidden: (Status) -> Bool {
    let (context, now) = (state.timeline.context, now())
    return { $0.filterVerdict(in: context, at: now) == .hide }
  }

  /// Whether a post that arrives is not shown here, by the reader's filters or by the options.
  var isUnwanted: (Status) -> Bool {
    let (isHidden, options) = (isHidden, state.options)
    return { isHidden($0) || options.obstacle(to: $0) != nil }
  }

  /// Reads how far the previous visit went and saves how far this one goes; failures only cost the line on the screen.
  private func recordVisit(upTo newest: Status.ID?) {
    let timeline = state.timeline.rawValue
    let seen: Status.ID?
    do { seen = try positions.position(timeline) } catch { seen = nil }
    let last = state.timeline == .home ? [seen, serverMarker ?? nil].compactMap(\.self).max() : seen
    state.posts.modify { $0.seenUpTo = last }
    if state.timeline == .home, stoppedAt == nil { stoppedAt = last }
    keepPosition(newest)
  }

  private func keepPosition(_ newest: Status.ID?) {
    guard let newest else { return }
    let timeline = state.timeline.rawValue
    let isNews = state.timeline == .home && marker.isFollowed && (serverMarker ?? nil).map { $0 < newest } ?? true
    if isNews { serverMarker = newest }
    // In a task of its own: the prompt does not wait for the disk. Whichever is last, the newest post is kept.
    saving = Task { [positions, marker, earlier = saving] in
      await earlier?.value
      await Self.save(newest, timeline, positions)
      // A marker that could not be written is written with the next page.
      if isNews { try? await marker.write(newest) }
    }
  }

  @concurrent private static func save(_ newest: Status.ID, _ timeline: String, _ positions: ReadingPositions) async {
    // A position that could not be saved is saved with the next page.
    try? positions.keep(newest, timeline)
  }

  /// Waits until how far was seen is saved.
  public func settled() async { await saving?.value }

  /// Sets the signed-in account, whose own posts are not news.
  public func setMe(_ id: Account.ID?) { state.me = id }
}

// MARK: - Changes

extension Home.Model: StatusContainer {
  /// What can be done with a post from this screen, for a ``StatusAction``.
  public var statusActions: OptimisticStatusActions {
    OptimisticStatusActions(
      service: statuses, container: self, reveal: { [weak self] id in self?.state.posts.modify { $0.reveal(id) } },
      statusChanged: statusChanged, statusRemoved: statusRemoved)
  }

  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.posts.modify { $0.replace(status) } }

  /// Shows that a post is gone.
  public func remove(_ id: Status.ID) { state.posts.modify { $0.remove(id) } }

  /// Applies an event of the signed-in account's stream.
  ///
  /// New posts are counted and not shown: the page stays as it was printed.
  public func apply(_ event: StreamEvent) { apply(event, of: .home) }

  /// Applies an event of a timeline's stream; posts of a timeline that is not shown are not counted.
  public func apply(_ event: StreamEvent, of timeline: Home.Timeline) {
    if case .update(let status) = event {
      guard state.timeline == timeline else { return }
      let (me, isHidden) = (state.me, isUnwanted)
      state.posts.modify { $0.count(status, me: me, isHidden: isHidden) }
    } else {
      state.posts.modify { $0.apply(event) }
    }
  }

  /// Counts the posts that arrived while the stream was disconnected and returns those that are news.
  ///
  /// A stream repeats nothing, so this reads upwards from the newest known post, page by page, up to a limit. Beyond it
  /// the state says that there is more, and `new` continues where the reader left off, whatever was counted.
  public func catchUp(on timeline: Home.Timeline = .home) async -> Gap<Status> {
    guard state.timeline == timeline, let start = state.posts.value?.catchUpStart else { return Gap() }
    do {
      let gap = try await Gap(above: start, pages: Self.catchUpPages, read: pages(of: timeline))
      // The reader may have gone to another timeline meanwhile.
      guard state.timeline == timeline else { return Gap() }
      let (me, isHidden) = (state.me, isUnwanted)
      return state.posts.modify { $0.count(gap, me: me, isHidden: isHidden) } ?? Gap()
    } catch {
      guard state.timeline == timeline else { return Gap() }
      // The user requested nothing, so no error is shown.
      state.posts.modify { $0.missPosts(above: start) }
      return Gap()
    }
  }

  /// How many pages of forty posts are read to catch up.
  static let catchUpPages = 10
}

extension Home.Timeline {
  /// The place whose filters apply.
  var context: Filter.Context {
    switch self {
    case .home: .home
    case .local, .federated: .public
    }
  }
}
