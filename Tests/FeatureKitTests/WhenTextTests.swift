import FeatureKit
import FoundationEssentials
import Testing

@Suite struct WhenTextTests {
  /// 2026-11-21 08:00 UTC.
  private let now = Date(timeIntervalSince1970: 1_795_248_000)

  private func seconds(_ word: String, offset: Int = 0) -> Int? {
    WhenText.past(word, now: now, utcOffsetMinutes: offset).map { Int($0.timeIntervalSince1970) }
  }

  @Test(arguments: [("30s", 30), ("5m", 300), ("90min", 5400), ("2h", 7200), ("3d", 259_200), ("1w", 604_800)])
  func aDurationIsBeforeNow(word: String, ago: Int) { #expect(seconds(word) == 1_795_248_000 - ago) }

  @Test func daysBeginAtLocalMidnight() {
    #expect(seconds("today") == 1_795_219_200)
    #expect(seconds("today", offset: 60) == 1_795_215_600)
    #expect(seconds("yesterday", offset: 540) == 1_795_219_200 - 540 * 60 - 86_400)
    #expect(seconds("2026-11-21") == 1_795_219_200)
    #expect(seconds("2026-11-21", offset: -120) == 1_795_226_400)
  }

  @Test func aTimeMayHaveAZone() {
    #expect(seconds("2026-11-21T08:00") == 1_795_248_000)
    #expect(seconds("2026-11-21 08:00:00", offset: 60) == 1_795_244_400)
    #expect(seconds("2026-11-21T08:00:00.000Z", offset: 60) == 1_795_248_000)
  }

  @Test(arguments: [("3155760000s", 3_155_760_000), ("52596000min", 3_155_760_000), ("5217w", 3_155_241_600)])
  func aDurationIsAtMostAHundredYears(word: String, duration: Int) {
    #expect(WhenText.seconds(word) == duration)
    #expect(seconds(word) == 1_795_248_000 - duration)
  }

  @Test(arguments: [
    "3155760001s", "5218w", "36526d", "1000000w", "9223372036854775807h", "99999999999999999999h",
  ])
  func aLongerDurationIsNoTime(word: String) {
    #expect(WhenText.seconds(word) == nil && seconds(word) == nil)
    #expect(WhenText.future(word, now: now, utcOffsetMinutes: 0) == nil)
  }

  @Test(arguments: ["", "2", "h", "2y", "2026-13-01", "2026-02-30", "2026-11-21T25:00", "2026-11-21x", "tomorrow"])
  func anythingElseIsNoTime(word: String) { #expect(seconds(word) == nil) }
}
