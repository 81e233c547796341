import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Subprocesses
import Testing

@testable import Accounts

@Suite struct AccountManagerTests {
  let locations = FileLocations.inMemory()
  let manager: AccountManager

  init() {
    manager = AccountManager(
      locations: locations, programs: .none, now: { Date(timeIntervalSince1970: 1_790_000_000) }, report: { _ in })
  }

  private func add(_ name: String) async throws {
    let account = KnownAccount(id: "\(name)@shore.example", address: "https://shore.example", accountID: "7")
    let token = Token(accessToken: "token of \(name)", scope: "read", createdAt: Date(timeIntervalSince1970: 0))
    try await manager.add(account, AccountSecrets(token: token))
  }

  private func choice(
    _ account: String? = nil, usesSandbox: Bool = false, fallsBackToSandbox: Bool = false
  ) -> AccountChoice {
    AccountChoice(account: account, usesSandbox: usesSandbox, fallsBackToSandbox: fallsBackToSandbox)
  }

  @Test func withoutAnAccountOnlyAnInteractiveRunUsesTheSandbox() throws {
    #expect(try manager.account(for: choice()).obstacle == .noAccount(.signedOut))
    #expect(try manager.account(for: choice(fallsBackToSandbox: true)).identity.isSandbox)
  }

  @Test func theSandboxIsUsedAlthoughAnAccountIsSignedIn() async throws {
    try await add("wren")
    #expect(try manager.account(for: choice(usesSandbox: true)).identity.isSandbox)
    #expect(try manager.account(for: choice(fallsBackToSandbox: true)).identity.id == "wren@shore.example")
  }

  @Test(arguments: ["wren@shore.example", "@wren@shore.example"])
  func aNamedAccountIsUsedInsteadOfTheCurrentOne(_ name: String) async throws {
    try await add("wren")
    try await add("rook")
    #expect(try manager.account(for: choice()).identity.id == "rook@shore.example")
    let named = try manager.account(for: choice(name))
    #expect(named.identity.id == "wren@shore.example" && named.identity.isOnServer)
    #expect(named.token?.accessToken == "token of wren")
  }

  @Test func anUnknownAccountIsRefusedWithTheKnownOnes() async throws {
    try await add("wren")
    #expect(throws: AppError.unknownAccount("rook@shore.example", known: ["wren@shore.example"])) {
      try manager.account(for: choice("rook@shore.example"))
    }
  }

  @Test func theSelectedAccountIsTheCurrentOne() async throws {
    try await add("wren")
    try await add("rook")
    try manager.select("wren@shore.example")
    #expect(try manager.account(for: choice()).identity.id == "wren@shore.example")
  }

  @Test func aRemovedAccountLeavesNoSecret() async throws {
    try await add("wren")
    try await manager.remove("wren@shore.example")
    #expect(try manager.known().all.isEmpty)
    #expect(try await manager.secrets(of: "wren@shore.example") == nil)
  }

  @Test func aRenewedTokenOfARemovedAccountIsNotStored() async throws {
    try await add("wren")
    let server = try ServerAddress(parsing: "https://shore.example")
    let connector = ServerConnector(
      network: NetworkStack(limits: NetworkLimits(), surroundings: .offline), connect: { _, _ in .signedOut },
      retries: .never, userAgent: "Howdah/0", now: { Date(timeIntervalSince1970: 0) })
    let access = manager.tokenAccess(for: "wren@shore.example", at: server, connector: connector, report: { _ in })
    let token = try #require(try access.load())
    try await manager.remove("wren@shore.example")
    try access.save(token)
    #expect(try access.load() == nil)
  }
}
