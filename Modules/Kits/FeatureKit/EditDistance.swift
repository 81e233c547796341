/// The distance of two words in typing mistakes.
///
/// Mistakes are insertions, deletions, substitutions and transpositions of neighbours (optimal string alignment).
public enum EditDistance {
  /// Returns the number of mistakes between the first 32 characters of two words.
  public static func between(_ first: String, _ second: String) -> Int {
    let a = Array(first.prefix(32))
    let b = Array(second.prefix(32))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i]
      for j in 1...b.count {
        let change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var best = min(previous[j] + 1, current[j - 1] + 1, change)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforePrevious[j - 2] + 1) }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }
}
