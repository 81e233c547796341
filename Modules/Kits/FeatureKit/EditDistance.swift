import TerminalKit

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

  /// Returns the known word that was probably meant; `nil` if none is close.
  public static func nearest(to word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    // A single letter is one mistake away from any other.
    guard word.count > 1 else { return nil }
    let ranked = known.map { (name: $0, distance: between(word, $0.lowercased())) }
    return ranked.filter { $0.distance <= max(1, min(2, word.count / 3)) }.min { $0.distance < $1.distance }?.name
  }
}

extension AppError {
  /// Returns the error for a word that is not one of a few: it suggests the nearest, and says what can be used.
  ///
  /// - Parameters:
  ///   - prefix: The text before the suggested word, such as `in:`.
  ///   - choices: The sentence that lists what can be used; without it, all known words.
  public static func unlisted(
    _ message: String, word: String, among known: [String], prefix: String = "", choices: String? = nil
  ) -> AppError {
    .usage(Sanitizer.clean(message), suggestion: suggestion(for: word, among: known, prefix: prefix, choices))
  }

  /// Returns the error for a name that nothing has, such as that of a list: it suggests the nearest, and says which there are.
  public static func missing(
    _ message: String, word: String, among known: [String], prefix: String = "", choices: String? = nil
  ) -> AppError {
    .notFound(Sanitizer.clean(message), suggestion: suggestion(for: word, among: known, prefix: prefix, choices))
  }

  private static func suggestion(
    for word: String, among known: [String], prefix: String, _ choices: String?
  ) -> String {
    let choices = choices ?? "Use \(known.joined(separator: ", "))."
    let meant = EditDistance.nearest(to: word, among: known)
    return meant.map { "Did you mean \(prefix)\($0)? \(choices)" } ?? choices
  }
}
