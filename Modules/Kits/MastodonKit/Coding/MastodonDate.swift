public import FoundationEssentials

/// Parses and formats the API's dates without a formatter, because a page contains hundreds of them.
public enum MastodonDate {
  /// Parses every form that servers are known to send.
  ///
  /// `2026-11-21T08:00:00.000Z` with any number of fraction digits; `±hh:mm`, `±hhmm`, `±hh` or nothing instead of `Z`;
  /// a space instead of `T`; a day without a time, which means its start in UTC; seconds since 1970.
  public static func parse(_ string: String) -> Date? {
    var string = string
    return string.withUTF8(parse)
  }

  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    var reader = Reader(bytes: bytes)
    return reader.date()
  }

  /// Formats a date as `2026-11-21T08:00:00.000Z`.
  public static func format(_ date: Date) -> String {
    let milliseconds = wholeMilliseconds(date)
    let (days, rest) = milliseconds.flooredQuotient(by: 86_400_000)
    var text = Writer()
    text.appendDay(days)
    text.append("T")
    text.append(rest / 3_600_000, digits: 2)
    text.append(":")
    text.append(rest / 60_000 % 60, digits: 2)
    text.append(":")
    text.append(rest / 1000 % 60, digits: 2)
    text.append(".")
    text.append(rest % 1000, digits: 3)
    text.append("Z")
    return text.string
  }

  /// Formats the day of a date in UTC: `2026-11-21`.
  public static func formatDay(_ date: Date) -> String {
    var text = Writer()
    text.appendDay(wholeMilliseconds(date).flooredQuotient(by: 86_400_000).quotient)
    return text.string
  }

  /// Whole seconds since 1970, rounded down and within the years 0001 to 9999, so that arithmetic cannot overflow.
  public static func wholeSeconds(_ date: Date) -> Int { Int(clamp(date.timeIntervalSince1970).rounded(.down)) }

  /// The start of a date's day in UTC.
  public static func startOfDay(_ date: Date) -> Date {
    Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }

  /// Milliseconds since 1970, within the years 0001 to 9999, which the format can represent.
  private static func wholeMilliseconds(_ date: Date) -> Int {
    Int((clamp(date.timeIntervalSince1970) * 1000).rounded())
  }

  /// Clamps seconds since 1970 to the years 0001 to 9999.
  static func clamp(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799.999)
  }
}

private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func date() -> Date? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-") else { return seconds() }
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year)
    else { return nil }
    let midnight = daysSince1970(year: year, month: month, day: day) * 86_400
    if position == bytes.count { return Date(timeIntervalSince1970: Double(midnight)) }
    guard skip("T") || skip("t") || skip(" ") else { return nil }
    guard let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    guard let fraction = skip(".") ? fractionDigits() : 0, let offset = zone(), position == bytes.count else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(midnight + hour * 3600 + minute * 60 + second - offset) + fraction)
  }

  /// Seconds since 1970, at least nine digits: some servers send them, and a shorter number would be a year or a
  /// counter.
  private func seconds() -> Date? {
    guard bytes.count >= 9, bytes.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
      let seconds = Double(String(decoding: bytes, as: UTF8.self)), seconds.isFinite
    else { return nil }
    return Date(timeIntervalSince1970: MastodonDate.clamp(seconds))
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// The fraction, of which nine digits count.
  private mutating func fractionDigits() -> Double? {
    let start = position
    var value = 0.0
    var scale = 1.0
    while position < bytes.count, bytes[position].isDigit {
      if position - start < 9 {
        value = value * 10 + Double(bytes[position] - UInt8(ascii: "0"))
        scale *= 10
      }
      position += 1
    }
    return position == start ? nil : value / scale
  }

  /// The offset from UTC in seconds; a missing zone means UTC.
  private mutating func zone() -> Int? {
    if position == bytes.count || skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = digits(2) else { return nil }
    if position == bytes.count { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}

/// Builds the ASCII text of a date.
private struct Writer {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(24) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

  mutating func append(_ value: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }

  mutating func appendDay(_ days: Int) {
    let (year, month, day) = civilDate(daysSince1970: days)
    append(year, digits: 4)
    append("-")
    append(month, digits: 2)
    append("-")
    append(day, digits: 2)
  }
}

// The proleptic Gregorian calendar in eras of 400 years that begin on 1 March, so that a leap day ends its year.

private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotient(by: 400)
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
  let (era, dayOfEra) = (days + 719_468).flooredQuotient(by: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}

private func daysInMonth(_ month: Int, of year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

extension Int {
  /// Division that rounds down, for dates before 1970.
  fileprivate func flooredQuotient(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
