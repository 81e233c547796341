import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite(.timeLimit(.minutes(5))) struct LiveEventsTests {
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

  @Test(
    arguments: [
      (42, true, 0, true, "42 posts while away."), (1, true, 0, true, "1 post while away."), (0, true, 0, true, nil),
      (400, false, 3, true, "400 or more posts and 3 notifications while away."),
      (0, true, 200, false, "200 or more notifications while away."),
    ] as [(Int, Bool, Int, Bool, String?)])
  func whatCameWhileAwayIsSaidInOneLine(
    _ posts: Int, _ allPosts: Bool, _ notifications: Int, _ allNotifications: Bool, _ words: String?
  ) {
    #expect(
      LiveEvents.words(posts: posts, isWhole: allPosts, notifications: notifications, isWhole: allNotifications)
        == words)
  }

  @Test(
    arguments: [
      (
        MastodonError.unsupported(host: "shore.example", operation: "stream live events"),
        "shore.example has no live events; it is asked every two minutes instead." as String?, true
      ),
      (.signedOut, nil, false), (.cancelled, nil, false),
    ]) func whyNothingComesAnyMoreIsSaidOnce(_ error: MastodonError, _ words: String?, _ asks: Bool) async throws
  {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    let events = LiveEvents(coordinator: app)
    await events.take(.connection(.ended(error)))
    #expect(events.mustAsk == asks)
    app.notices.finish()
    var said: [String] = []
    for await note in app.notes { said.append(note.plain) }
    #expect(said == [words].compactMap(\.self))
    await app.shutdown()
  }
}
