import FeatureKit

/// Finds what is what in a line while it is typed: commands, options, references, and quotes that are open.
///
/// It holds what the catalogue said when it was made, so any thread may use it.
public struct CommandHighlighter: Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    case command, unknownCommand, option, unknownOption, reference, mention, hashtag, link, openQuote
  }

  /// A passage, in Unicode scalars of the line.
  public struct Part: Equatable, Sendable {
    public var kind: Kind
    public var range: Range<Int>
  }

  /// The facts about a command's arguments.
  private struct Shape {
    var parameters: [ParameterDescription]
    var grammar: ArgumentGrammar
    /// Whether any words can follow, as for an alias.
    var isOpen: Bool
  }

  private let parameters: [String: [ParameterDescription]]
  private let aliases: [String: ArgumentGrammar]
  private let shared: [ParameterDescription]

  /// Creates a highlighter of the commands that can be typed.
  @MainActor
  ///
  /// - Parameter aliases: The names of the user's aliases, with how the words after each are read.
  init(_ catalog: VerbCatalog, aliases: [String: ArgumentGrammar], shared: [ParameterDescription]) {
    var parameters: [String: [ParameterDescription]] = [:]
    for layer in catalog.layers {
      let layerVerbs = layer.verbs
      for verb in layerVerbs {
        for name in [verb.name] + verb.aliases where parameters[name] == nil { parameters[name] = verb.parameters }
      }
      for verb in layerVerbs {
        for name in verb.formerNames where parameters[name] == nil { parameters[name] = verb.parameters }
      }
    }
    self.parameters = parameters
    self.aliases = aliases
    self.shared = shared
  }

  private func shape(of name: String) -> Shape? {
    let key = Self.withoutSlash(name).lowercased()
    guard let found = parameters[key] ?? Synonym.commandWithArguments(for: key).flatMap({ parameters[$0] }) else {
      return nil
    }
    return Shape(
      parameters: found, grammar: aliases[key] ?? ArgumentGrammar(found, shared: shared), isOpen: aliases[key] != nil)
  }

  private static func withoutSlash(_ name: String) -> String { name.hasPrefix("/") ? String(name.dropFirst()) : name }

  /// Whether a quotation mark is open, so that the line goes on in the next row.
  public func isIncomplete(_ line: String) -> Bool { parts(of: line).last?.kind == .openQuote }

  /// The passages of a line, in order.
  public func parts(of line: String) -> [Part] {
    // The rest is for a shell.
    if line.hasPrefix("!") { return [] }
    var scan = Scan(line)
    while scan.nextCommand() {
      guard let verb = scan.verb() else { break }
      let shape = shape(of: verb.text)
      if let kind = kind(of: verb, isKnown: shape != nil, isLast: scan.isAtEnd) { scan.add(kind, verb.source) }
      scan.skip(verb.source)
      let grammar = shape?.grammar ?? ArgumentGrammar()
      guard let words = scan.arguments(grammar) else { break }
      add(words, of: shape, to: &scan)
      guard scan.endCommand() else { break }
    }
    return scan.parts
  }

  private func kind(of verb: ArgumentList.Word, isKnown: Bool, isLast: Bool) -> Kind? {
    if isKnown { return .command }
    if let sign = Self.sign(of: verb.text) { return sign }
    if ReferenceSyntax.numbers(verb.text) != nil || ReferenceSyntax.quoting(verb.text) != nil { return .reference }
    let key = Self.withoutSlash(verb.text).lowercased()
    // Nothing is wrong with a word before it is typed.
    if isLast, parameters.keys.contains(where: { $0.hasPrefix(key) }) { return nil }
    return Self.mayBeReference(key) ? nil : .unknownCommand
  }

  /// Whether it may stand for something by itself: `.`, `-`, `a1`, `n2`.
  private static func mayBeReference(_ word: String) -> Bool {
    !word.contains { $0.isLetter } || (word.count > 1 && word.dropFirst().allSatisfy(\.isNumber))
  }

  private func add(_ words: [ArgumentList.Word], of shape: Shape?, to scan: inout Scan) {
    var cursor = ArgumentCursor(shape?.grammar ?? ArgumentGrammar())
    let positions = shape?.parameters.filter { !$0.isFlag } ?? []
    var objects = 0
    var isFirstOfText = true
    for (index, word) in words.enumerated() {
      scan.skip(word.gap)
      let isLine = cursor.isAtLine
      let role = cursor.role(of: word)
      let isLast = index == words.count - 1 && scan.isAtEnd
      switch role {
      case .option(let name, _):
        if let shape, !shape.isOpen, let kind = Self.kind(ofOption: name, shape.grammar, isLast: isLast) {
          scan.add(kind, word.source.prefix { $0 != "=" })
        }
      case .object:
        let parameter = objects < positions.count ? positions[objects] : positions.last
        objects += 1
        if let sign = Self.sign(of: word.text) {
          scan.add(sign, word.source)
        } else if case .reference? = parameter?.form {
          scan.add(.reference, word.source)
        }
      case .text:
        if isFirstOfText, !isLine, !word.isQuoted, word.source.hasPrefix("\"") { return scan.addOpenQuote() }
        isFirstOfText = false
        if !word.isQuoted, let sign = Self.sign(of: word.text) { scan.add(sign, word.source) }
      case .value, .separator: break
      }
      scan.skip(word.source)
    }
  }

  private static func kind(ofOption name: String, _ grammar: ArgumentGrammar, isLast: Bool) -> Kind? {
    if grammar.options[name] != nil || grammar.passesOptions { return .option }
    return isLast && grammar.options.keys.contains { $0.hasPrefix(name) } ? nil : .unknownOption
  }

  private static func sign(of word: String) -> Kind? {
    if word.hasPrefix("https://") || word.hasPrefix("http://") { return .link }
    guard word.count > 1 else { return nil }
    return word.hasPrefix("@") ? .mention : word.hasPrefix("#") ? .hashtag : nil
  }
}

/// The way through a line, and what was found.
private struct Scan {
  private(set) var parts: [CommandHighlighter.Part] = []
  private var lexer: CommandLexer
  /// The number of scalars before the place that was reached.
  private var place = 0
  private let count: Int

  init(_ line: String) {
    lexer = CommandLexer(line)
    count = line.unicodeScalars.count
  }

  var isAtEnd: Bool { lexer.isAtEnd }

  private var read: Int { count - lexer.rest.unicodeScalars.count }

  /// Goes to the next command; false if there is none.
  mutating func nextCommand() -> Bool {
    lexer.skipSeparators()
    place = read
    return !lexer.isAtEnd
  }

  /// The command's name; nil within an open quote.
  mutating func verb() -> ArgumentList.Word? {
    do { return try lexer.word() } catch {
      addOpenQuote()
      return nil
    }
  }

  /// The words of a command; nil if a quotation mark is open.
  mutating func arguments(_ grammar: ArgumentGrammar) -> [ArgumentList.Word]? {
    let start = lexer.rest
    do { return try lexer.arguments(grammar) } catch {
      guard error == .unclosedQuote else { return nil }
      place += Self.openQuote(in: start)
      addOpenQuote()
      return nil
    }
  }

  /// Reads where the output goes; false if the rest of the line cannot be read.
  mutating func endCommand() -> Bool {
    let before = lexer.rest.endIndex == lexer.rest.startIndex ? nil : lexer.rest.startIndex
    do { _ = try lexer.redirection() } catch {
      if error == .unclosedQuote { addOpenQuote() }
      return false
    }
    guard let before, lexer.rest.startIndex == before, let next = lexer.rest.first else { return true }
    return next == ";" || next.isWhitespace
  }

  mutating func skip(_ text: some StringProtocol) { place += text.unicodeScalars.count }

  mutating func add(_ kind: CommandHighlighter.Kind, _ source: some StringProtocol) {
    parts.append(.init(kind: kind, range: place..<place + source.unicodeScalars.count))
  }

  /// Everything from here on is in the quote.
  mutating func addOpenQuote() {
    if place < count { parts.append(.init(kind: .openQuote, range: place..<count)) }
  }

  /// The number of scalars before the quotation mark that is not closed.
  private static func openQuote(in text: Substring) -> Int {
    var opening: Int?
    var isEscaped = false
    var previous: Unicode.Scalar = " "
    for (index, scalar) in text.unicodeScalars.enumerated() {
      defer { previous = scalar }
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        if opening != nil {
          opening = nil
        } else if previous.properties.isWhitespace || previous == "=" {
          opening = index
        }
      }
    }
    return opening ?? 0
  }
}
