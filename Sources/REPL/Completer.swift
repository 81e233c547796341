public import EditLine
import FeatureKit

/// Completes commands: the verb's name first, then what its parameters allow.
@MainActor
public struct Completer {
  private let host: Host
  private let catalog: () -> [VerbLayer]

  /// Makes a completer for an interpreter's verbs.
  public init(_ interpreter: Interpreter) {
    host = interpreter.host
    catalog = { [weak interpreter] in interpreter?.catalog.layers ?? [] }
  }

  /// The candidates for the word at the cursor, an offset in characters.
  public func completion(of line: String, at cursor: Int) -> Completion {
    let head = line.prefix(cursor)
    let isWriting = host.screen().textInput != nil
    if isWriting, !head.hasPrefix("/") { return mention(in: head, at: cursor) }
    let command = head.dropFirst(head.hasPrefix("/") ? 1 : 0)
    let offset = cursor - command.count
    // Only the last command of the line is completed.
    let start = command.lastIndex(of: ";").map { command.index(after: $0) } ?? command.startIndex
    let current = command[start...]
    let words = current.split(whereSeparator: \.isWhitespace).map(String.init)
    let typed = current.last.map(\.isWhitespace) ?? true ? "" : words.last ?? ""
    let before = typed.isEmpty ? words : Array(words.dropLast())
    let range = (offset + command.count - typed.count)..<cursor
    let catalog = VerbCatalog(layers: catalog())
    guard let verb = before.first.flatMap(catalog.verb(named:)) else {
      guard before.isEmpty else { return .none }
      let verbs = catalog.all.filter { $0.name.hasPrefix(typed) }
      let aliases = verbs.isEmpty ? catalog.all.filter { $0.aliases.contains { $0.hasPrefix(typed) } } : []
      return Completion(
        replacing: range, with: (verbs + aliases).map { Completion.Candidate($0.name, summary: $0.help) })
    }
    if Self.isMention(typed) { return mentions(typed, replacing: range) }
    let candidates = arguments(of: verb, after: Array(before.dropFirst()), typed: typed)
    return Completion(
      replacing: range, with: candidates.filter { $0.hasPrefix(typed) }.map { Completion.Candidate($0) })
  }

  private func arguments(of verb: Verb, after words: [String], typed: String) -> [String] {
    let flags = verb.parameters.filter(\.isFlag)
    if let last = words.last, last.hasPrefix("--"),
      let flag = flags.first(where: { "--\($0.name)" == last }), case .flag(.some, let choices) = flag.form
    {
      return choices
    }
    if typed.hasPrefix("--") { return flags.map { "--\($0.name)" } }
    let own = verb.completions(words)
    if !own.isEmpty { return own }
    if verb.name == "help" { return ["all"] + VerbCatalog(layers: catalog()).all.map(\.name) }
    let positions = verb.parameters.filter { !$0.isFlag }
    let index = words.filter { !$0.hasPrefix("--") }.count
    guard index < positions.count else { return [] }
    if case .choice(let choices) = positions[index].form { return choices }
    return []
  }

  private func mention(in head: Substring, at cursor: Int) -> Completion {
    let word = head.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    guard Self.isMention(word), head.last?.isWhitespace == false else { return .none }
    return mentions(word, replacing: (cursor - word.count)..<cursor)
  }

  private static func isMention(_ word: String) -> Bool { word.hasPrefix("@") || word.hasPrefix("#") }

  private func mentions(_ word: String, replacing range: Range<Int>) -> Completion {
    Completion(replacing: range, with: host.mentions(word).map { Completion.Candidate($0) })
  }
}
