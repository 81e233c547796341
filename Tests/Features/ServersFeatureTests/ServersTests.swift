import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ServersFeature

@MainActor @Suite struct ServersTests {
  @Test func localAccountsGetTheServersName() {
    let status = Status.fixtures.mentions.qualified(with: "hive.example")
    #expect(status.account.acct.hasSuffix("@hive.example"))
    #expect(status.mentions.allSatisfy { $0.acct.contains("@") })
    let boost = Status.fixtures.boost.qualified(with: "hive.example")
    #expect(boost.reblog?.account.acct.contains("@") == true)
  }

  @Test func localAuthorOfABoostGetsTheServersName() {
    var status = Status.fixtures.boost
    status.reblog?.account.acct = "fen"
    #expect(status.qualified(with: "hive.example").reblog?.account.acct == "fen@hive.example")
  }

  @Test func remoteAccountsKeepTheirServer() {
    var status = Status.fixtures.plain
    status.account = Account.fixtures.pool
    #expect(status.qualified(with: "hive.example").account.acct == "pool@shore.example")
  }

  @Test func serverWithoutANameIsNamedByItsAddress() async throws {
    let saved = Mutex<[SavedServer]>([])
    var service = SavedServerService.fixtures
    service.save = { server in saved.withLock { $0.append(server) } }
    let model = Servers.form(
      nil, service: service, makeID: { "new" },
      host: { typed in
        guard typed.contains(".") else { throw AppError.validation("no", suggestion: "no") }
        return typed.lowercased()
      })
    await #expect(throws: AppError.self) { try await model.set("server", to: "nowhere") }
    _ = try await model.set("server", to: "Hive.Example")
    try await model.save()
    #expect(saved.withLock { $0 } == [SavedServer(id: "new", name: "hive.example", host: "hive.example")])
  }

  @Test func savingAFormKeepsWhatWasChangedElsewhere() async throws {
    let stored = Mutex(SavedServer(id: "1", name: "Hive", host: "hive.example"))
    var service = SavedServerService.fixtures
    service.all = { [stored.withLock { $0 }] }
    service.save = { server in stored.withLock { $0 = server } }
    let model = Servers.form("1", service: service, makeID: { "new" }, host: { $0 })
    await model.load()
    _ = try await model.set("server", to: "bees.example")
    stored.withLock { $0.name = "Renamed" }
    try await model.save()
    #expect(stored.withLock { $0 } == SavedServer(id: "1", name: "Renamed", host: "bees.example"))
  }

  @Test func headingShowsTheAddressOnlyIfItDiffersFromTheName() {
    #expect(Servers.heading(SavedServer.fixtures.shore).title == "shore.example · read without an account")
    #expect(
      Servers.heading(SavedServer.fixtures.beekeepers).title
        == "Beekeepers · hive.example · read without an account")
  }
}
