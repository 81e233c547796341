/// Raised and lowered text, which plain text would show as part of what is beside it.
enum Script {
  /// Returns `⁵` for `5`, `^x` for `x`, `^(x+y)` for more; an ordinal such as `1st` and a footnote such as `[1]` as they are.
  static func raised(_ text: String, after last: Character?) -> String {
    if let signs = mapped(text, raisedSigns) { return signs }
    let isOrdinal = last?.isNumber == true && ordinals.contains(text.lowercased())
    let isMark = text.first == "[" || ["TM", "SM", "®", "™"].contains(text)
    return isOrdinal || isMark ? text : "^" + grouped(text)
  }

  /// Returns `₂` for `2`, `_i` for `i`, `_(i+1)` for more.
  static func lowered(_ text: String, after _: Character?) -> String {
    mapped(text, loweredSigns) ?? "_" + grouped(text)
  }

  private static func mapped(_ text: String, _ signs: [Character: Character]) -> String? {
    let mapped = text.map { signs[$0] }
    return mapped.contains(nil) ? nil : String(mapped.compactMap(\.self))
  }

  private static func grouped(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "(\(text))"
  }

  private static let ordinals: Set = ["st", "nd", "rd", "th", "er", "re", "ème", "ste", "de"]
  private static let raisedSigns = signs("0123456789+-−=()nie", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵉ")
  private static let loweredSigns = signs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")

  private static func signs(_ plain: String, _ shifted: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, shifted))
  }
}
