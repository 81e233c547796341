/// What was typed after a verb: its words, in order, as typed.
public struct ArgumentList: Hashable, Sendable {
  /// One word and how it was typed.
  public struct Word: Hashable, Sendable {
    /// The word without its quotes.
    public var text: String
    /// Whether it was quoted, or comes from standard input: it is never an option.
    public var isQuoted: Bool
    /// The white space before it, which a text keeps.
    public var gap: String
    /// The word as typed, quotes included.
    public var source: String

    /// Makes a word; without `source`, it was typed as it is.
    public init(_ text: String, isQuoted: Bool = false, gap: String = " ", source: String? = nil) {
      self.text = text
      self.isQuoted = isQuoted
      self.gap = gap
      self.source = source ?? text
    }
  }

  /// The words in order.
  public var words: [Word]

  /// Makes a list of words.
  public init(_ words: [Word] = []) { self.words = words }

  /// Makes a list of a shell's arguments, whose quotes the shell has removed.
  public init(shellArguments arguments: some Sequence<String>) {
    words = arguments.map { Word($0) }
  }
}

extension ArgumentList.Word {
  /// Whether it has the form of an option: `--` and a letter.
  ///
  /// White space may stand only in a value (`--alt=A gradient`): a shell's argument with a space is text otherwise.
  public var isOption: Bool { !isQuoted && optionName(behind: ["--"]) != nil }

  /// The name that would make it an option if its dashes were two hyphens: `-json`, `—visibility`.
  ///
  /// Keyboards of phones turn two hyphens into a dash.
  var nameBehindOtherDashes: String? {
    isQuoted || isOption ? nil : optionName(behind: ["---", "-", "–", "—", "−"])
  }

  /// Whether it ends the options.
  var isSeparator: Bool { !isQuoted && text == "--" }

  private func optionName(behind dashes: [String]) -> String? {
    guard let dash = dashes.first(where: text.hasPrefix) else { return nil }
    let name = text.dropFirst(dash.count).prefix { $0 != "=" }
    guard name.first?.isLetter == true, !name.contains(where: \.isWhitespace) else { return nil }
    return String(name)
  }
}
