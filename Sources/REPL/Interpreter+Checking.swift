import FeatureKit
import TerminalKit

/// Commands that are read and not run.
extension Interpreter {
  /// Reads a line as the prompt would, and runs nothing.
  ///
  /// What only a screen or the server knows is taken to exist: numbers, the last post, names and addresses.
  ///
  /// - Returns: whether the line opens a text, to which the next lines would belong.
  /// - Throws: what the line would be refused with.
  func check(line: String) async throws -> Bool {
    if line.allSatisfy(\.isWhitespace) { return false }
    if line.hasPrefix("!") { return false }
    let checker = LineChecker(self)
    var opensText = false
    for command in try commands(in: line.hasPrefix("/") ? String(line.dropFirst()) : line) {
      opensText = try await checker.check(command)
    }
    return opensText
  }

  /// Reads one command from the arguments of a shell, and runs nothing.
  func check(words: [String]) async throws {
    guard let verb = words.first else { return }
    let command = Command(
      verb: verb, arguments: ArgumentList(shellArguments: words.dropFirst()), source: words.joined(separator: " "))
    let checker = LineChecker(self)
    for command in try expanded(command, within: []) { _ = try await checker.check(command) }
  }
}

/// Reads commands with the catalogue as it is now.
@MainActor
private struct LineChecker {
  /// It stays as it is while nothing runs.
  private let catalog: VerbCatalog
  private let context: ArgumentContext

  init(_ interpreter: Interpreter) {
    catalog = interpreter.catalog
    var context = interpreter.context
    let kinds = ["status", "account", "notification", "draft", "tag", "list", "filter", "media"]
    let everything = kinds.map { Reference(kind: Reference.Kind(rawValue: $0), id: "1") }
    context.shown = { _ in everything }
    context.highestNumber = { 9999 }
    context.resolve = { _, kind in Reference(kind: kind, id: "1") }
    context.translated = { $0 }
    context.last = { everything[0] }
    context.before = { everything[0] }
    context.named = { _, _ in }
    self.context = context
  }

  /// Returns whether the command opens a text.
  func check(_ command: Command) async throws -> Bool {
    let isHelp = command.arguments.words.contains { $0.text == "--help" && !$0.isQuoted }
    let name = Interpreter.withoutSlash(command.verb)
    // The screen that has the verb may be open by then.
    guard let verb = catalog.verb(named: name, synonyms: false) ?? catalog.explained(name)?.verb else {
      guard ReferenceSyntax.isBare(name) else { throw catalog.unknown(Sanitizer.clean(name)) }
      return false
    }
    let reader = try ArgumentReader(command.arguments, for: verb, context: context)
    if isHelp { return false }
    let hasText = reader.peek() != nil
    try await verb.check(reader)
    return verb.takesText && !hasText
  }
}
