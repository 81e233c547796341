import FeatureKit
import FeatureTestKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import GraphFeature

@MainActor @Suite struct GraphVerbTests {
  @MainActor final class Root {
    var relieved = 0
    var cached = ["quick look"]
  }

  private let root = Root()

  private func type(_ command: String, _ words: String...) async throws -> Response {
    let action = Graph.Action(relieve: { [root] in
      root.relieved += 1
      defer { root.cached = [] }
      return root.cached
    })
    let verb = try #require(Graph.verbs({ .fixtures.busy }, action: action).first { $0.matches(command) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
  }

  private func document(_ response: Response) throws -> Document {
    guard case .view(let view) = response else { throw AppError.cancelled }
    return view(Layout(width: 80, now: Date(timeIntervalSince1970: 0)))
  }

  @Test func graphShowsTheObjectsAndDropsNothing() async throws {
    let layout = Layout(width: 80, now: Date(timeIntervalSince1970: 0))
    #expect(try await document(type("graph")) == Graph.view(.fixtures.busy, layout: layout))
    #expect(root.relieved == 0)
  }

  @Test func dotPrintsTheGraphForGraphviz() async throws {
    #expect(try await document(type("graph", "--dot")) == Graph.dotView(.fixtures.busy))
    #expect(root.relieved == 0)
  }

  @Test func relieveReleasesCachedObjectsAndNamesThem() async throws {
    guard case .toast(let first) = try await type("graph", "relieve") else { throw AppError.cancelled }
    #expect(root.relieved == 1)
    #expect(first.kind == .success && first.data == [.init("relieved", .array([.string("quick look")]))])
    guard case .toast(let second) = try await type("graph", "relieve") else { throw AppError.cancelled }
    #expect(second.kind == .information && second.data.isEmpty)
  }

  @Test func unknownWordIsRefused() async {
    await #expect(throws: AppError.self) { try await type("graph", "free") }
    #expect(root.relieved == 0)
  }
}
