import FeatureKit

/// The word at the cursor and the words of its command before it, for completion.
struct TypedWord: Equatable {
  /// The words before it, without their quotes.
  var before: [String] = []
  /// The word as far as it is typed, without its quote.
  var text = ""
  /// Its start in the line, with its quote.
  var start = 0
  /// Whether it begins with a quote.
  var isQuoted = false

  init(_ text: String, after before: [String]) {
    self.before = before
    self.text = text
  }

  /// Reads a line up to the cursor.
  ///
  /// - Parameter grammar: The grammar of a verb's arguments; in its text, semicolons and quotes have no meaning.
  init(at end: Substring, grammar: (_ verb: String) -> ArgumentGrammar?) {
    var isOpen = false
    var isEscaped = false
    var hasWord = false
    func isText(_ before: [String], _ text: String) -> Bool {
      guard let verb = before.first, let grammar = grammar(verb) else { return false }
      var cursor = ArgumentCursor(grammar)
      for word in before.dropFirst() { _ = cursor.role(of: ArgumentList.Word(word)) }
      return cursor.isAtText && (cursor.hasEndedOptions || !text.hasPrefix("--"))
    }
    // Where the arguments of the command begin.
    var arguments = end.startIndex
    // Whether a semicolon ends a command whose last argument is a text: one that is quoted as a whole.
    func endsCommand(_ before: [String], _ start: Substring.Index, _ offset: Int) -> Bool {
      guard let verb = before.first, let grammar = grammar(verb) else { return false }
      let semicolon = end.index(end.startIndex, offsetBy: offset)
      guard start < semicolon else { return false }
      var lexer = CommandLexer(end[start..<semicolon] + ";")
      do { _ = try lexer.arguments(grammar) } catch {
        // A line that is not whole yet has no end either.
        return false
      }
      return lexer.rest.first { !$0.isWhitespace } == ";"
    }
    for (index, character) in end.enumerated() {
      if !hasWord, !isOpen { start = index }
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", !isOpen, !isText(before, text) {
        (isEscaped, hasWord) = (true, true)
      } else if character == "\"", isOpen || ((text.isEmpty || text.hasSuffix("=")) && !isText(before, text)) {
        isOpen.toggle()
        if !hasWord { isQuoted = true }
        hasWord = true
      } else if isOpen
        || (!character.isWhitespace
          && (character != ";" || (isText(before, text) && !endsCommand(before, arguments, index))))
      {
        text.append(character)
        hasWord = true
      } else {
        if hasWord { before.append(text) }
        if hasWord, before.count == 1 { arguments = end.index(end.startIndex, offsetBy: index) }
        if character == ";" { before = [] }
        (text, hasWord, isQuoted) = ("", false, false)
        start = index + 1
      }
    }
    if !hasWord { start = end.count }
  }
}
