public import FoundationEssentials

extension WhenText {
  /// The accepted forms of a future time, for error messages.
  public static let futureExamples = #"Use 2h, 18:30, "tomorrow 9:00", "monday 9:00" or "2026-11-01 08:30"."#

  /// Reads a future time: `2h` from now, `18:30`, `tomorrow 9:00`, `monday 9:00`, `2026-11-01 08:30`; `nil` for anything else.
  ///
  /// Also as it is said: `in 2 hours`, `tomorrow at 9am`, `noon`. A clock time alone is today's, or tomorrow's if it has
  /// passed. A date may be in the past. Of a time that occurs twice, when clocks are put back, the first future one counts.
  ///
  /// - Parameter text: The typed text; without a zone it is local time.
  /// - Throws: ``AppError/usage(_:suggestion:)`` for a time that the clocks skip.
  public static func future(_ text: String, now: Date, zone: LocalZone) throws -> Date? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "in" { words.removeFirst() }
    words.removeAll { $0 == "at" || $0 == "on" }
    if let seconds = seconds(words.joined(separator: " ").drop { $0 == "+" }.description) {
      return now.addingTimeInterval(Double(seconds))
    }
    // `9 am` is one word.
    if words.count > 1, let last = words.last, ["am", "pm"].contains(last) {
      words.removeLast()
      words[words.count - 1] += last
    }
    guard let first = words.first, words.count <= 2 else { return nil }
    let today = day(zone.local(now))
    func time(_ day: Int, _ clock: Int) throws -> Date { try moment(day * 86_400 + clock, now: now, zone: zone) }
    if words.count == 1, let clock = clock(first) {
      let date = try? time(today, clock)  // One that today's clocks skip is tomorrow's.
      return if let date, date > now { date } else { try time(today + 1, clock) }
    }
    guard let days = daysAhead(first, today: today) else {
      return switch written(words.joined(separator: "T").uppercased()) {
      case .local(let seconds): try moment(seconds, now: now, zone: zone)
      case .moment(let date): date
      case nil: past(words.joined(separator: " "), now: now, zone: zone)
      }
    }
    guard words.count == 2, let clock = clock(words[1]) else { return nil }
    let date = try time(today + days, clock)
    return date > now || first == "today" ? date : try time(today + days + 7, clock)
  }

  /// When the clocks show a time that is to come.
  private static func moment(_ local: Int, now: Date, zone: LocalZone) throws -> Date {
    switch zone.moment(ofLocal: local) {
    case .once(let date): return date
    case .twice(let first, let second): return first > now ? first : second
    case .skipped(let change):
      let (rest, day) = (local % 86_400, civil(day(local)))
      let before = zone.local(change.addingTimeInterval(-1)) + 1
      throw AppError.usage(
        "There is no \(clock(rest)) on \(day.day) \(months[day.month - 1]) \(day.year): the clocks go forward from "
          + "\(clock(before)) to \(clock(zone.local(change))).",
        suggestion: "Choose another time.")
    }
  }

  /// The time of day of seconds since 1970: `02:30`.
  private static func clock(_ seconds: Int) -> String {
    let rest = seconds - day(seconds) * 86_400
    return "\(pad(rest / 3600)):\(pad(rest / 60 % 60))"
  }

  /// A time with its day and zone: `Tue 24 Nov 2026 18:00 UTC+01:00`.
  public static func spelled(_ date: Date, zone: LocalZone) -> String {
    // What the server sent could not be read.
    guard date.timeIntervalSince1970 != 0 else { return "date unknown" }
    let seconds = zone.local(date)
    let day = day(seconds)
    let civil = civil(day)
    let weekday = weekdays[((day + 3) % 7 + 7) % 7].prefix(3)
    let name = weekday.prefix(1).uppercased() + weekday.dropFirst()
    return "\(name) \(civil.day) \(months[civil.month - 1]) \(civil.year) \(clock(seconds)) "
      + text(ofOffset: zone.offset(at: date))
  }

  /// A zone: `UTC`, `UTC+01:00`.
  private static func text(ofOffset seconds: Int) -> String {
    let minutes = seconds / 60
    guard minutes != 0 else { return "UTC" }
    return "UTC\(minutes < 0 ? "-" : "+")\(pad(abs(minutes) / 60)):\(pad(abs(minutes) % 60))"
  }

  /// The seconds after midnight of `9:00`, `18:30`, `9am`, `9:30pm` and `noon`.
  private static func clock(_ word: String) -> Int? {
    if word == "noon" { return 12 * 3600 }
    let isHalf = word.hasSuffix("am") || word.hasSuffix("pm")
    let parts = (isHalf ? word.dropLast(2) : word[...]).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || isHalf && parts.count == 1, (1...2).contains(parts[0].count),
      parts.count < 2 || parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), var hour = Int(parts[0]),
      let minute = Int(parts.count > 1 ? parts[1] : "0"), hour < 24, minute < 60
    else { return nil }
    if isHalf {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (word.hasSuffix("pm") ? 12 : 0)
    }
    return hour * 3600 + minute * 60
  }

  /// The number of days until `tomorrow` or `monday`; 0 for today's weekday.
  static func daysAhead(_ word: String, today: Int) -> Int? {
    if word == "today" { return 0 }
    if word == "tomorrow" { return 1 }
    guard word.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return (index - ((today + 3) % 7 + 7) % 7 + 7) % 7
  }

  /// Beginning with Monday; 1970-01-01 was a Thursday.
  static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
