import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import FoundationEssentials
import HomeFeature
import MastodonClient
import MastodonKit
import MessagesFeature
import SandboxHost
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Sandbox
@testable import Session
@testable import StatusKit

/// Which events are news to the person, and in how many lines.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct LiveNewsTests {
  let folder = TemporaryFolder()

  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("9\(String(repeating: "0", count: 13))\(10_000 + number)")
    return status
  }

  private var notification: MastodonKit.Notification {
    MastodonKit.Notification(
      id: "90000000000000001", kind: .follow, createdAt: .fixtureNow, account: Account.fixtures.heron, status: nil)
  }

  /// The announcements of some simultaneous events.
  private func said(of signals: [StreamEvent], _ app: AppCoordinator) async throws -> [String] {
    let events = app.session.streams.follower
    for event in signals { await events.take(.event(event)) }
    var said: [String] = []
    for await note in app.notes {
      said.append(note.plain)
      // What is said of one moment is said at once; nothing follows it.
      app.toasts.finish()
    }
    return said
  }

  @Test func withLiveQuietNewPostsAreNotAnnounced() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    try app.preferences.set(.live, to: "quiet")
    let said = try await said(of: [.update(post(1)), .notification(notification)], app)
    #expect(said.count == 1 && said.first?.contains(Account.fixtures.heron.shownName) == true)
    await app.shutdown()
  }

  @Test func aPostThatMentionsThePersonIsSaidOnce() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    let me = try await app.session.context.currentAccount()
    var status = post(1)
    status.mentions = [Mention(id: me.id, username: me.username)]
    var mention = notification
    mention.kind = .mention
    mention.status = status
    #expect(try await said(of: [.update(status), .notification(mention)], app).count == 1)
    await app.shutdown()
  }

  /// Lets Rook, whom the person follows, say something in the embedded instance.
  private func post(_ words: String, in app: AppCoordinator) async throws {
    let sandbox = try await app.sandbox.sandbox()
    let rook = try await sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "rook")?.id, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    #expect(await sandbox.respond(to: .post("/api/v1/statuses", form: ["status": words], token: rook)).status == 200)
  }

  @Test func aPostThatWasCaughtUpWithIsNotAnnouncedAgain() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    try await post("Low water.", in: app)
    let page = try await app.session.client.timelineService.home(PageRequest(.newest, limit: 1))
    let found = try #require(page.elements.first)
    let events = app.session.streams.follower
    for signal in [StreamSignal.gap, .event(.update(found)), .event(.notification(notification))] {
      await events.take(signal)
    }
    var said: [String] = []
    for await note in app.notes {
      said.append(note.plain)
      if said.count == 2 { app.toasts.finish() }
    }
    #expect(said.count == 2 && said[0].hasPrefix("1 ") && said[1].contains(Account.fixtures.heron.shownName))
    await app.shutdown()
  }

  @Test(arguments: [false, true])
  func missedEventsAreReportedOnlyToTheirAccount(_ isLeft: Bool) async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await app.screen.load()
    try await post("Low water.", in: app)
    let events = app.session.streams.follower
    let catchingUp = Task { await events.take(.gap) }
    // It waits for the server now.
    await Task.yield()
    if isLeft { try app.install(.sandbox) }
    await catchingUp.value
    app.toasts.finish()
    var said: [String] = []
    for await note in app.notes { said.append(note.plain) }
    #expect(said.count == (isLeft ? 0 : 1), "\(said)")
    await app.shutdown()
  }

  @Test func aWarningIsRememberedAsOne() {
    let center = ToastCenter(now: { .fixtureNow })
    center.post(StyledText("A new token could not be kept.", .warning))
    center.post(StyledText("3 posts while away.", .secondary))
    #expect(center.entries(2).map(\.kind) == [.information, .warning])
  }
}
