public enum CountText {
  /// `1 reply`, `3 replies`; the plural is the singular with an `s` unless given.
  public static func of(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A bar of so many columns for the most, and shorter ones for less, in eighths of a column: at least one for what there is.
  public static func bar(_ count: Int, of most: Int, columns: Int) -> String {
    let eighths = max(count * columns * 8 / max(most, 1), count > 0 ? 1 : 0)
    return String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  }

  /// `1`, `1-3`, `1,4-6`: numbers as commands accept them.
  public static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
