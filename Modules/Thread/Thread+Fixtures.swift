import FeatureKit
import MastodonKit
import StatusKit

extension Thread.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let loading = Thread.State(focus: Status.fixtures.threadRoot.id, conversation: .loading)
    public let failed = Thread.State(focus: Status.fixtures.threadRoot.id, conversation: .failed(.fixtures.notFound))
    public let alone = loaded(Status.fixtures.plain, StatusContext.fixtures.empty)
    public let tree = loaded(Status.fixtures.threadRoot, StatusContext.fixtures.root)
    /// A reply, with the posts it replies to above it.
    public let middle = loaded(Status.fixtures.threadName, StatusContext.fixtures.middle)
    /// A long branch, folded by itself.
    public let deep = loaded(Status.fixtures.plain, StatusContext.fixtures.deep)
    public let deepUnfolded = loaded(
      Status.fixtures.plain, StatusContext.fixtures.deep,
      folding: { ids in Dictionary(uniqueKeysWithValues: ids.map { ($0, false) }) })
    public let folded = loaded(
      Status.fixtures.threadRoot, StatusContext.fixtures.root,
      folding: { _ in [Status.fixtures.threadVisitor.id: true] })
    /// A branch that was marked as read, and one with a reply since.
    public let read = changed(loaded(Status.fixtures.threadRoot, StatusContext.fixtures.root)) { state in
      let (all, tree) = (state.list.statuses, state.tree)
      for (index, status) in all.enumerated() where index > tree.ancestors && tree.end(of: index) > index + 1 {
        let below = all[(index + 1)..<tree.end(of: index)].map(\.id)
        // The last reply of the second branch is new.
        state.read[status.id] = Set(state.read.isEmpty ? below : below.dropLast())
        if state.read.count == 2 { state.new = Set(below.suffix(1)) }
      }
    }
    public let unread = loaded(Status.fixtures.threadRoot, StatusContext.fixtures.root, unread: ["999999999"])
    /// A reply was deleted after it was printed.
    public let deleted = changed(loaded(Status.fixtures.threadRoot, StatusContext.fixtures.root)) {
      $0.conversation.modify { $0.list.remove(Status.fixtures.threadQuestion.id) }
    }
    public let contentWarning = loaded(Status.fixtures.contentWarning, StatusContext.fixtures.empty)
    /// A post that tries to take over the terminal.
    public let hostile = loaded(Status.fixtures.hostile, StatusContext.fixtures.empty)

    private static func changed(
      _ state: Thread.State, _ change: (inout Thread.State) -> Void
    ) -> Thread.State {
      var state = state
      change(&state)
      return state
    }

    private static func loaded(
      _ focus: Status, _ context: StatusContext, folding: ([Status.ID]) -> [Status.ID: Bool] = { _ in [:] },
      unread: Set<Status.ID> = []
    ) -> Thread.State {
      let (tree, statuses) = Thread.Tree.ordered(focus: focus, context: context, isHidden: { _ in false })
      return Thread.State(
        focus: focus.id, conversation: .loaded(Thread.Conversation(list: StatusList(statuses), tree: tree)),
        folding: folding(statuses.map(\.id)),
        unread: unread)
    }
  }
}
