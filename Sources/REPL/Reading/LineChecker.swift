import FeatureKit
import TerminalKit

/// Reads commands as the prompt would, and runs nothing.
///
/// It has the catalogue as it was when the checker was made: while nothing runs, it stays the same.
@MainActor
struct LineChecker {
  private let line: Invocation
  private let catalog: VerbCatalog
  private let context: ArgumentContext
  /// The verbs by their names, those of screens that are not shown too.
  private let verbs: [String: Verb]
  private let grammars: [String: ArgumentGrammar]

  init(_ interpreter: Interpreter) {
    let line = Invocation(interpreter)
    self.line = line
    let catalog = line.catalog
    self.catalog = catalog
    let here = catalog.layers.flatMap(\.verbs)
    var verbs: [String: Verb] = [:]
    for verb in here {
      for name in [verb.name] + verb.aliases + verb.formerNames where verbs[name] == nil { verbs[name] = verb }
    }
    for verb in catalog.elsewhere.flatMap(\.verbs) where verb.isListed {
      for name in [verb.name] + verb.aliases where verbs[name] == nil { verbs[name] = verb }
    }
    self.verbs = verbs
    let names = verbs.mapValues(\.name)
    var context = Self.withoutScreen(line.context)
    context.command = { names[$0.lowercased()] }
    self.context = context
    grammars = verbs.mapValues(line.grammar)
  }

  /// The context without a screen, in which numbers, the last post, names and addresses are taken to exist.
  private static func withoutScreen(_ context: ArgumentContext) -> ArgumentContext {
    var context = context
    let kinds = ["status", "account", "notification", "draft", "tag", "list", "filter", "media"]
    let everything = kinds.map { Reference(kind: Reference.Kind(rawValue: $0), id: "1") }
    context.shown = { _ in everything }
    context.highestNumber = { 9 }
    context.resolve = { _, kind in Reference(kind: kind, id: "1") }
    context.translated = { $0 }
    context.last = { everything[0] }
    context.before = { everything[0] }
    context.named = { _, _ in }
    context.asksNobody = true
    return context
  }

  /// Reads a line.
  ///
  /// - Returns: whether the line opens a text, to which the next lines would belong.
  /// - Throws: what the line would be refused with.
  func check(line: String) async throws -> Bool {
    if line.allSatisfy(\.isWhitespace) || line.hasPrefix("!") { return false }
    let parsed = try CommandSyntax.commands(in: line.hasPrefix("/") ? String(line.dropFirst()) : line) { name in
      self.line.grammar(afterAlias: name, in: catalog) ?? grammars[key(name)] ?? catalog.verb(named: key(name)).map(
        self.line.grammar) ?? ArgumentGrammar()
    }
    var opensText = false
    if parsed.contains(where: \.isInBackground) { throw AppError.noBackground }
    for command in try parsed.flatMap({ try self.line.expanded($0, within: []) }) {
      opensText = try await check(command)
    }
    return opensText
  }

  /// Reads one command from the arguments of a shell.
  func check(words: [String]) async throws {
    guard let verb = words.first else { return }
    let arguments = ArgumentList(shellArguments: Array(words.dropFirst()))
    let command = Command(verb: verb, arguments: arguments, source: words.joined(separator: " "))
    for command in try line.expanded(command, within: []) { _ = try await check(command) }
  }

  private func key(_ name: String) -> String { Invocation.withoutSlash(name).lowercased() }

  /// Reads the arguments of a command as a line would now.
  ///
  /// - Throws: what they would be refused with.
  static func checkArguments(of command: Command, in line: Invocation) async throws {
    let name = Invocation.withoutSlash(command.verb)
    guard let verb = line.catalog.verb(named: name) else { throw line.catalog.unknown(Sanitizer.clean(name)) }
    let context = withoutScreen(line.context)
    try await checkArguments(of: verb, ArgumentReader(command.arguments, for: verb, context: context))
  }

  private static func checkArguments(of verb: Verb, _ reader: ArgumentReader) async throws {
    // What only a server knows is taken to exist.
    do { try await verb.check(reader) } catch is ArgumentUnknown {}
  }

  /// Returns whether the command opens a text.
  private func check(_ command: Command) async throws -> Bool {
    guard let verb = verbs[key(command.verb)] ?? catalog.verb(named: key(command.verb)) else {
      let name = Invocation.withoutSlash(command.verb)
      guard ReferenceSyntax.isBare(name) else { throw catalog.unknown(Sanitizer.clean(name)) }
      return false
    }
    let reader = try ArgumentReader(command.arguments, for: verb, context: context)
    if reader.flag(ProgramOption.help.rawValue) != nil { return false }
    let hasText = reader.peek() != nil
    try await Self.checkArguments(of: verb, reader)
    return verb.takesText && !hasText
  }
}
