public import TerminalKit

/// What parameters may ask of the screen and the app while they are read.
@MainActor
public struct ArgumentContext {
  /// What a number stands for, or `nil` if no such number is shown.
  public var shown: (Int) -> [Reference]?
  /// The highest number shown, 0 if there is none; asked for only when a number was typed, since it may be on disk.
  public var highestNumber: () -> Int
  /// Finds the thing behind a URL or an address such as `@rook` by asking the server.
  public var resolve: (_ address: String, _ kind: String) async throws -> Reference

  /// What `.` stands for: what was sent last, or else what was named last.
  public var last: () -> Reference? = { nil }
  /// Takes note of what was named.
  public var named: (Reference) -> Void = { _ in }
  /// What stands before a verb where plain lines are text, which is `/`; empty elsewhere.
  public var slash = ""
  /// The options that every verb takes here, such as `--json`.
  public var sharedOptions: [ParameterDescription] = []
  /// The options that stand only before a verb on the command line that starts the program.
  public var startOptions: [String] = []

  /// Makes a context.
  public init(
    highestNumber: @escaping () -> Int, shown: @escaping (Int) -> [Reference]?,
    resolve: @escaping (_ address: String, _ kind: String) async throws -> Reference
  ) {
    self.highestNumber = highestNumber
    self.shown = shown
    self.resolve = resolve
  }
}

/// Hands a verb's arguments to its parameters, one after the other, and insists that all are used.
///
/// Options (`--name value`, `--name=value`, `--name`) may stand anywhere, before the text, after it or within; every word
/// of the form `--name` is one, and an unknown one is refused. `--` ends them.
@MainActor
public final class ArgumentReader {
  /// What the parameters may ask.
  public let context: ArgumentContext
  /// The usage of the verb that is read, for error messages.
  public let usage: String
  private var words: ArraySlice<ArgumentList.Word>
  private var options: [String: [String]] = [:]

  /// Splits the options from the other words.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for an unknown option, one without its value, or one with two values.
  public init(_ arguments: ArgumentList, for verb: Verb, context: ArgumentContext) throws {
    self.context = context
    usage = context.slash + verb.briefUsage
    let grammar = ArgumentGrammar(verb.parameters, shared: context.sharedOptions)
    let refusal = OptionRefusal(verb: verb, grammar: grammar, context: context)
    var cursor = ArgumentCursor(grammar)
    var others: [ArgumentList.Word] = []
    var waiting: String?
    // Where a `--` stands within the text.
    var dash: (index: Int, isText: Bool)?
    for word in arguments.words {
      let role = cursor.role(of: word)
      switch role {
      case .option(let name, let value):
        guard let takesValue = grammar.options[name] else { throw refusal.unknown(name) }
        if !takesValue, value != nil {
          throw AppError.usage("--\(name) takes no value.", suggestion: Self.typed(usage))
        }
        if cursor.awaitsValue { waiting = name } else { options[name, default: []].append(value ?? "") }
      case .value:
        guard let name = waiting, !word.isOption, !word.isSeparator else { throw refusal.valueless(waiting) }
        options[name, default: []].append(word.text)
        waiting = nil
      case .separator: break
      case .object, .text:
        if let error = refusal.ofMistyped(word, hasEndedOptions: cursor.hasEndedOptions) { throw error }
        if case .text(isDash: true) = role {
          dash = (others.count, true)
        } else if let place = dash, word.isOption {
          // A dash within a sentence may not be meant to end the options: what looks like one could be either.
          if let error = refusal.afterDash(word) { throw error }
          if place.isText { others.remove(at: place.index) }
          dash = (place.index, false)
        }
        others.append(word)
      }
    }
    if cursor.awaitsValue { throw refusal.valueless(waiting) }
    for option in verb.parameters + context.sharedOptions where option.isFlag && !option.isRepeatable {
      // Which of two was meant cannot be told: `--visibility direct --visibility public` must not be public.
      guard Set(options[option.name] ?? []).count > 1 else { continue }
      throw AppError.usage("--\(option.name) is given twice.", suggestion: Self.typed(usage))
    }
    words = others[...]
  }

  /// The next word, or `nil` at the end.
  public func next() -> String? { words.popFirst()?.text }

  /// The next word, left where it is.
  public func peek() -> String? { words.first?.text }

  /// All that is left, as typed; a single quoted word without its quotes.
  public func text() -> String? {
    guard let first = words.first else { return nil }
    defer { words = [] }
    if words.count == 1 { return first.isQuoted ? first.text : first.source }
    return first.source + words.dropFirst().map { $0.gap + $0.source }.joined()
  }

  /// The value of an option, the empty string for one without a value, `nil` if it was not given.
  public func flag(_ name: String) -> String? { options[name]?.last }

  /// Every value that an option was given, in order.
  public func flags(_ name: String) -> [String] { options[name] ?? [] }

  /// Insists that every word was used.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` naming the first word that was not.
  public func finish() throws {
    guard let word = words.first else { return }
    throw AppError.usage(
      "Unexpected argument “\(Sanitizer.clean(word.text))”.", suggestion: Self.typed(usage))
  }

  /// The error for a missing or wrong argument.
  ///
  /// - Parameters:
  ///   - words: What is wrong with it.
  ///   - first: What to do about it, before how the verb is typed.
  public func refusal(_ words: String, first: String? = nil) -> AppError {
    .usage(words, suggestion: (first.map { $0 + " " } ?? "") + Self.typed(usage))
  }

  /// How a verb is typed.
  static func typed(_ usage: String) -> String { "Usage: \(usage)" }
}
