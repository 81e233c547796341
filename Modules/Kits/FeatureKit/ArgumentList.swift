/// The words typed after a verb, in order.
public struct ArgumentList: Hashable, Sendable {
  public struct Word: Hashable, Sendable {
    /// The word without its quotes.
    public var text: String
    /// Whether it was quoted or comes from standard input, so that it is never an option.
    public var isQuoted: Bool
    /// The white space before it, which is kept in a text.
    public var gap: String
    /// The word as typed, quotes included.
    public var source: String

    /// Creates a word; without `source`, it was typed as it is.
    public init(_ text: String, isQuoted: Bool = false, gap: String = " ", source: String? = nil) {
      self.text = text
      self.isQuoted = isQuoted
      self.gap = gap
      self.source = source ?? text
    }
  }

  public var words: [Word]

  public init(_ words: [Word] = []) { self.words = words }

  /// Creates a list of a shell's arguments, whose quotes the shell has removed.
  public init(shellArguments arguments: [String]) { words = arguments.map { Word($0) } }
}

extension ArgumentList.Word {
  /// Whether it has the form of an option: `--` and a letter.
  ///
  /// White space may stand only in a value (`--alt=A gradient`): a shell's argument with a space is text otherwise.
  public var isOption: Bool { !isQuoted && optionName(after: ["--"]) != nil }

  /// The option's name if the word is an option with wrong dashes: `-json`, `—visibility`.
  ///
  /// Phone keyboards turn two hyphens into a dash.
  var mistypedOptionName: String? {
    isQuoted || isOption ? nil : optionName(after: ["---", "-", "–", "—", "−"])
  }

  /// The letter of a word such as `-e`.
  var letter: Character? {
    guard !isQuoted, text.count == 2, text.first == "-", let letter = text.last, letter.isLetter else { return nil }
    return letter
  }

  /// Whether it is a whole text: what was quoted, here or in a shell.
  var isPassage: Bool { isQuoted || text.contains(where: \.isWhitespace) }

  /// Whether it ends the options.
  var isSeparator: Bool { !isQuoted && text == "--" }

  private func optionName(after dashes: [String]) -> String? {
    guard let dash = dashes.first(where: text.hasPrefix) else { return nil }
    let name = text.dropFirst(dash.count).prefix { $0 != "=" }
    guard name.first?.isLetter == true, !name.contains(where: \.isWhitespace) else { return nil }
    return String(name)
  }
}
