/// Finds the choice that a typed word means.
public enum Choice {
  /// The choice that a word names or begins, in whatever case; `on` and `true` are `yes`, and the other way round.
  public static func find(_ word: String, among choices: [String]) -> String? {
    if choices.contains(word) { return word }
    let wanted = word.lowercased()
    if let same = choices.first(where: { $0.lowercased() == wanted }) { return same }
    // Not the language "no", whose opposite is no choice.
    if let isOn = isOn(word), choices.contains(where: { self.isOn($0) == !isOn }) {
      return choices.first { self.isOn($0) == isOn }
    }
    let beginnings = choices.filter { !wanted.isEmpty && $0.lowercased().hasPrefix(wanted) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  /// Whether a word says yes or no; `nil` if it does neither.
  public static func isOn(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "yes", "y", "on", "true": true
    case "no", "n", "off", "false": false
    default: nil
    }
  }
}
