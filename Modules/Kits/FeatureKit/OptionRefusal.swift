import TerminalKit

/// The errors for invalid options, with suggestions.
@MainActor
struct OptionRefusal {
  let verb: Verb
  let grammar: ArgumentGrammar
  let context: ArgumentContext

  private var usage: String { ArgumentReader.typed(context.slash + verb.briefUsage) }

  func unknown(_ name: String) -> AppError {
    let shown = Sanitizer.clean(String(name.prefix(40)))
    if context.startOptions.contains(name) {
      return .usage("--\(name) is an option of howdah itself.", suggestion: "Start it with howdah --\(name).")
    }
    return unknown("--\(shown)", meaning: nearest(to: name) ?? option(withChoice: name))
  }

  private func unknown(_ shown: String, meaning option: String?) -> AppError {
    let own = verb.parameters.filter(\.isFlag).map { "--\($0.name)" }
    let options = own.isEmpty ? nil : "Options: \(own.joined(separator: ", "))."
    let escape = verb.takesText ? "Put -- before the text to keep it as text." : nil
    let parts = [option.map { "Did you mean --\($0)?" } ?? options, escape].compactMap(\.self)
    return .usage("Unknown option “\(shown)”.", suggestion: parts.isEmpty ? usage : parts.joined(separator: " "))
  }

  /// Returns the error for an option without its value; a value that begins with dashes needs `=`.
  func valueless(_ name: String?) -> AppError {
    .usage("--\(name ?? "") needs a value.", suggestion: usage)
  }

  /// Returns the error for an option with wrong dashes; `nil` for any other word.
  func ofMistyped(_ word: ArgumentList.Word, hasEndedOptions: Bool) -> AppError? {
    guard !hasEndedOptions, !grammar.passesOptions, let name = word.mistypedOptionName, grammar.options[name] != nil
    else { return nil }
    return unknown(Sanitizer.clean(String(word.text.prefix(40))), meaning: name)
  }

  /// Returns the error for a letter such as `-v` where an option may be meant; `nil` for any other word.
  ///
  /// Within a text it is text (`grep -e`), unless it may choose who can read that text.
  ///
  /// - Parameter text: The words of the text before it.
  func ofLetter(_ word: ArgumentList.Word, after text: [ArgumentList.Word], hasEndedOptions: Bool) -> AppError? {
    guard !hasEndedOptions, !grammar.passesOptions, grammar.takesText, let letter = word.letter?.lowercased() else {
      return nil
    }
    let meant = grammar.options.keys.filter { $0.hasPrefix(letter) }
    let isBesideText = text.isEmpty || (text.count == 1 && text[0].isPassage)
    guard isBesideText || meant == ["visibility"] else { return nil }
    return unknown(word.text, meaning: meant.count == 1 ? meant[0] : nil)
  }

  /// Returns the error for an option after a `--` within a text; `nil` for a word that resembles no option.
  func afterDash(_ word: ArgumentList.Word) -> AppError? {
    let name = String(word.text.dropFirst(2).prefix { $0 != "=" })
    guard grammar.options[name] != nil || context.startOptions.contains(name) || nearest(to: name) != nil else {
      return nil
    }
    return .usage(
      "“\(Sanitizer.clean(String(word.text.prefix(40))))” follows a “--” in the text.",
      suggestion: "Put the options before the text, or -- before the whole text.")
  }

  /// The option of which a word is a value: `visibility direct`.
  private func option(withChoice word: String) -> String? {
    for case let (name, .flag(_, choices)) in verb.parameters.map({ ($0.name, $0.form) }) where choices.contains(word) {
      return "\(name) \(word)"
    }
    return nil
  }

  /// The option with the closest name, if one is close.
  private func nearest(to name: String) -> String? {
    let name = name.lowercased()
    let known = Set(grammar.options.keys).union(context.startOptions).union(grammar.otherSpellings)
    let ranked = known.map { option in
      (grammar.option(named: option), option.hasPrefix(name) && name.count > 1 ? 0 : EditDistance.between(name, option))
    }
    let best = ranked.min { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 < $1.1 }
    guard let best, best.1 <= max(1, min(3, name.count / 3)) else { return nil }
    return best.0
  }
}
