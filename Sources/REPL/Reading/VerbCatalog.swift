import FeatureKit

extension VerbLayer {
  /// The place where a verb of a screen that is not shown works, and the way there.
  @MainActor
  struct Way {
    /// The place, with its article.
    let place: String
    let line: String

    var command: String { String(line.prefix { $0 != " " }) }

    init(to verb: Verb, of title: String) {
      let isField =
        verb.name == "save"
        || verb.parameters.contains { $0.name.hasSuffix("VALUE") || $0.name.hasSuffix("VALUES") }
      (place, line) =
        switch title {
        case "composer": ("the composer", "post")
        case "media": ("the media view", "media N")
        case "thread": ("a thread", "open N")
        case "report": ("a form", "report N")
        case "sign-in": ("a form", "login HOST")
        case "profile" where isField: ("a form", "profile edit")
        case "lists" where ["add", "remove", "members"].contains(verb.name): ("a list", "list NAME")
        case "lists" where isField: ("a form", "list create")
        case "groups" where isField: ("a form", "group create")
        case "filters" where isField: ("a form", "filter create")
        case "servers" where isField: ("a form", "servers add")
        default: (title, title)
        }
    }

    /// What a shell runs in place of a command that needs the place: both in one run, a form as a whole.
    func single(_ verb: Verb) -> String {
      let name = verb.name
      // What makes something new in a list is also a command of its own.
      if name == "create", line.hasSuffix("s") { return "In a shell: \(line.dropLast()) create NAME." }
      let objects = verb.parameters.contains { !$0.isFlag && !$0.isOptional } ? " …" : ""
      guard place == "a form" else { return "In a shell, in one run: -c '\(line); \(name)\(objects)'." }
      let field = name == "save" ? "title VALUE" : "\(name) VALUE"
      return "In a shell, in one run: -c '\(line); \(field); save'."
    }

    /// The sentence for help.
    var sentence: String {
      place == "a form" ? "Works in a form, such as \(line)." : "Works in \(place): type \(line) first."
    }
  }
}

/// The verbs that can be typed: those of the sheet first, then the screen's, the tab's, and the global ones.
@MainActor
struct VerbCatalog {
  var layers: [VerbLayer]
  /// The verbs of screens that are not shown, by the name of the command or of the place that has them.
  var elsewhere: [VerbLayer] = []
  /// Whether plain lines are text, so that commands need a slash.
  var isWriting = false
  /// Whether a command is all that a run is given, so that no other can come before it: in a shell.
  var isSingle = false
  var help: () -> HelpTables

  /// The slash before a command, or the empty string.
  var slash: String { isWriting ? "/" : "" }

  /// The verb with this name or alias, else the one that had the name before or has it in other clients.
  ///
  /// An inner layer hides an outer one. Case does not matter.
  func verb(named word: String) -> Verb? { verb(named: word, synonyms: true) }

  /// The same; the words of other clients only with `synonyms`.
  func verb(named word: String, synonyms: Bool) -> Verb? {
    let word = word.lowercased()
    for layer in layers {
      if let verb = layer.verb(named: word) { return verb }
    }
    return synonyms ? Synonym.command(for: word).flatMap(exact) : nil
  }

  /// The name of the command that words are, also with what it does first, as in `list delete`; `nil` if they are none.
  func command(_ words: String) -> String? {
    if let verb = verb(named: words, synonyms: false) { return verb.name }
    let parts = words.lowercased().split(separator: " ")
    guard parts.count == 2, let verb = verb(named: String(parts[0]), synonyms: false),
      verb.usage.split(whereSeparator: { " []|".contains($0) }).contains(parts[1])
    else { return nil }
    return "\(verb.name) \(parts[1])"
  }

  /// Whether no command here has this name, but one of another screen.
  ///
  /// A word that turns the page here, such as `next`, means that.
  func isOnlyElsewhere(_ word: String) -> Bool {
    if PageTurn(word) != nil, verb(named: word) != nil { return false }
    return verb(named: word, synonyms: false) == nil && found(elsewhere: word.lowercased())?.place != nil
  }

  func isSetting(_ word: String) -> Bool {
    guard case .choice(let names)? = exact("get")?.parameters.first?.form else { return false }
    return names.contains(word)
  }

  private func exact(_ word: String) -> Verb? {
    layers.lazy.compactMap { layer in layer.first { $0.matches(word) } }.first
  }

  /// The verb that help explains, with the place that has it if it cannot be typed here.
  func explained(_ word: String) -> (verb: Verb, place: String?)? {
    let word = word.lowercased()
    if let verb = exact(word) { return (verb, nil) }
    // What turns the page here is explained as that, too.
    if PageTurn(word) != nil, let verb = verb(named: word) { return (verb, nil) }
    if let found = found(elsewhere: word) { return found }
    return verb(named: word).map { ($0, nil) }
  }

  private func found(elsewhere word: String) -> (verb: Verb, place: String?)? {
    for layer in elsewhere {
      if let verb = layer.first(where: { $0.matches(word) && $0.isListed }) { return (verb, layer.title) }
    }
    return nil
  }

  /// Every verb that can be typed, once each, in the order of the layers.
  var all: [Verb] {
    var names: Set<String> = []
    return layers.flatMap(\.verbs).filter { names.insert($0.name).inserted && $0.isListed }
  }

  /// The names closest to a mistyped word, best first, at most three.
  ///
  /// A name is close if it begins with the word, or if one letter, in a long word two, would have to change; the first
  /// letter is rarely wrong.
  ///
  /// - Parameter others: Whether the words of other programs count too, each as what it runs here.
  func suggestions(for word: String, others: Bool = false) -> [String] {
    // A single letter is one mistake away from any other.
    guard word.count > 1 else { return [] }
    let word = word.lowercased()
    let limit = max(1, min(2, word.count / 3))
    var ranked: [(name: String, distance: Int)] = []
    for (typed, synonym) in others ? Synonym.table : [:] where typed.count > 4 && typed.first == word.first {
      let name = if case .command(let name) = synonym { name } else { typed }
      let distance = EditDistance.between(word, typed)
      if distance <= limit, exact(name) != nil || synonym.runsLine { ranked.append((name, distance)) }
    }
    for verb in all {
      for typed in [verb.name] + verb.aliases {
        let distance = typed.hasPrefix(word) ? 0 : EditDistance.between(word, typed)
        let isLikely = typed.first == word.first || typed.prefix(2) == String(word.prefix(2).reversed())
        // A user who mistypes an alias of a few letters is more likely to mean another word.
        guard distance <= limit, isLikely, typed == verb.name || distance == 0 || typed.count > 4 else { continue }
        ranked.append((verb.name, distance))
      }
    }
    var seen: Set<String> = []
    return
      ranked.sorted { $0.distance == $1.distance ? $0.name < $1.name : $0.distance < $1.distance }
      .map(\.name).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
  }

  /// Whether a word that is not a command has an explanation of its own: a setting, or what other programs call so.
  func knows(_ word: String) -> Bool {
    Synonym.of(word) != nil || isSetting(word.lowercased()) || isWriting && option(named: word.lowercased()) != nil
  }

  /// The command of this screen that has an option of this name, and the option with its value: `--ends DURATION`.
  ///
  /// An inner layer's comes first, and in it one that needs nothing else to be typed.
  private func option(named name: String) -> (verb: String, text: String)? {
    // A word after a slash in a text is no command for another text.
    layers.prefix(isWriting ? 1 : layers.count).lazy.compactMap { option(named: name, in: $0) }.first
  }

  private func option(named name: String, in layer: VerbLayer) -> (verb: String, text: String)? {
    var found: (verb: String, text: String)?
    for verb in layer.verbs where verb.isListed {
      for parameter in verb.parameters where parameter.name == name {
        guard case .flag(let value, _) = parameter.form else { continue }
        let option = (verb.name, "--\(name)\(value.map { " \($0)" } ?? "")")
        if verb.parameters.allSatisfy({ $0.isFlag || $0.isOptional }) { return option }
        found = found ?? option
      }
    }
    return found
  }

  /// The error for an unknown command: what it is called here, where it works, or what is spelt like it.
  func unknown(_ word: String) -> AppError {
    let shown = word.prefix(40)
    let key = word.lowercased()
    if let failure = Synonym.of(key)?.failure(isWriting: isWriting, exists: { explained($0) != nil }) { return failure }
    if isSetting(key) {
      return .usage("“\(shown)” is a setting.", suggestion: "Type \(slash)get \(key) or \(slash)set \(key) VALUE.")
    }
    if let (verb, place) = found(elsewhere: key), let place {
      let way = VerbLayer.Way(to: verb, of: place)
      return .usage(
        "“\(shown)” isn't available here.",
        suggestion: exact(way.command) == nil
          ? "Type \(slash)help \(key)."
          : isSingle
            ? way.single(verb)
            : way.line == place
              ? "Type \(slash)\(place) first." : "It works in \(way.place): type \(slash)\(way.line) first.")
    }
    if word.hasPrefix("!"), isSingle {
      return .usage("A shell runs programs itself.", suggestion: "Leave out howdah and the !.")
    }
    if word.hasPrefix("!") {
      return .usage("A program needs a line of its own.", suggestion: "Begin the line with the !.")
    }
    // What is on the screen is meant before an option of a command that may be refused here: keyword, keywords.
    if key.count > 2, let own = layers.first?.verbs.first(where: { $0.isListed && $0.name.hasPrefix(key) }) {
      return .usage("Unknown command “\(shown)”.", suggestion: "Did you mean \(slash)\(own.name)?")
    }
    if let option = option(named: key) {
      return .usage("“\(shown)” is an option.", suggestion: "Type \(slash)\(option.verb) \(option.text).")
    }
    // Where a server is asked for, its name alone is meant for it.
    if word.wholeMatch(of: /([\w-]+\.)+[\w-]{2,}(:\d+)?/) != nil, layers.first?.verb(named: "server") != nil {
      return .usage("Unknown command “\(shown)”.", suggestion: "Did you mean \(slash)server \(shown)?")
    }
    let suggestions = suggestions(for: word, others: true)
    return .usage(
      "Unknown command “\(shown)”.",
      suggestion: suggestions.isEmpty
        ? "Type \(slash)help for a list of commands."
        : "Did you mean \(suggestions.map { slash + $0 }.joined(separator: " or "))?"
    )
  }
}
