import Accounts
import AppEnvironment
import ConcurrencyKit
import FeatureKit
import HomeFeature
import MastodonClient
import MastodonKit
import NavigationKit
import Testing

@testable import AppCoordinator
@testable import Sandbox
@testable import Session
@testable import StatusKit

/// The public timelines that Home shows, and a stream that has ended, against the sandbox on a loopback port.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ShownTimelineTests {
  private func with(_ body: (LoopbackSandbox, AppCoordinator) async throws -> Void) async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(isLive: true), browser: loopback.browser())
    do {
      _ = try await app.login(loopback.host).question.elsewhere?()
      try await body(loopback, app)
    } catch {
      await app.shutdown()
      await loopback.stop()
      throw error
    }
    await app.shutdown()
    await loopback.stop()
  }

  /// Somebody whom nobody follows says something to everybody.
  private func post(_ words: String, in sandbox: Sandbox) async throws {
    let token = try await sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "heron")?.id, to: try transaction.ownApplication().id,
        Scopes("read write"))
    }
    let answer = await sandbox.respond(to: .post("/api/v1/statuses", form: ["status": words], token: token))
    #expect(answer.status == 200)
  }

  private func until(_ isSo: () -> Bool) async {
    while !isSo(), !Task.isCancelled { await Task.yield() }
  }

  @Test(arguments: ["local", "federated"])
  func aPublicTimelineCountsWhatComesInWhileItIsShown(_ verb: String) async throws {
    try await with { loopback, app in
      await until { app.session.streams.follower.phase == .connected }
      _ = try await app.type(verb)
      let before = app.session.home.state.unread
      // Whether it comes by the stream or is found when that begins, it counts.
      try await post("To everybody.", in: loopback.sandbox)
      await until { app.session.home.state.unread == before + 1 }
      await loopback.sandbox.isHeard(on: verb == "local" ? .publicLocal : .public)
      try await post("And once more.", in: loopback.sandbox)
      await until { app.session.home.state.unread == before + 2 }
      #expect(app.session.home.state.timeline.rawValue == verb)
      #expect(app.session.streams.timelineWatch.key?.rawValue == verb)
      _ = try await app.type("home")
      #expect(app.session.streams.timelineWatch.key == nil)
    }
  }

  @Test(arguments: [false, true])
  func hashtagOnTopCountsNewPosts(isLocal: Bool) async throws {
    try await with { loopback, app in
      await until { app.session.streams.follower.phase == .connected }
      _ = isLocal ? try await app.type("tag", "canal", "--local") : try await app.type("tag", "canal")
      let model = try #require(app.session.router.screenBelowSheet.model as? StatusTimeline.Model)
      await until { app.session.streams.screenWatch.key?.model == ObjectIdentifier(model) }
      let before = model.state.unread
      try await post("Fog on the #canal.", in: loopback.sandbox)
      await until { model.state.unread == before + 1 }
      await loopback.sandbox.isHeard(on: isLocal ? .hashtagLocal : .hashtag)
      try await post("More fog on the #canal.", in: loopback.sandbox)
      await until { model.state.unread == before + 2 }
      // Elsewhere nothing is followed but the account's own stream.
      _ = try await app.type("back")
      await until { app.session.streams.screenWatch.key == nil }
    }
  }

  @Test func aStreamThatEndedBeginsAgainWhenTheServerAnswers() async throws {
    try await with { _, app in
      await until { app.session.streams.follower.phase == .connected }
      let lifecycle = app.session.streams.lifecycle
      // The person's token was refused for a moment.
      app.session.streams.follower.phase = .ended(.unauthorized(host: "x"))
      _ = try await app.type("refresh")
      #expect(lifecycle.key == app.session.identity)
      await until { app.session.streams.follower.phase == .connected }
      // What is refused for good is not asked for at each refresh.
      let refused = StreamFollower.Phase.ended(.forbidden(host: "x", words: ""))
      app.session.streams.follower.phase = refused
      _ = try await app.type("refresh")
      #expect(app.session.streams.follower.phase == refused)
    }
  }

  @Test func aStreamThatEndedBeginsAgainAfterAnyCommandThatTheServerHasAnswered() async throws {
    try await with { _, app in
      await until { app.session.streams.follower.phase == .connected }
      app.record(verb: "home", took: .zero)
      let ended = StreamFollower.Phase.ended(.unauthorized(host: "x"))
      app.session.streams.follower.phase = ended
      app.record(verb: "help", took: .zero)
      #expect(app.session.streams.follower.phase == ended, "nothing was asked of the server")
      _ = try await app.type("profile", "@rook")
      app.record(verb: "profile", took: .zero)
      await until { app.session.streams.follower.phase == .connected }
      #expect(app.session.streams.follower.phase == .connected)
    }
  }

  @Test func switchingAccountsEndsAllWatches() async throws {
    try await with { _, app in
      _ = try await app.type("local")
      #expect(app.session.streams.timelineWatch.key != nil)
      _ = try await app.type("tag", "canal")
      await until { app.session.streams.screenWatch.key != nil }
      weak let session = app.session
      try app.install(.sandbox)
      #expect(app.session.streams.timelineWatch.key == nil)
      while session != nil, !Task.isCancelled { await Task.yield() }
      #expect(session == nil)
    }
  }
}
