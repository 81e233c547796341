import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import Testing

@testable import Accounts

@MainActor @Suite struct VaultCommandTests {
  @Test func theChosenVaultIsStored() async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    _ = try await session.confirmation("vault", "file")
    #expect(try PreferencesFile(locations: session.locations).chosenVault() == .file)
    #expect(try session.manager.secrets.load("wren@shore.example")?.token.accessToken == "token of wren@shore.example")
  }

  @Test func aVaultWithoutItsProgramIsRefused() async throws {
    let session = try TestSession()
    try await session.add("wren@shore.example")
    #expect(
      await message { try await session.type("vault", "pass") }
        == "The program pass is not installed, so the password store cannot be used.")
    #expect(try PreferencesFile(locations: session.locations).chosenVault() == nil)
  }
}
