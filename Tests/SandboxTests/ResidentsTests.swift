import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct ResidentsTests {
  private let start = Moment(Date.fixtureNow)

  /// Drives the value alone for a while.
  private func acts(seed: UInt64, minutes: Double, _ change: (inout Residents) -> Void = { _ in }) -> [Residents.Act] {
    var residents = Residents(seed: seed, now: start)
    change(&residents)
    var acts: [Residents.Act] = []
    while let act = residents.next(until: start + minutes * 60) { acts.append(act) }
    return acts
  }

  @Test func theSameSeedGivesTheSameActs() {
    #expect(acts(seed: 1, minutes: 60) == acts(seed: 1, minutes: 60))
    #expect(acts(seed: 1, minutes: 60) != acts(seed: 2, minutes: 60))
  }

  @Test func somebodySpeaksEveryTwentyToSixtySeconds() {
    var residents = Residents(seed: 3, now: start)
    var moments: [Moment] = []
    for second in 0..<3600 {
      while let act = residents.next(until: start + Double(second)) {
        // A whim comes between two lines, whenever it comes.
        if case .say = act.deed { moments.append(act.due) }
      }
    }
    let gaps = zip(moments, moments.dropFirst()).map { Double($1.milliseconds - $0.milliseconds) / 1000 }
    #expect(gaps.allSatisfy { (20...60).contains($0) })
    #expect(moments.count > 60)
  }

  @Test func nobodyRepeatsALineBeforeAllAreSaid() {
    var residents = Residents(seed: 4, now: start)
    var lines: [Int] = []
    var now = start
    while lines.count < Line.all.count {
      now = now + 10
      while let act = residents.next(until: now) { if case .say(_, let line) = act.deed { lines.append(line) } }
    }
    #expect(Set(lines) == Set(Line.all.indices))
  }

  @Test(arguments: [0.5, 6, 48, 24.0 * 30]) func anAbsenceIsToldAndNotFlooded(_ hours: Double) {
    let acts = acts(seed: 5, minutes: hours * 60)
    #expect((5...70).contains(acts.count))
    #expect(acts.map(\.due) == acts.map(\.due).sorted())
  }

  struct Talk: Sendable, CustomTestStringConvertible {
    var rule: String
    var said: Residents.Said
    var first: [Person]
    var testDescription: String { rule }
  }

  static func said(
    _ text: String, _ audience: Audience = .public, _ change: (inout Residents.Said) -> Void = { _ in }
  ) -> Residents.Said {
    var said = Residents.Said(status: 9, resident: nil, text: text, audience: audience)
    change(&said)
    return said
  }

  static let talks: [Talk] = [
    Talk(rule: "the one who is answered", said: said("Really") { $0.answering = .moss }, first: [.moss]),
    Talk(rule: "the one who is named", said: said("@zoe look") { $0.mentions = [.zoe] }, first: [.zoe]),
    Talk(rule: "the one who knows", said: said("My bees are angry"), first: [.wren]),
    Talk(rule: "whoever is awake", said: said("Mmm"), first: Person.talkers),
    Talk(rule: "the program, if asked", said: said("@tides when?") { $0.mentions = [.tides] }, first: [.tides]),
    Talk(
      rule: "a follower, of what is for followers",
      said: said("Between us", .private) { $0.readers = [.rook] }, first: [.rook]),
  ]

  @Test(arguments: talks) func answersWithinSeconds(_ talk: Talk) throws {
    for seed in 0..<20 as Range<UInt64> {
      let acts = acts(seed: seed, minutes: 2) { $0.notice(talk.said, at: start) }
      let answer = try #require(acts.first { if case .answer = $0.deed { true } else { false } })
      #expect(talk.first.contains(answer.person))
      #expect((3...8).contains(Double(answer.due.milliseconds - start.milliseconds) / 1000))
      if case .answer(_, let text) = answer.deed { #expect(!text.isEmpty && !text.contains("{")) }
    }
  }

  @Test func aSecretIsNotPassedOn() {
    for seed in 0..<20 as Range<UInt64> {
      let acts = acts(seed: seed, minutes: 3) {
        $0.notice(
          Self.said("@rook psst", .direct) {
            $0.mentions = [.rook]
            $0.readers = [.rook]
          }, at: start)
      }
      for act in acts {
        switch act.deed {
        case .say, .whim: continue
        case .answer, .favourite: #expect(act.person == .rook)
        case .boost, .vote, .follow, .accept, .edit, .delete: Issue.record("\(act)")
        }
      }
    }
  }

  @Test func whatTheyWillDoSurvivesBeingStored() throws {
    var residents = Residents(seed: 6, now: start)
    residents.notice(Self.said("Hello"), at: start)
    var copy = try JSONDecoder().decode(Residents.self, from: try JSONEncoder().encode(residents))
    #expect(copy == residents)
    #expect(copy.next(until: start + 60) == residents.next(until: start + 60))
  }

  @Test func everyLineFitsIntoAStatus() {
    for line in Line.all { #expect(TypedText(line.text).length(perURL: 23) < 400, "\(line.text)") }
    for scene in Scene.all where !scene.author.acct.contains("@") {
      #expect(TypedText(scene.text).length(perURL: 23) <= 480, "\(scene.text)")
    }
  }
}
