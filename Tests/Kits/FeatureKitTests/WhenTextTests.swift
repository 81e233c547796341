import FeatureKit
import FoundationEssentials
import Testing

@Suite struct WhenTextTests {
  /// 2026-11-21 08:00 UTC.
  private let now = Date(timeIntervalSince1970: 1_795_248_000)

  private func seconds(_ word: String, offset: Int = 0) -> Int? {
    WhenText.past(word, now: now, zone: .fixed(minutes: offset)).map { Int($0.timeIntervalSince1970) }
  }

  @Test(arguments: [
    ("30s", 30), ("5m", 300), ("90min", 5400), ("2h", 7200), ("3d", 259_200), ("1w", 604_800), ("2h30m", 9000),
    ("1d 12 hours", 129_600), ("1w2d3h4m5s", 788_645),
  ])
  func aDurationIsBeforeNow(word: String, ago: Int) { #expect(seconds(word) == 1_795_248_000 - ago) }

  @Test(arguments: [("2 days", 172_800), ("2 days ago", 172_800), ("1week", 604_800), ("1 Hour ago", 3600)])
  func aDurationMayBeWrittenOut(word: String, ago: Int) { #expect(seconds(word) == 1_795_248_000 - ago) }

  @Test(arguments: ["30m2h", "2h2h", "2h30", "2h30x", "h30m"]) func partsOfADurationBeginWithTheLongest(word: String) {
    #expect(seconds(word) == nil)
  }

  /// It is a Saturday.
  @Test(arguments: [("saturday", 0), ("Friday", 1), ("sunday", 6)])
  func aWeekdayIsTheLastOne(word: String, days: Int) { #expect(seconds(word) == 1_795_219_200 - days * 86_400) }

  @Test func daysBeginAtLocalMidnight() {
    #expect(seconds("today") == 1_795_219_200)
    #expect(seconds("today", offset: 60) == 1_795_215_600)
    #expect(seconds("yesterday", offset: 540) == 1_795_219_200 - 540 * 60 - 86_400)
    #expect(seconds("2026-11-21") == 1_795_219_200)
    #expect(seconds("2026-11-21", offset: -120) == 1_795_226_400)
  }

  /// In New York: summer, the time that is there twice (the first), and the one that is not there (the change).
  @Test(arguments: [
    ("2026-07-01", 1_782_878_400), ("2026-01-15T10:00", 1_768_489_200), ("2026-11-01T01:30", 1_793_511_000),
    ("2026-11-01T01:30-05:00", 1_793_514_600), ("2026-03-08T02:30", 1_772_953_200),
  ])
  func aPastTimeHasTheOffsetOfItsDate(word: String, seconds: Double) {
    #expect(WhenText.past(word, now: now, zone: .fixtures.newYork) == Date(timeIntervalSince1970: seconds))
  }

  /// On 6 September 2026 Santiago's clocks went from midnight to one.
  @Test func aDayBeginsWhenItsClocksDo() {
    let (zone, noon) = (LocalZone.fixtures.santiago, Date(timeIntervalSince1970: 1_788_706_800))
    #expect(WhenText.past("today", now: noon, zone: zone) == Date(timeIntervalSince1970: 1_788_667_200))
    #expect(WhenText.past("2026-09-06", now: noon, zone: zone) == Date(timeIntervalSince1970: 1_788_667_200))
    #expect(WhenText.past("yesterday", now: noon, zone: zone) == Date(timeIntervalSince1970: 1_788_580_800))
    let next = noon + 86_400
    #expect(WhenText.past("yesterday", now: next, zone: zone) == Date(timeIntervalSince1970: 1_788_667_200))
  }

  @Test func aTimeMayHaveAZone() {
    #expect(seconds("2026-11-21T08:00") == 1_795_248_000)
    #expect(seconds("2026-11-21 08:00:00", offset: 60) == 1_795_244_400)
    #expect(seconds("2026-11-21T08:00:00.000Z", offset: 60) == 1_795_248_000)
    #expect(seconds("2026-11-21T09:00+01:00") == 1_795_248_000)
    #expect(seconds("2026-11-21T03:00:00-0500", offset: 60) == 1_795_248_000)
    #expect(seconds("2026-11-21 13:30+05:30") == 1_795_248_000)
    #expect(seconds("2026-11-21T09:00+01") == 1_795_248_000)
  }

  @Test(arguments: [("3155760000s", 3_155_760_000), ("52596000min", 3_155_760_000), ("5217w", 3_155_241_600)])
  func aDurationIsAtMostAHundredYears(word: String, duration: Int) {
    #expect(WhenText.seconds(word) == duration)
    #expect(seconds(word) == 1_795_248_000 - duration)
  }

  @Test(arguments: [
    "3155760001s", "5218w", "36526d", "1000000w", "9223372036854775807h", "99999999999999999999h", "5217w200d",
  ])
  func aLongerDurationIsNoTime(word: String) {
    #expect(WhenText.seconds(word) == nil && seconds(word) == nil)
    #expect((try? WhenText.future(word, now: now, zone: .utc)) == .some(nil))
  }

  @Test(arguments: [
    "", "2", "h", "2y", "2026-13-01", "2026-02-30", "2026-11-21T25:00", "2026-11-21x", "2026-11-21T08:00+1",
    "2026-11-21T08:00+25:00", "2026-11-21T+01:00", "tomorrow",
  ])
  func otherTextIsNotATime(word: String) { #expect(seconds(word) == nil) }
}
