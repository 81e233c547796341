import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import Testing

/// Posts that arrived while the stream was disconnected.
@MainActor
@Suite struct CatchingUpTests {
  let server = FakeTimeline(count: 45)

  private func model(_ service: TimelineService) -> Home.Model {
    Home.Model(
      state: Home.state(limit: 20, me: Account.fixtures.you.id), timelines: service,
      positions: .none, keepsPosition: { true }, in: .fixture())
  }

  @Test func aPostThatWasCountedBeforeIsNoNewsInTheGap() async {
    let model = model(server.service)
    await model.load()
    server.fail(.fixtures.offline)
    _ = await model.catchUp()
    model.apply(.update(.numbered(48)))
    for number in 46...49 { server.add(.numbered(number)) }
    server.fail(nil)
    let gap = await model.catchUp()
    #expect(gap.elements.map(\.id) == [46, 47, 49].map { Status.numbered($0).id })
    #expect(model.state.unread == 4)
  }

  @Test func missedPostsAreCountedPerTimeline() async {
    var leave: (@MainActor @Sendable () async -> Void)?
    var service = server.service
    let home = service.home
    let left: @MainActor @Sendable () async -> Void = { await leave?() }
    service.home = { request in
      if case .newer = request.position { await left() }
      return try await home(request)
    }
    let other = FakeTimeline(count: 3)
    service.local = { try other.page($0) }
    let model = model(service)
    await model.load()
    // More than is read to catch up.
    for number in 46...1000 { server.add(.numbered(number)) }
    leave = {
      do { try await model.show(.local) } catch { Issue.record(error) }
    }
    #expect(await model.catchUp().elements.isEmpty)
    #expect(model.state.timeline == .local && model.state.unread == 0 && model.state.page.value?.hasMoreUnread != true)
    // Nothing of it is left to be asked for where one is now.
    leave = nil
    other.add(.numbered(4))
    #expect(await model.catchUp(on: .local).elements.map(\.id) == [Status.numbered(4).id])
  }

  @Test func homesFiltersDoNotHideOnPublicTimelines() async throws {
    func filtered(_ number: Int, in context: Filter.Context) -> Status {
      Status.numbered(number).with {
        $0.filtered = [FilterResult(filter: Filter(id: "1", title: "x", contexts: [context], action: .hide))]
      }
    }
    let server = FakeTimeline([filtered(2, in: .public), filtered(1, in: .home)])
    let model = model(server.service)
    await model.load()
    #expect(model.state.list.statuses.map(\.id) == [Status.numbered(2).id])
    for timeline in [Home.Timeline.local, .federated] {
      try await model.show(timeline)
      #expect(model.state.list.statuses.map(\.id) == [Status.numbered(1).id], "\(timeline)")
    }
  }
}
