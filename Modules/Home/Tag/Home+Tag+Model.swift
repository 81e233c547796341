import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Home.Tag {
  /// Owns one hashtag's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let tags: TagService
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void

    /// Makes a model of a hashtag's posts.
    ///
    /// - Parameters:
    ///   - state: What it starts with: at least the hashtag's name.
    ///   - tags: Reads the hashtag and its posts, and follows it.
    ///   - statuses: Acts on posts.
    ///   - now: The clock.
    ///   - statusChanged: Tells the other screens of a post's new form.
    ///   - statusRemoved: Tells the other screens that a post is gone.
    public init(
      state: State, tags: TagService, statuses: StatusService, now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.tags = tags
      self.statuses = statuses
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Reading

extension Home.Tag.Model {
  /// Fetches the posts if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard state.phase != .loaded else { return }
    do {
      try await refresh()
    } catch {
      // The state says it: `refresh` keeps the error where there is nothing else to show.
    }
  }

  /// Fetches the newest posts again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    let isFirst = state.phase != .loaded
    if isFirst { state.phase = .loading }
    do {
      async let tag = known(state.name)
      let page = try await tags.posts(state.name, PageRequest(.newest, limit: state.limit))
      state.tag = await tag ?? state.tag
      state.phase = .loaded
      put(page, isNewest: true)
    } catch {
      let error = AppError(error)
      if isFirst { state.phase = error == .cancelled ? .idle : .failed(error) }
      throw error
    }
  }

  /// What the server says of the hashtag; not every server says anything, and the posts are worth reading without.
  private func known(_ name: String) async -> MastodonKit.Tag? {
    do { return try await tags.tag(name) } catch { return nil }
  }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    guard let cursor = state.older else { return false }
    return try await turn(to: .older(than: cursor))
  }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    guard let cursor = state.newer else { return false }
    return try await turn(to: .newer(than: cursor))
  }

  private func turn(to position: PageRequest.Position) async throws -> Bool {
    do {
      let page = try await tags.posts(state.name, PageRequest(position, limit: state.limit))
      guard !page.elements.isEmpty else {
        if case .older = position { state.older = page.older }
        return false
      }
      put(page, isNewest: false)
      return true
    } catch {
      throw AppError(error)
    }
  }

  private func put(_ page: Page<Status>, isNewest: Bool) {
    let now = now()
    let shown = page.elements.filter { $0.filterVerdict(in: .public, at: now) != .hide }
    state.list = StatusList(shown, revealed: state.list.revealed)
    state.older = page.older
    state.newer = page.newer ?? page.elements.first.map { Cursor($0.id.rawValue) }
    state.isNewest = isNewest
  }
}

// MARK: - Acts and live

extension Home.Tag.Model {
  /// Follows the hashtag or takes that back; returns the server's answer.
  ///
  /// - Throws: `AppError`.
  public func setFollowing(_ isOn: Bool) async throws -> MastodonKit.Tag {
    do {
      let answer = try await tags.setFollowing(state.name, isOn)
      state.tag = answer
      return answer
    } catch {
      throw AppError(error)
    }
  }

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
  public func remove(_ id: Status.ID) { state.list.remove(id) }

  /// Takes in what the stream says of the posts shown.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

extension Home.Tag.Model: StatusContainer {
  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }
}
