public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Thread {
  /// Owns one thread's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    public private(set) var state: State

    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let branches: ReadBranches
    /// Which rows the next print begins or ends with.
    @ObservationIgnored private var turn = Turn.toOpened

    /// Which rows of a thread are shown if not all fit.
    private enum Turn {
      /// Those around the opened post.
      case toOpened
      case from(Int)
      /// Those above a row.
      case upTo(Int)
    }

    @ObservationIgnored private let lists: ListContext

    /// Creates a model of the thread around a post.
    ///
    /// - Parameters:
    ///   - state: The initial state: at least the post's id.
    ///   - statuses: Reads the thread.
    ///   - branches: Stores which branches were read.
    public init(
      state: State, statuses: StatusService, branches: ReadBranches, in lists: ListContext
    ) {
      self.state = state
      self.statuses = statuses
      self.branches = branches
      self.lists = lists
    }
  }
}

// MARK: - Reading

extension Thread.Model {
  /// Fetches the thread if that has not been done; a failure becomes part of the state.
  public func load() async { _ = await load(keptFirst: false) }

  /// The same for ``Screen/loadKept``: also if more is known to come.
  public func loadKept() async -> Screen.Update? { await load(keptFirst: true) }

  private func load(keptFirst: Bool) async -> Screen.Update? {
    guard !state.conversation.isLoaded || state.missing != nil else { return nil }
    let first = keptFirst ? await lists.kept?.read { try await self.refresh() } : nil
    if first == nil {
      do {
        try await refresh()
      } catch {
        // `refresh` keeps the error in the state where there is nothing else to show.
      }
    }
    guard first?.isKept == true || state.pending != nil else { return nil }
    return { [weak self] in try await self?.update() }
  }

  /// Shows only so many posts as fit the terminal, the opened one among them; `newer` and `older` show the others.
  public func fit(_ layout: Layout) {
    state.window = nil
    guard let height = layout.height, state.conversation.isLoaded else { return }
    let count = state.rows.count
    let opened = min(state.tree.ancestors, max(count - 1, 0))
    switch turn {
    case .from(let row): state.window = window(from: min(row, max(count - 1, 0)), height, layout)
    case .upTo(let row):
      var above = state
      above.window = max(0, row - height)..<min(row, count)
      let fitting = min(Thread.view(above, layout: layout).itemsOnPage(layout, fromEnd: true), row)
      state.window = (row - fitting)..<row
    case .toOpened:
      // From the top, or with the post that it answers, or alone.
      let windows = [0, max(opened - 1, 0), opened].lazy.map { self.window(from: $0, height, layout) }
      state.window = windows.first { $0.contains(opened) } ?? window(from: opened, height, layout)
    }
    if state.window == 0..<count { state.window = nil }
  }

  private func window(from row: Int, _ height: Int, _ layout: Layout) -> Range<Int> {
    let count = state.rows.count
    var below = state
    // No post is less than a line.
    below.window = row..<min(row + height, count)
    return row..<min(row + Thread.view(below, layout: layout).itemsOnPage(layout), count)
  }

  /// Shows the posts below those shown (true) or above them (false); false if there are none.
  public func turn(down: Bool) -> Bool {
    guard let window = state.window else { return false }
    guard down ? window.upperBound < state.rows.count : window.lowerBound > 0 else { return false }
    turn = down ? .from(window.upperBound) : .upTo(window.lowerBound)
    return true
  }

  /// Fetches the thread again; what is folded stays folded.
  ///
  /// - Throws: `AppError`; a thread that is shown already stays.
  public func refresh() async throws {
    let id = state.focus
    turn = .toOpened
    state.conversation.begin()
    do {
      async let post = statuses.status(id)
      async let around = around(id)
      let focus = try await post
      let (context, missing) = try await around
      let now = lists.now()
      let (tree, ordered) = Thread.Tree.ordered(focus: focus.displayed, context: context) {
        $0.filterVerdict(in: .thread, at: now) == .hide
      }
      state.focus = focus.displayed.id
      let before = Set(state.list.statuses.map(\.id))
      state.new = before.isEmpty ? [] : Set(ordered.map(\.id)).subtracting(before)
      state.conversation = .loaded(
        Thread.Conversation(list: StatusList(ordered, revealed: state.list.revealed), tree: tree))
      takeMarks()
      state.unread = []
      (state.pending, state.missing) = (context.pending, missing)
    } catch {
      throw state.conversation.fail(error)
    }
  }

  /// Fetches the thread, and again when the server has fetched the replies that it was still fetching, for which it has some
  /// seconds.
  ///
  /// - Throws: `AppError`; a thread that is shown already stays.
  func refreshWhole(sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
    try await refresh()
    guard let pending = state.pending else { return }
    let isDone = await withTaskGroup(of: Bool.self) { [statuses] group in
      group.addTask {
        // A server that can't say when it is done may be done after a moment, too.
        do { try await statuses.waitForReplies(pending) } catch { return false }
        return true
      }
      group.addTask {
        // Stopped where the server is done, or the command has ended.
        try? await sleep(.seconds(20))
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    try await refresh()
    if isDone { state.pending = nil }
  }

  /// The posts around the opened one; none, with the reason, if the server could not answer and none are shown.
  private func around(_ id: Status.ID) async throws -> (StatusContext, missing: AppError?) {
    do { return (try await statuses.context(id), nil) } catch {
      let reason = AppError(error)
      guard case .network = reason.cause, !state.conversation.isLoaded || state.missing != nil else { throw reason }
      return (.empty, reason)
    }
  }

  /// Takes the server's answer for a thread from the archive: what is shown stays in its place, and new replies are
  /// counted, as those are that a stream tells of.
  private func update() async throws -> String? {
    let id = state.focus
    var pending = state.pending
    repeat {
      let waited = pending
      // What is there can be read, whether or not the server says when it is done.
      if let waited { do { try await statuses.waitForReplies(waited) } catch  where !Task.isCancelled {} }
      let before = state.list
      async let post = statuses.status(id)
      async let around = statuses.context(id)
      let (focus, context) = try await (post, around)
      let now = lists.now()
      let all = context.ancestors + [focus.displayed] + context.descendants
      for gone in Set(before.statuses.map(\.id)).subtracting(all.map(\.id)) { remove(gone) }
      for status in all {
        if let shown = state.list.status(status.id) {
          // What has changed since the request is newer than the answer.
          if shown == before.status(status.id) { replace(status) }
        } else if status.filterVerdict(in: .thread, at: now) != .hide {
          state.unread.insert(status.id)
        }
      }
      pending = waited == nil ? context.pending : nil
      state.pending = pending
    } while pending != nil
    return state.unread.isEmpty ? nil : CountText.of(state.unread.count, "new reply", "new replies")
  }

  /// Takes the marks of this thread's branches; the replies that came after one are new.
  private func takeMarks() {
    let all: [Status.ID: Set<Status.ID>]
    do { all = try branches.all() } catch {
      // A thread can be read without its marks; what writes them says what is wrong.
      return
    }
    let (statuses, tree) = (state.list.statuses, state.tree)
    state.read = [:]
    for (index, status) in statuses.enumerated() {
      guard let known = all[status.id] else { continue }
      state.read[status.id] = known
      state.new.formUnion(statuses[(index + 1)..<tree.end(of: index)].map(\.id).filter { !known.contains($0) })
    }
  }

  /// Marks the replies below a post as read and folds them; without a post, those to the opened one.
  ///
  /// - Returns: The number of replies.
  /// - Throws: `AppError` if the post has no replies here, or the mark cannot be stored.
  public func markRead(_ id: Status.ID?) throws -> Int {
    let (statuses, tree) = (state.list.statuses, state.tree)
    let index = id.map { id in statuses.firstIndex { $0.id == id } } ?? min(tree.ancestors, statuses.count - 1)
    guard let index, statuses.indices.contains(index), tree.end(of: index) > index + 1 else {
      throw AppError.validation("That post has no replies to mark as read.", suggestion: "Choose another number.")
    }
    let below = Set(statuses[(index + 1)..<tree.end(of: index)].map(\.id))
    do { try branches.mark(statuses[index].id, below) } catch { throw AppError(error) }
    if let window = state.window { turn = .from(window.lowerBound) }
    state.read[statuses[index].id] = below
    state.folding[statuses[index].id] = true
    state.new.subtract(below)
    return below.count
  }

  /// Removes the marks of posts that are unfolded.
  private func forget(_ ids: some Sequence<Status.ID>) throws {
    let marked = ids.filter { state.read[$0] != nil }
    guard !marked.isEmpty else { return }
    do { try branches.forget(marked) } catch { throw AppError(error) }
    for id in marked { state.read[id] = nil }
  }

  /// Folds a post's replies (true) or unfolds them and all below (false); without a post, all that can be.
  ///
  /// - Throws: `AppError` if the post has no replies here.
  public func fold(_ id: Status.ID?, _ isFolded: Bool) throws {
    let (statuses, tree) = (state.list.statuses, state.tree)
    if let window = state.window { turn = .from(window.lowerBound) }
    guard let id else {
      if !isFolded { try forget(statuses.map(\.id)) }
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
    if !isFolded { try forget(statuses[index..<tree.end(of: index)].map(\.id)) }
    state.folding[id] = isFolded
    guard !isFolded else { return }
    for below in statuses[index..<tree.end(of: index)] { state.folding[below.id] = false }
  }
}

// MARK: - Changes

extension Thread.Model: StatusContainer {
  /// Opens a post's warnings and filters.
  public func reveal(_ id: Status.ID) { state.conversation.modify { $0.list.reveal(id) } }

  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.conversation.modify { $0.list.replace(status) } }

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
