import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit
import Testing

@testable import Accounts

@MainActor @Suite struct SwitchTests {
  @Test func theNextRunStartsWithTheSelectedAccount() async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    try await session.add("rook@shore.example")
    #expect(try session.manager.known().currentID == "rook@shore.example")
    _ = try await session.type("switch", "@wren@shore.example")
    #expect(session.account.identity.id == "wren@shore.example")
    #expect(try session.manager.known().currentID == "wren@shore.example")
  }

  @Test(arguments: ["sandbox", "you@sandbox"]) func anInteractiveRunSwitchesToTheSandbox(_ name: String) async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    _ = try await session.type("switch", name)
    #expect(session.account.identity.isSandbox)
    #expect(try session.manager.known().currentID == "wren@shore.example")
  }

  /// Neither a script nor a single command at a terminal, which would leave the next one with the account.
  @Test(arguments: [false, true]) func onlyThePromptSwitchesToTheSandbox(_ isAtTerminal: Bool) async throws {
    let choice = AccountChoice(account: nil, usesSandbox: false, fallsBackToSandbox: isAtTerminal)
    let session = try TestSession(choice: choice, isInteractive: false)
    try await session.add("wren@shore.example")
    let refusal = await message { try await session.type("switch", "sandbox") }
    #expect(refusal == "Only the prompt can switch to the sandbox.")
    #expect(session.account.identity.id == "wren@shore.example")
  }

  @Test func anUnknownAccountIsRefused() async throws {
    let session = try TestSession()
    #expect(
      await message { try await session.type("switch", "rook@shore.example") }
        == "@rook@shore.example is not signed in here.")
  }

  @Test func theListShowsTheAccountInUse() async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    guard case .document(let document) = try await session.type("accounts") else {
      Issue.record("no list")
      return
    }
    let data = Dictionary(uniqueKeysWithValues: document.data.map { ($0.name, $0.value) })
    #expect(data["accounts"] == .array([.string("wren@shore.example"), .string("you@sandbox")]))
    #expect(data["current"] == .string("wren@shore.example"))
  }
}
