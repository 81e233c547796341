import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Testing

@testable import AppCoordinator

/// What is asked for when an account is taken, in order, and what is left when it is dropped half-way.
@MainActor
@Suite struct SeedingTests {
  /// One step of taking an account, by the request that it makes.
  enum Step: String, CaseIterable {
    case account = "/api/v1/accounts/verify_credentials"
    case instance = "/api/v2/instance"
    case preferences = "/api/v1/preferences"
    case watcher = "/api/v1/streaming"

    /// The server takes the request and says nothing to it.
    var silence: FaultRule { FaultRule(self == .watcher ? .stream(.halfOpen) : .hang, path: rawValue) }
  }

  /// Signs in as `you` and leaves: what a later run of the app finds.
  private func signIn(_ harbour: Harbour) async throws -> String {
    let app = try harbour.app(browser: harbour.browser())
    let (question, _) = try await app.login(harbour.host)
    _ = try await question.elsewhere?()
    await app.shutdown()
    return "you@\(harbour.host)"
  }

  @Test(arguments: Step.allCases) func anAccountDroppedAtAStepLeavesAWholeAppBehind(_ step: Step) async throws {
    let harbour = try await Harbour()
    let id = try await signIn(harbour)
    harbour.server.faults.replace(with: [step.silence])
    let before = harbour.server.requestCount
    let app = try harbour.app(.init(isLive: true))
    weak let dropped = app.session
    let steps = (Step.allCases.firstIndex(of: step) ?? 0) + 1
    while harbour.server.requestCount < before + steps { await Task.yield() }
    #expect((app.session.account != nil) == (step != .account))
    #expect((app.session.instance != nil) == (step == .preferences || step == .watcher))

    // Another account, and at once a third, which is the first again: each is seeded from the beginning.
    try app.install(.sandbox)
    while dropped != nil { await Task.yield() }
    while app.session.instance == nil { await Task.yield() }
    #expect(app.session.account?.acct == "you" && app.session.identity.isSandbox)

    harbour.server.faults.replace(with: [])
    try app.install(try await app.accounts.signedIn(id))
    while app.session.instance == nil { await Task.yield() }
    #expect(app.session.identity.id == id && app.session.account?.acct == "you")
    await app.shutdown()
    await harbour.stop()
  }

  @Test func whoIsSignedOutOpensNoStream() async throws {
    let harbour = try await Harbour()
    let id = try await signIn(harbour)
    let first = try harbour.app()
    try first.accounts.secrets.delete(id)
    await first.shutdown()
    let asked = harbour.server.requestCount
    let app = try harbour.app(.init(isLive: true))
    // With a stream open it would never be done.
    await app.lifecycle?.finished()
    #expect(app.session.identity.id == id, "the account is still known")
    #expect(harbour.server.requestCount <= asked + 1, "nothing but the server's own description may be asked for")
    await app.shutdown()
    await harbour.stop()
  }
}
