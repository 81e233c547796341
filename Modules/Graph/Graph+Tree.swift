import OwnershipKit

extension Graph {
  /// The objects in depth-first order: each comes after its owner.
  struct Tree {
    /// A node with the tree lines before its name.
    struct Line {
      var node: Node
      var branch: String
    }

    private(set) var lines: [Line] = []
    private let children: [String?: [Node]]

    init(_ nodes: [Node]) {
      let names = Set(nodes.map(\.name))
      // An object whose owner is not in the list becomes a root.
      children = Dictionary(grouping: nodes) { node in node.owner.flatMap { names.contains($0) ? $0 : nil } }
      for root in children[nil] ?? [] { add(root, branch: "", indent: "") }
    }

    private mutating func add(_ node: Node, branch: String, indent: String) {
      lines.append(Line(node: node, branch: branch))
      let owned = children[node.name] ?? []
      for (index, child) in owned.enumerated() {
        let isLast = index == owned.count - 1
        add(child, branch: indent + (isLast ? "└─ " : "├─ "), indent: indent + (isLast ? "   " : "│  "))
      }
    }
  }
}
