public import FeatureKit
public import MastodonKit
public import StatusKit

/// One post with the posts it replies to and its replies, as a tree.
///
/// The posts it replies to stand above it in a line, its replies below it in branches. Long branches are folded;
/// `unfold` and `fold` change that, and the posts shown are numbered from 1 again.
public enum Thread {
  public struct State: Hashable, Sendable {
    /// The post that was opened.
    public var focus: Status.ID
    /// The posts and which replies to which.
    public var conversation: Loadable<Conversation>
    /// The posts whose replies the reader folded (true) or unfolded (false).
    public var folding: [Status.ID: Bool]
    /// The replies that arrived since.
    public var unread: Set<Status.ID>
    /// The replies that the server is still fetching; `nil` if it is not.
    public var pending: PendingReplies?
    /// Why the posts around the opened one could not be read; `nil` if they were.
    public var missing: AppError?
    /// The rows that are shown, where not all fit the terminal; `nil` for all.
    public var window: Range<Int>?
    /// The posts that were not there before the thread was last fetched again, or when their branch was marked as read.
    public var new: Set<Status.ID> = []
    /// The branches marked as read on this machine: the replies that each had then, by the post that it grows from.
    public var read: [Status.ID: Set<Status.ID>] = [:]

    /// Creates the state of a thread of which nothing is known but the post.
    public init(
      focus: Status.ID, conversation: Loadable<Conversation> = .idle, folding: [Status.ID: Bool] = [:],
      unread: Set<Status.ID> = []
    ) {
      self.focus = focus
      self.conversation = conversation
      self.folding = folding
      self.unread = unread
    }

    /// Why there is no thread, or only the opened post.
    var failure: AppError? {
      conversation.error ?? missing.map { .unread(["posts above", "replies"], because: $0) }
    }
    /// All posts in the order of the tree, folded or not; empty until they are loaded.
    public var list: StatusList { conversation.value?.list ?? StatusList() }
    /// Which post replies to which.
    var tree: Tree { conversation.value?.tree ?? Tree() }

    /// The posts that are shown, in the order of their numbers.
    public var rows: [Tree.Row] {
      let statuses = list.statuses
      return tree.rows { index, depth in
        folding[statuses[index].id] ?? (index > tree.ancestors && isRead(index) || tree.foldsByItself(depth: depth))
      }
    }

    /// The posts whose replies were all marked as read.
    var readBranches: [Status.ID] { list.statuses.indices.filter(isRead).map { list.statuses[$0].id } }

    /// Whether every reply below a post was marked as read.
    func isRead(_ index: Int) -> Bool {
      guard !read.isEmpty, let known = read[list.statuses[index].id] else { return false }
      let end = tree.end(of: index)
      return end > index + 1 && list.statuses[(index + 1)..<end].allSatisfy { known.contains($0.id) }
    }
  }

  /// The posts of a thread and which replies to which.
  public struct Conversation: Hashable, Sendable {
    /// All posts in the order of the tree, folded or not.
    public var list: StatusList
    /// Which post replies to which.
    public var tree: Tree
  }
}
