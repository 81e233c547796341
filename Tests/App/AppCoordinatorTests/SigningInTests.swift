import Accounts
import AppEnvironment
import FeatureKit
import FoundationEssentials
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// Signing in to the sandbox on a loopback port, from the verb to the account.
@MainActor
@Suite struct SigningInTests {
  private func with(
    tokenLifetime: Int? = nil, _ body: (LoopbackSandbox) async throws -> Void
  ) async throws {
    let loopback = try await LoopbackSandbox(tokenLifetime: tokenLifetime)
    do { try await body(loopback) } catch {
      await loopback.stop()
      throw error
    }
    await loopback.stop()
  }

  private func words(of act: () async throws -> Response) async -> String {
    do {
      _ = try await act()
      return "no error"
    } catch {
      return AppError(error).message
    }
  }

  @Test func aBrowserSignsIn() async throws {
    try await with { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, page) = try await app.login(loopback.host)
      #expect(page.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A") && page.contains("&state="))
      guard case .toast(let toast) = try await question.elsewhere?() else {
        Issue.record("no toast")
        return
      }
      #expect(toast.text.plain == "Signed in as @you@\(loopback.host).")
      #expect(app.session.identity.id == "you@\(loopback.host)")
      #expect(try await app.session.client.send(.verifyCredentials).acct == "you")
      #expect(try app.accounts.secrets.load("you@\(loopback.host)")?.token.scope == "read write push")
      await app.shutdown()
    }
  }

  @Test func aTokenThatExpiresIsRenewedWithoutAWord() async throws {
    try await with(tokenLifetime: 1) { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, _) = try await app.login(loopback.host)
      _ = try await question.elsewhere?()
      let id = "you@\(loopback.host)"
      var seen: Set<String> = []
      for _ in 0..<4 {
        #expect(try await app.session.client.send(.verifyCredentials).acct == "you")
        seen.insert(try #require(try app.accounts.secrets.load(id)?.token.accessToken))
        loopback.clock.pass(1)
      }
      #expect(seen.count == 4, "each token is kept where the next run finds it")
      await app.shutdown()
      // Another run goes on with what the last one kept, all at once.
      let next = try loopback.app()
      await next.screen.load()
      #expect(next.screen.failure() == nil)
      loopback.clock.pass(1)
      async let one = next.session.parts.client.send(.verifyCredentials)
      async let two = next.session.parts.client.send(.verifyCredentials)
      #expect(try await one.acct == "you")
      #expect(try await two.acct == "you")
      await next.shutdown()
    }
  }

  @Test func refusedRenewalRequiresANewSignIn() async throws {
    try await with(tokenLifetime: 1) { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, _) = try await app.login(loopback.host)
      _ = try await question.elsewhere?()
      try await loopback.revoke(app)
      loopback.clock.pass(1)
      let refusal = MastodonError.unauthorized(host: loopback.host).during(
        Endpoint<Account>.verifyCredentials.operation)
      await #expect(throws: refusal) {
        try await app.session.client.send(.verifyCredentials)
      }
      await app.shutdown()
    }
  }

  @Test func signingInAgainGoesOnWhereOneWas() async throws {
    try await with { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, _) = try await app.login(loopback.host)
      _ = try await question.elsewhere?()
      await app.screen.load()
      let id = try #require(app.session.home.state.list.statuses.first?.id)
      _ = try await app.type("open", id.rawValue)
      let session = app.session
      try await loopback.revoke(app)
      #expect(
        await words { try await app.type("fav", id.rawValue) }
          == "\(loopback.host) does not accept this sign-in.")
      #expect(
        AppError.unauthorized(host: loopback.host).suggestion == "Please sign in to continue: login \(loopback.host).")
      // Without a name it is the present account's server.
      let (again, _) = try await app.login()
      guard case .retry = try await again.elsewhere?() else {
        Issue.record("what failed is not done again")
        return
      }
      #expect(app.session === session && app.screen.id == "thread")
      _ = try await app.type("fav", id.rawValue)
      await app.shutdown()
    }
  }

  @Test func signingOutMakesTheTokenUseless() async throws {
    try await with { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, _) = try await app.login(loopback.host)
      _ = try await question.elsewhere?()
      let token = try #require(try app.accounts.secrets.load("you@\(loopback.host)")?.token.accessToken)
      _ = try await app.type("logout")
      #expect(await loopback.sandbox.respond(to: .get("/api/v1/preferences", token: token)).status == 401)
      #expect(try app.accounts.secrets.load("you@\(loopback.host)") == nil)
      #expect(app.session.obstacle == .noAccount(.signedOut))
      await app.shutdown()
    }
  }

  @Test func anAccountThatIsUnknownIsRefusedWithThoseThatAreKnown() async throws {
    try await with { loopback in
      let app = try loopback.app(browser: loopback.browser())
      let (question, _) = try await app.login(loopback.host)
      _ = try await question.elsewhere?()
      await app.shutdown()
      let error = AppError.unknownAccount("nobody@shore.example", known: ["you@\(loopback.host)"])
      #expect(throws: error) { _ = try loopback.app(.init(account: "@nobody@shore.example")) }
      #expect(error.message == "@nobody@shore.example is not signed in here.")
      #expect(error.suggestion == "Signed-in accounts: @you@\(loopback.host).")
    }
  }
}
