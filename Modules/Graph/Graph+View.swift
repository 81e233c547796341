public import FeatureKit
import OwnershipKit
public import TerminalKit

extension Graph {
  /// The objects as a tree: name, lifetime, how often created, whether alive.
  ///
  /// As JSON it is `{screen, objects}`; an object is `{name, owner, lifetime, made, alive, note}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let lines = Tree(state.nodes).lines
    let alive = state.nodes.count { $0.alive > 0 }
    return Document(
      kind: "graph", title: Document.Title("Ownership", note: "\(alive) of \(state.nodes.count) alive"),
      blocks: [.spoken(layout.width < narrowWidth ? narrow(lines) : wide(lines), as: "")]
        + lines.map { .spoken([], as: sentence($0.node)) },
      hint: StyledText("graph relieve · graph --dot", .hint),
      data: [.init("objects", .array(state.nodes.map(data)))])
  }

  /// Below this width, lifetime and state follow the name instead of standing in columns.
  private static let narrowWidth = 64

  private static func wide(_ lines: [Tree.Line]) -> [Block] {
    [
      .table(
        lines.map { line in
          [
            StyledText(line.branch, .rule) + name(line.node), StyledText(line.node.lifetime.rawValue, .secondary),
            StyledText(made(line.node), .secondary), state(line.node),
          ]
        })
    ]
  }

  private static func narrow(_ lines: [Tree.Line]) -> [Block] {
    lines.map { line in
      let details = StyledText(" \(line.node.lifetime.rawValue) · ", .secondary) + state(line.node)
      guard !line.branch.isEmpty else { return .paragraph(name(line.node) + details) }
      // Wrapped text is aligned with the name, not with the branches.
      let branch = String(line.branch.reversed().drop { $0 == " " }.reversed())
      return .listItem(marker: StyledText(branch, .rule), [.paragraph(name(line.node) + details)])
    }
  }

  private static func name(_ node: Node) -> StyledText { StyledText(node.name, node.alive > 0 ? .name : .secondary) }

  private static func made(_ node: Node) -> String { node.made == 0 ? "" : "made \(node.made)" }

  private static func state(_ node: Node) -> StyledText {
    let text = stateText(node)
    let note = node.note.map { StyledText(", \($0)", .secondary) } ?? StyledText()
    return StyledText(text, node.alive > 0 ? .success : .secondary) + note
  }

  private static func stateText(_ node: Node) -> String {
    switch (node.lifetime, node.made, node.alive) {
    case (_, 0, _): "not created yet"
    case (.cached, _, 0): "released"
    case (_, _, 0): "none now"
    case (_, _, 1): "alive"
    case (_, _, let count): "\(count) alive"
    }
  }

  private static func sentence(_ node: Node) -> String {
    let owner = node.owner.map { ", owned by \($0)" } ?? ""
    let times = node.made == 0 ? "" : ", made \(node.made == 1 ? "once" : "\(node.made) times")"
    let note = node.note.map { ", \($0)" } ?? ""
    return "\(node.name): \(node.lifetime.rawValue)\(owner)\(times), \(stateText(node))\(note)"
  }

  private static func data(_ node: Node) -> JSONValue {
    [
      "name": .string(node.name), "owner": .optional(node.owner), "lifetime": .string(node.lifetime.rawValue),
      "made": .int(node.made), "alive": .int(node.alive), "note": .optional(node.note),
    ]
  }

  /// The objects in the DOT language of Graphviz (graphviz.org/doc/info/lang.html); those not alive are dashed.
  public static func dotView(_ state: State) -> Document {
    Document(
      kind: "graph-dot", blocks: dot(state).map { .verbatim(StyledText($0)) },
      data: [.init("dot", .string(dot(state).joined(separator: "\n")))])
  }

  /// The lines of ``dotView(_:)``.
  public static func dot(_ state: State) -> [String] {
    let shapes: [Lifetime: String] = [.singleton: "box", .session: "folder", .cached: "cylinder", .unique: "ellipse"]
    var lines = ["digraph ownership {", "  rankdir=LR; node [fontname=\"monospace\"];"]
    for node in state.nodes {
      let style = node.alive > 0 ? "" : ", style=dashed"
      lines.append("  \"\(node.name)\" [shape=\(shapes[node.lifetime] ?? "box")\(style)];")
    }
    for node in state.nodes {
      if let owner = node.owner {
        lines.append("  \"\(owner)\" -> \"\(node.name)\" [label=\"\(node.lifetime.rawValue)\"];")
      }
    }
    return lines + ["}"]
  }
}
