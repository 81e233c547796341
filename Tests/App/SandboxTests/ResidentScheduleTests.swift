import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct ResidentScheduleTests {
  private let start = Moment(Date.fixtureNow)

  /// Runs a schedule without an instance.
  private func actions(seed: UInt64, minutes: Double, _ change: (inout ResidentSchedule) -> Void = { _ in })
    -> [ResidentSchedule.Action]
  {
    var schedule = ResidentSchedule(seed: seed, now: start)
    change(&schedule)
    var actions: [ResidentSchedule.Action] = []
    while let action = schedule.next(until: start + minutes * 60) { actions.append(action) }
    return actions
  }

  @Test func sameSeedGivesSameActions() {
    #expect(actions(seed: 1, minutes: 60) == actions(seed: 1, minutes: 60))
    #expect(actions(seed: 1, minutes: 60) != actions(seed: 2, minutes: 60))
  }

  @Test func residentPostsEvery20To60Seconds() {
    var schedule = ResidentSchedule(seed: 3, now: start)
    var moments: [Moment] = []
    for second in 0..<3600 {
      while let action = schedule.next(until: start + Double(second)) {
        // Behaviors do not delay posts.
        if case .post = action.kind { moments.append(action.due) }
      }
    }
    let gaps = zip(moments, moments.dropFirst()).map { Double($1.milliseconds - $0.milliseconds) / 1000 }
    #expect(gaps.allSatisfy { (20...60).contains($0) })
    #expect(moments.count > 60)
  }

  @Test func postsRepeatOnlyAfterAllAreUsed() {
    var schedule = ResidentSchedule(seed: 4, now: start)
    var lines: [Int] = []
    var now = start
    while lines.count < ResidentPost.all.count {
      now = now + 10
      while let action = schedule.next(until: now) { if case .post(_, let line) = action.kind { lines.append(line) } }
    }
    #expect(Set(lines) == Set(ResidentPost.all.indices))
  }

  @Test(arguments: [0.5, 6, 48, 24.0 * 30]) func longAbsenceYieldsFewerPosts(_ hours: Double) {
    let actions = actions(seed: 5, minutes: hours * 60)
    #expect((5...70).contains(actions.count))
    #expect(actions.map(\.due) == actions.map(\.due).sorted())
  }

  struct Talk: Sendable, CustomTestStringConvertible {
    var rule: String
    var observed: ResidentSchedule.ObservedStatus
    var first: [Resident]
    var testDescription: String { rule }
  }

  static func observed(
    _ text: String, _ audience: Audience = .public, _ change: (inout ResidentSchedule.ObservedStatus) -> Void = { _ in }
  ) -> ResidentSchedule.ObservedStatus {
    var observed = ResidentSchedule.ObservedStatus(status: 9, resident: nil, text: text, audience: audience)
    change(&observed)
    return observed
  }

  static let talks: [Talk] = [
    Talk(rule: "the one who is answered", observed: observed("Really") { $0.inReplyTo = .moss }, first: [.moss]),
    Talk(rule: "the one who is named", observed: observed("@zoe look") { $0.mentions = [.zoe] }, first: [.zoe]),
    Talk(rule: "the one who knows", observed: observed("My bees are angry"), first: [.wren]),
    Talk(rule: "whoever is awake", observed: observed("Mmm"), first: Resident.humans),
    Talk(rule: "the program, if asked", observed: observed("@tides when?") { $0.mentions = [.tides] }, first: [.tides]),
    Talk(
      rule: "a follower, of what is for followers",
      observed: observed("Between us", .private) { $0.readers = [.rook] }, first: [.rook]),
  ]

  @Test(arguments: talks) func residentRepliesWithinSeconds(_ talk: Talk) throws {
    for seed in 0..<20 as Range<UInt64> {
      let actions = actions(seed: seed, minutes: 2) { $0.observe(talk.observed, at: start) }
      let reply = try #require(actions.first { if case .reply = $0.kind { true } else { false } })
      #expect(talk.first.contains(reply.resident))
      #expect((3...8).contains(Double(reply.due.milliseconds - start.milliseconds) / 1000))
      if case .reply(_, let text) = reply.kind { #expect(!text.isEmpty && !text.contains("{")) }
    }
  }

  @Test func directMessagesGetNoBoostsAndNoOtherReplies() {
    for seed in 0..<20 as Range<UInt64> {
      let actions = actions(seed: seed, minutes: 3) {
        $0.observe(
          Self.observed("@rook psst", .direct) {
            $0.mentions = [.rook]
            $0.readers = [.rook]
          }, at: start)
      }
      for action in actions {
        switch action.kind {
        case .post, .behavior: continue
        case .reply, .favourite: #expect(action.resident == .rook)
        case .boost, .vote, .follow, .accept, .edit, .delete: Issue.record("\(action)")
        }
      }
    }
  }

  @Test func scheduleSurvivesEncoding() throws {
    var schedule = ResidentSchedule(seed: 6, now: start)
    schedule.observe(Self.observed("Hello"), at: start)
    var copy = try JSONDecoder().decode(ResidentSchedule.self, from: try JSONEncoder().encode(schedule))
    #expect(copy == schedule)
    #expect(copy.next(until: start + 60) == schedule.next(until: start + 60))
  }

  @Test func everyPostFitsIntoAStatus() {
    for line in ResidentPost.all { #expect(StatusText(line.text).length(perURL: 23) < 400, "\(line.text)") }
    for seedStatus in SeedStatus.all where !seedStatus.author.acct.contains("@") {
      #expect(StatusText(seedStatus.text).length(perURL: 23) <= 480, "\(seedStatus.text)")
    }
  }
}
