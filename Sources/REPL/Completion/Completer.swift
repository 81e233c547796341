public import EditLine
import FeatureKit
import TerminalKit

/// Completes commands: the verb's name first, then what its parameters allow.
///
/// It waits for nothing: what is not known yet is not offered.
@MainActor
public struct Completer {
  let host: any Host
  /// Reads what is typed as the next line will be read.
  private let reader: () -> Invocation?

  public init(_ interpreter: Interpreter) {
    host = interpreter.host
    reader = { [weak interpreter] in interpreter.map(Invocation.init) }
  }

  var catalog: VerbCatalog { reader()?.catalog ?? VerbCatalog(layers: [], help: { [host] in host.helpTables }) }

  /// The candidates for the word at the cursor, an offset in characters.
  public func completion(of line: String, at cursor: Int) -> Completion {
    let head = line.prefix(cursor)
    let isWriting = host.screen.textInput != nil
    if isWriting, !head.hasPrefix("/") {
      let word = head.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
      guard head.last?.isWhitespace == false else { return .none }
      return Completion(replacing: (cursor - word.count)..<cursor, with: words(word))
    }
    let catalog = catalog
    var typed = TypedWord(at: head) { name in
      reader()?.grammar(afterAlias: name, in: catalog) ?? catalog.verb(named: Self.name(name)).map(grammar)
    }
    guard let name = typed.before.first else {
      // An account or a hashtag alone is opened.
      if let sign = typed.text.first, "@#".contains(sign) {
        return Completion(replacing: typed.start..<cursor, with: words(typed.text))
      }
      // Outside of a text, a slash before a command has no meaning; it stays.
      let slash = typed.text.hasPrefix("/") ? 1 : 0
      return Completion(
        replacing: (typed.start + slash)..<cursor, with: verbs(String(typed.text.dropFirst(slash)), in: catalog))
    }
    // After an alias goes what its command takes.
    let begun = reader()?.commandBegun(by: name, in: catalog)
    if let begun { typed.before.replaceSubrange(..<1, with: [begun.verb] + begun.arguments.words.map(\.text)) }
    guard let verb = catalog.verb(named: Self.name(begun?.verb ?? name)) else { return .none }
    return Completion(replacing: typed.start..<cursor, with: arguments(of: verb, typed))
  }

  /// A verb's name as it is looked up: without the slash, in lower case.
  private static func name(_ typed: String) -> String {
    (typed.hasPrefix("/") ? String(typed.dropFirst()) : typed).lowercased()
  }

  // MARK: - Verbs

  private func verbs(_ typed: String, in catalog: VerbCatalog) -> [Completion.Candidate] {
    // All verbs would fill the screen: those of the screen are offered, by name alone.
    if typed.isEmpty {
      let own = catalog.layers.first { layer in layer.verbs.contains(where: \.isListed) }
      return own?.verbs.filter(\.isListed).map { Completion.Candidate($0.name) } ?? []
    }
    let beginning = typed.lowercased()
    let verbs = catalog.all.filter { $0.name.hasPrefix(beginning) }
    let aliases =
      verbs.isEmpty ? catalog.all.filter { $0.aliases.contains { $0.hasPrefix(beginning) } } : []
    return (verbs + aliases).map { Completion.Candidate($0.name, summary: $0.help) }
  }

  // MARK: - Arguments

  private func arguments(of verb: Verb, _ typed: TypedWord) -> [Completion.Candidate] {
    let (expected, start) = expected(of: verb, typed, shared: reader()?.sharedOptions ?? [])
    let begun = String(typed.text.dropFirst(start.count))
    switch expected {
    case .value(let parameter):
      return Self.prefixed(start[...], value(of: parameter, begun, isQuoted: typed.isQuoted))
    case .options(let own, let shared):
      let matching = Self.matching(begun, own)
      // The options that every command has are offered once one was begun.
      guard !matching.isEmpty || begun.count <= 2 else { return Self.matching(begun, shared) }
      return matching.map { candidate in
        let flag = verb.parameters.first { "--\($0.name)" == candidate.text }
        return Completion.Candidate(candidate.text, summary: flag.flatMap(Self.summary))
      }
    case .words(let words):
      let matching = Self.matching(begun, words)
      guard verb.name == "help" else { return matching.map { $0.quoted(always: typed.isQuoted) } }
      let texts = helpTexts
      return matching.map { Completion.Candidate($0.text, summary: texts[$0.text]) }
    case .names: return self.words(begun)
    case .nothing: return []
    }
  }

  /// The texts of `help`: each command and each topic in a line.
  var helpTexts: [String: String] {
    Dictionary(
      catalog.all.map { ($0.name, $0.help) } + Manual.topics.map { ($0.name, "Topic: \($0.summary)") }
    ) { first, _ in first }
  }

  /// The value of an option: its choices, or the name of its value.
  private static func summary(of flag: ParameterDescription) -> String? {
    guard case .flag(let value?, let choices) = flag.form else { return nil }
    return choices.isEmpty ? value : choices.joined(separator: ", ")
  }

  /// The kinds of words that can be completed at the cursor.
  enum Expected {
    case value(ParameterDescription)
    /// An option of the command, or of the program.
    case options(own: [String], shared: [String])
    case words([String])
    /// A mention, a hashtag or an emoji.
    case names
    /// Anything, or nothing.
    case nothing
  }

  /// The kind of the word at the cursor, and the text that comes before it: `--visibility=`.
  ///
  /// - Parameter shared: The program's options that may stand here.
  func expected(
    of verb: Verb, _ typed: TypedWord, shared: [ParameterDescription]
  ) -> (Expected, start: String) {
    let own = verb.parameters.filter(\.isFlag)
    let flags = own + shared.filter { option in !own.contains { $0.name == option.name } }
    var cursor = ArgumentCursor(ArgumentGrammar(verb.parameters, shared: shared))
    var objects = 0
    var option: String?
    for word in typed.before.dropFirst() {
      switch cursor.role(of: ArgumentList.Word(word)) {
      case .option(let name, _): option = name
      case .object: objects += 1
      case .value, .separator, .text: continue
      }
    }
    if cursor.awaitsValue, let flag = flags.first(where: { $0.name == option }) { return (.value(flag), "") }
    if typed.text.hasPrefix("--"), !cursor.hasEndedOptions {
      if let equals = typed.text.firstIndex(of: "="),
        let flag = flags.first(where: { "--\($0.name)" == typed.text[..<equals] })
      {
        return (.value(flag), String(typed.text[...equals]))
      }
      return (.options(own: own.map { "--\($0.name)" }, shared: flags.dropFirst(own.count).map { "--\($0.name)" }), "")
    }
    if let first = typed.text.first, "@#:".contains(first) { return (.names, "") }
    if cursor.isWithinText { return (.nothing, "") }
    let completions = verb.completions(Array(typed.before.dropFirst()))
    if !completions.isEmpty { return (.words(completions), "") }
    if verb.name == "help" {
      let commands = catalog.all.map(\.name)
      return (.words(["all", "language"] + Manual.topics.map(\.name).filter { !commands.contains($0) } + commands), "")
    }
    let positions = verb.parameters.filter { !$0.isFlag }
    guard let last = positions.last else { return (.nothing, "") }
    if objects < positions.count { return (.value(positions[objects]), "") }
    // Several references can be given.
    guard case .reference(_, many: true) = last.form else { return (.nothing, "") }
    return (.value(last), "")
  }

  func value(of parameter: ParameterDescription, _ typed: String, isQuoted: Bool) -> [Completion.Candidate] {
    switch parameter.form {
    case .flag where parameter.name == ProgramOption.as.rawValue: accounts(typed)
    case .choice(let choices): Self.matching(typed, choices)
    case .reference(let kinds, _): numbers(typed, kinds: kinds)
    case .flag(let value, let choices):
      choices.isEmpty ? named(value ?? "", typed, isQuoted: isQuoted) : Self.listed(typed, choices)
    case .word, .phrase, .text: named(parameter.name, typed, isQuoted: isQuoted)
    case .integer, .line: []
    }
  }

  /// The kind that the name of a value tells.
  private func named(_ name: String, _ typed: String, isQuoted: Bool) -> [Completion.Candidate] {
    switch name {
    case let name where Self.namesPath(name):
      // A folder that cannot be read completes nothing.
      PathCompletion { (try? host.userFiles.entries($0)) ?? [] }.candidates(for: typed, isQuoted: isQuoted)
    case "HOST", "SERVER": Self.matching(typed, host.hosts)
    case "ACCOUNT", "user@host": Self.matching(typed, host.accountNames)
    default: []
    }
  }

  /// Whether a value of this name is the path of a file.
  static func namesPath(_ name: String) -> Bool { ["FILE", "PATH", "FOLDER"].contains(name) }

  /// The numbers on the screen and the labels of live lines that stand for one of these kinds, with what they show.
  private func numbers(_ typed: String, kinds: [Reference.Kind]) -> [Completion.Candidate] {
    guard let line = reader() else { return [] }
    let numbers = line.numbers
    let shown = (1...max(1, numbers.highest)).filter { number in
      "\(number)".hasPrefix(typed) && numbers[number]?.contains { kinds.contains($0.kind) } == true
    }
    // An empty word lists the screen; the labels are offered once one was begun.
    let labels =
      typed.isEmpty
      ? [] : host.notes.lines.labels(of: kinds).map(\.text).filter { $0.hasPrefix(typed.lowercased()) }
    return shown.map { Completion.Candidate("\($0)", summary: line.summaries[$0]) }
      + labels.prefix(10).map { Completion.Candidate($0) }
  }

  /// Choices, also after those that a comma ends; each only once.
  private static func listed(_ typed: String, _ choices: [String]) -> [Completion.Candidate] {
    guard let comma = typed.lastIndex(of: ",") else { return matching(typed, choices) }
    let before = typed[...comma].split(separator: ",").map { $0.lowercased() }
    let others = choices.filter { !before.contains($0.lowercased()) }
    return prefixed(typed[...comma], matching(String(typed[typed.index(after: comma)...]), others))
  }

  /// The same candidates after what was typed before them.
  static func prefixed(_ start: Substring, _ candidates: [Completion.Candidate]) -> [Completion.Candidate] {
    candidates.map {
      Completion.Candidate(start + $0.text, summary: $0.summary, label: $0.label, isComplete: $0.isComplete)
    }
  }

  static func matching(_ typed: String, _ words: [String]) -> [Completion.Candidate] {
    let beginning = typed.lowercased()
    return words.filter { $0.lowercased().hasPrefix(beginning) }.map { Completion.Candidate($0) }
  }

  private func grammar(of verb: Verb) -> ArgumentGrammar {
    reader()?.grammar(of: verb) ?? ArgumentGrammar(verb.parameters)
  }

  /// The signed-in accounts other than the current one.
  private func accounts(_ typed: String) -> [Completion.Candidate] {
    Self.matching(
      typed.hasPrefix("@") ? typed : "@\(typed)",
      host.accountNames.filter { $0 != host.account }.map { "@\($0)" })
  }

  // MARK: - Words

  /// Mentions, hashtags and emoji: those that the app knows first, then those that were on a screen, then Unicode's emoji.
  func words(_ typed: String) -> [Completion.Candidate] {
    guard let sign = typed.first, "@#:".contains(sign) else { return [] }
    var seen: Set<String> = []
    let known = host.mentions(beginning: typed) + (reader()?.state.seen.beginning(with: typed) ?? [])
    return known.filter { seen.insert($0.lowercased()).inserted }.map { Completion.Candidate($0) }
      + EmojiNames.matching(typed).map { Completion.Candidate($0.emoji, summary: $0.name) }
  }
}
