import TerminalKit

/// The accounts, hashtags and emoji that were on a screen of this run, for completion.
struct SeenWords {
  private var words: Set<String> = []
  /// What was shown since the words were last looked for; a run that completes nothing never looks.
  private var unread: [Document] = []
  /// The number of screens after which the words are looked for, so that screens are not kept for long.
  private static let unreadLimit = 8

  /// The words with a beginning, in any case, sorted.
  mutating func beginning(with typed: String) -> [String] {
    readAll()
    let typed = typed.lowercased()
    return words.filter { $0.lowercased().hasPrefix(typed) }.sorted()
  }

  mutating func add(_ document: Document) {
    unread.append(document)
    if unread.count > Self.unreadLimit { readAll() }
  }

  private mutating func readAll() {
    for document in unread {
      for item in document.items {
        add(StyledText(item.spoken))
        for text in item.blocks.flatMap(\.texts) { add(text) }
      }
      for text in document.blocks.flatMap(\.texts) { add(text) }
    }
    unread = []
  }

  /// Adds the whole handles and the hashtags of a line of text.
  mutating func add(mentionedIn line: String) { add(StyledText(line, .secondary)) }

  private mutating func add(_ text: StyledText) {
    let signs = "@#:".utf8
    for span in text.spans {
      for word in span.text.words.filter({ $0.utf8.contains(where: signs.contains) })
        .flatMap({ $0.split(whereSeparator: \.isWhitespace) })
      {
        // A mention in a text names no server; only the handle beside a name is whole.
        if word.hasPrefix("@"), span.role == .secondary || word.dropFirst().contains("@") {
          insert(word, where: { $0.isLetter || $0.isNumber || "_.-@".contains($0) })
        } else if word.hasPrefix("#") {
          insert(word, where: { $0.isLetter || $0.isNumber || $0 == "_" })
        } else if word.contains(":") {
          for emoji in Self.emoji(in: word) { words.insert(emoji) }
        }
      }
    }
  }

  private mutating func insert(_ word: Substring, where isPart: (Character) -> Bool) {
    guard let sign = word.first else { return }
    var name = word.dropFirst().prefix(while: isPart)
    while name.last == "." || name.last == "@" || name.last == "-" { name.removeLast() }
    if name.contains(where: \.isLetter) { words.insert("\(sign)\(name)") }
  }

  private static func emoji(in word: Substring) -> [String] {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return [] }
    return parts.dropFirst().dropLast().filter { part in
      part.count >= 2 && part.contains(where: \.isLetter)
        && part.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }.map { ":\($0):" }
  }
}

extension String {
  /// The parts between spaces and line ends of ASCII: most words, in a hundredth of the time that it takes to compare characters.
  fileprivate var words: [Substring] {
    utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { Substring($0) }
  }
}

extension Block {
  /// The texts in it, from top to bottom.
  var texts: [StyledText] {
    switch self {
    case .paragraph(let text), .preformatted(let text), .verbatim(let text): [text]
    case .spread(let text, _): [text]
    case .table(let rows): rows.flatMap(\.self)
    case .quote(let blocks), .listItem(_, let blocks), .spoken(let blocks, _): blocks.flatMap(\.texts)
    case .item(let item): item.blocks.flatMap(\.texts)
    case .blank, .rule, .picture, .thumbnail: []
    }
  }
}

extension Item {
  /// Its beginning on one line, for a list of numbers: at most 160 characters.
  var summary: String {
    let text = blocks.flatMap(\.texts).prefix(6).map(\.plain).joined(separator: " ")
    return String((text.isEmpty ? spoken : text).prefix(160)).words.joined(separator: " ")
  }
}
