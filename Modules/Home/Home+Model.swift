import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Home {
  /// Owns the timeline's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let timelines: TimelineService
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let positions: ReadingPositions
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void
    /// What keeps how far was seen.
    @ObservationIgnored private var keeping: Task<Void, Never>?
    /// The ids that were counted as unread, so that a post that comes twice counts once.
    @ObservationIgnored private var counted: Set<Status.ID> = []
    /// The post above which something was missed that could not be asked for yet.
    @ObservationIgnored private var hole: Status.ID?
    /// Counts the requests, so that a late answer to an earlier one is dropped.
    @ObservationIgnored private var requests = 0

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - state: What it starts with.
    ///   - timelines: Reads the pages.
    ///   - statuses: Acts on posts.
    ///   - positions: Remembers what was seen of each timeline.
    ///   - now: The clock.
    ///   - statusChanged: Tells the other screens of a post's new form.
    ///   - statusRemoved: Tells the other screens that a post is gone.
    public init(
      state: State = State(), timelines: TimelineService, statuses: StatusService, positions: ReadingPositions,
      now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.timelines = timelines
      self.statuses = statuses
      self.positions = positions
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
    guard state.phase != .loaded || state.isStale else { return }
    do {
      try await show(state.timeline)
    } catch {
      // The state says it: `show` keeps the error where there is nothing else to show.
    }
  }

  /// Shows the newest page of a timeline, with so many posts a page if a number is given.
  ///
  /// - Throws: ``AppError``; a page of the same timeline that is shown already stays.
  public func show(_ timeline: Home.Timeline, limit: Int? = nil) async throws {
    let before = state
    if timeline != state.timeline || state.list.isEmpty {
      state = Home.State(timeline: timeline, phase: .loading, limit: before.limit, me: before.me)
    }
    if let limit { state.limit = limit }
    let request = nextRequest()
    do {
      let page = try await fetch(PageRequest(.newest, limit: state.limit))
      guard request == requests else { return }
      state.phase = .loaded
      put(page, isNewest: true)
    } catch {
      let error = AppError(error)
      if request == requests, state.phase != .loaded {
        state.phase = error == .cancelled ? .idle : .failed(error)
      }
      throw error
    }
  }

  /// Shows the newest page again.
  public func refresh() async throws { try await show(state.timeline) }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    guard let cursor = state.older else { return false }
    return try await turn(to: .older(than: cursor))
  }

  /// Shows the page just above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    guard let cursor = state.newer else { return try await new() }
    return try await turn(to: .newer(than: cursor))
  }

  /// Shows the posts just above the newest one shown so far, so that none is skipped; false if there are none.
  public func new() async throws -> Bool {
    guard let id = state.newestShown else {
      try await refresh()
      return !state.list.isEmpty
    }
    return try await turn(to: .newer(than: Cursor(id.rawValue)))
  }

  private func turn(to position: PageRequest.Position) async throws -> Bool {
    let request = nextRequest()
    let page: Page<Status>
    do {
      page = try await fetch(PageRequest(position, limit: state.limit))
    } catch {
      throw AppError(error)
    }
    guard request == requests else { return false }
    if page.elements.isEmpty {
      switch position {
      case .older, .offset: state.older = page.older
      case .newer, .newest, .since, .between: clearUnread(upTo: nil)
      }
      return false
    }
    put(page, isNewest: false)
    return true
  }

  private func fetch(_ request: PageRequest) async throws -> Page<Status> {
    try await pages(of: state.timeline)(request)
  }

  private func pages(of timeline: Home.Timeline) -> (PageRequest) async throws -> Page<Status> {
    switch timeline {
    case .home: timelines.home
    case .local: timelines.local
    case .federated: timelines.federated
    }
  }

  private func nextRequest() -> Int {
    requests += 1
    return requests
  }

  private func put(_ page: Page<Status>, isNewest: Bool) {
    let now = now()
    let shown = page.elements.filter { $0.filterVerdict(in: state.timeline.context, at: now) != .hide }
    let first = page.elements.first?.id
    let reachesTop = isNewest || first.map { id in state.newestShown.map { id >= $0 } ?? true } ?? false
    state.list = StatusList(shown, revealed: state.list.revealed)
    state.older = page.older
    state.newer = page.newer ?? first.map { Cursor($0.rawValue) }
    state.isNewest = reachesTop
    // The same page under other filters is no other look.
    let isLook = reachesTop && !state.isStale
    state.isStale = false
    if isLook { look(upTo: first) }
    guard reachesTop else { return }
    state.newestShown = first ?? state.newestShown
    if isNewest {
      clearUnread(upTo: nil)
      state.fetchedAt = now
    } else {
      clearUnread(upTo: first)
      if page.elements.count < state.limit { state.hasMoreUnread = false }
      if state.unread == 0 { state.fetchedAt = now }
    }
  }

  /// Remembers what is seen now, and says what was seen before; a disk that refuses costs no more than that line.
  private func look(upTo newest: Status.ID?) {
    let timeline = state.timeline.rawValue
    do { state.seenUpTo = try positions.position(timeline) } catch { state.seenUpTo = nil }
    guard let newest else { return }
    // Beside the prompt, which waits for no disk; whichever comes last, the newest post stays.
    keeping = Task { [positions, earlier = keeping] in
      await earlier?.value
      await Self.keep(newest, timeline, positions)
    }
  }

  @concurrent private static func keep(_ newest: Status.ID, _ timeline: String, _ positions: ReadingPositions) async {
    do { try positions.keep(newest, timeline) } catch { return }
  }

  /// Waits until what was seen is kept.
  public func settled() async { await keeping?.value }

  private func clearUnread(upTo id: Status.ID?) {
    counted = id.map { id in counted.filter { $0 > id } } ?? []
    state.unread = counted.count
    if id == nil {
      state.hasMoreUnread = false
      hole = nil
    }
  }
}

// MARK: - Acts

extension Home.Model {
  /// What can be done with a post from this screen, for a ``StatusAction``.
  public var acts: OptimisticActs {
    OptimisticActs(
      service: statuses, known: { [weak self] in self?.state.list.status($0) },
      revealed: { [weak self] in self?.state.list.reveal($0) },
      changed: { [weak self] in
        self?.replace($0)
        self?.statusChanged($0)
      },
      removed: { [weak self] in
        self?.remove($0)
        self?.statusRemoved($0)
      })
  }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.list.replace(status) }

  /// Shows that a post is gone.
  public func remove(_ id: Status.ID) {
    state.list.remove(id)
    if counted.remove(id) != nil { state.unread = counted.count }
  }

  /// Says who is signed in, whose own posts are not news.
  public func setMe(_ id: Account.ID?) { state.me = id }
}

// MARK: - Live

extension Home.Model {
  /// Takes in what the stream of the signed-in account says.
  ///
  /// New posts are counted and not shown: the page stays as it was printed.
  public func apply(_ event: StreamEvent) { apply(event, of: .home) }

  /// Takes in what the stream of a timeline says; posts of another than the one that is shown are not counted.
  public func apply(_ event: StreamEvent, of timeline: Home.Timeline) {
    switch event {
    case .update(let status): count(status, in: timeline)
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    case .filtersChanged: state.isStale = true
    case .notification, .notificationsMerged, .conversation, .announcement, .announcementReaction,
      .announcementDelete, .unknown:
      break
    }
  }

  /// Counts what came in while the stream was away, and gives back what of it is news.
  ///
  /// A stream repeats nothing, so it walks up from the newest post that is known, page by page. Above a limit it stops:
  /// the state says that there is more, and `new` goes on from where the reader left off, whatever was counted.
  public func catchUp(on timeline: Home.Timeline = .home) async -> Gap<Status> {
    guard state.timeline == timeline, state.phase == .loaded,
      let known = hole ?? [counted.max(), state.newestShown].compactMap(\.self).max()
    else { return Gap() }
    do {
      var gap = try await Gap(above: known, pages: Self.catchUpPages, read: pages(of: timeline))
      // Meanwhile the person may have gone to another timeline, which has nothing to do with this.
      guard state.timeline == timeline else { return Gap() }
      hole = gap.isWhole ? nil : gap.elements.last?.id
      gap.elements = gap.elements.filter { count($0, in: timeline) }
      if !gap.isWhole { state.hasMoreUnread = true }
      return gap
    } catch {
      guard state.timeline == timeline else { return Gap() }
      // Nothing was asked by the person, so nothing is said; what was missed may be more than what is counted.
      hole = known
      state.hasMoreUnread = state.unread > 0
      return Gap()
    }
  }

  /// How many pages of forty posts are read to catch up.
  static let catchUpPages = 10
  /// How many posts are counted; a count above it would tell nobody more.
  private static let mostCounted = 10_000

  /// Whether it is news, which it is once.
  @discardableResult private func count(_ status: Status, in timeline: Home.Timeline) -> Bool {
    guard state.timeline == timeline, state.phase == .loaded, status.account.id != state.me,
      state.newestShown.map({ status.id > $0 }) ?? true,
      status.filterVerdict(in: timeline.context, at: now()) != .hide
    else { return false }
    guard counted.count < Self.mostCounted else {
      state.hasMoreUnread = true
      return false
    }
    let isNew = counted.insert(status.id).inserted
    state.unread = counted.count
    return isNew
  }
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

extension Home.Model: StatusContainer {
  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }
}
