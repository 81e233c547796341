import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

/// A list that is shown from the archive before the server has answered.
@MainActor @Suite struct KeptFirstTests {
  nonisolated private static func post(_ number: Int, _ text: String = "Canal.") -> Status {
    Status(
      id: Status.ID("\(10_000 + number)"), createdAt: .fixture(minutesAgo: 1000 - number), account: .fixtures.rook,
      content: "<p>\(text)</p>")
  }

  private func model(
    _ kept: [Status], _ server: [Status], order: ListOrder = .chronological, older: Cursor? = "1",
    meanwhile: @escaping @MainActor () -> Void = {}
  ) -> StatusTimeline.Model {
    let state = StatusTimeline.State(kind: "list", title: "List", label: "list", emptyText: "Nothing.", order: order)
    let reads = KeptReads(AnswerLog())
    return StatusTimeline.Model(state: state, in: .fixture(kept: reads)) { _ in
      guard reads.isReading else {
        await meanwhile()
        return Page(server, older: older)
      }
      reads.note(.fixtureNow)
      return Page(kept, older: older)
    }
  }

  /// Loads a list as a prompt does; returns the text that says what is new.
  private func loaded(_ model: StatusTimeline.Model, expecting kept: [Int]) async throws -> String? {
    let update = try #require(await model.loadKept())
    #expect(model.state.visible.map(\.id) == kept.map { Self.post($0).id })
    return try await update()
  }

  @Test func theSameAnswerTellsNothing() async throws {
    let posts = [Self.post(3), Self.post(2)]
    let model = model(posts, posts)
    #expect(try await loaded(model, expecting: [3, 2]) == nil)
    #expect(model.state.unread == 0)
  }

  @Test func newPostsAreCountedAndNothingMoves() async throws {
    let model = model(
      [Self.post(3), Self.post(2)], [Self.post(5), Self.post(4), Self.post(3, "Lock."), Self.post(2)])
    #expect(try await loaded(model, expecting: [3, 2]) == "2 newer posts")
    #expect(model.state.visible.map(\.id) == [Self.post(3).id, Self.post(2).id])
    #expect(model.state.visible.first?.content == "<p>Lock.</p>")
    #expect(model.state.unread == 2)
    try await model.refresh()
    #expect(model.state.visible.count == 4 && model.state.unread == 0)
  }

  /// What happens while the server answers.
  @MainActor private final class Act {
    var run: () -> Void = {}
  }

  @Test func whatChangedSinceTheRequestIsNewerThanTheAnswer() async throws {
    let act = Act()
    var favourite = Self.post(3)
    favourite.favourited = true
    let model = model(
      [Self.post(3), Self.post(2)], [Self.post(3, "Lock."), Self.post(2, "Lock.")], meanwhile: { act.run() })
    act.run = { [favourite] in model.replace(favourite) }
    _ = try await loaded(model, expecting: [3, 2])
    #expect(model.state.visible == [favourite, Self.post(2, "Lock.")])
  }

  @Test func aPostThatIsGoneIsMarkedAndNothingMoves() async throws {
    let model = model(
      [Self.post(4), Self.post(3), Self.post(2)], [Self.post(5), Self.post(4), Self.post(2), Self.post(1)])
    #expect(try await loaded(model, expecting: [4, 3, 2]) == "1 newer post")
    #expect(model.state.visible.map(\.id) == [4, 3, 2].map { Self.post($0).id })
    #expect(model.state.list.deleted == [Self.post(3).id])
  }

  @Test func aPageThatDoesNotReachWhatIsShownSaysNothingOfIt() async throws {
    let model = model([Self.post(2), Self.post(1)], [Self.post(9), Self.post(8)])
    _ = try await loaded(model, expecting: [2, 1])
    #expect(model.state.list.deleted.isEmpty)
  }

  @Test func morePostsThanAPageAreSaidToBeMore() async throws {
    let model = model([Self.post(1)], [Self.post(9), Self.post(8)])
    #expect(try await loaded(model, expecting: [1]) == "2 or more newer posts")
  }

  @Test func aListInTheServersOrderTellsWhatCameOnTop() async throws {
    let model = model([Self.post(3), Self.post(2)], [Self.post(1), Self.post(3), Self.post(2)], order: .server)
    #expect(try await loaded(model, expecting: [3, 2]) == "1 new entry")
  }

  @Test func whatIsShownAlreadyComesFromTheServer() async throws {
    let model = model([Self.post(3)], [Self.post(3)])
    _ = try await loaded(model, expecting: [3])
    #expect(try await model.show(TimelineOptions(), keptFirst: true) == nil)
  }

  @Test func anEmptyPageIsNotWorthShowing() async {
    let model = model([], [Self.post(1)])
    let update = await model.loadKept()
    #expect(model.state.visible.count == 1 && update == nil)
  }
}
