import FeatureKit
import FeatureTestKit
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import ServersFeature

/// Servers added and changed in one line: what is stored, and what is said.
@MainActor @Suite struct ServerLinesTests {
  private final class Store: Sendable {
    let servers = Mutex([SavedServer(id: "s1", name: "hive.example", host: "hive.example")])

    var service: SavedServerService {
      SavedServerService(
        all: { [self] in servers.withLock(\.self) },
        save: { [self] server in
          servers.withLock { servers in
            servers.removeAll { $0.id == server.id }
            servers.append(server)
          }
        }, delete: { _ in }, changes: { AsyncThrowingStream { $0.finish() } })
    }
  }

  private let store = Store()

  private func type(_ words: [String]) async throws -> Response {
    let (store, model) = (store, Servers.model(store.service))
    let plugin = Servers.plugin(
      model: { model }, action: .fixtures.none, service: { store.service }, makeID: { "s2" },
      host: { typed in
        guard typed.contains(".") else {
          throw AppError.validation("“\(typed)” is not the address of a server.", suggestion: "Type its name.")
        }
        return typed.lowercased()
      }, feed: { _, _, _ in .screen })
    let verb = try #require(plugin.verbs.first { $0.name == words[0] })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    return try await verb.run(
      ArgumentReader(ArgumentList(shellArguments: Array(words.dropFirst())), for: verb, context: context))
  }

  private func toast(_ words: [String]) async throws -> Toast {
    guard case .toast(let toast) = try await type(words) else { throw AppError.cancelled }
    return toast
  }

  private var last: SavedServer? { store.servers.withLock(\.last) }

  @Test(arguments: [
    (["servers", "add", "Shore.example"], "shore.example"),
    (["servers", "add", "shore.example", "By", "the", "sea"], "By the sea"),
    (["servers", "add", "shore.example", "--name", "By the sea"], "By the sea"),
    (["servers", "add", "Sea", "--server", "shore.example"], "Sea"),
  ])
  func aServerIsAddedAtOnce(_ words: [String], _ name: String) async throws {
    let toast = try await toast(words)
    #expect(toast.text.plain == "Added \(name) to the servers that you read without an account.")
    #expect(toast.undo == .command("servers remove id:s2"))
    #expect(last == SavedServer(id: "s2", name: name, host: "shore.example"))
  }

  @Test func aServerIsListedOnce() async throws {
    #expect(try await toast(["servers", "add", "hive.example"]).text.plain == "hive.example is in your list already.")
    #expect(store.servers.withLock(\.count) == 1)
  }

  @Test func nameAndAddressAreChanged() async throws {
    let renamed = try await toast(["servers", "rename", "hive.example", "The", "bees"])
    #expect(renamed.text.plain == "Renamed hive.example to The bees.")
    #expect(renamed.undo == .command("servers rename id:s1 hive.example"))
    let moved = try await toast(["servers", "edit", "The bees", "--server", "hive2.example"])
    #expect(moved.undo == .command("servers edit id:s1 --server hive.example --name \"The bees\""))
    #expect(last == SavedServer(id: "s1", name: "The bees", host: "hive2.example"))
  }

  @Test func aNameAloneOpensTheForm() async throws {
    guard case .screen = try await type(["servers", "add", "Beekeepers"]) else {
      Issue.record("the form does not open")
      return
    }
    #expect(store.servers.withLock(\.count) == 1)
  }

  @Test(arguments: [
    ["servers", "add", "Bees", "--name", "x"], ["servers", "rename", "hive.example"],
    ["servers", "rename", "nowhere", "x"],
    ["servers", "edit", "hive.example", "--server", "nonsense"], ["servers", "hive.example", "--name", "x"],
  ])
  func aWrongLineChangesNothing(_ words: [String]) async {
    await #expect(throws: AppError.self) { try await type(words) }
    #expect(store.servers.withLock(\.self) == [SavedServer(id: "s1", name: "hive.example", host: "hive.example")])
  }
}
