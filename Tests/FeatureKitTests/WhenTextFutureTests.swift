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
    let date = try #require(WhenText.future(text, now: now, utcOffsetMinutes: 60))
    #expect(WhenText.spelled(date, utcOffsetMinutes: 60) == spelled)
  }

  @Test(arguments: ["", "soon", "25:00", "tomorrow", "9", "monday", "2026-13-01 09:00", "tomorrow 9:00 sharp"])
  func whatIsNoTimeIsRefused(_ text: String) {
    #expect(WhenText.future(text, now: now, utcOffsetMinutes: 60) == nil)
  }
}
