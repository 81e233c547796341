import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Testing

@Suite struct RelativeTimeTests {
  struct Age: Sendable, CustomTestStringConvertible {
    var seconds: Double
    var short: String
    var spoken: String
    var testDescription: String { short }
  }

  static let minute = 60.0
  static let hour = 3600.0
  static let day = 86_400.0

  @Test(arguments: [
    Age(seconds: -90, short: "now", spoken: "just now"),
    Age(seconds: 0, short: "now", spoken: "just now"),
    Age(seconds: 59, short: "now", spoken: "just now"),
    Age(seconds: 60, short: "1 min", spoken: "1 minute ago"),
    Age(seconds: 4 * minute, short: "4 min", spoken: "4 minutes ago"),
    Age(seconds: hour - 1, short: "59 min", spoken: "59 minutes ago"),
    Age(seconds: hour, short: "1 h", spoken: "1 hour ago"),
    Age(seconds: day - 1, short: "23 h", spoken: "23 hours ago"),
    Age(seconds: day, short: "1 d", spoken: "1 day ago"),
    Age(seconds: 30 * day - 1, short: "29 d", spoken: "29 days ago"),
    Age(seconds: 30 * day, short: "22 Oct", spoken: "on 22 October"),
    Age(seconds: 325 * day, short: "31 Dec 2025", spoken: "on 31 December 2025"),
    Age(seconds: 997 * day, short: "28 Feb 2024", spoken: "on 28 February 2024"),
    Age(seconds: 996 * day, short: "29 Feb 2024", spoken: "on 29 February 2024"),
    Age(seconds: 30_000 * day, short: "2 Oct 1944", spoken: "on 2 October 1944"),
  ])
  func anAgeIsSaidInOneUnit(_ age: Age) {
    let time = RelativeTime(Date.fixtureNow.addingTimeInterval(-age.seconds), in: layout())
    #expect(time.short == age.short)
    #expect(time.spoken == age.spoken)
  }

  @Test(arguments: [
    (0.0, "just now"), (minute, "1 min ago"), (5 * hour, "5 h ago"), (2 * day, "2 d ago"), (30 * day, "22 Oct"),
  ])
  func ageWithinASentenceSaysAgo(seconds: Double, text: String) {
    let date = Date.fixtureNow.addingTimeInterval(-seconds)
    #expect(RelativeTime(date, in: layout()).shortAgo == text)
    let absolute = layout {
      $0.timeFormat = .absolute
      $0.zone = .utc
    }
    #expect(RelativeTime(Date.fixtureNow, in: absolute).shortAgo == "12:00")
  }

  @Test(arguments: [
    (60.0, 0, "11:59", "at 11:59"), (60.0, 120, "13:59", "at 13:59"),
    (60.0, -720, "20 Nov 23:59", "on 20 November at 23:59"),
    (13 * hour, 0, "20 Nov 23:00", "on 20 November at 23:00"), (13 * hour, 60, "00:00", "at 00:00"),
    (400 * day, 0, "17 Oct 2025 12:00", "on 17 October 2025 at 12:00"),
  ])
  func anAbsoluteTimeIsOnTheReadersClock(ago: Double, offset: Int, short: String, spoken: String) {
    let layout = layout {
      $0.timeFormat = .absolute
      $0.zone = .fixed(minutes: offset)
    }
    let time = RelativeTime(Date.fixtureNow.addingTimeInterval(-ago), in: layout)
    #expect(time.short == short)
    #expect(time.spoken == spoken)
  }

  @Test(
    arguments: [
      (-1.0, nil, nil), (0, nil, nil), (1, "1 min", "1 minute"), (5 * hour, "5 h", "5 hours"),
      (2 * day, "2 d", "2 days"),
      (45 * day, "45 d", "45 days"),
    ] as [(Double, String?, String?)])
  func remainingTimeIsRoundedDownButNeverToZero(ahead: Double, short: String?, spoken: String?) {
    let remaining = RelativeTime(Date.fixtureNow.addingTimeInterval(ahead), in: layout()).remaining
    #expect(remaining?.short == short)
    #expect(remaining?.spoken == spoken)
  }

  /// 1 July 2027 is in summer, the fixtures' now in winter; a quarter past two on 7 November 2027 is after the change.
  @Test(arguments: [
    (LocalZone.fixtures.newYork, 1_814_450_400.0, "1 Jul 2027 10:00"),
    (.fixtures.newYork, 1_825_566_300, "7 Nov 2027 01:45"), (.fixtures.newYork, 1_825_568_100, "7 Nov 2027 01:15"),
    (.fixtures.lordHowe, 1_775_313_000, "5 Apr 01:30"), (.fixed(minutes: 345), 1_814_450_400, "1 Jul 2027 19:45"),
  ])
  func aTimeIsShownWithTheClocksOfItsDate(zone: LocalZone, seconds: Double, text: String) {
    let layout = layout { $0.zone = zone }
    #expect(RelativeTime(Date(timeIntervalSince1970: seconds), in: layout).absolute == text)
  }

  /// A server says on which day somebody joined, and no time.
  @Test(arguments: [-720, -300, 0, 330, 840])
  func aDateWithoutATimeIsTheSameDayInEveryZone(minutes: Int) {
    let layout = layout { $0.zone = .fixed(minutes: minutes) }
    #expect(RelativeTime(Date(timeIntervalSince1970: 1_763_942_400), in: layout).calendarDay == "24 Nov 2025")
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func aDateThatNoCalendarHoldsIsSaidAllTheSame(seconds: Double) {
    let time = RelativeTime(Date(timeIntervalSince1970: seconds), in: layout { $0.timeFormat = .absolute })
    #expect(!time.short.isEmpty && !time.spoken.isEmpty)
  }
}

@Suite struct WordsTests {
  @Test(arguments: [
    ([1], "1"), ([1, 2, 3], "1-3"), ([3, 1, 2, 3], "1-3"), ([1, 4, 5], "1,4-5"), ([7, 2], "2,7"), ([], ""),
  ])
  func numbersAreWrittenAsVerbsTakeThem(numbers: [Int], words: String) {
    #expect(CountText.ranges(numbers) == words)
  }

  @Test func aCountTakesTheSingularForOneOnly() {
    #expect(CountText.of(1, "reply", "replies") == "1 reply")
    #expect(CountText.of(0, "reply", "replies") == "0 replies")
    #expect(CountText.of(2, "post") == "2 posts")
  }

  @Test(arguments: [
    (Status.fixtures.plain, 60, "Low water at six. Went anyway."),
    (Status.fixtures.plain, 20, "Low water at six…"),
    (Status.fixtures.boost, 60, "Content warning: food, politics"),
    (Status.fixtures.mediaOnly, 40, "image: The upper lock fills, in a…"),
    (Status.fixtures.empty, 60, "(no text)"),
    (Status.fixtures.longWord, 10, "Aaaarghaa…"),
    (Status.fixtures.wideCharacters, 8, "今朝の運河は霧…"),
  ])
  func anExcerptIsTheFirstWordsOnOneLine(status: Status, limit: Int, words: String) {
    #expect(ExcerptText.of(status, limit: limit) == words)
  }

  @Test(arguments: [Layout.TimeFormat.relative, .absolute])
  func dateThatCouldNotBeReadIsNotGuessed(format: Layout.TimeFormat) {
    let layout = Layout(now: Date(timeIntervalSince1970: 1_795_000_000), timeFormat: format)
    let time = RelativeTime(Date(timeIntervalSince1970: 0), in: layout)
    #expect([time.short, time.spoken, time.absolute, time.day] == Array(repeating: "date unknown", count: 4))
  }

  @Test func yearsAreNotCountedInDays() {
    let layout = Layout(now: Date(timeIntervalSince1970: 1_795_000_000))
    let far = RelativeTime(layout.now.addingTimeInterval(1000 * 365 * 86_400), in: layout).remaining
    #expect(far?.short == "1000 years")
    #expect(RelativeTime(layout.now.addingTimeInterval(400 * 86_400), in: layout).remaining?.short == "400 d")
  }
}
