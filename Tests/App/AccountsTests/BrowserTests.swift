import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Subprocesses
import TerminalKit
import Testing

@testable import Accounts

@MainActor
@Suite(.timeLimit(.minutes(10))) struct BrowserTests {
  private func withServer(_ body: (BrowserServer) async throws -> Void) async throws {
    let server = try await BrowserServer()
    do { try await body(server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: ["HOST", "http://HOST", "@you@HOST", "you@HOST", "http://HOST/@you"])
  func theBrowserReturnsWithACode(_ typed: String) async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      let (question, page) = try await session.login(typed.replacing("HOST", with: server.host))
      #expect(page.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A") && page.contains("&state="))
      guard case .toast(let toast) = try await question.elsewhere?() else {
        Issue.record("no confirmation")
        return
      }
      #expect(toast.text.plain == "Signed in as @you@\(server.host).")
      #expect(session.account.identity.id == "you@\(server.host)")
      #expect(try session.manager.secrets.load("you@\(server.host)")?.token.scope == "read write push")
    }
  }

  @Test(arguments: [("500MB", ", up to 500MB"), ("forever", "")])
  func aSignInSaysThatWhatIsReadIsKept(_ limit: String, _ size: String) async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      session.archiveLimit = limit
      let (question, _) = try await session.login(server.host)
      _ = try await question.elsewhere?()
      let notice = "What you read is kept on this machine\(size): archive shows it, set archive off ends it."
      #expect(session.notices == [notice])
    }
  }

  @Test func signingInAgainKeepsTheSessionAndRetries() async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      _ = try await session.login(server.host).question.elsewhere?()
      guard case .retry = try await session.login(server.host).question.elsewhere?() else {
        Issue.record("the failed command is not repeated")
        return
      }
      #expect(session.streamRestarts == 1)
    }
  }

  @Test func aDenialIsReported() async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser(decision: "deny"))
      let (question, _) = try await session.login(server.host)
      #expect(
        await message { try await question.elsewhere?() ?? .nothing }
          == "You did not authorize Howdah on \(server.host).")
      #expect(session.account.identity.isSandbox)
    }
  }

  @Test func theLastAddressOfABrowserElsewhereCanBePasted() async throws {
    try await withServer { server in
      let session = try server.session(browser: BrowserOpener(isAvailable: { true }, open: { _ in false }))
      let (question, page) = try await session.login(server.host)
      let location = await BrowserServer.submit(page, to: server.sandbox)
      #expect(location.hasPrefix("http://127.0.0.1:"))
      let foreign = location.replacing("state=", with: "state=x")
      #expect(await message { try await question.answer(foreign) } == "This code belongs to another sign-in.")
      _ = try await question.answer(location)
      #expect(session.account.identity.id == "you@\(server.host)")
    }
  }

  @Test(arguments: [false, true]) func withoutABrowserThePageShowsACode(_ isOption: Bool) async throws {
    try await withServer { server in
      let session = try server.session(browser: isOption ? server.browser() : .none)
      let (question, page) = try await session.login(server.host, noBrowser: isOption)
      #expect(question.elsewhere == nil && page.contains("redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"))
      let location = await BrowserServer.submit(page, to: server.sandbox)
      let code = try #require(location.split(separator: "code=").last)
      _ = try await question.answer(String(code))
      #expect(session.account.identity.id == "you@\(server.host)")
    }
  }

  @Test func eachHostIsRegisteredWithOnce() async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      var registrations: Set<String> = []
      for _ in 0..<3 {
        let (question, page) = try await session.login(server.host)
        _ = try await question.elsewhere?()
        let kept = try #require(try session.manager.secrets.loadApplication(server.host))
        #expect(page.contains("client_id=\(kept.clientID)&"))
        registrations.insert(kept.clientID)
      }
      #expect(registrations.count == 1)
      // A registration that the server does not know is replaced.
      var forgotten = try #require(try session.manager.secrets.loadApplication(server.host))
      forgotten.clientID = "forgotten"
      try session.manager.secrets.saveApplication(forgotten, server.host)
      _ = try await session.login(server.host).question.elsewhere?()
      #expect(try session.manager.secrets.loadApplication(server.host)?.clientID != "forgotten")
    }
  }

  @Test func signingOutRevokesTheToken() async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      _ = try await session.login(server.host).question.elsewhere?()
      let token = try #require(session.account.token?.accessToken)
      _ = try await session.type("logout")
      let request = SandboxRequest("GET", "/api/v1/preferences", headers: ["Authorization": "Bearer \(token)"])
      #expect(await server.sandbox.respond(to: request).status == 401)
      #expect(session.notices.isEmpty)
    }
  }

  @Test func aServerWithoutMastodonsAPIIsRefused() async throws {
    try await withServer { server in
      let session = try server.session(browser: server.browser())
      // A server on this machine that speaks HTTP but is not Mastodon.
      let other = try await RedirectListener(
        on: server.network, state: Secret("x"), port: nil, program: "Other")
      #expect(
        await message { try await session.type("login", "127.0.0.1:\(other.port)") }
          == "127.0.0.1:\(other.port) does not support Mastodon's API, so Howdah cannot sign in there.")
    }
  }
}
