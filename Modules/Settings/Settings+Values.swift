import FeatureKit
import TerminalKit

extension Settings.Field {
  /// Reads a value as it may be typed: in any case, and a word by its beginning where that is enough.
  ///
  /// - throws: ``AppError/validation(_:suggestion:)`` that names the nearest value.
  public func value(typed word: String) throws -> String {
    let wanted = word.lowercased()
    switch kind {
    case .choice(let words):
      if let found = Self.pick(wanted, from: words) { return found }
    case .integer(let range, let special):
      if let special, let found = Self.pick(wanted, from: [special]) { return found }
      if let number = Int(wanted), range.contains(number) { return String(number) }
    case .word(let words, _):
      return words.first { $0.lowercased() == wanted } ?? word
    }
    let refusal = Settings.refusal(
      "\(name) cannot be “\(word)”.", near: wanted, among: kind.completions, instead: [kind.description])
    throw AppError.validation(refusal.words, suggestion: refusal.suggestion)
  }

  private static func pick(_ word: String, from words: [String]) -> String? {
    if words.contains(word) { return word }
    let beginnings = words.filter { !word.isEmpty && $0.hasPrefix(word) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }
}

extension Settings {
  /// Says that a word is not one of those that there are, and which was perhaps meant.
  static func refusal(_ words: String, near word: String, among known: [String], instead: [String]) -> AppError {
    let ranked = known.map { (name: $0, distance: EditDistance.between(word, $0)) }
    let nearest = ranked.filter { $0.distance <= max(1, min(2, word.count / 2)) }.min { $0.distance < $1.distance }
    let choices = "Choose \(instead.joined(separator: ", "))."
    return .usage(Sanitizer.clean(words), suggestion: nearest.map { "Did you mean \($0.name)? \(choices)" } ?? choices)
  }
}
