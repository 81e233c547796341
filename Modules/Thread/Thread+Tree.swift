public import MastodonKit
public import TerminalKit

extension Thread {
  /// Which post replies to which, as positions in a list that runs through the tree from the top.
  ///
  /// First come the ancestors, then the post that was opened, then its replies, each followed by its own, then replies to
  /// posts that the server did not send, each with its own. Posts may also reply to each other in a circle; they are listed
  /// too.
  public struct Tree: Hashable, Sendable {
    /// The number of ancestors before the post that was opened.
    public private(set) var ancestors: Int
    /// The distance of each post from the opened one in replies; 0 for that, the ancestors, and replies to posts
    /// that are not here.
    public private(set) var depths: [Int]

    /// One post as it is shown.
    public struct Row: Hashable, Sendable {
      public var index: Int
      /// Its place in the tree.
      public var branch: Item.Branch
      /// The position of the post that it replies to.
      public var parent: Int?
      /// The number of posts folded below it.
      public var folded: Int
      /// Whether it replies to a post that is not here.
      public var isDetached = false
    }

    public init() {
      ancestors = 0
      depths = []
    }

    /// Creates a tree and sorts the posts into its order.
    public static func ordered(
      focus: Status, context: StatusContext, isHidden: (Status) -> Bool
    ) -> (tree: Tree, statuses: [Status]) {
      var shown: [Status.ID: Status] = [focus.id: focus]
      var parents: [Status.ID: Status.ID] = [:]
      var descendants: [Status] = []
      for status in context.descendants where status.id != focus.id {
        guard parents[status.id] == nil else { continue }
        parents[status.id] = status.inReplyToID ?? focus.id
        guard !isHidden(status) else { continue }
        shown[status.id] = status
        descendants.append(status)
      }
      var answers: [Status.ID: [Status]] = [:]
      var detached: [Status] = []
      for status in descendants {
        // Skips hidden posts up to the next one that is shown, in at most as many steps as there are posts.
        var parent = parents[status.id] ?? focus.id
        var steps = 0
        while shown[parent] == nil, let next = parents[parent], steps < parents.count {
          parent = next
          steps += 1
        }
        if shown[parent] == nil, parents[parent] == nil {
          detached.append(status)
        } else {
          answers[shown[parent] == nil ? focus.id : parent, default: []].append(status)
        }
      }
      var tree = Tree()
      var seen: Set<Status.ID> = [focus.id]
      var statuses = context.ancestors.filter { !isHidden($0) && seen.insert($0.id).inserted }
      tree.ancestors = statuses.count
      tree.depths = Array(repeating: 0, count: statuses.count)
      var waiting = [(status: focus, depth: 0)]
      func place() {
        while let (status, depth) = waiting.popLast() {
          statuses.append(status)
          tree.depths.append(depth)
          for answer in (answers[status.id] ?? []).reversed() where seen.insert(answer.id).inserted {
            waiting.append((answer, depth + 1))
          }
        }
      }
      place()
      for status in detached where seen.insert(status.id).inserted {
        waiting.append((status, 0))
        place()
      }
      // The remaining posts reply to each other in a circle.
      for status in descendants where seen.insert(status.id).inserted {
        waiting.append((status, 1))
        place()
      }
      return (tree, statuses)
    }

    /// Whether branches are folded at this depth; the longer the thread, the earlier.
    func foldsByItself(depth: Int) -> Bool { depth >= (depths.count > 60 ? 2 : 4) }

    /// The rows that are shown when the replies of these posts are folded.
    func rows(isFolded: (_ index: Int, _ depth: Int) -> Bool) -> [Row] {
      var rows: [Row] = []
      var path: [Int] = []
      var index = 0
      while index < depths.count {
        let depth = depths[index]
        if index <= ancestors {
          // The ancestors and the opened post stand in one line, each a reply to the one above.
          let hasChildren = index < ancestors || end(of: index) > index + 1
          let folds = index == ancestors && hasChildren && isFolded(index, depth)
          let branch = Item.Branch(hasChildren: hasChildren && !folds, isRoot: true)
          rows.append(Row(index: index, branch: branch, parent: index > 0 ? index - 1 : nil, folded: 0))
          path = [index]
        } else {
          path = Array(path.prefix(depth))
          let branch = Item.Branch(
            ancestorsContinue: path.dropFirst().map(hasSibling), continues: depth > 0 && hasSibling(index),
            hasChildren: end(of: index) > index + 1, isRoot: depth == 0)
          rows.append(Row(index: index, branch: branch, parent: path.last, folded: 0, isDetached: depth == 0))
          path.append(index)
        }
        let next = end(of: index)
        if index >= ancestors, next > index + 1, isFolded(index, depth) {
          rows[rows.count - 1].folded = next - index - 1
          rows[rows.count - 1].branch.hasChildren = false
          index = next
        } else {
          index += 1
        }
      }
      return rows
    }

    /// The place after a post and everything below it.
    func end(of index: Int) -> Int {
      guard index >= ancestors else { return index + 1 }
      return depths[(index + 1)...].firstIndex { $0 <= depths[index] } ?? depths.count
    }

    /// Whether another reply to the same post follows.
    private func hasSibling(_ index: Int) -> Bool {
      let next = end(of: index)
      return next < depths.count && depths[next] == depths[index]
    }
  }
}
