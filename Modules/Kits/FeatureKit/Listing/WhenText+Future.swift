public import FoundationEssentials

extension WhenText {
  /// What may be typed for a time to come, for error messages.
  public static let futureExamples = "Use 2h, 18:30, tomorrow 9:00, monday 9:00 or 2026-11-01 08:30."

  /// Reads a time to come: `2h` from now, `18:30`, `tomorrow 9:00`, `monday 9:00`, `2026-11-01 08:30`; `nil` for anything else.
  ///
  /// A clock time alone is today's, or tomorrow's if it has passed. The result may be past if a date is.
  ///
  /// - Parameters:
  ///   - text: What was typed; without a zone it is local time.
  ///   - now: The time.
  ///   - utcOffsetMinutes: Minutes east of UTC.
  public static func future(_ text: String, now: Date, utcOffsetMinutes: Int) -> Date? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "in" || words.first == "at" { words.removeFirst() }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 1, let seconds = seconds(first.hasPrefix("+") ? String(first.dropFirst()) : first) {
      return now.addingTimeInterval(Double(seconds))
    }
    let offset = utcOffsetMinutes * 60
    let local = Int(now.timeIntervalSince1970.rounded(.down)) + offset
    let today = local - local % 86_400
    func time(_ day: Int, _ clock: Int) -> Date { Date(timeIntervalSince1970: Double(day + clock - offset)) }
    if words.count == 1, let clock = clock(first) {
      let date = time(today, clock)
      return date > now ? date : time(today + 86_400, clock)
    }
    guard let days = daysAhead(first, today: today / 86_400) else {
      return past(words.joined(separator: "T").uppercased(), now: now, utcOffsetMinutes: utcOffsetMinutes)
    }
    guard words.count == 2, let clock = clock(words[1]) else { return nil }
    let date = time(today + days * 86_400, clock)
    return date > now || first == "today" ? date : time(today + (days + 7) * 86_400, clock)
  }

  /// A time with its day and zone: `Tue 24 Nov 2026 18:00 UTC+01:00`.
  public static func spelled(_ date: Date, utcOffsetMinutes: Int) -> String {
    // What the server sent could not be read.
    guard date.timeIntervalSince1970 != 0 else { return "date unknown" }
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + utcOffsetMinutes * 60
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let (rest, civil) = (seconds - day * 86_400, civil(day))
    let weekday = weekdays[((day + 3) % 7 + 7) % 7].prefix(3)
    let name = weekday.prefix(1).uppercased() + weekday.dropFirst()
    return "\(name) \(civil.day) \(months[civil.month - 1]) \(civil.year) \(pad(rest / 3600)):\(pad(rest / 60 % 60)) "
      + zone(utcOffsetMinutes)
  }

  /// A zone: `UTC`, `UTC+01:00`.
  private static func zone(_ minutes: Int) -> String {
    guard minutes != 0 else { return "UTC" }
    return "UTC\(minutes < 0 ? "-" : "+")\(pad(abs(minutes) / 60)):\(pad(abs(minutes) % 60))"
  }

  /// The seconds after midnight of `9:00` and `18:30`.
  private static func clock(_ word: String) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 3600 + minute * 60
  }

  /// How many days ahead `tomorrow` or `monday` is; today's weekday is today.
  private static func daysAhead(_ word: String, today: Int) -> Int? {
    if word == "today" { return 0 }
    if word == "tomorrow" { return 1 }
    guard word.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    return (index - ((today + 3) % 7 + 7) % 7 + 7) % 7
  }

  /// Beginning with Monday; 1970-01-01 was a Thursday.
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
