import FeatureKit
import FoundationEssentials
import Testing

@Suite struct QuietHoursTests {
  /// A time of day in UTC, in hours.
  private func at(_ hours: Double, day: Double = 20_000) -> Date {
    Date(timeIntervalSince1970: day * 86_400 + hours * 3600)
  }

  @Test(arguments: [
    ("22:00-07:00", "22:00-07:00"), ("22-7", "22:00-07:00"), ("9:30-17:00", "09:30-17:00"),
    ("20:00-24:00", "20:00-00:00"),
  ])
  func hoursAreRead(_ typed: String, _ text: String) { #expect(QuietHours(typed)?.text == text) }

  @Test(arguments: [
    "", "off", "22:00", "22:00-", "-07:00", "22:00-22:00", "25:00-07:00", "22:60-07:00", "22:0-07:00", "+2-3", "a-b",
    "1-2-3", "00:00-24:00", "24:30-01:00",
  ])
  func anythingElseIsRefused(_ typed: String) { #expect(QuietHours(typed) == nil) }

  @Test func theNightGoesPastMidnight() throws {
    let night = try #require(QuietHours("22:00-07:00"))
    for hour in [22.0, 23.9, 0, 3, 6.99] { #expect(night.contains(at(hour), zone: .utc)) }
    for hour in [7.0, 12, 21.99] { #expect(!night.contains(at(hour), zone: .utc)) }
  }

  @Test func aPartOfTheDayDoesNot() throws {
    let work = try #require(QuietHours("9:30-17:00"))
    #expect(work.contains(at(9.5), zone: .utc) && work.contains(at(16.99), zone: .utc))
    #expect(!work.contains(at(9.49), zone: .utc) && !work.contains(at(17), zone: .utc))
  }

  @Test func theLocalClockCounts() throws {
    let night = try #require(QuietHours("22:00-07:00"))
    // 21:30 in UTC is 22:30 in Berlin, and 03:00 the next day in Delhi.
    #expect(!night.contains(at(21.5), zone: .utc))
    #expect(night.contains(at(21.5), zone: .fixed(minutes: 60)) && night.contains(at(21.5), zone: .fixed(minutes: 330)))
    #expect(!night.contains(at(3, day: 0), zone: .fixed(minutes: -480)))
    #expect(night.contains(Date(timeIntervalSince1970: -3600), zone: .utc))
  }

  /// The night of 14 March 2027 in New York has 8 hours, that of 7 November 10.
  @Test(arguments: [(1_804_993_200.0, 8.0), (1_825_552_800, 10.0)])
  func endFollowsTheClockAfterDaylightSavingChanges(evening: Double, hours: Double) throws {
    let (night, zone) = (try #require(QuietHours("22:00-07:00")), LocalZone.fixtures.newYork)
    let start = Date(timeIntervalSince1970: evening)
    #expect(night.contains(start, zone: zone) && !night.contains(start - 1, zone: zone))
    let end = start + hours * 3600
    #expect(night.seconds(untilEndAfter: start, zone: zone) == hours * 3600)
    #expect(night.contains(end - 1, zone: zone) && !night.contains(end, zone: zone))
  }

  @Test func theEndIsTheNextOne() throws {
    let night = try #require(QuietHours("22:00-07:00"))
    #expect(night.seconds(untilEndAfter: at(23), zone: .utc) == 8 * 3600)
    #expect(night.seconds(untilEndAfter: at(6.5), zone: .utc) == 1800)
    #expect(night.seconds(untilEndAfter: at(7), zone: .utc) == 24 * 3600)
    #expect(night.seconds(untilEndAfter: at(6.5), zone: .fixed(minutes: 60)) == 23.5 * 3600)
  }
}
