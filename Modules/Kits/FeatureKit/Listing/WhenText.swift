public import FoundationEssentials

/// Times as they are typed: `2h`, `3d`, `yesterday`, `2026-11-01`, `2026-11-01T08:30`.
public enum WhenText {
  /// The accepted forms, for error messages.
  public static let examples = "Use 2h, 3d, today, yesterday, 2026-11-01 or 2026-11-01T08:30."

  /// Reads a time that is past or now; `nil` for anything else.
  ///
  /// Of a time that the clocks show twice it is the first; for one that they skip, the moment of the change.
  ///
  /// - Parameter word: The typed text; without a zone it is local time.
  public static func past(_ word: String, now: Date, zone: LocalZone) -> Date? {
    if let seconds = seconds(word.hasSuffix(" ago") ? String(word.dropLast(4)) : word) {
      return now.addingTimeInterval(-Double(seconds))
    }
    let today = day(zone.local(now))
    switch word.lowercased() {
    case "now": return now
    case "today": return zone.earliest(ofLocal: today * 86_400)
    case "yesterday": return zone.earliest(ofLocal: (today - 1) * 86_400)
    default:
      // The last day of that name: today, if it is one.
      if weekdays.contains(word.lowercased()), let days = daysAhead(word.lowercased(), today: today) {
        return zone.earliest(ofLocal: (today - (7 - days) % 7) * 86_400)
      }
      return switch written(word) {
      case .local(let seconds): zone.earliest(ofLocal: seconds)
      case .moment(let date): date
      case nil: nil
      }
    }
  }

  /// Reads a duration in seconds: a number with `s`, `m` (or `min`), `h`, `d` or `w`, or with the unit's whole name, as in
  /// `2 days`, or several of them as in `2h30m`; `nil` for anything else.
  ///
  /// More than a hundred years are refused, so that every time before and after now is a date.
  public static func seconds(_ word: String) -> Int? {
    guard let parts = duration(word) else { return nil }
    var sum = 0
    for (digits, unit) in parts {
      guard let number = Int(digits), number <= (longestDuration - sum) / unit else { return nil }
      sum += number * unit
    }
    return sum
  }

  /// Whether a word is written as a duration, however long that is.
  static func isDuration(_ word: String) -> Bool { duration(word) != nil }

  /// A hundred years in seconds.
  private static let longestDuration = 36_525 * 86_400

  /// The digits of each part of a duration, the longest first, and the seconds of its unit.
  private static func duration(_ word: String) -> [(digits: Substring, unit: Int)]? {
    let units = ["s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800]
    let names = ["second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86_400, "week": 604_800]
    var parts: [(digits: Substring, unit: Int)] = []
    var rest = Substring(word)
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let letters = rest.dropFirst(digits.count).prefix { !$0.isNumber }
      let name = letters.lowercased().split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      guard !digits.isEmpty, let unit = units[name] ?? names[name.last == "s" ? String(name.dropLast()) : name],
        parts.last.map({ $0.unit > unit }) ?? true
      else { return nil }
      parts.append((digits, unit))
      rest = rest.dropFirst(digits.count + letters.count)
    } while !rest.isEmpty
    return parts
  }

  /// A time as a word that means the same everywhere: `2026-11-21T08:00:00Z`.
  static func exact(_ date: Date) -> String {
    let seconds = LocalZone.utc.local(date)
    let day = day(seconds)
    let (rest, civil) = (seconds - day * 86_400, civil(day))
    return "\(pad(civil.year, 4))-\(pad(civil.month))-\(pad(civil.day))T"
      + "\(pad(rest / 3600)):\(pad(rest / 60 % 60)):\(pad(rest % 60))Z"
  }

  static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  enum Written {
    /// The local time, in seconds since the beginning of 1970.
    case local(Int)
    case moment(Date)
  }

  /// Reads a day, with a time and a zone if they are given.
  static func written(_ word: String) -> Written? {
    var text = Substring(word)
    guard let day = numbers(text.prefix(10), "-", [4, 2, 2]), let start = days(day) else { return nil }
    text = text.dropFirst(10)
    var seconds = start * 86_400
    guard let mark = text.first else { return .local(seconds) }
    guard "T t".contains(mark) else { return nil }
    text = text.dropFirst()
    var offset: Int?
    if let sign = text.lastIndex(where: { "Zz+-−".contains($0) }) {
      guard let zone = zone(text[sign...]) else { return nil }
      (offset, text) = (zone, text[..<sign])
    }
    if let dot = text.firstIndex(of: ".") { text = text[..<dot] }
    guard let clock = numbers(text, ":", [2, 2]) ?? numbers(text, ":", [2, 2, 2]), clock[0] < 24, clock[1] < 60 else {
      return nil
    }
    seconds += clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0)
    return offset.map { .moment(Date(timeIntervalSince1970: Double(seconds - $0))) } ?? .local(seconds)
  }

  /// Reads `Z`, `+01:00`, `-0530` or `+01` as seconds east of UTC.
  private static func zone(_ text: Substring) -> Int? {
    guard let sign = text.first else { return nil }
    let rest = text.dropFirst()
    if "Zz".contains(sign) { return rest.isEmpty ? 0 : nil }
    let parts =
      numbers(rest, ":", [2, 2]) ?? numbers(rest, ":", [2])
      ?? (rest.count == 4 ? numbers(rest.prefix(2) + ":" + rest.suffix(2), ":", [2, 2]) : nil)
    guard let parts, parts[0] < 24, parts.count < 2 || parts[1] < 60 else { return nil }
    return (sign == "+" ? 1 : -1) * (parts[0] * 3600 + (parts.count > 1 ? parts[1] * 60 : 0))
  }

  /// The day of seconds since 1970.
  static func day(_ seconds: Int) -> Int { Int((Double(seconds) / 86_400).rounded(.down)) }

  private static func numbers(_ text: Substring, _ separator: Character, _ widths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == widths else { return nil }
    let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
    return numbers.count == widths.count ? numbers : nil
  }

  /// The days from 1970-01-01 to a day of the Gregorian calendar; `nil` if there is no such day.
  private static func days(_ date: [Int]) -> Int? {
    let (year, month, day) = (date[0], date[1], date[2])
    guard year >= 1970, (1...12).contains(month), day >= 1 else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let result = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let back = civil(result)
    return back == (year, month, day) ? result : nil
  }

  public static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}
