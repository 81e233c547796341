import FeatureKit
import TerminalKit

extension Settings.Field {
  /// Parses a typed value: in any case, and words also by an unambiguous beginning.
  ///
  /// - throws: ``AppError/validation(_:suggestion:)`` that suggests the nearest value.
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
      "\(name) cannot be “\(word)”.", near: wanted, among: kind.completions, instead: [kind.description],
      verb: isNumber ? "Use" : "Choose")
    throw AppError.validation(refusal.message, suggestion: refusal.suggestion)
  }

  private var isNumber: Bool { if case .integer = kind { true } else { false } }

  private static func pick(_ word: String, from words: [String]) -> String? {
    if words.contains(word) { return word }
    let beginnings = words.filter { !word.isEmpty && $0.hasPrefix(word) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }
}

extension Settings {
  /// Creates an error for an unknown word that suggests the nearest known one.
  static func refusal(
    _ message: String, near word: String, among known: [String], instead: [String], verb: String = "Choose"
  ) -> AppError {
    let ranked = known.map { (name: $0, distance: EditDistance.between(word, $0)) }
    let nearest = ranked.filter { $0.distance <= max(1, min(2, word.count / 2)) }.min { $0.distance < $1.distance }
    let choices = "\(verb) \(instead.joined(separator: ", "))."
    return .usage(
      Sanitizer.clean(message), suggestion: nearest.map { "Did you mean \($0.name)? \(choices)" } ?? choices)
  }
}
