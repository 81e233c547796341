import FeatureKit
import FoundationEssentials
import Testing

@Suite struct WhenTextFutureTests {
  /// Saturday 21 November 2026, 12:00 UTC, 13:00 in this zone.
  private let now = Date(timeIntervalSince1970: 1_795_262_400)

  @Test(arguments: [
    ("2h", "Sat 21 Nov 2026 15:00 UTC+01:00"), ("in 30m", "Sat 21 Nov 2026 13:30 UTC+01:00"),
    ("18:30", "Sat 21 Nov 2026 18:30 UTC+01:00"), ("9:00", "Sun 22 Nov 2026 09:00 UTC+01:00"),
    ("tomorrow 9:00", "Sun 22 Nov 2026 09:00 UTC+01:00"), ("mon 9:00", "Mon 23 Nov 2026 09:00 UTC+01:00"),
    ("saturday 18:00", "Sat 21 Nov 2026 18:00 UTC+01:00"), ("saturday 9:00", "Sat 28 Nov 2026 09:00 UTC+01:00"),
    ("2026-12-24 18:00", "Thu 24 Dec 2026 18:00 UTC+01:00"), ("2026-12-24T18:00Z", "Thu 24 Dec 2026 19:00 UTC+01:00"),
  ])
  func aTimeToComeIsReadInTheUsersZone(_ text: String, _ spelled: String) throws {
    let date = try #require(try WhenText.future(text, now: now, zone: .fixed(minutes: 60)))
    #expect(WhenText.spelled(date, zone: .fixed(minutes: 60)) == spelled)
  }

  @Test(arguments: [
    ("in 2 hours", "2h"), ("1 week", "1w"), ("in 30 mins", "30m"), ("tomorrow at 9:00", "tomorrow 9:00"),
    ("at 9 pm", "21:00"), ("tomorrow 9am", "tomorrow 9:00"), ("on monday at 9:30pm", "monday 21:30"),
    ("tomorrow 12am", "tomorrow 0:00"), ("12pm", "12:00"), ("sunday noon", "sunday 12:00"),
  ])
  func aTimeIsReadAsItIsSaid(_ text: String, _ short: String) throws {
    #expect(try spelled(text, .fixed(minutes: 60)) == spelled(short, .fixed(minutes: 60)))
  }

  @Test(arguments: ["13pm", "0am", "9:5am", "hours", "tomorrow hours", "am"])
  func aClockThatDoesNotShowItIsRefused(_ text: String) throws {
    #expect(try WhenText.future(text, now: now, zone: .fixed(minutes: 60)) == nil)
  }

  @Test(arguments: ["", "soon", "25:00", "tomorrow", "9", "monday", "2026-13-01 09:00", "tomorrow 9:00 sharp"])
  func invalidTimeIsRefused(_ text: String) throws {
    #expect(try WhenText.future(text, now: now, zone: .fixed(minutes: 60)) == nil)
  }

  private func spelled(_ text: String, _ zone: LocalZone, now: Date? = nil) throws -> String {
    let date = try #require(try WhenText.future(text, now: now ?? self.now, zone: zone))
    return WhenText.spelled(date, zone: zone)
  }

  @Test(arguments: [
    ("2027-07-01 10:00", "Thu 1 Jul 2027 10:00 UTC-04:00"), ("2027-01-15 10:00", "Fri 15 Jan 2027 10:00 UTC-05:00"),
    // The clocks are put back from two to one.
    ("2027-11-07 01:30", "Sun 7 Nov 2027 01:30 UTC-04:00"),
    ("2027-11-07 01:30-05:00", "Sun 7 Nov 2027 01:30 UTC-05:00"),
    ("2027-11-07 02:00", "Sun 7 Nov 2027 02:00 UTC-05:00"),
    ("2027-03-14 01:59", "Sun 14 Mar 2027 01:59 UTC-05:00"), ("2027-03-14 03:00", "Sun 14 Mar 2027 03:00 UTC-04:00"),
  ])
  func aTimeToComeHasTheOffsetOfItsDate(_ text: String, _ result: String) throws {
    #expect(try spelled(text, .fixtures.newYork) == result)
  }

  @Test func halfHoursAreKept() throws {
    #expect(try spelled("2027-01-15 10:00", .fixtures.lordHowe) == "Fri 15 Jan 2027 10:00 UTC+11:00")
    #expect(try spelled("2027-07-01 10:00", .fixtures.lordHowe) == "Thu 1 Jul 2027 10:00 UTC+10:30")
    #expect(try spelled("18:00", .fixed(minutes: 330)) == "Sat 21 Nov 2026 18:00 UTC+05:30")
  }

  /// Saturday 13 March 2027, 12:00 in New York.
  private let eve = Date(timeIntervalSince1970: 1_804_957_200)

  @Test(arguments: ["2027-03-14 02:30", "2027-03-14T02:00", "tomorrow 2:30", "sunday 2:30", "2:30"])
  func aTimeThatTheClocksSkipIsRefused(_ text: String) {
    let error = #expect(throws: AppError.self) {
      try WhenText.future(text, now: eve, zone: .fixtures.newYork)
    }
    #expect(error?.message.hasSuffix(" on 14 Mar 2027: the clocks go forward from 02:00 to 03:00.") == true)
  }

  @Test func tomorrowIsTheNextDayHoweverLongItIs() throws {
    #expect(try spelled("tomorrow 12:00", .fixtures.newYork, now: eve) == "Sun 14 Mar 2027 12:00 UTC-04:00")
    // 23:30 on the day with 25 hours is half an hour before the next.
    let late = Date(timeIntervalSince1970: 1_825_648_200)
    #expect(try spelled("0:15", .fixtures.newYork, now: late) == "Mon 8 Nov 2027 00:15 UTC-05:00")
  }

  /// At 01:45 of the first pass half past one is still to come: in the second.
  @Test func theSecondOfTwoEqualTimesIsTakenAfterTheFirst() throws {
    let between = Date(timeIntervalSince1970: 1_825_566_300)
    #expect(try spelled("1:30", .fixtures.newYork, now: between) == "Sun 7 Nov 2027 01:30 UTC-05:00")
  }
}
