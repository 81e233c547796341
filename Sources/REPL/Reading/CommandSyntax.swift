import FeatureKit

/// One command as typed: a verb's name and its arguments.
struct Command: Equatable {
  var verb: String
  var arguments: ArgumentList
  /// The command as typed, for messages.
  var source: String
  /// The destination of its output in place of the terminal.
  var redirection: Redirection?
  /// Whether it runs in the background: `&` at its end.
  var isInBackground = false
}

/// Splits a line into commands, which `;` separates, and their words.
///
/// Words are read as in a shell: quotes (`"…"`, `'…'`) and backslashes escape white space and semicolons.
/// The text at the end of a command stays as typed, with its semicolons and quotes, because prose is full of them; only
/// options are recognized in it. A text that is quoted as a whole ends with its quotes:
/// `post "Hello; world" ; home`. A command that takes no text may end with `> FILE`, `>> FILE` or `| PROGRAM`. The last one
/// of a line may end with `&`.
enum CommandSyntax {
  enum Failure: Error, Equatable {
    case unclosedQuote
    /// A semicolon after an option within unquoted prose, which may end the command or not.
    case semicolonAfterOption
    /// A semicolon after a text in single quotes, which a shell would take for the end of the command.
    case semicolonAfterSingleQuotes
    /// No file after `>`.
    case missingFile
    /// No program after `|`.
    case missingProgram
    /// A second `|` at once, as shells have it.
    case doubleBar
    /// `>` or `|` after a text that is quoted as a whole: part of the text, or not.
    case outputAfterText
    /// `&` as the whole text of a command, which was to run in the background.
    case onlyAmpersand
    /// Something after the file, which could be a second file or an argument.
    case wordAfterFile
  }

  /// - Parameter grammar: The grammar for the arguments of the verb with this name.
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
      commands.append(
        Command(
          verb: verb.text, arguments: ArgumentList(words), source: source, redirection: try lexer.redirection(),
          isInBackground: lexer.background()))
    }
  }
}

extension String {
  /// The text without white space at its end.
  var trimmedEnd: String {
    var result = self
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }
}
