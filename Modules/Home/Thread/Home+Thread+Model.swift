import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Home.Thread {
  /// Owns one thread's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void

    /// Makes a model of the thread around a post.
    ///
    /// - Parameters:
    ///   - state: What it starts with: at least the post's id.
    ///   - statuses: Reads the thread and acts on posts.
    ///   - now: The clock.
    ///   - statusChanged: Tells the other screens of a post's new form.
    ///   - statusRemoved: Tells the other screens that a post is gone.
    public init(
      state: State, statuses: StatusService, now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.statuses = statuses
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Reading

extension Home.Thread.Model {
  /// Fetches the thread if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard state.phase != .loaded else { return }
    do {
      try await refresh()
    } catch {
      // The state says it: `refresh` keeps the error where there is nothing else to show.
    }
  }

  /// Fetches the thread again; what is folded stays folded.
  ///
  /// - Throws: `AppError`; a thread that is shown already stays.
  public func refresh() async throws {
    let id = state.focus
    if state.list.isEmpty { state.phase = .loading }
    do {
      async let post = statuses.status(id)
      async let around = statuses.context(id)
      let (focus, context) = try await (post, around)
      let now = now()
      let (tree, ordered) = Home.Thread.Tree.ordered(focus: focus.displayed, context: context) {
        $0.filterVerdict(in: .thread, at: now) == .hide
      }
      state.focus = focus.displayed.id
      state.tree = tree
      state.list = StatusList(ordered, revealed: state.list.revealed)
      state.unread = []
      state.phase = .loaded
    } catch {
      let error = AppError(error)
      if state.list.isEmpty { state.phase = error == .cancelled ? .idle : .failed(error) }
      throw error
    }
  }

  /// Folds a post's answers (true) or unfolds them and all below (false); without a post, all that can be.
  ///
  /// - Throws: `AppError` if the post has no answers here.
  public func fold(_ id: Status.ID?, _ isFolded: Bool) throws {
    let statuses = state.list.statuses
    guard let id else {
      // Folding everything leaves the answers to the opened post, each with what is below it folded.
      for (index, status) in statuses.enumerated() where index > state.tree.ancestors || !isFolded {
        state.folding[status.id] = isFolded
      }
      return
    }
    guard let index = statuses.firstIndex(where: { $0.id == id }), state.tree.end(of: index) > index + 1 else {
      throw AppError.validation(
        "That post has no replies to \(isFolded ? "fold" : "unfold").", suggestion: "Choose another number.")
    }
    state.folding[id] = isFolded
    guard !isFolded else { return }
    for below in statuses[index..<state.tree.end(of: index)] { state.folding[below.id] = false }
  }
}

// MARK: - Acts and live

extension Home.Thread.Model {
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
    state.unread.remove(id)
  }

  /// Takes in what the stream says: answers to this thread are counted and not shown.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .update(let status):
      guard let answered = status.inReplyToID, state.phase == .loaded, state.list.status(status.id) == nil,
        state.unread.contains(answered) || state.list.status(answered) != nil
      else { return }
      state.unread.insert(status.id)
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

extension Home.Thread.Model: StatusContainer {
  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }
}
