import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import LiveUpdates

/// Which events get lines, and when; the test is the clock.
@MainActor
@Suite struct EventDigestTests {
  private func post(_ number: Int) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID("\(90_000 + number)")
    return status
  }

  private func notification(
    _ number: Int, _ kind: MastodonKit.Notification.Kind = .mention
  ) -> MastodonKit.Notification {
    MastodonKit.Notification(
      id: MastodonKit.Notification.ID("\(90_000 + number)"), kind: kind, createdAt: .fixtureNow,
      account: Account.fixtures.heron, status: nil)
  }

  /// The lines and their times when events come at a steady rate for some time and then stop.
  private func lines(
    _ number: Int, over duration: Duration, _ add: (inout EventDigest, Int, Duration) -> Void
  ) -> [(time: Duration, line: EventDigest.Line)] {
    var digest = EventDigest()
    var lines: [(Duration, EventDigest.Line)] = []
    for index in 0..<number {
      let now = duration * index / max(1, number)
      while let due = digest.due, due <= now { lines += digest.flush(at: due, unread: nil).map { (due, $0) } }
      add(&digest, index, now)
    }
    while let due = digest.due { lines += digest.flush(at: due, unread: nil).map { (due, $0) } }
    return lines
  }

  @Test func firstPostAfterAPauseIsShownAndThenTheNumberAtMostEveryFiveMinutes() {
    // A post every two seconds for an hour.
    let lines = lines(1800, over: .seconds(3600)) { $0.add(post($1), at: $2) }
    #expect(lines.first?.line == .post(post(0)))
    #expect(lines.count <= 14)
    for (earlier, later) in zip(lines, lines.dropFirst()) { #expect(later.time - earlier.time >= .seconds(300)) }
    let counted = lines.dropFirst().reduce(1) { if case .posts(let count) = $1.line { $0 + count } else { $0 + 1 } }
    #expect(counted == 1800, "no post is left out of the count")
  }

  @Test func rarePostsAreAllShown() {
    let lines = lines(5, over: .seconds(5 * 600)) { $0.add(post($1), at: $2) }
    #expect(lines.map(\.line) == (0..<5).map { .post(post($0)) })
  }

  @Test func postsThatWereReadMeanwhileAreNotAnnounced() {
    var digest = EventDigest()
    for number in 1...9 { digest.add(post(number), at: .zero) }
    #expect(digest.flush(at: .seconds(1), unread: 0) == [])
    #expect(digest.due == nil)
    digest.add(post(10), at: .seconds(2))
    #expect(digest.flush(at: .seconds(3), unread: 1) == [.post(post(10))], "no line was printed before")
  }

  @Test func countIsOfUnseenPosts() {
    var digest = EventDigest()
    for number in 1...9 { digest.add(post(number), at: .zero) }
    #expect(digest.flush(at: .seconds(1), unread: 31) == [.posts(31)])
  }

  @Test func fewNotificationsAreShownOneByOne() {
    let lines = lines(3, over: .milliseconds(90)) { $0.add(notification($1), at: $2) }
    #expect(lines.map(\.line) == (0..<3).map { .notification(notification($0)) })
    #expect(lines.allSatisfy { $0.time == .milliseconds(200) })
  }

  @Test func mentionIsShownBesideABurstOfFavourites() {
    let lines = lines(301, over: .seconds(3)) { $0.add(notification($1, $1 == 200 ? .mention : .favourite), at: $2) }
    #expect(lines.contains { $0.line == .notification(notification(200)) })
    #expect(lines.last?.line == .notifications([.favourite: 300], isTotal: true))
  }

  @Test func burstIsCountedInFewLinesAndATotal() {
    // 500 mentions a second for seven seconds.
    let lines = lines(3500, over: .seconds(7)) { $0.add(notification($1), at: $2) }
    #expect(lines.count <= 6, "\(lines.map(\.line))")
    #expect(lines.last?.line == .notifications([.mention: 3500], isTotal: true))
    for line in lines { if case .notification = line.line { Issue.record("a single line in a burst") } }
  }

  @Test func longBurstIsReportedEverLessOften() {
    let lines = lines(36_000, over: .seconds(3600)) { $0.add(notification($1, .favourite), at: $2) }
    #expect(lines.count <= 68, "about one a minute")
    let gaps = zip(lines, lines.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.dropLast().max() == .seconds(60))
    #expect(lines.last?.line == .notifications([.favourite: 35_998], isTotal: true), "two were shown one by one")
  }

  @Test func noSecondHasMoreThanThreeLines() {
    for (number, duration) in [(4, 1), (10, 10), (40, 10), (200, 100), (7, 3)] {
      let lines = lines(number, over: .seconds(duration)) { $0.add(notification($1), at: $2) }
      for line in lines {
        #expect(lines.count { $0.time >= line.time && $0.time < line.time + .seconds(1) } <= 3)
      }
      let announced = lines.reduce(0) { sum, line in
        switch line.line {
        case .notification: sum + 1
        case .notifications(let counts, isTotal: true): counts.values.reduce(0, +) + 0 * sum
        case .notifications(let counts, isTotal: false): sum + counts.values.reduce(0, +)
        default: sum
        }
      }
      #expect(announced <= number && announced > 0)
    }
  }

  @Test func aFewMoreThanAllowedWaitAMomentAndAreShown() {
    var digest = EventDigest()
    for number in 1...3 { digest.add(notification(number), at: .zero) }
    #expect(digest.flush(at: .milliseconds(200), unread: nil).count == 3)
    digest.add(notification(4), at: .seconds(1))
    #expect(digest.flush(at: .milliseconds(1200), unread: nil) == [], "the allowance is used up")
    let due = digest.due
    #expect(due == .seconds(6))
    #expect(digest.flush(at: .seconds(6), unread: nil) == [.notification(notification(4))])
    #expect(digest.due == nil)
  }

  @Test(
    arguments: [
      ([.mention: 412], "412 new mentions"), ([.mention: 1], "1 new mention"),
      ([.mention: 412, .reblog: 3], "412 new mentions and 3 boosts"),
      ([.favourite: 9, .reblog: 3, .follow: 1], "9 new favourites, 3 boosts and 1 follower"),
      ([.favourite: 9, .reblog: 3, .follow: 1, .poll: 2], "9 new favourites, 3 boosts and 3 others"),
    ] as [([MastodonKit.Notification.Kind: Int], String)])
  func countsAreNamedByKind(_ counts: [MastodonKit.Notification.Kind: Int], _ text: String) {
    #expect(Announcer.text(of: counts) == text)
  }
}
