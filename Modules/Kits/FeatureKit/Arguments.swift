public import TerminalKit

/// What was typed behind a verb: its words, and the raw line they came from.
public struct ArgumentList: Hashable, Sendable {
  /// One word and where its raw form starts.
  public struct Word: Hashable, Sendable {
    /// The word without its quotes.
    public var text: String
    /// Whether it was quoted, so that it is never taken for a flag.
    public var isQuoted: Bool
    /// The line from this word on, as typed; `nil` when the words came one by one from a command line.
    public var rest: String?

    /// Makes a word.
    public init(_ text: String, isQuoted: Bool = false, rest: String? = nil) {
      self.text = text
      self.isQuoted = isQuoted
      self.rest = rest
    }
  }

  /// The words in order.
  public var words: [Word]

  /// Makes a list of words.
  public init(_ words: [Word] = []) { self.words = words }
}

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
/// Flags (`--name value`, `--name=value`, `--name`) may stand anywhere before a text parameter's text; behind that
/// everything is text. `--` ends the flags.
@MainActor
public final class ArgumentReader {
  /// What the parameters may ask.
  public let context: ArgumentContext
  /// The usage of the verb that is read, for error messages.
  public let usage: String
  private var words: ArraySlice<ArgumentList.Word>
  private var flags: [String: [String]] = [:]

  /// Splits the flags that `verb` knows from the other words.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for an unknown flag or a flag without its value.
  public init(_ arguments: ArgumentList, for verb: Verb, context: ArgumentContext) throws {
    self.context = context
    usage = context.slash + verb.usage
    words = []
    let known = verb.parameters.filter(\.isFlag)
    let leading = verb.parameters.filter { !$0.isFlag && !$0.isText }.count
    var positional: [ArgumentList.Word] = []
    var remaining = arguments.words[...]
    var takesFlags = true
    while let word = remaining.popFirst() {
      if verb.takesText, positional.count >= leading, !(takesFlags && isFlag(word)) {
        positional.append(word)
        positional += remaining
        break
      }
      guard takesFlags, isFlag(word) else {
        positional.append(word)
        continue
      }
      if word.text == "--" {
        takesFlags = false
        continue
      }
      let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let flag = known.first(where: { $0.name == name }) else {
        if verb.takesText, positional.count >= leading {
          // A dash at the start of prose is prose.
          positional.append(word)
          positional += remaining
          break
        }
        throw AppError.usage(
          "\(verb.name) has no option --\(Sanitizer.clean(name)).", suggestion: Self.typed(usage))
      }
      if flag.takesValue {
        let value = parts.count == 2 ? String(parts[1]) : remaining.popFirst()?.text
        guard let value else {
          throw AppError.usage("--\(name) needs a value.", suggestion: Self.typed(usage))
        }
        flags[name, default: []].append(value)
      } else {
        flags[name, default: []].append("")
      }
    }
    words = positional[...]
  }

  private func isFlag(_ word: ArgumentList.Word) -> Bool { !word.isQuoted && word.text.hasPrefix("--") }

  /// The next word, or `nil` at the end.
  public func next() -> String? { words.popFirst()?.text }

  /// The next word, left where it is.
  public func peek() -> String? { words.first?.text }

  /// All that is left, as typed; a single quoted word without its quotes.
  public func text() -> String? {
    guard let first = words.first else { return nil }
    defer { words = [] }
    if words.count == 1 { return first.text }
    return first.rest ?? words.map(\.text).joined(separator: " ")
  }

  /// The value of a flag, the empty string for one without a value, `nil` if it was not given.
  public func flag(_ name: String) -> String? { flags[name]?.last }

  /// Every value that a flag was given, in order.
  public func flags(_ name: String) -> [String] { flags[name] ?? [] }

  /// Insists that every word was used.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` naming the first word that was not.
  public func finish() throws {
    guard let word = words.first else { return }
    throw AppError.usage(
      "“\(Sanitizer.clean(word.text))” is more than this verb takes.", suggestion: Self.typed(usage))
  }

  /// The error for a missing or wrong argument.
  ///
  /// - Parameters:
  ///   - words: What is wrong with it.
  ///   - first: What to do about it, before how the verb is typed.
  public func refusal(_ words: String, first: String? = nil) -> AppError {
    .usage(words, suggestion: (first.map { $0 + " " } ?? "") + Self.typed(usage))
  }

  /// How a verb is typed, as a sentence; where several things may follow, the dots end it.
  private static func typed(_ usage: String) -> String {
    "It is typed: \(usage)\(usage.hasSuffix("…") ? "" : ".")"
  }
}
