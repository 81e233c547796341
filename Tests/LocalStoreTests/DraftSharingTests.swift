import FoundationEssentials
import MastodonKit
import Testing

@testable import LocalStore

/// One draft in two processes, each with a database of its own over the same file.
@Suite struct DraftSharingTests {
  private let home: TemporaryHome
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws { home = try TemporaryHome() }

  private var services: [DraftService] {
    (0..<2).map { _ in home.database.draftService(account: "wren@shore.example") }
  }

  private func draft(_ text: String) -> Draft {
    Draft(id: "a", account: "wren@shore.example", content: StatusDraft(text: text), updatedAt: now)
  }

  @Test func aDraftThatIsOpenedElsewhereIsNotWrittenHere() throws {
    let (first, second) = (services[0], services[1])
    try first.save(draft("one"))
    #expect(try first.standing("a") == .here && second.standing("a") == .elsewhere)
    try second.take("a")
    #expect(try first.standing("a") == .elsewhere && second.standing("a") == .here)
    #expect(throws: DraftConflict.elsewhere) { try first.save(draft("one, longer")) }
    try second.save(draft("two"))
    #expect(try first.all().map(\.content.text) == ["two"])
    #expect(try first.all() == [draft("two")])
  }

  @Test func aDraftThatWasSentIsGoneEverywhere() throws {
    let (first, second) = (services[0], services[1])
    try first.save(draft("one"))
    try second.delete("a")
    #expect(try first.standing("a") == .gone)
  }

  @Test(.timeLimit(.minutes(5))) func aChangeElsewhereIsTold() async throws {
    let (first, second) = (services[0], services[1])
    try first.save(draft("one"))
    var changes = first.changes().makeAsyncIterator()
    _ = try await changes.next()
    try second.delete("a")
    _ = try await changes.next()
    #expect(try first.standing("a") == .gone)
  }
}
