import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import Testing

@testable import Accounts

@MainActor @Suite struct ServerNameTests {
  @Test(arguments: [
    ("http://shore.example", "Howdah connects to shore.example only with https."),
    ("not a host!", "“not a host!” isn't a server name."),
    ("https://shore.example@elsewhere.example", "Remove the name before the host."),
    ("u:hush@shore.example", "Remove the name before the host."),
    ("ftp://shore.example", "“ftp://shore.example” isn't a server name."),
  ]) func anInvalidServerIsRefused(_ typed: String, _ expected: String) async throws {
    let session = try TestSession()
    #expect(await message { try await session.type("login", typed) } == expected)
  }

  @Test(arguments: [
    ("shore.example", nil), ("@wren@shore.example", "wren"), ("wren@shore.example", "wren"),
    ("https://shore.example/@wren", "wren"), ("https://shore.example/about", nil),
  ]) func theUserIsReadFromTheAddress(_ typed: String, _ user: String?) async throws {
    let parsed = try TestSession().coordinator.server(named: typed)
    #expect(parsed.0.name == "shore.example" && parsed.user == user)
  }

  @Test func withoutANameItIsTheServerOfTheCurrentAccount() async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    let parsed = try session.coordinator.server(named: nil)
    #expect(parsed.0.name == "shore.example" && parsed.user == "wren")
  }

  @Test func anInteractiveRunAsksForTheServer() async throws {
    let session = try TestSession()
    guard case .screen = try await session.type("login") else {
      Issue.record("no sheet")
      return
    }
    #expect(session.askedForServer == 1)
  }

  @Test func aScriptHasToNameTheServer() async throws {
    let session = try TestSession(isInteractive: false)
    #expect(await message { try await session.type("login") } == "Which server? Give its name.")
  }
}
