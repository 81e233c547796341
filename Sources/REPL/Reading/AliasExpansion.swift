import FeatureKit

/// Puts the words after an alias in the place of its parameters: `$1` to `$9`, and `$@` for all of them.
///
/// The command of the alias is read first and the words are put in afterwards, so that nothing in a word is taken for a
/// semicolon, a quote or an option. `$$` is a dollar sign. Without a parameter, the words are added at the end.
struct AliasExpansion {
  let alias: Alias
  let words: [ArgumentList.Word]

  init(_ alias: Alias, _ words: [ArgumentList.Word]) {
    self.alias = alias
    self.words = words
  }

  /// The usage of an alias: `gm $1`.
  static func usage(of alias: Alias) -> String {
    let parameters = parameters(of: alias)
    let numbers = (0..<parameters.count).map { "$\($0 + 1)" }
    return ([alias.name] + numbers + (parameters.takesAll ? ["…"] : [])).joined(separator: " ")
  }

  /// The highest number among its parameters, and whether it takes any words beyond those.
  private static func parameters(of alias: Alias) -> (count: Int, takesAll: Bool) {
    var count = 0
    var takesAll = false
    for piece in pieces(of: alias.command) {
      switch piece {
      case .text: continue
      case .parameter(let number): count = max(count, number)
      case .all: takesAll = true
      }
    }
    return (count, takesAll || count == 0)
  }

  /// Whether the words after an alias are added at its end.
  static func addsWords(to alias: Alias) -> Bool { !pieces(of: alias.command).contains(where: \.isParameter) }

  /// The commands with the words in place.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for too few or too many words.
  func commands(from parsed: [Command]) throws -> [Command] {
    let parameters = Self.parameters(of: alias)
    guard words.count >= parameters.count, parameters.takesAll || words.count == parameters.count else {
      let count = parameters.count == 1 ? "1 word" : "\(parameters.count) words"
      throw AppError.usage(
        "\(alias.name) takes \(parameters.takesAll ? "at least " : "")\(count), not \(words.count).",
        suggestion: "Usage: \(Self.usage(of: alias)). Quote a text of several words.")
    }
    var commands = parsed.map(filled)
    if Self.addsWords(to: alias), !words.isEmpty, let last = commands.indices.last {
      commands[last].arguments.words += words
      commands[last].source += words.map { $0.gap + $0.source }.joined()
    }
    return commands
  }

  private func filled(_ command: Command) -> Command {
    var command = command
    command.source = text(command.source)
    command.arguments.words = command.arguments.words.flatMap(filled)
    return command
  }

  private func filled(_ word: ArgumentList.Word) -> [ArgumentList.Word] {
    let pieces = Self.pieces(of: word.text)
    if !word.isQuoted, pieces.count == 1 {
      if case .all = pieces[0] { return words }
      if case .parameter(let number) = pieces[0] {
        let given = words[number - 1]
        // What stands for a parameter is never an option.
        return [
          ArgumentList.Word(
            given.text, isQuoted: given.isQuoted || given.text.hasPrefix("-"), gap: word.gap, source: given.text)
        ]
      }
    }
    guard word.text.contains("$") else { return [word] }
    return [
      ArgumentList.Word(
        text(word.text), isQuoted: word.isQuoted || word.text.hasPrefix("$"), gap: word.gap, source: text(word.source))
    ]
  }

  private func text(_ template: String) -> String {
    Self.pieces(of: template).map { piece in
      switch piece {
      case .text(let text): text
      case .parameter(let number): words.indices.contains(number - 1) ? words[number - 1].text : ""
      case .all: words.map(\.text).joined(separator: " ")
      }
    }.joined()
  }

  private enum Piece: Equatable {
    case text(String)
    case parameter(Int)
    case all

    var isParameter: Bool { if case .text = self { false } else { true } }
  }

  private static func pieces(of template: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    var rest = template[...]
    func end() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
    }
    while let character = rest.popFirst() {
      guard character == "$", let next = rest.first else {
        text.append(character)
        continue
      }
      switch next {
      case "$": text.append("$")
      case "@":
        end()
        pieces.append(.all)
      case "1"..."9":
        end()
        pieces.append(.parameter(next.wholeNumberValue ?? 1))
      default:
        text.append(character)
        continue
      }
      rest.removeFirst()
    }
    end()
    return pieces
  }
}
