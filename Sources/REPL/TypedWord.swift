import FeatureKit

/// The word at the cursor and the words of its command before it, for completion.
struct TypedWord: Equatable {
  /// The words before it, without their quotes.
  var before: [String] = []
  /// The word as far as it is typed, without its quote.
  var text = ""
  /// Where it starts in the line, with its quote.
  var start = 0
  /// Whether it begins with a quote.
  var isQuoted = false

  /// Makes the word that begins so after others.
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
      } else if isOpen || (!character.isWhitespace && (character != ";" || isText(before, text))) {
        text.append(character)
        hasWord = true
      } else {
        if hasWord { before.append(text) }
        if character == ";" { before = [] }
        (text, hasWord, isQuoted) = ("", false, false)
        start = index + 1
      }
    }
    if !hasWord { start = end.count }
  }
}
