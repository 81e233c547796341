public import TerminalKit

/// A row of bars, one for each number, and its spoken equivalent.
public struct Sparkline: Hashable, Sendable {
  /// The numbers, the oldest first.
  public var values: [Int]

  /// Creates a sparkline of numbers, the oldest first.
  public init(_ values: [Int]) { self.values = values.map { max($0, 0) } }

  /// The bars, such as `▁▂▅█▃`.
  ///
  /// The highest number has the full height, and only 0 has the lowest.
  public var bars: String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let most = values.max() ?? 0
    return String(values.map { $0 == 0 ? bars[0] : bars[1 + ($0 * (bars.count - 2)) / max(most, 1)] })
  }

  /// The bars as text that is spoken as the numbers: `by day 1, 0, 4`.
  ///
  /// - Parameter unit: The account of each number: `day`.
  public func text(by unit: String, role: Role = .secondary) -> StyledText {
    values.isEmpty ? StyledText() : StyledText(bars, role, spoken: spoken(by: unit))
  }

  /// The numbers in words: `by day 1, 0, 4`; empty without numbers.
  public func spoken(by unit: String) -> String {
    values.isEmpty ? "" : "by \(unit) \(values.map(String.init).joined(separator: ", "))"
  }
}
