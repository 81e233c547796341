import Accounts
import AppEnvironment
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import OwnershipKit
import PushKit
import PushNotifications
import Sandbox
import Testing

@testable import AppCoordinator
@testable import Session

/// The requests when an account is taken, in order, and the rest when it is dropped half-way.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SeedingTests {
  /// One step of taking an account, by the request that it makes.
  enum Step: String, CaseIterable {
    case account = "/api/v1/accounts/verify_credentials"
    case instance = "/api/v2/instance"
    case preferences = "/api/v1/preferences"
    case pushes = "/api/v1/push/subscription"
    case watcher = "/api/v1/streaming"

    /// The server takes the request and says nothing to it.
    var silence: FaultRule { FaultRule(self == .watcher ? .stream(.halfOpen) : .hang, path: rawValue) }

    /// The number of requests when it is taken: the first two, and the last two, are on their way at the same time.
    var requests: Int {
      switch self {
      case .account, .instance: 2
      case .preferences: 3
      case .pushes, .watcher: Self.allCases.count
      }
    }
  }

  /// Signs in as `you`, lets the server push, and leaves: what a later run of the app finds.
  private func signIn(_ loopback: LoopbackSandbox) async throws -> String {
    let app = try loopback.app(browser: loopback.browser())
    let (question, _) = try await app.login(loopback.host)
    _ = try await question.elsewhere?()
    _ = try await app.type("push", "subscribe", "https://push.example/1")
    await app.shutdown()
    return "you@\(loopback.host)"
  }

  @Test(arguments: Step.allCases) func anAccountDroppedAtAStepLeavesAWholeAppBehind(_ step: Step) async throws {
    let loopback = try await LoopbackSandbox()
    let id = try await signIn(loopback)
    // A later run knows account and server without asking.
    let locations = AppDependencies.fixtures.still(in: loopback.folder.path).locations
    try KnownServerFile(locations: locations, account: id, now: { .fixtureNow }).remove()
    loopback.server.faults.replace(with: [step.silence])
    let before = loopback.server.requestCount
    let app = try loopback.app(.init(isLive: true))
    weak let dropped = app.session
    while loopback.server.requestCount < before + step.requests, !Task.isCancelled { await Task.yield() }
    while app.session.context.account == nil, step != .account, !Task.isCancelled { await Task.yield() }
    while app.session.context.instance == nil, step != .instance, !Task.isCancelled { await Task.yield() }
    #expect((app.session.context.account != nil) == (step != .account))
    #expect((app.session.context.instance != nil) == (step != .instance))
    #expect((app.pushes.current?.watched != nil) == (step == .pushes || step == .watcher))

    // Another account, and at once a third, which is the first again: each is seeded from the beginning.
    try app.install(.sandbox)
    while dropped != nil, !Task.isCancelled { await Task.yield() }
    // Both are on their way at the same time; either may arrive first.
    while app.session.context.account == nil || app.session.context.instance == nil, !Task.isCancelled {
      await Task.yield()
    }
    #expect(app.session.context.account?.acct == "you" && app.session.identity.isSandbox)
    #expect(app.pushes.current?.watched == nil, "nothing is pushed to this one")

    loopback.server.faults.replace(with: [])
    try app.install(try await app.accounts.signedIn(id))
    while app.session.context.account == nil || app.session.context.instance == nil, !Task.isCancelled {
      await Task.yield()
    }
    #expect(app.session.identity.id == id && app.session.context.account?.acct == "you")
    while app.pushes.current?.watched == nil, !Task.isCancelled { await Task.yield() }
    await app.pushes().settled()
    #expect(try await app.pushes().subscription(of: id)?.status == .current)
    await app.shutdown()
    await loopback.stop()
  }

  @Test func signedOutAccountOpensNoStream() async throws {
    let loopback = try await LoopbackSandbox()
    let id = try await signIn(loopback)
    let first = try loopback.app()
    try first.accounts.secrets.delete(id)
    await first.shutdown()
    let asked = loopback.server.requestCount
    let app = try loopback.app(.init(isLive: true))
    // With a stream open it would never be done.
    await app.session.streams.lifecycle.finished()
    #expect(app.session.identity.id == id, "the account is still known")
    #expect(loopback.server.requestCount <= asked + 1, "nothing but the server's own description may be asked for")
    await app.shutdown()
    await loopback.stop()
  }
}
