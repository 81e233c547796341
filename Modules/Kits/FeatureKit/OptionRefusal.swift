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
    var suggestion = nearest(to: name).map { "Did you mean --\($0)?" }
    if suggestion == nil, !grammar.options.isEmpty {
      let own = verb.parameters.filter(\.isFlag).map { "--\($0.name)" }
      suggestion = own.isEmpty ? nil : "Options: \(own.joined(separator: ", "))."
    }
    let escape = verb.takesText ? "Put -- before the text to keep it as text." : nil
    let parts = [suggestion, escape].compactMap(\.self)
    return .usage("Unknown option “--\(shown)”.", suggestion: parts.isEmpty ? usage : parts.joined(separator: " "))
  }

  /// Returns the error for an option without its value; a value that begins with dashes needs `=`.
  func valueless(_ name: String?) -> AppError {
    .usage("--\(name ?? "") needs a value.", suggestion: usage)
  }

  /// Returns the error for an option with wrong dashes; `nil` for any other word.
  func ofMistyped(_ word: ArgumentList.Word, hasEndedOptions: Bool) -> AppError? {
    guard !hasEndedOptions, !grammar.passesOptions, let name = word.mistypedOptionName, grammar.options[name] != nil
    else { return nil }
    return .usage(
      "Unknown option “\(Sanitizer.clean(String(word.text.prefix(40))))”.",
      suggestion: "Did you mean --\(name)?" + (verb.takesText ? " Put -- before the text to keep it as text." : ""))
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
