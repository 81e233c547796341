import FeatureKit
import FoundationEssentials
import TerminalKit

extension Filters {
  /// The time after which a filter expires, as it is typed: `never`, `30 min`, `6 h`, `1 d`, `2 w`.
  enum Expiry: Hashable, Sendable {
    case never
    case after(seconds: Int)

    /// - throws: ``AppError/usage(_:suggestion:)`` for anything else.
    init(typed: String) throws {
      let text = typed.lowercased().filter { !$0.isWhitespace }
      if text.isEmpty || "never".hasPrefix(text) {
        self = .never
        return
      }
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let unit = String(text.dropFirst(digits.count))
      guard let count = Int(digits), count > 0, count <= 5_000, let size = Self.size(unit) else {
        throw AppError.usage(
          Sanitizer.clean("Invalid expiry “\(typed)”."),
          suggestion: "Use never, or a time such as 30 min, 6 h, 1 d or 2 w.")
      }
      self = .after(seconds: count * size)
    }

    private static func size(_ unit: String) -> Int? {
      switch unit {
      case "min", "mins", "minute", "minutes", "m": 60
      case "h", "hour", "hours": 3_600
      case "d", "day", "days": 86_400
      case "w", "week", "weeks": 604_800
      default: nil
      }
    }

    var typed: String {
      guard case .after(let seconds) = self else { return "never" }
      let units = [(604_800, "w"), (86_400, "d"), (3_600, "h"), (60, "min")]
      let (size, unit) = units.first { seconds % $0.0 == 0 } ?? (60, "min")
      return "\(seconds / size) \(unit)"
    }

    /// The time until a date, rounded up to whole units.
    init(endingAt date: Date?, now: Date) {
      guard let date else {
        self = .never
        return
      }
      let seconds = Int(min(max(date.timeIntervalSince(now), 60), 3_000_000_000))
      let size = seconds > 172_800 ? 86_400 : seconds > 7_200 ? 3_600 : 60
      self = .after(seconds: (seconds + size - 1) / size * size)
    }
  }
}
