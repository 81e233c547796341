/// The grammar of a verb's arguments: its options, which of them take values, and where the text begins.
///
/// Lexer, parser and completion share it. Commands have the form `COMMAND [OBJECT…] [OPTIONS] [TEXT]`, where
/// options may stand anywhere and `--` ends them.
public struct ArgumentGrammar: Hashable, Sendable {
  /// The names of the options, and whether each takes a value.
  public var options: [String: Bool]
  /// The options that have a letter: `e` for `editor`.
  public var letters: [Character: String] = [:]
  /// The number of words before the text.
  public var leading: Int
  /// Whether a text follows those words.
  public var takesText: Bool
  /// Whether that text is the rest of the line as typed: nothing in it is an option, and a semicolon does not end it.
  public var takesLine: Bool
  /// Whether options that are not the program's are passed on to another program.
  public var passesOptions = false

  /// Other spellings of options, for a command that has no option of that very name.
  private static let spellings = ["lang": "language", "languages": "language"]

  /// The name of the option that a word stands for: itself, unless it is another spelling of one.
  func option(named word: String) -> String {
    guard options[word] == nil, let name = Self.spellings[word], options[name] != nil else { return word }
    return name
  }

  var otherSpellings: [String] { Self.spellings.keys.filter { option(named: $0) != $0 } }

  public init(
    options: [String: Bool] = [:], leading: Int = 0, takesText: Bool = false, takesLine: Bool = false
  ) {
    self.options = options
    self.leading = leading
    self.takesText = takesText
    self.takesLine = takesLine
  }

  /// Creates the grammar of parameters and shared options; a verb's own option hides a shared one.
  public init(_ parameters: [ParameterDescription], shared: [ParameterDescription] = []) {
    let flags = shared.filter(\.isFlag) + parameters.filter(\.isFlag)
    self.init(
      options: Dictionary(flags.map { ($0.name, $0.takesValue) }) { _, last in last },
      leading: parameters.filter { !$0.isFlag && !$0.isText }.count, takesText: parameters.contains(where: \.isText),
      takesLine: parameters.contains { $0.form == .line })
    passesOptions = parameters.contains(where: \.passesOptions)
    for flag in flags { if let letter = flag.short { letters[letter] = flag.name } }
  }
}

/// Classifies the words after a verb, one after the other.
public struct ArgumentCursor {
  public enum Role: Hashable, Sendable {
    /// An option, with the value after `=`.
    case option(String, value: String?)
    /// The value of the option before it.
    case value
    /// The `--` that ends the options.
    case separator
    /// One of the words before the text.
    case object
    /// Part of the text; `isDash` is true for a `--` within it, which also ends the options.
    case text(isDash: Bool)
  }

  private let grammar: ArgumentGrammar
  private var objects = 0
  /// Whether the next word is the value of the last one.
  public private(set) var awaitsValue = false
  /// Whether no option can follow.
  public private(set) var hasEndedOptions = false
  /// Whether the text has begun.
  public private(set) var isWithinText = false

  /// Creates a cursor for the first word after the verb.
  public init(_ grammar: ArgumentGrammar) { self.grammar = grammar }

  /// Whether the next word is part of the text, unless it is an option.
  public var isAtText: Bool { grammar.takesText && objects >= grammar.leading && !awaitsValue }

  /// Whether the rest of the line is one text, whatever it contains.
  public var isAtLine: Bool { grammar.takesLine && isAtText }

  /// Returns the role of the next word.
  public mutating func role(of word: ArgumentList.Word) -> Role {
    if awaitsValue {
      awaitsValue = false
      return .value
    }
    // `alias --help` asks for help; once the line has begun, everything belongs to it.
    hasEndedOptions = hasEndedOptions || (isAtLine && (isWithinText || !word.isOption))
    if !hasEndedOptions {
      if word.isOption {
        let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : nil
        let name = grammar.option(named: String(parts[0]))
        awaitsValue = value == nil && grammar.options[name] == true
        return .option(name, value: value)
      }
      // A letter within a text may be part of it: `grep -e`.
      if !isWithinText, let name = word.letter.flatMap({ grammar.letters[$0] }) { return .option(name, value: nil) }
      if word.isSeparator {
        hasEndedOptions = true
        return isWithinText ? .text(isDash: true) : .separator
      }
    }
    guard isAtText else {
      objects += 1
      return .object
    }
    isWithinText = true
    return .text(isDash: false)
  }
}
