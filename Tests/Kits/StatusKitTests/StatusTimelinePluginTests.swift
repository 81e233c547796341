import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import Testing

@MainActor
@Suite struct StatusTimelinePluginTests {
  private let state = StatusTimeline.State(
    kind: "pins", title: "Pins", label: "pins", context: .account, emptyText: "No pins.", order: .server)

  @Test func theCommandIsTheKindAndOpensTheScreen() async throws {
    var opened = 0
    let plugin = StatusTimeline.plugin(
      state, symbol: "·", help: "Show pins",
      show: { _ in
        opened += 1
        return .screen
      })
    let verb = try #require(plugin.verbs.first { $0.matches("pins") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard case .screen = try await verb.run(ArgumentReader(ArgumentList(), for: verb, context: context)) else {
      Issue.record("the screen is not printed")
      return
    }
    #expect(opened == 1)
    #expect(plugin.id == "pins" && plugin.tab == nil)
  }

  @Test func everyWayToLookIsPreviewed() {
    let previews = StatusTimeline.plugin(state, symbol: "·", help: "Show pins", show: { _ in .screen }).previews()
    #expect(
      previews.map(\.id) == ["loading", "failed", "empty", "loaded", "older", "wide-characters", "hostile"])
    #expect(StatusTimeline.StateFixtures(state).loaded.page.value?.order == .server)
  }
}
