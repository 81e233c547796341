public import FoundationEssentials

/// A part of each day by the local clock, such as `22:00-07:00`, which may go past midnight.
public struct QuietHours: Hashable, Sendable {
  // When they begin and end, in minutes after midnight.
  private let start: Int
  private let end: Int

  /// Parses `22:00-07:00` or `22-7`; `nil` for anything else, and for hours that end when they begin.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Self.minutes(parts[0]), let end = Self.minutes(parts[1]), start != end else {
      return nil
    }
    (self.start, self.end) = (start, end)
  }

  /// The hours as they are stored and shown: `22:00-07:00`.
  public var text: String { "\(Self.text(start))-\(Self.text(end))" }

  public func contains(_ time: Date, zone: LocalZone) -> Bool {
    let seconds = zone.local(time) % Self.day
    let minute = (seconds < 0 ? seconds + Self.day : seconds) / 60
    return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// The number of seconds from a time to their next end.
  public func seconds(untilEndAfter time: Date, zone: LocalZone) -> Double {
    let now = zone.local(time)
    let midnight = Int((Double(now) / Double(Self.day)).rounded(.down)) * Self.day
    // Clocks that are changed may show the end of today again, or only tomorrow's.
    let ends = (-1...2).map { zone.earliest(ofLocal: midnight + $0 * Self.day + end * 60).timeIntervalSince(time) }
    return ends.first { $0 > 0 } ?? Double(Self.day)
  }

  private static let day = 86_400

  /// `7`, `07:30` as minutes; `24:00` is midnight.
  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { (1...2).contains($0.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard (1...2).contains(parts.count), isDigits, let hours = Int(parts[0]),
      let minutes = parts.count == 2 ? Int(parts[1]) : 0, minutes < 60, hours * 60 + minutes <= 1440,
      parts.count == 1 || parts[1].count == 2
    else { return nil }
    return (hours * 60 + minutes) % 1440
  }

  private static func text(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
