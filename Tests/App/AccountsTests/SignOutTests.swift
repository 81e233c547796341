import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import Testing

@testable import Accounts

@MainActor @Suite struct SignOutTests {
  @Test func signingOutReturnsToTheSandbox() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    #expect(
      try await session.confirmation("logout") == "Signed out of @wren@shore.example. You are now in the sandbox.")
    #expect(session.account.identity.isSandbox)
    #expect(session.forgottenPushes == ["wren@shore.example"])
    #expect(try session.manager.secrets.load("wren@shore.example") == nil)
  }

  @Test func textsOfTheAccountAreDeletedOnlyAfterAQuestion() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    session.texts = "2 drafts and 1 item in the outbox"
    guard case .confirm(let question) = try await session.type("logout") else { throw AppError.cancelled }
    #expect(
      question.question
        == "2 drafts and 1 item in the outbox of @wren@shore.example would be deleted from this machine for good. Sign out?"
    )
    #expect(session.account.identity.isOnServer && session.forgottenTexts.isEmpty)
    _ = try await question.proceed()
    #expect(session.account.identity.isSandbox && session.forgottenTexts.map(\.areKept) == [false])
  }

  @Test func textsCanBeKeptForTheNextSignIn() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    session.texts = "2 drafts"
    _ = try await session.confirmation("logout", "--keep")
    #expect(session.account.identity.isSandbox && session.forgottenTexts.map(\.areKept) == [true])
  }

  @Test func aTokenThatWasAddedByHandStaysValid() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    _ = try await session.type("logout")
    #expect(
      session.notices == [
        "The token is still valid because it was added with login --with-token. Revoke it on shore.example."
      ])
  }

  @Test func lockedVaultCountsAsSignedOut() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    session.vaultFailure = .vault(.keyring, .timedOut(seconds: 30))
    _ = try await session.type("logout")
    #expect(session.account.identity.isSandbox)
    #expect(try session.manager.known().all.isEmpty)
    let notice = try #require(session.notices.first)
    #expect(
      notice == "The token could not be read from the secrets folder, so it was not revoked and may still be there. "
        + "It is valid until you revoke it on shore.example.")
  }

  @Test func accountsAreListedWithoutTheVault() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    session.vaultFailure = .vault(.keyring, .timedOut(seconds: 30))
    var choice = session.choice
    choice.readsToken = false
    let account = try session.manager.account(for: choice)
    #expect(account.identity.id == "wren@shore.example" && account.obstacle == nil && account.token == nil)
    choice.readsToken = true
    #expect(try session.manager.account(for: choice).obstacle != nil)
  }

  @Test func aServerThatDoesNotRevokeIsReported() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example", clientID: "howdah")
    _ = try await session.type("logout")
    #expect(
      session.notices.count == 1
        && session.notices[0].hasPrefix("The token was deleted here but not revoked on the server. "))
    #expect(try session.manager.known().all.isEmpty)
  }

  @Test func theRestOfAScriptHasNoAccount() async throws {
    let session = try TestSession(isInteractive: false, connect: { _, _ in .signedOut })
    try await session.add("rook@shore.example")
    try await session.add("wren@shore.example")
    #expect(
      try await session.confirmation("logout")
        == "Signed out of @wren@shore.example. The current account is @rook@shore.example.")
    #expect(session.account.obstacle == .noAccount(.signedOut))
  }

  @Test func theAccountOfTheCommandLineIsForgotten() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("rook@shore.example")
    try await session.add("wren@shore.example")
    session.choice = AccountChoice(account: "wren@shore.example", usesSandbox: false, fallsBackToSandbox: true)
    _ = try await session.type("logout")
    #expect(session.account.identity.id == "rook@shore.example")
  }

  @Test func theSandboxCannotBeSignedOutOf() async throws {
    let session = try TestSession()
    #expect(await message { try await session.type("logout") } == "You are not signed in.")
  }
}
