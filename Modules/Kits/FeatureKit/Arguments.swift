import FoundationEssentials
public import TerminalKit

/// The facts about the screen and the app that parsing parameters needs.
@MainActor
public struct ArgumentContext {
  /// Returns what a number stands for, or `nil` if no such number is shown.
  public var shown: (Int) -> [Reference]?
  /// Returns the highest number shown, or 0; called only when a number was typed, since the numbers may be on disk.
  public var highestNumber: () -> Int
  /// Asks the server what a URL or an address such as `@rook` refers to.
  public var resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference

  /// Returns what `.` stands for: what was sent or named last.
  public var last: () -> Reference?
  /// Returns what `-` stands for: what `.` stood for before.
  public var before: () -> Reference?
  /// Returns what the labels of live lines such as `a1` stand for.
  public var lines: () -> LiveLines
  /// Records what an argument names, and how it was typed.
  public var named: (Reference, _ word: String) -> Void
  /// Finds on the server of another account what a reference of the current one stands for.
  public var translated: (Reference) async throws -> Reference
  /// Returns whether what is listed now has its numbers in the next command: not so for single commands without a terminal.
  public var keepsNumbers: () -> Bool
  /// Whether arguments are read without running anything: nothing is asked of a server or of a vault for them.
  public var asksNobody = false
  /// Returns the time, and how it differs from UTC.
  public var layout: () -> Layout
  /// Is told how much of a list was read, while that takes more than one request.
  public var progress = ListProgress.none
  /// The line on which a long command reports progress.
  public var progressLine = ProgressLine.none
  /// The slash before a command while a text is written; empty otherwise.
  public var slash = ""
  /// The options that every command takes here, such as `--json`.
  public var sharedOptions: [ParameterDescription] = []
  /// The options of the command line that starts the program.
  public var startOptions: [String] = []

  /// Returns the name of the command that can be typed here and that a word stands for; `nil` if there is none.
  public var command: (_ word: String) -> String?
  /// Returns how the command's output is laid out.
  public var outputLayout: () -> Layout
  /// Returns whether a screen was shown in this run, with its items, and its JSON.
  public var screen: () -> (document: Document, json: JSONValue)?

  public init(
    highestNumber: @escaping () -> Int, shown: @escaping (Int) -> [Reference]?,
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
    last: @escaping () -> Reference?, before: @escaping () -> Reference?, lines: @escaping () -> LiveLines,
    named: @escaping (Reference, _ word: String) -> Void,
    translated: @escaping (Reference) async throws -> Reference, keepsNumbers: @escaping () -> Bool,
    layout: @escaping () -> Layout, command: @escaping (_ word: String) -> String?,
    outputLayout: @escaping () -> Layout, screen: @escaping () -> (document: Document, json: JSONValue)?
  ) {
    self.highestNumber = highestNumber
    self.shown = shown
    self.resolve = resolve
    self.last = last
    self.before = before
    self.lines = lines
    self.named = named
    self.translated = translated
    self.keepsNumbers = keepsNumbers
    self.layout = layout
    self.command = command
    self.outputLayout = outputLayout
    self.screen = screen
  }
}

/// Only the server knows whether an argument is valid, and it is not asked: see ``ArgumentContext/asksNobody``.
public struct ArgumentUnknown: Error {
  public init() {}
}

/// Passes a verb's arguments to its parameters, one after the other, and refuses arguments that are left over.
///
/// Options (`--name value`, `--name=value`, `--name`) may stand before, after or within the text; every word
/// of the form `--name` is one, and an unknown one is refused. `--` ends them.
@MainActor
public final class ArgumentReader {
  /// The facts that the parameters need.
  public let context: ArgumentContext
  /// The usage of the verb, for error messages.
  public let usage: String
  private var words: ArraySlice<ArgumentList.Word>
  private var options: [String: [String]] = [:]
  private let grammar: ArgumentGrammar
  /// The options whose values stand right before words, as they were meant if the words are part of the values: `--note "why not"`.
  private var meantValues: [String: String] = [:]

  /// Separates the options from the other words.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for an unknown option, one without its value, or one with two values.
  public init(_ arguments: ArgumentList, for verb: Verb, context: ArgumentContext) throws {
    self.context = context
    usage = context.slash + verb.briefUsage
    grammar = ArgumentGrammar(verb.parameters, shared: context.sharedOptions)
    let refusal = OptionRefusal(verb: verb, grammar: grammar, context: context)
    let shared = Set(context.sharedOptions.map(\.name)).subtracting(verb.parameters.filter(\.isFlag).map(\.name))
    var cursor = ArgumentCursor(grammar)
    var others: [ArgumentList.Word] = []
    var text: [ArgumentList.Word] = []
    var waiting: String?
    var given: (name: String, value: String)?
    // The option before the word, if it takes no value and has an opposite: `--exclusive` and `--no-exclusive`.
    var switched: String?
    // The index of a `--` within the text.
    var dash: (index: Int, isText: Bool)?
    for word in arguments.words {
      let role = cursor.role(of: word)
      if let name = switched, role == .object, let isOn = Self.isYes(word.text) {
        if !isOn { Self.turnOff(name, in: &options) }
        switched = nil
        continue
      }
      switched = nil
      switch role {
      case .option(let name, _) where grammar.passesOptions && !shared.contains(name): others.append(word)
      case .value where grammar.passesOptions && waiting == nil: others.append(word)
      case .option(let name, let value):
        guard let takesValue = grammar.options[name] else { throw refusal.unknown(name) }
        let hasOpposite = !takesValue && grammar.options["no-\(name)"] != nil
        if !takesValue, let value {
          guard hasOpposite, let isOn = Self.isYes(value) else {
            throw AppError.usage("--\(name) takes no value.", suggestion: Self.typed(usage))
          }
          options[name, default: []].append("")
          if !isOn { Self.turnOff(name, in: &options) }
          continue
        }
        if hasOpposite { switched = name }
        if cursor.awaitsValue { waiting = name } else { options[name, default: []].append(value ?? "") }
      case .value:
        guard let name = waiting, !word.isOption, !word.isSeparator else { throw refusal.valueless(waiting) }
        options[name, default: []].append(word.text)
        waiting = nil
        given = (name, word.text)
        continue
      case .separator: break
      case .object, .text:
        let hasEnded = cursor.hasEndedOptions
        if let error = refusal.ofMistyped(word, hasEndedOptions: hasEnded)
          ?? refusal.ofLetter(word, after: text, hasEndedOptions: hasEnded)
        {
          throw error
        }
        if role != .object { text.append(word) }
        if let given {
          meantValues[word.text] = "--\(given.name) \(Hint.Command.quoted("\(given.value) \(word.text)"))"
        }
        if case .text(isDash: true) = role {
          dash = (others.count, true)
        } else if let place = dash, word.isOption {
          // A dash in a sentence may not be meant to end the options, so that an option after it is ambiguous.
          if let error = refusal.afterDash(word) { throw error }
          if place.isText { others.remove(at: place.index) }
          dash = (place.index, false)
        }
        others.append(word)
      }
      given = nil
    }
    if cursor.awaitsValue, !grammar.passesOptions || waiting != nil { throw refusal.valueless(waiting) }
    for option in verb.parameters + context.sharedOptions where option.isFlag && !option.isRepeatable {
      // Neither value may win: `--visibility direct --visibility public` must not be public.
      guard Set(options[option.name] ?? []).count > 1 else { continue }
      throw AppError.usage("--\(option.name) is given twice.", suggestion: Self.typed(usage))
    }
    words = others[...]
  }

  /// The next word, or `nil` at the end.
  public func next() -> String? { words.popFirst()?.text }

  /// The next word without the quotes that it was typed in, which a word of a text keeps; `nil` at the end.
  public func nextUnquoted() -> String? {
    guard let word = next() else { return nil }
    guard word.utf8.count > 1, let quote = word.first, "\"'".contains(quote), word.last == quote else { return word }
    return String(word.dropFirst().dropLast())
  }

  /// The next word, without consuming it.
  public func peek() -> String? { words.first?.text }

  /// Whether neither words nor options of the verb are left.
  public var isEmpty: Bool { words.isEmpty && Set(options.keys).isSubset(of: context.sharedOptions.map(\.name)) }

  /// The rest as typed; a single quoted word without its quotes.
  public func text() -> String? {
    guard let first = words.first else { return nil }
    defer { words = [] }
    if words.count == 1 { return first.isQuoted ? first.text : first.source }
    return first.source + words.dropFirst().map { $0.gap + $0.source }.joined()
  }

  /// The words that are left, without their quotes and with the white space between them; `nil` if there are none.
  public func phrase() -> String? {
    guard let first = words.first else { return nil }
    defer { words = [] }
    return first.text + words.dropFirst().map { $0.gap + $0.text }.joined()
  }

  /// The rest exactly as typed, with all its quotes; `nil` if there is none.
  public func source() -> String? {
    guard let first = words.first else { return nil }
    defer { words = [] }
    return first.source + words.dropFirst().map { $0.gap + $0.source }.joined()
  }

  /// The value of an option: empty for one without a value, `nil` if it was not given.
  public func flag(_ name: String) -> String? { options[name]?.last }

  /// Whether a word after an option turns it on; `nil` for any other word.
  private static func isYes(_ word: String) -> Bool? { ["yes": true, "no": false][word.lowercased()] }

  /// Replaces the option that was just given with the one that turns it off.
  private static func turnOff(_ name: String, in options: inout [String: [String]]) {
    options[name]?.removeLast()
    if options[name]?.isEmpty == true { options[name] = nil }
    options["no-\(name)", default: []].append("")
  }

  /// All values given for an option, in order.
  public func flags(_ name: String) -> [String] { options[name] ?? [] }

  /// The option that a word was meant for, where its value needs quotes.
  func valueMeant(with word: String) -> String? { meantValues[word] }

  /// Whether the verb has an option of this name.
  func takesOption(_ name: String) -> Bool { grammar.options[name] != nil }

  /// Refuses words that are left over.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` naming the first of them.
  public func finish() throws {
    guard let word = words.first else { return }
    throw AppError.usage(
      "Unexpected argument “\(Sanitizer.clean(word.text))”.", suggestion: advice(onUnexpected: word.text))
  }

  /// The suggestion for a word that has a meaning elsewhere: in a shell, or in another program's options.
  private func advice(onUnexpected word: String) -> String {
    let count = words.lazy.map(\.text).first { $0 != "-n" }.flatMap { Int($0) }
    switch word {
    case "#": return "A comment needs a line of its own."
    case "&": return "Put the & at the end of the line: it runs the last command in the background."
    case "&&", "||": return "A semicolon separates commands; the first that fails ends the line."
    case _ where takesOption("limit") && (1...1000).contains(count ?? 0):
      return "To show \(count ?? 1): --limit \(count ?? 1)."
    case _ where context.command(word) == word.lowercased():
      return "\(word.lowercased()) is a command: type it alone, or after a semicolon."
    default: return Self.typed(usage)
    }
  }

  /// Returns the error for a missing or wrong argument.
  ///
  /// - Parameter first: The suggestion, before the usage.
  public func refusal(_ message: String, first: String? = nil) -> AppError {
    .usage(message, suggestion: (first.map { $0 + " " } ?? "") + Self.typed(usage))
  }

  /// The command of which the verb and a word are the halves, as in `follow requests`; `nil` if there is none.
  func joined(with word: String) -> String? {
    context.command("\(usage.prefix { $0 != " " }.drop { $0 == "/" })-\(word)").map { context.slash + $0 }
  }

  /// The command that a line in ordinary words means, as it is typed: `reply to 3`, `fav the second`, `show notifications`.
  ///
  /// - Parameter word: The word in the place of a number, read or not.
  public func meant(by word: String) -> String? {
    let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    func number(_ word: String) -> Int? {
      let word = word.drop { $0 == "#" }.lowercased()
      let digits = word.prefix(while: \.isNumber)
      let isNumber = ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
      let number = (isNumber ? Int(digits) : nil) ?? ordinals.firstIndex(of: word).map { $0 + 1 }
      // Where nothing has a number yet, any may be meant.
      let highest = context.highestNumber() > 0 ? context.highestNumber() : 9999
      return number.flatMap { $0 > 0 && $0 <= highest ? $0 : nil }
    }
    let name = usage.prefix { $0 != " " }
    let fillers = ["to", "the", "a", "my", "this", "that", "post", "toot", "status", "message", "number", "no", "on"]
    let typed = [word] + (words.first?.text == word ? words.dropFirst() : words).map(\.text)
    let telling = typed.first { !fillers.contains($0.lowercased()) }
    if let number = telling.flatMap(number) { return "\(name) \(number)" }
    let isLast = telling.map { ["last", "latest", "newest"].contains($0.lowercased()) } ?? false
    if isLast, context.last() != nil { return "\(name) ." }
    // In `copy link`, the number is missing before a word that the command takes.
    let isOwn = usage.split { " []|".contains($0) }.contains(Substring(word.lowercased()))
    if isOwn || fillers.contains(word.lowercased()) { return nil }
    // `delete list Boats`
    let turned = context.command("\(word) \(name.drop { $0 == "/" })")
    guard let command = turned ?? context.command(word), context.slash + command != name else { return nil }
    return context.slash + command
  }

  /// The suggestion that shows a usage.
  static func typed(_ usage: String) -> String { "Usage: \(usage)" }
}
