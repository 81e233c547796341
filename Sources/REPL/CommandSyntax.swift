import FeatureKit

/// One command as typed: a verb's word and what stands behind it.
struct Command: Equatable {
  var verb: String
  var arguments: ArgumentList
  /// The command as typed, for `retry` and for messages.
  var source: String
}

/// Turns a typed line into commands: words, quotes, options and `;` between commands.
///
/// Words are read as in a shell: quotes (`"…"`, `'…'`) hold white space and semicolons together, and so does a backslash.
/// The text at the end of a command is prose and stays as typed, semicolons and quotes too, because prose is full of them;
/// what looks like an option is one there as well. A text that stands in quotes as a whole ends where they end:
/// `post "Hello; world" ; home`.
enum CommandSyntax {
  enum Failure: Error, Equatable {
    case unclosedQuote
    /// A semicolon behind an option in the middle of unquoted prose could be meant either way.
    case semicolonBehindOption
  }

  /// - Parameter grammar: how the arguments of the verb of this name are read.
  static func commands(
    in line: String, grammar: (String) -> ArgumentGrammar
  ) throws(Failure) -> [Command] {
    var commands: [Command] = []
    var lexer = CommandLexer(line)
    while true {
      lexer.skipSeparators()
      let start = lexer.rest
      guard !lexer.isAtEnd, let verb = try lexer.word() else { return commands }
      let words = try lexer.arguments(grammar(verb.text))
      let source = String(start[..<lexer.rest.startIndex]).trimmedEnd
      commands.append(Command(verb: verb.text, arguments: ArgumentList(words), source: source))
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var result = self
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }
}
