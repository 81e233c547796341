import FoundationEssentials
import Synchronization
import Testing

@testable import Links
@testable import MastodonKit

@Suite struct RecentLookupsTests {
  private let clock = Clock()

  private final class Clock: Sendable {
    let now = Mutex(Date.fixtureNow)
    let asked = Mutex<[String]>([])
  }

  private var statuses: StatusService {
    StatusService(
      status: { [clock] id in
        clock.asked.withLock { $0.append("status \(id)") }
        return Status.fixtures.plain
      }, context: { _ in throw MastodonError.fixtures.offline }, waitForReplies: { _ in },
      mark: { _, _, _ in throw MastodonError.fixtures.offline },
      vote: { _, _, _ in throw MastodonError.fixtures.offline },
      delete: { _, _ in throw MastodonError.fixtures.offline })
  }

  private var accounts: AccountService {
    AccountService(
      account: { [clock] id in
        clock.asked.withLock { $0.append("account \(id)") }
        return Account.fixtures.rook
      },
      lookup: { [clock] name in
        clock.asked.withLock { $0.append("lookup \(name)") }
        return Account.fixtures.rook
      }, statuses: { _, _ in Page([]) }, relationship: { Relationship(id: $0) },
      setFollowing: { id, _ in Relationship(id: id) }, resolve: { _ in SearchResults() })
  }

  private var asked: [String] { clock.asked.withLock { $0 } }

  private func lookups() -> RecentLookups { RecentLookups(now: { [clock] in clock.now.withLock { $0 } }) }

  @Test func lookupIsHandedOverOnce() async throws {
    let lookups = lookups()
    let found = try await lookups.remembering(accounts).lookup("rook")
    #expect(try await lookups.handing(accounts).account(found.id) == found)
    #expect(asked == ["lookup rook"])
    _ = try await lookups.handing(accounts).account(found.id)
    #expect(asked.count == 2, "what is shown a second time is requested")
  }

  @Test func aPostIsHandedOverWithItsAuthor() async throws {
    let lookups = lookups()
    let post = try await lookups.remembering(statuses).status(Status.fixtures.plain.id)
    #expect(try await lookups.handing(statuses).status(post.id) == post)
    #expect(try await lookups.handing(accounts).account(post.account.id) == post.account)
    #expect(asked.count == 1)
  }

  @Test func outdatedFactsAreRequested() async throws {
    let lookups = lookups()
    let found = try await lookups.remembering(accounts).lookup("rook")
    clock.now.withLock { $0 += 11 }
    _ = try await lookups.handing(accounts).account(found.id)
    #expect(asked.count == 2)
  }
}
