import FoundationEssentials
import MastodonKit
import Testing

@Suite struct MastodonDateTests {
  @Test(
    arguments: [
      ("2026-11-21T12:00:00.000Z", 0), ("2026-11-21T12:00:00.250Z", 0.25), ("2026-11-21T12:00:00.5Z", 0.5),
      ("2026-11-21T12:00:00.123456Z", 0.123456), ("2026-11-21T12:00:00.1234567890123Z", 0.123456789),
      ("2026-11-21T12:00:01Z", 1), ("2026-11-21T12:00:01", 1), ("2026-11-21T12:00:00+00:00", 0),
      ("2026-11-21T13:30:00+01:30", 0), ("2026-11-21T03:00:00-0900", 0), ("2026-11-21T14:00:00+02", 0),
      ("2026-11-21 12:00:00", 0), ("2026-11-21t12:00:00z", 0), ("2026-11-21", -43_200), ("1795262400", 0),
      ("1795262400.5", 0.5),
    ] as [(String, Double)]) func aDateIsReadInEveryFormThatServersSend(_ text: String, _ seconds: Double) throws
  {
    let date = try #require(MastodonDate.parse(text))
    #expect(abs(date.timeIntervalSince(.fixtureNow) - seconds) < 0.000_001)
  }

  @Test(
    arguments: [
      "", "soon", "2026", "2026-11", "2026-13-01", "2026-00-01", "2026-02-29", "2026-11-31", "2026-11-21T",
      "2026-11-21T12:00", "2026-11-21T24:00:00Z", "2026-11-21T12:60:00Z", "2026-11-21T12:00:00.Z",
      "2026-11-21T12:00:00ZZ", "2026-11-21T12:00:00+1:00", "2026-11-21T12:00:00Q", "20261121T120000Z", "2026-1a-21",
      "nan", "1e400", "২০২৬-11-21", "-", ".",
    ]) func invalidDatesAreRefused(_ text: String)
  {
    #expect(MastodonDate.parse(text) == nil)
  }

  @Test(
    arguments: [
      "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z", "2000-02-29T23:59:59.001Z", "2024-02-29T00:00:00.000Z",
      "2026-11-21T12:00:00.123Z", "2100-03-01T06:07:08.090Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    ]) func aDateIsWrittenAsItWasRead(_ text: String) throws
  {
    #expect(MastodonDate.format(try #require(MastodonDate.parse(text))) == text)
  }

  @Test func everyDayOfFourHundredYearsIsReadAndWritten() throws {
    for day in stride(from: -70_000, through: 76_097, by: 1) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let text = MastodonDate.formatDay(date)
      guard MastodonDate.parse(text) == date else {
        Issue.record("\(text)")
        return
      }
    }
    #expect(MastodonDate.formatDay(Date(timeIntervalSince1970: 951_782_400)) == "2000-02-29")
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e18)])
  func aDateBeyondFourDigitsIsHeldWithinThem(_ date: Date) {
    #expect(MastodonDate.format(date).utf8.count == 24)
  }

  @Test func aDayBeginsAtMidnightInUTC() {
    #expect(MastodonDate.startOfDay(.fixtureNow) == .fixture(hoursAgo: 12))
    #expect(MastodonDate.startOfDay(Date(timeIntervalSince1970: -1)) == Date(timeIntervalSince1970: -86_400))
  }
}
