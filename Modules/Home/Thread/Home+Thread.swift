public import MastodonKit
public import StatusKit

extension Home {
  /// One post among what it answers and what answers it, as a tree.
  ///
  /// What it answers stands above it in a line, what answers it below it in branches. Long branches are folded; `unfold`
  /// and `fold` change that and number what is shown anew.
  public enum Thread {
    /// Everything the thread screen shows, as data only.
    public struct State: Hashable, Sendable {
      /// The post that was opened.
      public var focus: Status.ID
      /// How far the screen has come.
      public var phase: Home.State.Phase
      /// All posts in the order of the tree, folded or not.
      public var list: StatusList
      /// What answers what.
      public var tree: Tree
      /// The posts whose answers the reader folded (true) or unfolded (false).
      public var folding: [Status.ID: Bool]
      /// The answers that came in since.
      public var unread: Set<Status.ID>

      /// Makes the state of a thread of which nothing is known but the post.
      public init(
        focus: Status.ID, phase: Home.State.Phase = .idle, list: StatusList = StatusList(), tree: Tree = Tree(),
        folding: [Status.ID: Bool] = [:], unread: Set<Status.ID> = []
      ) {
        self.focus = focus
        self.phase = phase
        self.list = list
        self.tree = tree
        self.folding = folding
        self.unread = unread
      }

      /// The posts that are shown, in the order of their numbers.
      public var rows: [Tree.Row] {
        let statuses = list.statuses
        return tree.rows { index, depth in
          folding[statuses[index].id] ?? tree.foldsByItself(depth: depth)
        }
      }
    }

    /// Everything the thread screen can ask for; the root decides what each request does.
    @MainActor
    public struct Action {
      /// Fetches the thread again.
      public var refresh: () async throws -> Void
      /// Folds a post's answers (true) or unfolds them (false); without a post, all that can be.
      public var fold: (Status.ID?, Bool) throws -> Void
      /// What can be asked of a post.
      public var status: StatusAction

      /// Makes an action from its closures.
      public init(
        refresh: @escaping () async throws -> Void, fold: @escaping (Status.ID?, Bool) throws -> Void,
        status: StatusAction
      ) {
        self.refresh = refresh
        self.fold = fold
        self.status = status
      }
    }
  }
}
