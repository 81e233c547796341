import FileTestKit
import FoundationEssentials
import GRDB
import Glibc
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
    #expect(try first.conflict("a") == nil && second.conflict("a") == .elsewhere)
    try second.take("a")
    #expect(try first.conflict("a") == .elsewhere && second.conflict("a") == nil)
    #expect(throws: DraftConflict.elsewhere) { try first.save(draft("one, longer")) }
    try second.save(draft("two"))
    #expect(try first.all().map(\.content.text) == ["two"])
    #expect(try first.all() == [draft("two")])
  }

  @Test func deliveryIsReadAsItIsByNow() throws {
    let database = home.database
    let drafts = database.draftService(account: "wren@shore.example")
    func delivery(saving delivery: Delivery, triedAt: Date? = nil) throws -> Delivery? {
      var draft = draft("one")
      (draft.delivery, draft.triedAt) = (delivery, triedAt)
      try drafts.save(draft)
      return try drafts.find("a")?.delivery
    }
    let held = Delivery.held(until: now)
    #expect(try delivery(saving: .sending) == .sending && delivery(saving: held) == held)
    #expect(try delivery(saving: .failed) == .failed && delivery(saving: .editing, triedAt: now) == .failed)
    // The outbox says what waits.
    #expect(try delivery(saving: .waiting) == .failed)
    try database.outboxService(account: "wren@shore.example").add(OutboxItem(post: "a", at: now), false)
    #expect(try delivery(saving: .failed) == .waiting && delivery(saving: .waiting) == .waiting)
    #expect(try delivery(saving: .editing) == .reopened && delivery(saving: .sending) == .sending)
    #expect(try delivery(saving: .reopened) == .reopened)
    try database.outboxService(account: "wren@shore.example").delete(nil)
    // The process has ended, and its number may be another's.
    for process in ["01JD7M3ZV5D2H6QK8XW0000001", "x@999999999.1", "x@\(getpid()).1"] {
      for (stored, read) in [(Delivery.sending, Delivery.failed), (held, .editing)] {
        _ = try delivery(saving: stored)
        try database.write {
          try $0.execute(sql: "UPDATE draft SET details = json_set(details, '$.editor', ?)", arguments: [process])
        }
        #expect(try drafts.find("a")?.delivery == read, "\(process)")
        try drafts.delete("a")
      }
    }
  }

  @Test func aDraftThatWasSentIsGoneEverywhere() throws {
    let (first, second) = (services[0], services[1])
    try first.save(draft("one"))
    try second.delete("a")
    #expect(try first.conflict("a") == .gone)
  }

  @Test(.timeLimit(.minutes(10))) func changeOnAnotherScreenIsReported() async throws {
    let (first, second) = (services[0], services[1])
    try first.save(draft("one"))
    var changes = first.changes().makeAsyncIterator()
    _ = try await changes.next()
    try second.delete("a")
    _ = try await changes.next()
    #expect(try first.conflict("a") == .gone)
  }
}
