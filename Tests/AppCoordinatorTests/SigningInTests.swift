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
    tokenLifetime: Int? = nil, _ body: (Harbour) async throws -> Void
  ) async throws {
    let harbour = try await Harbour(tokenLifetime: tokenLifetime)
    do { try await body(harbour) } catch {
      await harbour.stop()
      throw error
    }
    await harbour.stop()
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
    try await with { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, page) = try await app.login(harbour.host)
      #expect(page.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A") && page.contains("&state="))
      guard case .toast(let toast) = try await question.elsewhere?() else {
        Issue.record("no toast")
        return
      }
      #expect(toast.text.plain == "Signed in as @you@\(harbour.host).")
      #expect(app.session.identity.id == "you@\(harbour.host)")
      #expect(try await app.session.client.send(.verifyCredentials).acct == "you")
      #expect(try app.accounts.secrets.load("you@\(harbour.host)")?.token.scope == "read write push")
      await app.shutdown()
    }
  }

  @Test func aTokenThatExpiresIsRenewedWithoutAWord() async throws {
    try await with(tokenLifetime: 1) { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, _) = try await app.login(harbour.host)
      _ = try await question.elsewhere?()
      let id = "you@\(harbour.host)"
      var seen: Set<String> = []
      for _ in 0..<4 {
        #expect(try await app.session.client.send(.verifyCredentials).acct == "you")
        seen.insert(try #require(try app.accounts.secrets.load(id)?.token.accessToken))
        harbour.clock.pass(1)
      }
      #expect(seen.count == 4, "each token is kept where the next run finds it")
      await app.shutdown()
      // Another run goes on with what the last one kept, all at once.
      let next = try harbour.app()
      await next.screen.load()
      #expect(next.screen.failure() == nil)
      harbour.clock.pass(1)
      async let one = next.session.parts.client.send(.verifyCredentials)
      async let two = next.session.parts.client.send(.verifyCredentials)
      #expect(try await one.acct == "you")
      #expect(try await two.acct == "you")
      await next.shutdown()
    }
  }

  @Test func whereTheRenewalIsRefusedThePersonSignsInAgain() async throws {
    try await with(tokenLifetime: 1) { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, _) = try await app.login(harbour.host)
      _ = try await question.elsewhere?()
      try await harbour.revoke(app)
      harbour.clock.pass(1)
      let refusal = MastodonError.unauthorized(host: harbour.host).during(Endpoint.verifyCredentials.operation)
      await #expect(throws: refusal) {
        try await app.session.client.send(.verifyCredentials)
      }
      await app.shutdown()
    }
  }

  @Test func signingInAgainGoesOnWhereOneWas() async throws {
    try await with { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, _) = try await app.login(harbour.host)
      _ = try await question.elsewhere?()
      await app.screen.load()
      let id = try #require(app.session.home.state.list.statuses.first?.id)
      _ = try await app.type("open", id.rawValue)
      let session = app.session
      try await harbour.revoke(app)
      #expect(
        await words { try await app.type("fav", id.rawValue) }
          == "\(harbour.host) does not accept this sign-in.")
      #expect(
        AppError.unauthorized(host: harbour.host).suggestion == "Please sign in to continue: login \(harbour.host).")
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
    try await with { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, _) = try await app.login(harbour.host)
      _ = try await question.elsewhere?()
      let token = try #require(try app.accounts.secrets.load("you@\(harbour.host)")?.token.accessToken)
      _ = try await app.type("logout")
      #expect(await harbour.sandbox.respond(to: .get("/api/v1/preferences", token: token)).status == 401)
      #expect(try app.accounts.secrets.load("you@\(harbour.host)") == nil)
      #expect(app.session.obstacle == .noAccount(.signedOut))
      await app.shutdown()
    }
  }

  @Test func anAccountThatIsUnknownIsRefusedWithThoseThatAreKnown() async throws {
    try await with { harbour in
      let app = try harbour.app(browser: harbour.browser())
      let (question, _) = try await app.login(harbour.host)
      _ = try await question.elsewhere?()
      await app.shutdown()
      let error = AppError.unknownAccount("nobody@shore.example", known: ["you@\(harbour.host)"])
      #expect(throws: error) { _ = try harbour.app(.init(account: "@nobody@shore.example")) }
      #expect(error.message == "@nobody@shore.example is not signed in here.")
      #expect(error.suggestion == "Signed-in accounts: @you@\(harbour.host).")
    }
  }
}
