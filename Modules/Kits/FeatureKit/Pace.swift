/// The speed of a long command, and its remaining time.
public struct Pace: Hashable, Sendable {
  private let count: Double
  private let total: Double?
  private let seconds: Double

  /// Measures what was done since the beginning; `nil` for the total where it is not known.
  public init(_ count: Int, of total: Int?, since elapsed: Duration) {
    self.count = Double(count)
    self.total = total.map(Double.init)
    seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
  }

  /// `, 12/s, 4 min left`, to follow a count; empty in the first two seconds, which say little.
  public var text: String {
    let left = left
    return isKnown ? ", \(rate)\(left.isEmpty ? "" : ", \(left)")" : ""
  }

  /// `4 min left`; empty while it is not known, and at the end.
  public var left: String {
    guard isKnown, let total, total > count else { return "" }
    let left = Int(((total - count) * seconds / count).rounded(.up))
    if left < 60 { return "\(left) s left" }
    if left < 3600 { return "\((left + 59) / 60) min left" }
    let minutes = (left + 59) / 60
    return minutes % 60 == 0 ? "\(minutes / 60) h left" : "\(minutes / 60) h \(minutes % 60) min left"
  }

  private var isKnown: Bool { seconds >= 2 && count > 0 }

  private var rate: String {
    let rate = count / seconds
    return rate >= 1 ? "\(Int(rate.rounded()))/s" : "\(max(Int((rate * 60).rounded()), 1))/min"
  }
}
