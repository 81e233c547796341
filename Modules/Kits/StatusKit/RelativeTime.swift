public import FeatureKit
public import FoundationEssentials
import MastodonKit

/// A time relative to now or as a clock time, short on the screen and in full for screen readers.
///
/// Foundation's formatters are not used: they are too slow for a page with hundreds of times.
public struct RelativeTime: Hashable, Sendable {
  public var date: Date
  /// The layout: the current time, the time zone, and the format.
  public var layout: Layout

  public init(_ date: Date, in layout: Layout) {
    self.date = date
    self.layout = layout
  }

  /// `now`, `4 min`, `2 h`, `3 d`, `21 Nov`, `21 Nov 2024`; or `14:02`, `21 Nov 14:02` with absolute times.
  public var short: String {
    guard isKnown else { return "date unknown" }
    return switch layout.timeFormat {
    case .absolute: absolute
    case .relative:
      switch age {
      case .now: "now"
      case .minutes(let count): "\(count) min"
      case .hours(let count): "\(count) h"
      case .days(let count): "\(count) d"
      case .older: day
      }
    }
  }

  /// The same within a sentence: `just now`, `4 min ago`, `3 d ago`, `21 Nov`; or `14:02` with absolute times.
  public var shortAgo: String {
    guard isKnown, layout.timeFormat == .relative else { return short }
    return switch age {
    case .now: "just now"
    case .minutes, .hours, .days: "\(short) ago"
    case .older: short
    }
  }

  /// `just now`, `4 minutes ago`, `on 21 November`; or `at 14:02` with absolute times.
  public var spoken: String {
    guard isKnown else { return "date unknown" }
    return switch layout.timeFormat {
    case .absolute: isToday ? "at \(clock)" : "on \(spokenDay) at \(clock)"
    case .relative:
      switch age {
      case .now: "just now"
      case .minutes(let count): CountText.of(count, "minute") + " ago"
      case .hours(let count): CountText.of(count, "hour") + " ago"
      case .days(let count): CountText.of(count, "day") + " ago"
      case .older: "on \(spokenDay)"
      }
    }
  }

  /// `14:02`, or `21 Nov 14:02` on another day, or `21 Nov 2024 14:02` in another year.
  public var absolute: String { !isKnown ? "date unknown" : isToday ? clock : "\(day) \(clock)" }

  /// `2026-11-21 14:02`, which means the same in every year.
  public var full: String {
    guard isKnown else { return "date unknown" }
    let day = local.civil
    return "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)-\(day.day < 10 ? "0" : "")\(day.day) \(clock)"
  }

  /// `14:02`.
  public var clock: String {
    let minutes = local.minuteOfDay
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// `21 Nov`, or `21 Nov 2024` in another year.
  public var day: String {
    guard isKnown else { return "date unknown" }
    let (date, today) = (local.civil, localNow.civil)
    let day = "\(date.day) \(Self.months[date.month - 1].prefix(3))"
    return date.year == today.year ? day : "\(day) \(date.year)"
  }

  /// The day of a date without a time, which servers send as midnight in UTC: the same day in every time zone.
  ///
  /// Any other time is on the day that the reader's calendar had then.
  public var calendarDay: String {
    guard Self.seconds(date) % 86_400 == 0 else { return day }
    var layout = layout
    layout.zone = .utc
    return RelativeTime(date, in: layout).day
  }

  /// The time left, such as `5 h` and `5 hours`; `nil` once it has passed.
  public var remaining: (short: String, spoken: String)? {
    let exact = Self.seconds(date) - Self.seconds(layout.now)
    guard exact > 0 else { return nil }
    // To the nearest unit: a day from which a few seconds have passed is not 23 hours.
    let minutes = (exact + 59) / 60
    let hours = (minutes + 30) / 60
    let seconds =
      minutes < 60 ? minutes * 60 : hours < 24 ? hours * 3600 : (hours + 12) / 24 * 86_400
    return switch Age(seconds: seconds) {
    case .now: ("1 min", "1 minute")
    case .minutes(let count): ("\(count) min", CountText.of(count, "minute"))
    case .hours(let count): ("\(count) h", CountText.of(count, "hour"))
    case .days(let count): ("\(count) d", CountText.of(count, "day"))
    case .older where seconds >= 2 * 365 * 86_400:
      (CountText.of(seconds / (365 * 86_400), "year"), CountText.of(seconds / (365 * 86_400), "year"))
    case .older: ("\(seconds / 86_400) d", "\(seconds / 86_400) days")
    }
  }

  /// Whether the server sent a date that could be read: what has none was posted at the beginning of 1970.
  private var isKnown: Bool { date.timeIntervalSince1970 != 0 }

  private enum Age {
    case now, minutes(Int), hours(Int), days(Int), older

    init(seconds: Int) {
      self =
        switch seconds {
        case ..<60: .now
        case ..<3600: .minutes(seconds / 60)
        case ..<86_400: .hours(seconds / 3600)
        case ..<(30 * 86_400): .days(seconds / 86_400)
        default: .older
        }
    }
  }

  private var age: Age { Age(seconds: Self.seconds(layout.now) - Self.seconds(date)) }
  private var local: LocalTime { LocalTime(seconds: layout.zone.local(date)) }
  private var localNow: LocalTime { LocalTime(seconds: layout.zone.local(layout.now)) }
  private var isToday: Bool { local.days == localNow.days }

  private var spokenDay: String {
    let (date, today) = (local.civil, localNow.civil)
    let day = "\(date.day) \(Self.months[date.month - 1])"
    return date.year == today.year ? day : "\(day) \(date.year)"
  }

  private static func seconds(_ date: Date) -> Int { MastodonDate.wholeSeconds(date) }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}

/// Seconds since 1970 in local time.
private struct LocalTime {
  let days: Int
  let minuteOfDay: Int

  init(seconds: Int) {
    let remainder = seconds % 86_400
    let secondOfDay = remainder < 0 ? remainder + 86_400 : remainder
    days = (seconds - secondOfDay) / 86_400
    minuteOfDay = secondOfDay / 60
  }

  var civil: (year: Int, month: Int, day: Int) { WhenText.civil(days) }
}
