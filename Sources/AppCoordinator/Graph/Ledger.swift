import GraphFeature

/// Remembers what was made and whether it is still alive; owns none of it.
///
/// Each `create…()` of the root enters what it makes. The ledger hands nothing out, so it cannot become a way to get at
/// an object: it is for looking.
@MainActor
final class Ledger {
  /// One for each node, in their order.
  private var entries = GraphNode.allCases.map { _ in Entry() }

  private struct Entry {
    var made = 0
    var objects: [Weak] = []
    var note: (@MainActor () -> String?)?
  }

  private struct Weak {
    weak var object: AnyObject?
  }

  /// Enters an object.
  ///
  /// A value that is no object is entered as its holder: it is alive as long as that is.
  func enter(_ node: GraphNode, _ object: AnyObject, note: (@MainActor () -> String?)? = nil) {
    var entry = entries[node.place]
    entry.made += 1
    // What is gone is forgotten here, or a long run would collect it.
    entry.objects.removeAll { $0.object == nil }
    entry.objects.append(Weak(object: object))
    entry.note = note ?? entry.note
    entries[node.place] = entry
  }

  /// Every object of the app as it is now, in the order of ``GraphNode``.
  var nodes: [Graph.Node] {
    GraphNode.allCases.map { node in
      let entry = entries[node.place]
      let alive = entry.objects.count { $0.object != nil }
      return Graph.Node(
        name: node.rawValue, owner: node.owner?.rawValue, lifetime: node.lifetime, made: entry.made, alive: alive,
        note: alive > 0 ? entry.note?() : nil)
    }
  }
}
