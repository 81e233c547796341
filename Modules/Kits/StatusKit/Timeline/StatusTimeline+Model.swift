public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import TerminalKit

extension StatusTimeline {
  /// Owns one timeline's state and is the only one to change it.
  @MainActor @Observable
  public final class Model: ReloadableModel {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let heading: @Sendable () async throws -> Heading?
    @ObservationIgnored private let reader: ListReader<Status>
    @ObservationIgnored private let page: @Sendable (PageRequest) async throws -> Page<Status>
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void

    /// Makes a model; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - state: What it starts with.
    ///   - heading: What the timeline is called, requested with each newest page; `nil` leaves what it is called.
    ///   - page: Reads a page.
    ///   - statuses: Acts on posts.
    ///   - now: The clock.
    ///   - statusChanged: Shows a post's new form on the other screens.
    ///   - statusRemoved: Shows on the other screens that a post is gone.
    public init(
      state: State, heading: @escaping @Sendable () async throws -> Heading? = { nil },
      page: @escaping @Sendable (PageRequest) async throws -> Page<Status>, statuses: StatusService,
      now: @escaping @Sendable () -> Date, statusChanged: @escaping (Status) -> Void,
      statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.heading = heading
      reader = ListReader(state, page: page)
      self.page = page
      self.statuses = statuses
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Reading

extension StatusTimeline.Model {
  /// Fetches the first page if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard !state.posts.isLoaded else { return }
    do {
      try await begin()
    } catch {
      // `begin` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Requires the next visit to fetch the page again, since the timeline's definition changed.
  public func invalidate() { if state.posts.isLoaded { state.posts = .idle } }

  /// Fetches the newest page again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    state.options = state.options.refreshed
    try await begin()
  }

  private func begin() async throws {
    state.posts.begin()
    do {
      async let first = read(nil)
      // First the heading: its failure says best what is wrong.
      let heading = try await heading()
      let part = try await first
      if let heading { state.heading = heading }
      if !state.posts.isLoaded { state.posts = .loaded(PagedStatuses(order: state.order)) }
      show(part, isAskedFor: !state.options.range.isNewestPage)
    } catch {
      throw state.posts.fail(error)
    }
  }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    if state.posts.modify({ $0.showOlder() }) == true { return true }
    return try await show(state.posts.value?.olderPosition)
  }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    if state.posts.modify({ $0.showNewer() }) == true { return true }
    return try await show(state.posts.value?.newerPosition)
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
  public func fit(_ layout: Layout, _ document: (StatusTimeline.State) -> Document) {
    let isCounted = state.options.range.isCounted
    var state = state
    self.state.posts.modify { posts in
      posts.fit { posts, fromEnd in
        guard !isCounted, layout.isPaged else { return posts.list.statuses.count }
        state.posts = .loaded(posts)
        return document(state).itemsOnPage(layout, fromEnd: fromEnd)
      }
    }
  }

  private func show(_ position: PageRequest.Position?) async throws -> Bool {
    guard let position else { return false }
    do {
      return show(try await read(position))
    } catch {
      throw AppError(error)
    }
  }

  /// Reads the page at a position, or the first one.
  private func read(_ position: PageRequest.Position?) async throws -> ListPart<Status> {
    try await reader.read(state.options, at: position, pageSize: state.limit, isHidden: isHidden)
  }

  /// Whether the reader's filters hide a post here.
  private var isHidden: (Status) -> Bool {
    let (now, context) = (now(), state.context)
    return { $0.filterVerdict(in: context, at: now) == .hide }
  }

  /// Whether a post that arrives is not shown here, by the reader's filters or by the options.
  private var isUnwanted: (Status) -> Bool {
    let (isHidden, options) = (isHidden, state.options)
    return { isHidden($0) || options.obstacle(to: $0) != nil }
  }

  @discardableResult
  private func show(_ part: ListPart<Status>, isAskedFor: Bool = false) -> Bool {
    let (now, isHidden, options) = (now(), isHidden, state.options)
    return state.posts.modify { posts in
      posts.show(part, options: options, isAskedFor: isAskedFor, at: now, isHidden: isHidden)
    } ?? false
  }
}

// MARK: - Changes

extension StatusTimeline.Model: TimelineModel {
  /// Makes the next load show what the options ask for.
  public func prepare(_ options: TimelineOptions) {
    state.options = options
    state.posts = .idle
  }
}

extension StatusTimeline.Model: StreamedTimeline {
  /// The stream that new posts come by; `nil` if there is none.
  public var topic: StreamTopic? { state.topic }

  /// Counts a post that arrived; the page stays as it was printed.
  public func count(_ status: Status, me: Account.ID?) {
    let isUnwanted = isUnwanted
    state.posts.modify { $0.count(status, me: me, isHidden: isUnwanted) }
  }

  /// Counts the posts that arrived while the stream was not connected.
  public func catchUp(me: Account.ID?) async {
    guard let start = state.posts.value?.catchUpStart else { return }
    do {
      let gap = try await Gap(above: start, pages: 10, read: page)
      let isUnwanted = isUnwanted
      state.posts.modify { _ = $0.count(gap, me: me, isHidden: isUnwanted) }
    } catch {
      // The user requested nothing, so no error is shown.
      state.posts.modify { $0.missPosts(above: start) }
    }
  }
}

extension StatusTimeline.Model: StatusContainer {
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
}
