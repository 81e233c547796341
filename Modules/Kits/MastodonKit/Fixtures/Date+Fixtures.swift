public import FoundationEssentials

extension Date {
  /// The time of every fixture: 21 November 2026, noon in UTC.
  public static let fixtureNow = Date(timeIntervalSince1970: 1_795_262_400)

  /// A moment before ``fixtureNow``.
  public static func fixture(daysAgo days: Int = 0, hoursAgo hours: Int = 0, minutesAgo minutes: Int = 0) -> Date {
    fixtureNow.addingTimeInterval(Double(-((days * 24 + hours) * 60 + minutes) * 60))
  }
}
