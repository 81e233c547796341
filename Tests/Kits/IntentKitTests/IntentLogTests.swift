import FoundationEssentials
import IntentKit
import Testing

@MainActor
@Suite struct IntentLogTests {
  private func record(_ summary: String) -> IntentRecord {
    IntentRecord(time: Date(timeIntervalSince1970: 0), summary: summary, outcome: "pending")
  }

  @Test func newestRecordsAreKeptInOrder() {
    let log = IntentLog()
    for number in 1...30 { log.add(record("\(number)")) }
    #expect(log.records.map(\.summary) == (11...30).reversed().map(String.init))
  }

  @Test func outcomeIsUpdatedInPlace() {
    let log = IntentLog()
    let first = log.add(record("first"))
    let second = log.add(record("second"))
    log.update(first, outcome: "opened")
    #expect(log.records.map(\.outcome) == ["pending", "opened"])
    log.update(second, outcome: "sent")
    #expect(log.records.map(\.outcome) == ["sent", "opened"])
  }

  @Test func droppedRecordIsNotUpdated() {
    let log = IntentLog()
    let first = log.add(record("first"))
    for number in 1...IntentLog.limit { log.add(record("\(number)")) }
    log.update(first, outcome: "opened")
    #expect(log.records.allSatisfy { $0.outcome == "pending" })
  }
}
