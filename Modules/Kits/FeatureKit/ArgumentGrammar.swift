/// Which of the words behind a verb are options, which are values, and where the text begins.
///
/// The one description of this that lexer, parser and completion share: `COMMAND [OBJECT…] [OPTIONS] [TEXT]`, where
/// options may stand anywhere and `--` ends them.
public struct ArgumentGrammar: Hashable, Sendable {
  /// The options, and whether each takes a value.
  public var options: [String: Bool]
  /// How many words stand before the text.
  public var leading: Int
  /// Whether a text follows them.
  public var takesText: Bool

  /// Makes a grammar.
  public init(options: [String: Bool] = [:], leading: Int = 0, takesText: Bool = false) {
    self.options = options
    self.leading = leading
    self.takesText = takesText
  }

  /// Of parameters, and of options that every verb takes; a verb's own option wins over one of these.
  public init(_ parameters: [ParameterDescription], shared: [ParameterDescription] = []) {
    let flags = shared.filter(\.isFlag) + parameters.filter(\.isFlag)
    self.init(
      options: Dictionary(flags.map { ($0.name, $0.takesValue) }) { _, last in last },
      leading: parameters.filter { !$0.isFlag && !$0.isText }.count, takesText: parameters.contains(where: \.isText))
  }
}

/// Walks over the words behind a verb and says of each what it is.
public struct ArgumentCursor {
  /// What a word is.
  public enum Role: Hashable, Sendable {
    /// An option, with the value that stands behind `=`.
    case option(String, value: String?)
    /// The value of the option before it.
    case value
    /// The `--` that ends the options.
    case separator
    /// One of the words before the text.
    case object
    /// Part of the text; a dash is a `--` within it, which ends the options as well.
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

  /// Begins behind the verb.
  public init(_ grammar: ArgumentGrammar) { self.grammar = grammar }

  /// Whether the next word is part of the text, unless it is an option.
  public var isAtText: Bool { grammar.takesText && objects >= grammar.leading && !awaitsValue }

  /// Goes on to the next word.
  public mutating func role(of word: ArgumentList.Word) -> Role {
    if awaitsValue {
      awaitsValue = false
      return .value
    }
    if !hasEndedOptions {
      if word.isOption {
        let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : nil
        awaitsValue = value == nil && grammar.options[String(parts[0])] == true
        return .option(String(parts[0]), value: value)
      }
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
