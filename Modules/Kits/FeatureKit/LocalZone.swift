public import FoundationEssentials

/// A time zone: how far its clocks are from UTC at each moment.
///
/// Every conversion between local time and a moment goes through it, because the offset of today is not that of another date.
public struct LocalZone: Sendable {
  private let name: String
  private let seconds: @Sendable (_ moment: Int) -> Int

  /// Creates a zone.
  ///
  /// - Parameter offset: Returns the seconds east of UTC at a moment, in seconds since 1970.
  public init(name: String, offset: @escaping @Sendable (_ moment: Int) -> Int) {
    self.name = name
    seconds = offset
  }

  /// A zone whose clocks are never changed.
  public static func fixed(minutes: Int) -> LocalZone {
    LocalZone(name: "UTC \(minutes)") { _ in minutes * 60 }
  }

  public static let utc = LocalZone.fixed(minutes: 0)

  /// The seconds east of UTC at a moment.
  public func offset(at date: Date) -> Int { seconds(Self.whole(date)) }

  /// The local time at a moment, as seconds since the beginning of 1970 by the local clock.
  public func local(_ date: Date) -> Int { Self.whole(date) + offset(at: date) }

  /// The moments at which clocks show a local time.
  public enum Moment: Hashable, Sendable {
    case once(Date)
    /// At two, because the clocks are put back in between.
    case twice(Date, Date)
    /// Never, because they are put forward at this moment.
    case skipped(Date)
  }

  /// Finds when the clocks show a time, given as seconds since the beginning of 1970 by the same clocks.
  public func moment(ofLocal local: Int) -> Moment {
    // No zone is more than a day from UTC, and none changes its clocks twice in two days.
    let (before, after) = (seconds(local - 86_400), seconds(local + 86_400))
    let (first, second) = (local - before, local - after)
    switch (seconds(first) == before, seconds(second) == after) {
    case (true, true) where before == after: return .once(Self.date(first))
    case (true, true): return .twice(Self.date(min(first, second)), Self.date(max(first, second)))
    case (true, false): return .once(Self.date(first))
    case (false, true): return .once(Self.date(second))
    case (false, false):
      var (low, high) = (second, first)
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if seconds(middle) == before { low = middle } else { high = middle }
      }
      return .skipped(Self.date(high))
    }
  }

  /// The first moment at which the clocks show a time or, if they skip it, a later one.
  public func earliest(ofLocal local: Int) -> Date {
    switch moment(ofLocal: local) {
    case .once(let date), .twice(let date, _), .skipped(let date): date
    }
  }

  /// Whole seconds, within the years that a calendar of four digits has.
  private static func whole(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970
    return seconds.isNaN ? 0 : Int(min(max(seconds, -62_135_596_800), 253_402_300_799).rounded(.down))
  }

  private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension LocalZone: Hashable {
  /// Whether two zones have the same name.
  public static func == (left: LocalZone, right: LocalZone) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LocalZone {
  /// Zones in the years 2026 and 2027.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// New York: one hour, at 02:00.
    public let newYork = Fixtures.zone(
      "New York", winter: -300, summer: -240, [1_772_953_200, 1_793_512_800, 1_805_007_600, 1_825_567_200])
    /// Santiago: one hour, at 00:00, so that a day begins at 01:00.
    public let santiago = Fixtures.zone(
      "Santiago", winter: -240, summer: -180, [1_757_217_600, 1_775_358_000, 1_788_667_200, 1_806_807_600])
    /// Lord Howe Island: half an hour, from half an hour beside the full one.
    public let lordHowe = Fixtures.zone(
      "Lord Howe", winter: 630, summer: 660, [1_759_591_800, 1_775_314_800, 1_791_041_400, 1_806_764_400])

    /// A zone with summer time from each moment at an even place to the next.
    private static func zone(_ name: String, winter: Int, summer: Int, _ changes: [Int]) -> LocalZone {
      LocalZone(name: name) { moment in
        changes.count { $0 <= moment } % 2 == 0 ? winter * 60 : summer * 60
      }
    }
  }
}
