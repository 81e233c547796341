import FeatureKit
import FeatureTestKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import NavigationFeature

@MainActor @Suite struct NavigationVerbTests {
  @MainActor final class Root {
    var called: [String] = []
    var failure: AppError?
  }

  private let root = Root()

  private func type(_ line: String) async throws -> Response {
    let action = Navigation.Action(
      select: { [root] in
        root.called.append("select \($0)")
        return .screen
      },
      adjust: { [root] section in
        if let failure = root.failure { throw failure }
        root.called.append("adjust \(section ?? "-")")
        return .screen
      })
    return try await Navigation.verbs({ .fixtures.fresh }, action: action).type(line)
  }

  @Test(arguments: [
    ("tab 2", "select notifications"), ("tab set", "select settings"), ("tab home", "select home"),
    ("adjust", "adjust -"), ("adjust reading", "adjust reading"),
  ])
  func commandCallsItsActionAndShowsTheScreen(_ line: String, _ call: String) async throws {
    guard case .screen = try await type(line) else {
      Issue.record("\(line) does not show the screen")
      return
    }
    #expect(root.called == [call])
  }

  @Test(arguments: ["tab", "tab 4", "tab hone", "adjust a b", "tabs 1", "where 1"])
  func wrongArgumentsAreRefusedWithoutAnyAction(_ line: String) async {
    await #expect(throws: AppError.self) { try await type(line) }
    #expect(root.called.isEmpty)
  }

  @Test func unknownSectionIsRefusedByTheSettings() async {
    root.failure = .fixtures.validation
    await #expect(throws: AppError.fixtures.validation) { try await type("adjust moon") }
  }

  @Test func tabsAndWherePrintTheStateAndGoNowhere() async throws {
    let layout = Layout(width: 80, now: Date(timeIntervalSince1970: 0))
    for (line, document) in [
      ("tabs", Navigation.view(.fixtures.fresh, layout: layout)),
      ("where", Navigation.whereView(.fixtures.fresh, layout: layout)),
    ] {
      guard case .view(let view) = try await type(line) else {
        Issue.record("\(line) shows no view")
        continue
      }
      #expect(view(layout) == document)
    }
    #expect(root.called.isEmpty)
  }
}
