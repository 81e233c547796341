import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Thread {
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

extension Thread.Model {
  /// Fetches the thread if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard !state.conversation.isLoaded else { return }
    do {
      try await refresh()
    } catch {
      // `refresh` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Fetches the thread again; what is folded stays folded.
  ///
  /// - Throws: `AppError`; a thread that is shown already stays.
  public func refresh() async throws {
    let id = state.focus
    state.conversation.begin()
    do {
      async let post = statuses.status(id)
      async let around = statuses.context(id)
      let (focus, context) = try await (post, around)
      let now = now()
      let (tree, ordered) = Thread.Tree.ordered(focus: focus.displayed, context: context) {
        $0.filterVerdict(in: .thread, at: now) == .hide
      }
      state.focus = focus.displayed.id
      let before = Set(state.list.statuses.map(\.id))
      state.new = before.isEmpty ? [] : Set(ordered.map(\.id)).subtracting(before)
      state.conversation = .loaded(
        Thread.Conversation(list: StatusList(ordered, revealed: state.list.revealed), tree: tree))
      state.unread = []
    } catch {
      throw state.conversation.fail(error)
    }
  }

  /// Folds a post's replies (true) or unfolds them and all below (false); without a post, all that can be.
  ///
  /// - Throws: `AppError` if the post has no replies here.
  public func fold(_ id: Status.ID?, _ isFolded: Bool) throws {
    let (statuses, tree) = (state.list.statuses, state.tree)
    guard let id else {
      // Folding everything leaves the replies to the opened post, each with what is below it folded.
      for (index, status) in statuses.enumerated() where index > tree.ancestors || !isFolded {
        state.folding[status.id] = isFolded
      }
      return
    }
    guard let index = statuses.firstIndex(where: { $0.id == id }), tree.end(of: index) > index + 1 else {
      throw AppError.validation(
        "That post has no replies to \(isFolded ? "fold" : "unfold").", suggestion: "Choose another number.")
    }
    state.folding[id] = isFolded
    guard !isFolded else { return }
    for below in statuses[index..<tree.end(of: index)] { state.folding[below.id] = false }
  }
}

// MARK: - Changes

extension Thread.Model: StatusContainer {
  /// What can be done with a post from this screen, for a ``StatusAction``.
  public var statusActions: OptimisticStatusActions {
    OptimisticStatusActions(
      service: statuses, container: self,
      reveal: { [weak self] id in self?.state.conversation.modify { $0.list.reveal(id) } },
      statusChanged: statusChanged, statusRemoved: statusRemoved)
  }

  /// The post of this id, if it is in the thread.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.conversation.modify { $0.list.replace(status) } }

  /// Shows that a post is gone.
  public func remove(_ id: Status.ID) {
    state.conversation.modify { $0.list.remove(id) }
    state.unread.remove(id)
  }

  /// Applies an event of a stream: replies to this thread are counted and not shown.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .update(let status):
      guard let parent = status.inReplyToID, state.conversation.isLoaded, state.list.status(status.id) == nil,
        state.unread.contains(parent) || state.list.status(parent) != nil
      else { return }
      state.unread.insert(status.id)
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}
