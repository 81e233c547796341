import FeatureKit

/// One command as typed: a verb's word and what stands behind it.
struct Command: Equatable {
  var verb: String
  var arguments: ArgumentList
  /// The command as typed, for `retry` and for messages.
  var source: String
}

/// Turns a typed line into commands: words, quotes, and `;` between commands.
///
/// A verb that takes text takes the rest of the line as it stands, semicolons and quotes too, because prose is full of
/// them; `post "Hello; world" ; home` with the text in quotes ends it early.
enum CommandSyntax {
  enum Failure: Error, Equatable {
    case unclosedQuote
  }

  /// - Parameter takesText: whether the verb of this name takes text.
  static func commands(in line: String, takesText: (String) -> Bool) throws(Failure) -> [Command] {
    var commands: [Command] = []
    var rest = Substring(line)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == ";" }
      guard !rest.isEmpty else { return commands }
      let start = rest
      guard let verb = try word(from: &rest, isProse: false) else { return commands }
      var isProse = takesText(verb.text)
      var words: [ArgumentList.Word] = []
      while let word = try word(from: &rest, isProse: isProse) {
        words.append(word)
        // A text in quotes ends where its quotes end.
        if word.isQuoted, rest.isAtEnd { isProse = false }
      }
      let source = String(start[..<rest.startIndex]).trimmedEnd
      commands.append(Command(verb: verb.text, arguments: ArgumentList(words), source: source))
    }
  }

  /// Takes one word; `nil` at the end of the command.
  private static func word(from rest: inout Substring, isProse: Bool) throws(Failure) -> ArgumentList.Word? {
    rest = rest.drop(while: \.isWhitespace)
    guard let first = rest.first, first != ";" || isProse else { return nil }
    let tail = rest
    if first == "\"", let quoted = quotedWord(from: rest), quoted.after.isAtEnd || !isProse {
      rest = quoted.after
      return ArgumentList.Word(quoted.text, isQuoted: true, rest: String(tail))
    }
    if first == "\"", !isProse { throw .unclosedQuote }
    let end = rest.firstIndex { $0.isWhitespace || (!isProse && $0 == ";") } ?? rest.endIndex
    let text = String(rest[..<end])
    rest = rest[end...]
    return ArgumentList.Word(text, rest: String(tail))
  }

  private static func quotedWord(from rest: Substring) -> (text: String, after: Substring)? {
    var text = ""
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      let character = rest[index]
      if character == "\"" {
        return (text, rest[rest.index(after: index)...])
      }
      if character == "\\", rest.index(after: index) < rest.endIndex {
        let next = rest[rest.index(after: index)]
        if next == "\"" || next == "\\" {
          text.append(next)
          index = rest.index(index, offsetBy: 2)
          continue
        }
      }
      text.append(character)
      index = rest.index(after: index)
    }
    return nil
  }
}

extension Substring {
  /// Whether only white space is left before the end of the command.
  fileprivate var isAtEnd: Bool {
    let rest = drop(while: \.isWhitespace)
    return rest.isEmpty || rest.first == ";"
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var result = self
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }
}
