import FeatureKit
import FeatureTestKit
import HomeFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import Testing

/// Each timeline follows the filters of its own place.
@MainActor
@Suite struct TimelineFilterTests {
  private func hidden(_ number: Int, in contexts: [Filter.Context]) -> Status {
    var filter = Filter.fixtures.hide
    filter.contexts = contexts
    return Status.numbered(number).with { $0.filtered = [FilterResult(filter: filter)] }
  }

  @Test(arguments: [Home.Timeline.home, .local, .federated])
  func onlyTheFiltersOfATimelinesOwnPlaceHide(_ timeline: Home.Timeline) async throws {
    let page = Page([Status.numbered(3), hidden(2, in: [.home]), hidden(1, in: [.public])])
    var service = FakeTimeline(count: 3).service
    service.home = { _ in page }
    service.local = { _ in page }
    service.federated = { _ in page }
    let model = Home.Model(
      state: Home.state(), timelines: service, positions: .none, keepsPosition: { true }, in: .fixture())
    await model.load()
    try await model.show(timeline)
    let shown = model.state.list.statuses.map(\.id)
    #expect(shown == [Status.numbered(3).id, Status.numbered(timeline == .home ? 1 : 2).id])
  }

  @Test(arguments: [Home.Timeline.home, .local])
  func aHiddenPostIsNoNewsWhereItsFilterApplies(_ timeline: Home.Timeline) async throws {
    var service = FakeTimeline(count: 3).service
    service.home = { _ in Page([Status.numbered(1)]) }
    service.local = { _ in Page([Status.numbered(1)]) }
    let model = Home.Model(
      state: Home.state(), timelines: service, positions: .none, keepsPosition: { true }, in: .fixture())
    await model.load()
    try await model.show(timeline)
    model.apply(.update(hidden(2, in: [timeline == .home ? .home : .public])), of: timeline)
    #expect(model.state.unread == 0)
    model.apply(.update(hidden(3, in: [timeline == .home ? .public : .home])), of: timeline)
    #expect(model.state.unread == 1)
  }
}
