import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite struct LiveEventsTests {
  let folder = TemporaryFolder()

  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("9\(String(repeating: "0", count: 13))\(10_000 + number)")
    return status
  }

  @Test func aBurstOfAThousandEventsIsCountedWholeAndSaidInFewLines() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    let events = LiveEvents(coordinator: app)
    for number in 0..<1000 { await events.take(.event(.update(post(number)))) }
    #expect(app.session.home.state.unread == 1000)
    var said = 0
    for await note in app.notes {
      let words = note.plain
      said += words.hasSuffix("new posts in Home: new") ? Int(words.prefix { $0.isNumber }) ?? 0 : 1
      if said >= 1000 { break }
    }
    #expect(said == 1000)
    await app.shutdown()
  }

  @Test func theSameEventTwiceCountsOnce() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    let events = LiveEvents(coordinator: app)
    for _ in 0..<2 { await events.take(.event(.update(post(1)))) }
    #expect(app.session.home.state.unread == 1)
    await app.shutdown()
  }

  @Test func fewPostsAreSaidOneByOneAndManyAsANumber() {
    var batch = NoteBatch()
    batch.addPost("one")
    batch.add("a favourite")
    #expect(batch.flush() == ["a favourite", "one"])
    for _ in 0..<4 { batch.addPost("x") }
    #expect(batch.flush().map(\.plain) == ["4 new posts in Home: new"])
    #expect(batch.isEmpty && batch.flush().isEmpty)
  }
}
