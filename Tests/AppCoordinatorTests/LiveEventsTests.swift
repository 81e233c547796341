import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import NotificationsFeature
import SandboxHost
import ShellFeature
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Sandbox

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
      (42, true, 0, true, "42 posts while disconnected."), (1, true, 0, true, "1 post while disconnected."),
      (0, true, 0, true, nil),
      (400, false, 3, true, "400 or more posts and 3 notifications while disconnected."),
      (0, true, 200, false, "200 or more notifications while disconnected."),
    ] as [(Int, Bool, Int, Bool, String?)])
  func whatCameWhileDisconnectedIsSaidInOneLine(
    _ posts: Int, _ allPosts: Bool, _ notifications: Int, _ allNotifications: Bool, _ words: String?
  ) {
    #expect(
      LiveEvents.words(
        posts: posts, isWhole: allPosts, notifications: notifications, isWhole: allNotifications, .disconnected)
        == words)
  }

  @Test(
    arguments: [
      (
        MastodonError.unsupported(host: "shore.example", operation: "stream live events"),
        "shore.example has no live updates; it is checked every two minutes instead." as String?, true
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

  private func rookPosts(_ text: String, in app: AppCoordinator) async throws {
    let sandbox = try await app.sandbox.sandbox()
    let token = try await sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "rook")?.id, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    let request = SandboxRequest.post("/api/v1/statuses", form: ["status": text], token: token)
    try #require(await sandbox.respond(to: request).status == 200)
  }

  private func said(_ app: AppCoordinator) async -> [String] {
    app.notices.finish()
    var said: [String] = []
    for await note in app.notes { said.append(note.plain) }
    return said
  }

  @Test func nobodyWhoWasThereIsToldThatTheyWereAway() {
    #expect(
      LiveEvents.words(posts: 3, isWhole: true, notifications: 1, isWhole: true, .checked)
        == "3 new posts and 1 new notification.")
    #expect(LiveEvents.words(posts: 0, isWhole: true, notifications: 0, isWhole: true, .checked) == nil)
  }

  @Test func aStreamThatCannotBeOpenedIsSaidOnceAndShown() async throws {
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true, isLive: true))
    let events = LiveEvents(coordinator: app)
    await events.take(.connection(.waiting(seconds: 1)))
    #expect(app.shellState.live == .waiting)
    guard case .document(let whoami) = try await app.type("whoami") else {
      Issue.record("whoami shows nothing")
      return
    }
    #expect(whoami.data.contains { $0.name == "live" && $0.value == .string("waiting") })
    for _ in 0..<3 { await events.take(.connection(.waiting(seconds: 4))) }
    await events.take(.connection(.connected))
    #expect(app.shellState.live == .connected)
    await events.take(.connection(.waiting(seconds: 1)))
    await events.take(.connection(.connected))
    #expect(
      await said(app).filter { $0.contains("ive updates") } == [
        "Live updates are interrupted: trying again, and checking every two minutes meanwhile.",
        "Live updates are back.",
      ], "a short break is no news")
    await app.shutdown()
  }

  /// Without a stream, a notification that comes before the list was looked at is found by asking.
  @Test func askingInsteadOfAStreamCoversNotificationsFromTheStart() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    let events = LiveEvents(coordinator: app)
    await events.take(.connection(.ended(.unsupported(host: "shore.example", operation: "stream live events"))))
    #expect(events.mustAsk)
    try await rookPosts("@you hello you", in: app)
    await events.ask()
    #expect(await said(app).last == "1 new notification.")
    await app.shutdown()
  }

  /// Between the last question and the first connection something comes that no event tells.
  @Test func whatCameWhileTheServerWasAskedIsSaidOnceTheStreamIsThere() async throws {
    for tries in [1, 2] {
      let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
      let events = LiveEvents(coordinator: app)
      for _ in 0..<tries { await events.take(.connection(.waiting(seconds: 1))) }
      if tries == 1 { await app.session.notifications.recordPosition() }
      try await rookPosts("@you hello you", in: app)
      await events.take(.connection(.connected))
      #expect(await said(app).contains("1 new notification.") == (tries == 2))
      await app.shutdown()
    }
  }

  @Test func whatWasFoundByAskingIsNotSaidAgainByTheStream() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    await app.session.notifications.recordPosition()
    try await rookPosts("@you hello you", in: app)
    let events = LiveEvents(coordinator: app)
    await events.take(.gap)
    let found = try #require(app.session.notifications.state.notifications.first)
    var post = try #require(found.status)
    #expect(post.content.contains("hello"))
    // One that mentions nobody would be said as a post.
    post.mentions = []
    await events.take(.event(.update(post)))
    await events.take(.event(.notification(found)))
    await events.take(.event(.update(self.post(7))))
    var lines: [String] = []
    for await note in app.notes {
      lines.append(note.plain)
      if lines.count == 2 { break }
    }
    #expect(lines.first?.hasSuffix("while disconnected.") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("Heron: ") == true, "\(lines)")
    await app.shutdown()
  }
}
