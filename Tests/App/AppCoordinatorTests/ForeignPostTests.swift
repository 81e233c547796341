import AppEnvironment
import FeatureKit
import MastodonKit
import NavigationKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Sandbox
@testable import Session

/// Posts of a server on which nobody is signed in, against a sandbox on a loopback port.
@MainActor
@Suite struct ForeignPostTests {
  private func with(_ body: (LoopbackSandbox, AppCoordinator) async throws -> Void) async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(usesSandbox: true))
    do {
      try await post("Known here alone.", in: loopback.sandbox)
      _ = try await app.type("servers")
      _ = try await app.type("add", "Weir")
      _ = try await app.type("server", loopback.host)
      _ = try await app.type("save")
      _ = try await app.type("open", "weir")
      await app.screen.load()
      try await body(loopback, app)
    } catch {
      await app.shutdown()
      await loopback.stop()
      throw error
    }
    await app.shutdown()
    await loopback.stop()
  }

  /// Says something that no other server has heard of.
  private func post(_ words: String, in sandbox: Sandbox) async throws {
    let token = try await sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "heron")?.id, to: try transaction.ownApplication().id,
        Scopes("read write"))
    }
    let answer = await sandbox.respond(to: .post("/api/v1/statuses", form: ["status": words], token: token))
    #expect(answer.status == 200)
  }

  private func shown(_ app: AppCoordinator) -> [Item] {
    app.screen.document(Layout(width: 80, now: .fixtureNow)).items
  }

  private func first(_ app: AppCoordinator) throws -> String {
    try #require(shown(app).first?.references.first?.id)
  }

  @Test(.timeLimit(.minutes(10))) func aThreadIsReadOnTheServerThatHasIt() async throws {
    try await with { loopback, app in
      #expect(app.screen.id == "server")
      let id = try first(app)
      _ = try await app.type("open", id)
      #expect(app.screen.id == "thread")
      #expect(app.session.router.current.path.last?.route == .foreignThread(Status.ID(id), host: loopback.host))
      #expect(shown(app).contains { $0.references.first?.id == id })
      #expect(shown(app).allSatisfy { $0.spoken.contains("@127.0.0.1") })
      // And on from there.
      _ = try await app.type("open", try first(app))
      #expect(app.screen.id == "thread")
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["fav", "boost", "bookmark", "reply"])
  func failedLookupOnTheOwnServerIsReported(_ verb: String) async throws {
    try await with { loopback, app in
      let id = try first(app)
      for _ in 0..<2 {
        do {
          _ = try await app.type(verb, id)
          Issue.record("\(verb) was done")
        } catch {
          #expect(
            AppError(error).message
              == "sandbox.example can't find \(loopback.host)'s post: the sandbox has no connection to other servers.")
          #expect(AppError(error).suggestion.contains("login HOST"))
        }
        // The same in its thread.
        _ = try await app.type("open", id)
      }
    }
  }
}
