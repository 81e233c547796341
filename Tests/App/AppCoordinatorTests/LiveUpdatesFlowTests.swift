import AppEnvironment
import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import NavigationFeature
import NotificationsFeature
import SandboxHost
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import LiveUpdates
@testable import Sandbox
@testable import Session
@testable import StatusKit

@MainActor
@Suite(.timeLimit(.minutes(10))) struct LiveUpdatesFlowTests {
  let folder = TemporaryFolder()

  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("9\(String(repeating: "0", count: 13))\(10_000 + number)")
    return status
  }

  @Test func aBurstOfAThousandEventsIsCountedWholeAndSaidInFewLines() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    let events = app.session.streams.follower
    for number in 0..<1000 { await events.take(.event(.update(post(number)))) }
    #expect(app.session.home.state.unread == 1000)
    app.session.streams.announcer.flush(at: .seconds(600))
    app.session.streams.announcer.flush(at: .seconds(1200))
    let said = await said(app)
    #expect(said.last == "1000 new posts in Home: new")
    #expect(said.count <= 2, "the line after the first moment, and one for the rest")
    #expect(app.promptPlace.newPosts == 1000)
    await app.shutdown()
  }

  @Test func theSameEventTwiceCountsOnce() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    let events = app.session.streams.follower
    for _ in 0..<2 { await events.take(.event(.update(post(1)))) }
    #expect(app.session.home.state.unread == 1)
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
    app.toasts.finish()
    var said: [String] = []
    for await note in app.notes { said.append(note.plain) }
    return said
  }

  @Test func aStreamThatCannotBeOpenedIsSaidOnceAndShown() async throws {
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true, isLive: true))
    let events = app.session.streams.follower
    await events.take(.connection(.waiting(seconds: 1)))
    #expect(app.session.parts.navigationState.live == .waiting)
    guard case .document(let whoami) = try await app.type("whoami") else {
      Issue.record("whoami shows nothing")
      return
    }
    #expect(whoami.data.contains { $0.name == "live" && $0.value == .string("waiting") })
    for _ in 0..<3 { await events.take(.connection(.waiting(seconds: 4))) }
    await events.take(.connection(.connected))
    #expect(app.session.parts.navigationState.live == .connected)
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
    let events = app.session.streams.follower
    await events.take(.connection(.ended(.unsupported(host: "shore.example", operation: "receive live updates"))))
    #expect(events.phase == .asking)
    try await rookPosts("@you hello you", in: app)
    await app.session.streams.perform(.catchUp(.polling))
    #expect(await said(app).last == "1 new notification.")
    await app.shutdown()
  }

  /// Between the last question and the first connection something comes that no event tells.
  @Test func itemsDuringTheRequestAreReportedOnceTheStreamIsOpen() async throws {
    for tries in [1, 2] {
      let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
      let events = app.session.streams.follower
      for _ in 0..<tries { await events.take(.connection(.waiting(seconds: 1))) }
      if tries == 1 { await app.session.notifications.recordPosition() }
      try await rookPosts("@you hello you", in: app)
      await events.take(.connection(.connected))
      #expect(await said(app).contains("1 new notification."), "\(tries)")
      await app.shutdown()
    }
  }

  @Test func polledItemsAreNotReportedAgainByTheStream() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    await app.session.notifications.recordPosition()
    try await rookPosts("@you hello you", in: app)
    let events = app.session.streams.follower
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
    #expect(lines.last?.hasPrefix("a1 Heron · ") == true, "\(lines)")
    await app.shutdown()
  }
}
