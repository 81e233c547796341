import FeatureKit
import FeatureTestKit
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import ListsFeature

@MainActor @Suite struct MembershipTests {
  private let rook = Account.fixtures.rook

  private func model(_ lists: @escaping @Sendable (Account.ID) async throws -> [List]) -> Lists.Membership.Model {
    var service = ListService.fixtures
    service.containing = lists
    return Lists.Membership.Model(
      state: Lists.Membership.State(id: rook.id), service: service, account: { _ in Account.fixtures.rook })
  }

  @Test func whoOpensTheListsOfTheNamedAccount() async throws {
    var shown: [Account.ID] = []
    let verb = Lists.Membership.verb(
      Lists.Membership.Action {
        shown.append($0)
        return .screen
      })
    #expect(try await [verb].type("who 117654300000000001").isScreen)
    #expect(shown == ["117654300000000001"])
    await #expect(throws: AppError.self) { try await [verb].type("who") }
  }

  @Test func listsOfTheAccountAreNumbered() async {
    let screen = Lists.Membership.screen(model: model { $0 == Account.fixtures.rook.id ? [List.fixtures.canal] : [] })
    await screen.load()
    let document = screen.document(.fixture)
    #expect(text(document).hasPrefix("Lists with Rook"))
    #expect(document.references(numbered: 1) == [Reference(kind: Lists.face.kind, id: List.fixtures.canal.id.rawValue)])
    #expect(screen.label() == "who @rook")
  }

  @Test func accountInNoListIsNamedWithTheCommandThatAddsIt() async {
    let screen = Lists.Membership.screen(model: model { _ in [] })
    await screen.load()
    let document = screen.document(.fixture)
    #expect(text(document).contains("None of your lists holds @rook."))
    #expect(document.hint?.plain == "list add NAME @rook")
  }

  @Test func failureIsShownAndRefreshAsksAgain() async throws {
    let failures = Failures()
    let screen = Lists.Membership.screen(model: model { _ in try failures.next() })
    await screen.load()
    #expect(screen.failure() == .fixtures.noConnection)
    #expect(try await screen.type("refresh").isScreen)
    #expect(screen.failure() == nil)
  }

  /// Fails once.
  private final class Failures: Sendable {
    private let isFirst = Mutex(true)

    func next() throws -> [List] {
      try isFirst.withLock { isFirst in
        defer { isFirst = false }
        if isFirst { throw MastodonError.fixtures.offline }
        return []
      }
    }
  }
}
