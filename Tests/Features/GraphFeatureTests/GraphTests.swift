import CustomDump
import FeatureKit
import OwnershipKit
import TerminalKit
import Testing

@testable import GraphFeature

@Suite struct GraphTests {
  @Test func eachObjectFollowsItsOwner() {
    let tree = Graph.Tree(Graph.Node.fixtures.all)
    expectNoDifference(
      tree.lines.map { $0.branch + $0.node.name },
      [
        "app coordinator", "├─ network", "├─ quick look", "├─ session", "│  ├─ current client", "│  └─ stream watcher",
        "└─ composer",
      ])
  }

  @Test func objectWithUnlistedOwnerIsARoot() {
    let tree = Graph.Tree([Graph.Node.fixtures.client])
    #expect(tree.lines.map(\.node.name) == ["current client"])
  }

  @Test func dotHasEveryObjectAndOwner() {
    let lines = Graph.dot(Graph.State.fixtures.relieved)
    #expect(lines.contains("  \"session\" -> \"current client\" [label=\"session\"];"))
    #expect(lines.contains("  \"quick look\" [shape=cylinder, style=dashed];"))
    #expect(lines.count == 2 + 7 + 6 + 1)
  }

  @Test @MainActor func relieveNamesTheReleasedObjects() {
    #expect(Graph.toast(relieved: ["quick look"]).text.plain == "Released: quick look.")
    #expect(Graph.toast(relieved: []).text.plain == "Nothing is cached.")
  }
}
