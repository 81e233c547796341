import FoundationEssentials
import MastodonKit
import Subprocesses
import Testing

@testable import LocalStore

/// A disk in memory, which behaves like a real one and does not touch it.
@Suite struct MemoryFilesTests {
  let locations = FileLocations.inMemory()

  @Test func savedFilesCanBeReadAgain() throws {
    try PreferencesFile(locations: locations).set("theme", to: "dark")
    #expect(try PreferencesFile(locations: locations).load() == ["theme": "dark"])

    let accounts = AccountsFile(locations: locations, now: { .fixtureNow }, report: { _ in })
    let wren = KnownAccount(id: "wren@shore.example", address: "https://shore.example", accountID: "7")
    try accounts.update { $0.add(wren) }
    #expect(try accounts.load().current?.id == "wren@shore.example")

    let screen = ScreenFile(
      locations: locations, account: "wren@shore.example", terminal: "1-2-3", now: { .fixtureNow })
    try screen.save([1: [ShownReference(kind: "status", id: "109")]])
    #expect(try screen.load()[1] == [ShownReference(kind: "status", id: "109")])
  }

  @Test func secretsAreSavedAndDeleted() throws {
    let secrets = SecretsFile(
      locations: locations, now: { .fixtureNow }, programs: .none, chosen: { () throws(StoreError) in nil },
      report: { _ in }
    ).secrets
    let kept = AccountSecrets(token: Token(accessToken: "t", scope: "read", createdAt: .fixtureNow))
    try secrets.save(kept, "wren@shore.example")
    #expect(try secrets.load("wren@shore.example") == kept)
    #expect(try secrets.places().map(\.owner) == ["wren@shore.example"])
    try secrets.delete("wren@shore.example")
    #expect(try secrets.load("wren@shore.example") == nil && secrets.places().isEmpty)
  }

  @Test func theContainerHasItsTables() throws {
    let database = Database(locations: locations, now: { .fixtureNow }, report: { _ in })
    let drafts = database.draftService(account: "wren@shore.example")
    #expect(try drafts.all().isEmpty)
    #expect(try database.tagGroupService.all().isEmpty)
  }

  @Test func twoDisksHaveNothingInCommon() throws {
    try PreferencesFile(locations: locations).set("theme", to: "dark")
    #expect(try PreferencesFile(locations: .inMemory()).load().isEmpty)
    #expect(locations != .inMemory())
  }

  @Test func aDamagedFileIsSetAside() throws {
    locations.memory?["/data/accounts.json"] = Array("{".utf8)
    let accounts = AccountsFile(locations: locations, now: { .fixtureNow }, report: { _ in })
    #expect(throws: StoreError.self) { try accounts.load() }
    try accounts.update { _ in }
    #expect(locations.memory?["/data/accounts.json.damaged"] == Array("{".utf8))
  }
}
