import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ListsFeature

/// A server that notes what it is asked for.
final class ListServer: Sendable {
  let asked = Mutex<[String]>([])
  /// The lists whose open pages heard of a change.
  let changed = Mutex<[List.ID]>([])
  private let created = Mutex<[List]>([])
  /// The accounts that the reader does not follow.
  let strangers: Set<Account.ID>

  init(strangers: Set<Account.ID> = []) { self.strangers = strangers }

  private func note(_ request: String) { asked.withLock { $0.append(request) } }

  var lists: ListService {
    var service = ListService.fixtures
    service.all = { try await ListService.fixtures.all() + self.created.withLock { $0 } }
    service.create = { draft in
      self.note("create \(draft.title ?? "-") \(draft.repliesPolicy?.rawValue ?? "-") \(draft.exclusive == true)")
      let list = List(id: "7", title: draft.title ?? "")
      self.created.withLock { $0.append(list) }
      return list
    }
    service.update = { id, draft in
      self.note(
        "update \(id) \(draft.title ?? "-") \(draft.repliesPolicy?.rawValue ?? "-") \(draft.exclusive.map { "\($0)" } ?? "-")"
      )
      return List(id: id, title: draft.title ?? "Renamed elsewhere")
    }
    service.add = { id, accounts in
      self.note("add \(accounts.map(\.rawValue)) to \(id)")
      if accounts.contains(where: self.strangers.contains) {
        throw MastodonError.rejected(host: "shore.example", words: "Account follow relationship missing")
      }
    }
    service.remove = { id, accounts in self.note("remove \(accounts.map(\.rawValue)) from \(id)") }
    return service
  }

  var accounts: AccountService {
    AccountService(
      account: { _ in Account.fixtures.rook },
      lookup: { name in
        guard let account = Account.fixtures.all.first(where: { $0.acct == name }) else {
          throw MastodonError.notFound(host: "shore.example", operation: "find @\(name)")
        }
        return account
      },
      statuses: { _, _ in Page([]) }, relationship: { Relationship(id: $0) },
      setFollowing: { id, _ in Relationship(id: id) }, resolve: { _ in throw MastodonError.fixtures.offline })
  }

  var log: [String] { asked.withLock { $0 } }
}

@MainActor @Suite struct ListFormTests {
  private let wren = Account.fixtures.wren
  private let heron = Account.fixtures.heron
  private let rook = Account.fixtures.rook

  @Test func listUsesTheFiltersOfHome() {
    #expect(Lists.timelineState("1", limit: 20).context == .home)
    #expect(Lists.timelineState("1", limit: 20).topic == .list("1"))
  }

  @Test func newListIsCreatedWithItsMembers() async throws {
    let server = ListServer()
    let model = Lists.form(nil, lists: server.lists, accounts: server.accounts)
    _ = try await model.set("title", to: "The canal")
    _ = try await model.set("replies", to: "followed")
    _ = try await model.set("exclusive", to: "yes")
    _ = try await model.add("wren @heron", to: "members")
    #expect(model.state.form.list(.members) == ["@wren", "@heron"])
    try await model.save()
    #expect(
      server.log == [
        "create The canal followed true", "add [\"\(wren.id)\"] to 7", "add [\"\(heron.id)\"] to 7",
      ])
  }

  @Test func onlyChangedMembersAreSent() async throws {
    let server = ListServer()
    let model = Lists.form("601", lists: server.lists, accounts: server.accounts)
    await model.load()
    #expect(model.state.form.list(.members) == ["@rook", "@heron"])
    _ = try model.remove("rook", from: "members")
    _ = try await model.add("@wren", to: "members")
    try await model.save()
    #expect(
      server.log == [
        "remove [\"\(rook.id)\"] from 601", "add [\"\(wren.id)\"] to 601",
      ])
  }

  @Test func onlyChangedSettingsAreSent() async throws {
    let server = ListServer()
    let model = Lists.form("601", lists: server.lists, accounts: server.accounts)
    await model.load()
    _ = try await model.set("replies", to: "none")
    try await model.save()
    #expect(server.log == ["update 601 - none -"])
    #expect(model.state.object == "the list “Renamed elsewhere”")
  }

  @Test func failedMemberDoesNotCreateTheListTwice() async throws {
    let server = ListServer(strangers: [heron.id])
    let model = Lists.form(nil, lists: server.lists, accounts: server.accounts)
    _ = try await model.set("title", to: "The canal")
    _ = try await model.add("wren heron", to: "members")
    await #expect(throws: AppError.self) { try await model.save() }
    #expect(model.state.unsaved != nil)
    _ = try model.remove("heron", from: "members")
    try await model.save()
    #expect(server.log.filter { $0.hasPrefix("create") }.count == 1)
    #expect(server.log.filter { $0.hasPrefix("add [\"\(wren.id)\"]") }.count == 1)
    #expect(model.state.unsaved == nil)
  }

  @Test func unknownAccountIsNotAdded() async throws {
    let server = ListServer()
    let model = Lists.form(nil, lists: server.lists, accounts: server.accounts)
    await #expect(throws: AppError.self) { try await model.add("nobody", to: "members") }
    #expect(model.state.form.list(.members) == [])
  }

  @Test func deletedListFailsToLoad() async {
    var lists = ListServer().lists
    lists.list = { _ in throw MastodonError.notFound(host: "shore.example", operation: "load the list") }
    let model = Lists.form("1", lists: lists, accounts: ListServer().accounts)
    await model.load()
    guard case .failed = model.state.phase else {
      Issue.record("\(model.state.phase)")
      return
    }
  }
}
