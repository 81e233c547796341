import FeatureKit

/// Reads the words of a line, one after the other.
struct CommandLexer {
  typealias Word = ArgumentList.Word
  typealias Failure = CommandSyntax.Failure

  /// The part of the line that was not read yet.
  private(set) var rest: Substring

  init(_ line: String) { rest = Substring(line) }

  /// Whether the line has no more characters.
  var isAtEnd: Bool { rest.isEmpty }

  /// Whether only white space is left of the command.
  private var isAtEndOfCommand: Bool {
    let next = rest.first { !$0.isWhitespace }
    return next == nil || next == ";"
  }

  /// Whether an option begins here.
  private var isAtOption: Bool { rest.hasPrefix("--") && rest.dropFirst(2).first?.isLetter == true }

  mutating func skipSeparators() { rest = rest.drop { $0.isWhitespace || $0 == ";" } }

  private mutating func skipSpace() -> String {
    let gap = rest.prefix(while: \.isWhitespace)
    rest = rest[gap.endIndex...]
    return String(gap)
  }

  // MARK: Arguments

  /// Reads the words up to the end of the command.
  mutating func arguments(_ grammar: ArgumentGrammar) throws(Failure) -> [Word] {
    var cursor = ArgumentCursor(grammar)
    var words: [Word] = []
    var hasOpenQuote = false
    while true {
      if cursor.isAtText, !cursor.isAtLine, !cursor.isWithinText, let quoted = try quotedText(cursor) {
        return words + quoted
      }
      let before = rest
      let gap = skipSpace()
      guard let next = rest.first else { return words }
      if next == ";", !cursor.isWithinText { return words }
      if next == ">" || next == "|" || isAtBackground, !gap.isEmpty, !cursor.isAtText, !cursor.awaitsValue {
        rest = before
        return words
      }
      let isOption = !cursor.hasEndedOptions && !cursor.isAtLine && isAtOption
      guard cursor.isAtText, !isOption else {
        // After an unclosed quotation mark this may be meant as text.
        if isOption, hasOpenQuote { throw .unclosedQuote }
        rest = before
        guard let word = try word() else { return words }
        _ = cursor.role(of: word)
        words.append(word)
        if cursor.isWithinText, rest.isAtSemicolon { throw .semicolonAfterOption }
        continue
      }
      if !cursor.isWithinText, !cursor.isAtLine, isAtBackground { throw .onlyAmpersand }
      let word = proseWord(gap, &hasOpenQuote)
      _ = cursor.role(of: word)
      words.append(word)
    }
  }

  /// Reads a text that is quoted as a whole, and the options after it; `nil` if the text is not of that form.
  private mutating func quotedText(_ cursor: ArgumentCursor) throws(Failure) -> [Word]? {
    var cursor = cursor
    var lexer = self
    let gap = lexer.skipSpace()
    let start = lexer.rest
    if start.first == "'", !cursor.hasEndedOptions, lexer.singleQuoted() != nil, lexer.rest.isAtSemicolon {
      throw .semicolonAfterSingleQuotes
    }
    guard start.first == "\"", let text = lexer.quoted() else { return nil }
    guard lexer.isAtEndOfCommand || lexer.rest.first?.isWhitespace == true else { return nil }
    let word = Word(text, isQuoted: true, gap: gap, source: String(start[..<lexer.rest.startIndex]))
    _ = cursor.role(of: word)
    var words = [word]
    if let next = lexer.rest.first(where: { !$0.isWhitespace }), ">|".contains(next) { throw .outputAfterText }
    while !lexer.isAtEndOfCommand, !lexer.endsInBackground {
      let before = lexer.rest
      _ = lexer.skipSpace()
      guard cursor.awaitsValue || (!cursor.hasEndedOptions && lexer.isAtOption) else { return nil }
      lexer.rest = before
      guard let option = try lexer.word() else { break }
      _ = cursor.role(of: option)
      words.append(option)
    }
    self = lexer
    return words
  }

  /// Reads one word of prose as typed; a quoted passage is one word, so that nothing in it is an option.
  private mutating func proseWord(_ gap: String, _ hasOpenQuote: inout Bool) -> Word {
    let start = rest
    var isQuoted = false
    if rest.first == "\"" {
      var lexer = self
      isQuoted = lexer.quoted() != nil && !lexer.rest.followsOpeningQuote
      if isQuoted { self = lexer } else { hasOpenQuote = true }
    }
    rest = rest.drop { !$0.isWhitespace }
    let source = String(start[..<rest.startIndex])
    return Word(source, isQuoted: isQuoted, gap: gap, source: source)
  }

  /// Reads where the output goes; `nil` at the end of the command.
  ///
  /// A program takes the rest of the line.
  mutating func redirection() throws(Failure) -> Redirection? {
    let before = rest
    _ = skipSpace()
    switch rest.first {
    case ">":
      rest.removeFirst()
      let appends = rest.first == ">"
      if appends { rest.removeFirst() }
      guard let file = try word(), !file.text.isEmpty else { throw .missingFile }
      guard isAtEndOfCommand || endsInBackground else { throw .wordAfterFile }
      return .file(file.text, appends: appends)
    case "|":
      let program = rest.dropFirst().drop(while: \.isWhitespace)
      guard !program.isEmpty else { throw .missingProgram }
      guard program.first != "|" else { throw .doubleBar }
      guard let ampersand = program.backgroundSign else {
        rest = rest[rest.endIndex...]
        return .program(String(program))
      }
      rest = program[ampersand...]
      return .program(String(program[..<ampersand]).trimmedEnd)
    default:
      rest = before
      return nil
    }
  }

  /// Whether `&` is all that is left of the line.
  private var isAtBackground: Bool { rest.first == "&" && rest.dropFirst().allSatisfy(\.isWhitespace) }

  /// The same after white space.
  private var endsInBackground: Bool {
    let next = rest.drop(while: \.isWhitespace)
    return next.startIndex > rest.startIndex && next.first == "&" && next.dropFirst().allSatisfy(\.isWhitespace)
  }

  /// Reads a `&` at the end of the line, if there is one.
  mutating func background() -> Bool {
    guard endsInBackground || isAtBackground else { return false }
    rest = rest[rest.endIndex...]
    return true
  }

  // MARK: Words

  /// Reads one word as a shell does; `nil` at the end of the command.
  mutating func word() throws(Failure) -> Word? {
    let gap = skipSpace()
    guard let first = rest.first, first != ";" else { return nil }
    let start = rest
    if first == "\"" {
      guard let text = quoted() else { throw .unclosedQuote }
      return Word(text, isQuoted: true, gap: gap, source: String(start[..<rest.startIndex]))
    }
    if first == "'", let text = singleQuoted() {
      return Word(text, isQuoted: true, gap: gap, source: String(start[..<rest.startIndex]))
    }
    let text = try bareWord(isOption: isAtOption)
    return Word(text, gap: gap, source: String(start[..<rest.startIndex]))
  }

  /// Reads a word up to white space or a semicolon; the quoted value of `--name="…"` is part of it.
  private mutating func bareWord(isOption: Bool) throws(Failure) -> String {
    var text = ""
    var isAtValue = false
    while let character = rest.first, !character.isWhitespace, character != ";" {
      if isAtValue, character == "\"" {
        guard let value = quoted() else { throw .unclosedQuote }
        text += value
      } else if isAtValue, character == "'", let value = singleQuoted() {
        text += value
      } else {
        rest.removeFirst()
        if character == "\\", let next = rest.first, next.isEscapable {
          rest.removeFirst()
          text.append(next)
        } else {
          text.append(character)
        }
      }
      isAtValue = isOption && character == "=" && !text.dropLast().contains("=")
    }
    return text
  }

  /// Reads a passage in double quotes, where a backslash escapes `"` and `\`; `nil` if it is not closed.
  private mutating func quoted() -> String? {
    var text = ""
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      let character = rest[index]
      index = rest.index(after: index)
      if character == "\"" {
        rest = rest[index...]
        return text
      }
      if character == "\\", index < rest.endIndex, rest[index] == "\"" || rest[index] == "\\" {
        text.append(rest[index])
        index = rest.index(after: index)
        continue
      }
      text.append(character)
    }
    return nil
  }

  /// Reads a passage in single quotes; `nil` where the sign is an apostrophe, since no other one ends a word.
  private mutating func singleQuoted() -> String? {
    var index = rest.index(after: rest.startIndex)
    while let end = rest[index...].firstIndex(of: "'") {
      let behind = rest[rest.index(after: end)...]
      if behind.first.map({ $0.isWhitespace || $0 == ";" }) ?? true {
        let text = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = behind
        return text
      }
      index = rest.index(after: end)
    }
    return nil
  }
}

extension Substring {
  /// Whether the next character that is not white space is a semicolon.
  fileprivate var isAtSemicolon: Bool { first { !$0.isWhitespace } == ";" }

  /// The index at which a program's command ends in a `&` that a shell would read as its own; `nil` if it does not.
  fileprivate var backgroundSign: Index? {
    var sign: Index?
    var quote: Character?
    var (isEscaped, isAfterSpace) = (false, false)
    for index in indices {
      let character = self[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        (isEscaped, sign) = (true, nil)
      } else if let open = quote {
        if character == open { quote = nil }
      } else if character == "&", isAfterSpace {
        sign = index
      } else if !character.isWhitespace {
        sign = nil
        if "\"'".contains(character) { quote = character }
      }
      isAfterSpace = quote == nil && character.isWhitespace
    }
    return quote == nil ? sign : nil
  }

  /// Whether the quotation mark before this opens a passage: white space before it, a word after it.
  fileprivate var followsOpeningQuote: Bool {
    let before = base[..<startIndex].dropLast().last
    return before?.isWhitespace == true && first.map { $0.isLetter || $0.isNumber } == true
  }
}

extension Character {
  /// Whether a backslash before it escapes it; before letters a backslash stands for itself.
  fileprivate var isEscapable: Bool { isWhitespace || (isASCII && !isLetter && !isNumber && self != "_") }
}
