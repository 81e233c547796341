import MastodonKit
import Testing

@testable import LiveUpdates

/// What each signal of a public timeline's stream leads to.
@MainActor
@Suite struct TimelineUpdatesTests {
  @Test func eventsAreShownAndGapsAreFilled() async {
    var log: [String] = []
    let updates = TimelineUpdates(
      add: { log.append("add \($0.id)") }, apply: { _ in log.append("apply") }, catchUp: { log.append("catch up") })
    let status = Status.fixtures.plain
    await updates.follow(
      AsyncStream {
        $0.yield(.connection(.connected))
        $0.yield(.event(.update(status)))
        $0.yield(.event(.delete(status.id)))
        $0.yield(.gap)
        $0.yield(.connection(.connected))
        $0.finish()
      })
    #expect(log == ["catch up", "add \(status.id)", "apply", "catch up"])
  }
}
