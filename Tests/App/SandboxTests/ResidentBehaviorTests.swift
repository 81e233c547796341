import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct ResidentBehaviorTests {
  private static let start = Moment(.fixtureNow)

  private func behaviors(seed: UInt64, minutes: Double) -> [ResidentSchedule.Action] {
    var schedule = ResidentSchedule(seed: seed, now: Self.start)
    var actions: [ResidentSchedule.Action] = []
    for minute in 1...Int(minutes) {
      while let action = schedule.next(until: Self.start + Double(minute) * 60) {
        if case .behavior = action.kind { actions.append(action) }
      }
    }
    return actions
  }

  @Test func sameSeedGivesSameBehaviorsEveryFewMinutes() {
    let actions = behaviors(seed: 3, minutes: 60)
    #expect(actions == behaviors(seed: 3, minutes: 60))
    #expect((8...20).contains(actions.count))
    #expect(actions.map(\.due) != behaviors(seed: 4, minutes: 60).map(\.due))
  }

  /// Overdue behaviors are neither dropped nor performed all at once.
  @Test func longAbsenceYieldsOneBehavior() {
    var schedule = ResidentSchedule(seed: 3, now: Self.start)
    let morning = Self.start + 8 * 3600
    var count = 0
    while let action = schedule.next(until: morning) { if case .behavior = action.kind { count += 1 } }
    #expect(count == 1)
  }

  @Test func residentsStartPollsCorrectTyposAndDeletePosts() async throws {
    let instance = try await TestInstance(activity: .resident)
    for _ in 0..<(45 * 60 / 5) {
      instance.clock.advance(by: 5)
      try await instance.sandbox.step()
    }
    let rows = try await instance.sandbox.read { transaction in
      try transaction.database.rows(
        "SELECT id, text, poll_id, edited_at FROM statuses WHERE created_at > ?", [Self.start]
      )
      .map { (id: $0[0] as Int64, text: $0[1] as String, poll: $0[2] as Int64?, edited: $0[3] as Int64?) }
    }
    #expect(rows.contains { $0.poll != nil })
    let mended = try #require(rows.first { $0.edited != nil })
    #expect(
      ["The bees have chosen a new queen.", "Closed tomorrow. The wheel and I have to talk."].contains(mended.text))
    let history: [MastodonKit.StatusEdit] = try await instance.get("/api/v1/statuses/\(mended.id)/history").decoded()
    #expect(history.count == 2)
    // The deleted post is gone.
    #expect(!rows.contains { $0.text.hasPrefix("I have had it with the harbour board") })
  }

  @Test func fileOfEarlierReleaseGetsBehaviors() throws {
    let schedule = ResidentSchedule(seed: 3, now: Self.start)
    let text = String(decoding: try JSONEncoder().encode(schedule), as: UTF8.self)
      .replacing(#""whims":{"#, with: #""unknown":{"#)
    #expect(text.contains(#""unknown":{"#))
    var old = try JSONDecoder().decode(ResidentSchedule.self, from: Data(text.utf8))
    var kinds: [ResidentSchedule.Action] = []
    for minute in 1...10 {
      while let action = old.next(until: Self.start + Double(minute) * 60) {
        if case .behavior = action.kind { kinds.append(action) }
      }
    }
    #expect(!kinds.isEmpty)
  }
}
