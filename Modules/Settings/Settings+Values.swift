import FeatureKit
import TerminalKit

extension Settings.Field {
  /// Parses a typed value: in any case, and words also by an unambiguous beginning, and yes as on.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that suggests the nearest value.
  public func value(typed word: String) throws -> String {
    let wanted = word.lowercased()
    switch kind {
    case .choice(let words):
      if let found = Choice.find(wanted, among: words) { return found }
    case .integer(let range, let special):
      if let special, let found = Choice.find(wanted, among: [special]) { return found }
      if let number = Int(wanted), range.contains(number) { return String(number) }
    case .word(let words, _):
      return words.first { $0.lowercased() == wanted } ?? word
    }
    throw Settings.refusal(
      "\(name) cannot be “\(word)”.", near: wanted, among: kind.completions, instead: [kind.description],
      verb: isNumber ? "Use" : "Choose")
  }

  private var isNumber: Bool { if case .integer = kind { true } else { false } }
}

extension Settings {
  /// The values that a setting accepts, in a sentence.
  static func accepted(_ kind: Setting.Kind) -> String {
    if case .choice(let words) = kind { either(words) } else { kind.description }
  }

  /// The words as a choice: `a`, `a or b`, `a, b or c`.
  private static func either(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The value of `set`; without it, ``present(_:)`` names the choices of the setting.
  @MainActor static let valueParameter = Parameter<String?>(ParameterDescription(name: "VALUE", form: .word)) {
    reader in
    guard let value = reader.next() else { return nil }
    guard reader.peek() == nil else {
      throw reader.refusal(
        "A value of several words needs quotes.", first: "Example: set spelling-command \"aspell list\".")
    }
    return value
  }

  /// The answer to `set` without a value: what the setting is now, and what it can be.
  static func present(_ field: Field) -> Toast {
    let name = "\(field.name)"
    let (verb, subject) = name.hasSuffix("s") ? ("are", "They") : ("is", "It")
    return Toast(
      .information,
      StyledText(
        Sanitizer.clean("The \(name) \(verb) \(field.value). \(subject) can be \(accepted(field.kind)).")),
      hint: "set \(name) VALUE", data: [.init("setting", data(field))])
  }

  /// Returns how `undo` takes back a change of a setting; `nil` if nothing changed.
  static func undo(to before: Field, from field: Field) -> Toast.Undo? {
    guard field.value != before.value || field.origin != before.origin else { return nil }
    guard before.origin == .here else { return .command("reset \(before.name)") }
    return .command("set \(before.name) \(Hint.Command.quoted(before.value))")
  }

  /// The commands that give a server back the value that it had, and this machine its own, which is removed for it.
  static func restoration(of before: Field, onServer old: String, from value: String) -> [Hint.Command] {
    (old == value ? [] : ["set \(before.name) \(Hint.Command.quoted(old)) --on-server"])
      + (before.origin == .here ? ["set \(before.name) \(Hint.Command.quoted(before.value))"] : [])
  }

  /// Creates an error for an unknown word that suggests the nearest known one.
  static func refusal(
    _ message: String, near word: String, among known: [String], instead: [String], verb: String = "Choose"
  ) -> AppError {
    // A beginning, or a whole part of a name: desktop for desktop-notifications.
    let parts = known.filter { $0.hasPrefix(word) || $0.split(separator: "-").contains { $0 == word } }
    let nearest = EditDistance.nearest(to: word, among: known)
    let meant = nearest.map { [$0] } ?? (word.count > 2 && parts.count < 5 ? parts : [])
    let choices =
      instead.count < 12
      ? "\(verb) \(instead.joined(separator: ", "))." : "Type settings for a list."
    return .usage(
      Sanitizer.clean(message), suggestion: meant.isEmpty ? choices : "Did you mean \(Self.either(meant))? \(choices)")
  }
}
