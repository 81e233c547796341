import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct WhimTests {
  private static let start = Moment(.fixtureNow)

  private func whims(seed: UInt64, minutes: Double) -> [Residents.Act] {
    var residents = Residents(seed: seed, now: Self.start)
    var acts: [Residents.Act] = []
    for minute in 1...Int(minutes) {
      while let act = residents.next(until: Self.start + Double(minute) * 60) {
        if case .whim = act.deed { acts.append(act) }
      }
    }
    return acts
  }

  @Test func theSameSeedHasTheSameWhimsEveryFewMinutes() {
    let acts = whims(seed: 3, minutes: 60)
    #expect(acts == whims(seed: 3, minutes: 60))
    #expect((8...20).contains(acts.count))
    #expect(acts.map(\.due) != whims(seed: 4, minutes: 60).map(\.due))
  }

  /// What is not due is not lost, nor done at once after a night's rest.
  @Test func afterALongAbsenceOneWhimIsEnough() {
    var residents = Residents(seed: 3, now: Self.start)
    let morning = Self.start + 8 * 3600
    var count = 0
    while let act = residents.next(until: morning) { if case .whim = act.deed { count += 1 } }
    #expect(count == 1)
  }

  @Test func residentsAskPollsMendSlipsAndTakeThingsBack() async throws {
    let town = try await TestTown(life: .resident)
    for _ in 0..<(45 * 60 / 5) {
      town.clock.advance(by: 5)
      try await town.sandbox.step()
    }
    let rows = try await town.sandbox.read { transaction in
      try transaction.database.rows(
        "SELECT id, text, poll_id, edited_at FROM statuses WHERE created_at > ?", [Self.start]
      )
      .map { (id: $0[0] as Int64, text: $0[1] as String, poll: $0[2] as Int64?, edited: $0[3] as Int64?) }
    }
    #expect(rows.contains { $0.poll != nil })
    let mended = try #require(rows.first { $0.edited != nil })
    #expect(
      ["The bees have chosen a new queen.", "Closed tomorrow. The wheel and I have to talk."].contains(mended.text))
    let history: [MastodonKit.StatusEdit] = try await town.get("/api/v1/statuses/\(mended.id)/history").decoded()
    #expect(history.count == 2)
    // What was taken back is gone.
    #expect(!rows.contains { $0.text.hasPrefix("I have had it with the harbour board") })
  }

  @Test func aFileOfAnEarlierReleaseGetsItsWhimsWhenItIsOpened() throws {
    let residents = Residents(seed: 3, now: Self.start)
    let text = String(decoding: try JSONEncoder().encode(residents), as: UTF8.self)
      .replacing(#""whims":{"#, with: #""unknown":{"#)
    #expect(text.contains(#""unknown":{"#))
    var old = try JSONDecoder().decode(Residents.self, from: Data(text.utf8))
    var kinds: [Residents.Act] = []
    for minute in 1...10 {
      while let act = old.next(until: Self.start + Double(minute) * 60) {
        if case .whim = act.deed { kinds.append(act) }
      }
    }
    #expect(!kinds.isEmpty)
  }
}
