import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// The place where the reader stopped: on this machine, and on the server.
@MainActor
@Suite struct UnreadTests {
  private final class Marker: Sendable {
    let id: Mutex<Status.ID?>
    let reads = Mutex(0)

    init(_ id: Status.ID?) { self.id = Mutex(id) }

    func service(isFollowed: Bool) -> HomeMarkerService {
      HomeMarkerService(
        isFollowed: isFollowed,
        read: { [self] in
          reads.withLock { $0 += 1 }
          return id.withLock(\.self)
        }, write: { [self] new in id.withLock { $0 = new } })
    }
  }

  private let server = FakeTimeline(count: 60)

  private func model(_ marker: HomeMarkerService, seen: Status.ID? = nil) -> Home.Model {
    Home.Model(
      timelines: server.service,
      positions: ReadingPositions(position: { _ in seen }, keep: { _, _ in }), marker: marker, keepsPosition: { true },
      in: .fixture())
  }

  private func page(_ model: Home.Model, height: Int?) -> (ids: [Status.ID], text: String) {
    var layout = Layout.fixture
    layout.height = height
    model.fit(layout)
    return (model.state.list.statuses.map(\.id), text(Home.view(model.state, layout: layout)))
  }

  @Test func theOldestNewerPostsAreShownAndCounted() async throws {
    let marker = Marker(Status.numbered(40).id)
    let model = model(marker.service(isFollowed: true))
    #expect(try await model.unread())
    let first = page(model, height: 12)
    #expect(first.ids.last == Status.numbered(41).id && first.ids.count < 10)
    #expect(first.text.contains("\nYou stopped here: 20 newer posts.\n"))
    #expect(model.state.unread == 20 - first.ids.count, "what does not fit was not seen")
    #expect(try await model.newer())
    let second = page(model, height: 12)
    #expect(second.ids.last == Status.numbered(41 + first.ids.count).id && !second.text.contains("You stopped"))
    await model.settled()
    #expect(marker.id.withLock(\.self) == second.ids.first, "the phone knows how far")
  }

  @Test func whatTheFirstRunHasShownIsNotWhereTheReaderStopped() async throws {
    let kept = Mutex<Status.ID?>(nil)
    let model = Home.Model(
      timelines: server.service,
      positions: ReadingPositions(
        position: { _ in kept.withLock(\.self) }, keep: { id, _ in kept.withLock { $0 = id } }),
      keepsPosition: { true }, in: .fixture())
    await model.load()
    _ = page(model, height: 12)
    await model.settled()
    try await model.refresh()
    #expect(kept.withLock(\.self) != nil)
    #expect(await model.stop() == nil)
    model.readOn(to: Status.numbered(30).id)
    #expect(await model.stop() == Status.numbered(30).id)
  }

  @Test func whatWasReadOnAnotherScreenMovesTheStopOnlyUpwards() async {
    let model = model(.none, seen: Status.numbered(40).id)
    await model.load()
    #expect(await model.stop() == Status.numbered(40).id)
    model.readOn(to: Status.numbered(30).id)
    #expect(await model.stop() == Status.numbered(40).id)
    model.readOn(to: Status.numbered(50).id)
    #expect(await model.stop() == Status.numbered(50).id)
  }

  @Test func visitMovesTheMarkerAndRemembersItsStart() async throws {
    let marker = Marker(Status.numbered(57).id)
    let model = model(marker.service(isFollowed: true), seen: Status.numbered(30).id)
    try await model.show(.home)
    #expect(page(model, height: nil).text.contains("Posts above are new since your last visit."))
    await model.settled()
    #expect(marker.id.withLock(\.self) == Status.numbered(60).id)
    #expect(try await model.unread())
    #expect(page(model, height: nil).ids == [60, 59, 58].map { Status.numbered($0).id })
    #expect(try await model.unread() == false, "all of them were shown")
    var selections = 0
    let action = Home.Action(
      select: {
        selections += 1
        return .screen
      }, show: { _, _ in .screen }, accounts: { _, _ in .screen }, refreshed: {}, status: .fixtures.none)
    for line in ["unread", "fill"] { _ = try await Home.plugin(model: model, action: action).verbs.type(line) }
    #expect(selections == 0, "the user stays where they were")
    #expect(marker.reads.withLock(\.self) == 1)
  }

  @Test func theGapBelowTheNewestPageIsMarkedAndFilled() async throws {
    let model = model(Marker(Status.numbered(10).id).service(isFollowed: true))
    try await model.show(.home)
    #expect(page(model, height: nil).text.contains("You stopped reading further down: older · unread · fill"))
    #expect(try await model.fill())
    let filled = page(model, height: nil)
    #expect(filled.ids.count == 50 && filled.ids.last == Status.numbered(11).id)
    #expect(filled.text.contains("You stopped here: 50 newer posts."))
    #expect(try await model.older())
    #expect(page(model, height: nil).ids.first == Status.numbered(10).id)
  }

  /// Before, what did not fit the window was taken for seen.
  @Test func fillShowsEveryPostHoweverLowTheTerminalIs() async throws {
    let model = model(Marker(Status.numbered(10).id).service(isFollowed: true))
    try await model.show(.home)
    _ = page(model, height: 12)
    #expect(try await model.fill())
    #expect(page(model, height: 12).ids.count == 50)
    #expect(page(model, height: 12).ids.count == 50, "shown again, it is whole too")
    #expect(try await model.older())
    #expect(page(model, height: 12).ids.count < 20)
  }

  @Test func aScriptReadsTheMarkerOnlyWhenAskedAndWritesNone() async throws {
    let marker = Marker(Status.numbered(58).id)
    let model = model(marker.service(isFollowed: false))
    try await model.show(.home)
    #expect(marker.reads.withLock(\.self) == 0)
    #expect(try await model.unread())
    #expect(model.state.list.statuses.count == 2)
    _ = page(model, height: nil)
    await model.settled()
    #expect(marker.id.withLock(\.self) == Status.numbered(58).id)
  }

  @Test func withoutAPlaceTheNewestPageIsShown() async throws {
    let model = model(
      HomeMarkerService(
        isFollowed: true, read: { throw MastodonError.fixtures.offline },
        write: { _ in throw MastodonError.fixtures.offline }))
    #expect(try await model.unread())
    #expect(model.state.list.statuses.first?.id == Status.numbered(60).id)
  }
}
