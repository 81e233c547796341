import Accounts
import AppEnvironment
import AppPreferences
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import Synchronization
import TerminalKit
import Testing
import ThreadFeature

@testable import AppCoordinator
@testable import Session

/// Choices, which count once they are stored, for their own account, on every screen.
@MainActor
@Suite struct KeptChoicesTests {
  let folder = TemporaryFolder()

  private func makeApp(isLive: Bool = false) throws -> AppCoordinator {
    try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true, isLive: isLive))
  }

  @Test(.timeLimit(.minutes(10))) func liveOffClosesTheStreamAtOnce() async throws {
    let app = try makeApp(isLive: true)
    while app.session.streams.follower.phase != .connected, !Task.isCancelled { await Task.yield() }
    _ = try await app.type("set", "live", "off")
    // What follows the stream ends with it; otherwise it goes on as long as the app.
    let isOver = try await withTimeout(.seconds(30)) {
      await app.session.streams.lifecycle.finished()
      return true
    }
    #expect(isOver == true)
    await app.shutdown()
  }

  @Test func aPostDeletedOnOneScreenIsGoneOnTheOthers() async throws {
    let app = try makeApp()
    _ = try await app.session.context.currentAccount()
    let status = try await app.session.client.publishingService.publish(StatusDraft(text: "Low water."), "key1")
    try await app.session.home.refresh()
    try await app.session.router.push(.thread(status.id))
    let thread = try #require(app.screen.model as? ThreadFeature.Thread.Model)
    try await app.session.parts.statusActs(thread).delete(status.id)
    #expect(thread.state.list.deleted.contains(status.id))
    #expect(app.session.home.state.list.deleted.contains(status.id))
    await app.shutdown()
  }

  @Test func hashtagsOfDirectPostsAreNotRemembered() async throws {
    var world = AppDependencies.fixtures.still(in: folder.path)
    // The fixtures' one id would make every post the first one again.
    let count = Count()
    world.makeID = { "draft\(1000 + count.next())" }
    let app = try AppCoordinator(dependencies: world, choice: .init(.prompt, usesSandbox: true))
    _ = try await app.type("post", "--visibility", "direct", "@wren", "#betweenus")
    _ = try await app.type("post", "--visibility", "unlisted", "#foreverybody")
    #expect(app.mentions(beginning: "#") == ["#foreverybody"])
    await app.shutdown()
  }

  private final class Count: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }
}
