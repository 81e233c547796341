import TerminalKit

extension Composer {
  /// Counts characters as Mastodon's servers do when they check the limit.
  ///
  /// Grapheme clusters count, so a family of joined emoji is one. A link with `http` or `https` counts
  /// `charactersPerURL`, however long or short it is. Of `@user@host` only `@user` counts. White space at either end
  /// does not count. The content warning shares the limit, and in it everything counts as it stands.
  public static func characterCount(_ text: String, contentWarning: String = "", charactersPerURL: Int) -> Int {
    let characters = Array(text.trimmed)
    var total = contentWarning.trimmed.count
    var index = 0
    while index < characters.count {
      if let end = endOfURL(characters, from: index) {
        total += charactersPerURL
        index = end
      } else if let mention = mention(characters, from: index) {
        total += mention.nameEnd - index
        index = mention.end
      } else {
        total += 1
        index += 1
      }
    }
    return total
  }

  /// A number of characters: `1 character`, `12 characters`.
  static func characterText(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
}

// MARK: - Links

extension Composer {
  private static let schemes = [Array("https://"), Array("http://")]

  /// Finds the end of the link that starts at `start`, or returns `nil` if none does.
  private static func endOfURL(_ text: [Character], from start: Int) -> Int? {
    guard text[start] == "h" || text[start] == "H", start == 0 || mayPrecedeURL(text[start - 1]) else { return nil }
    for scheme in schemes where start + scheme.count < text.count {
      let word = text[start..<start + scheme.count]
      guard zip(word, scheme).allSatisfy({ $0.lowercased() == String($1) }) else { continue }
      guard var end = endOfHost(text, from: start + scheme.count) else { return nil }
      end = endOfPort(text, from: end)
      end = endOfPath(text, from: end)
      return endOfQuery(text, from: end)
    }
    return nil
  }

  private static func mayPrecedeURL(_ character: Character) -> Bool {
    !(character.isASCII && (character.isLetter || character.isNumber)) && !"@＠$#＃".contains(character)
  }

  /// Finds the end of a host name that ends in something like a top-level domain; `localhost` and addresses do not.
  private static func endOfHost(_ text: [Character], from start: Int) -> Int? {
    var end = start
    while end < text.count, isWord(text[end]) || text[end] == "-" || text[end] == "." { end += 1 }
    while end > start, text[end - 1] == "." || text[end - 1] == "-" { end -= 1 }
    let labels = text[start..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
    let isPunycode = last.count > 4 && String(last.prefix(4)).lowercased() == "xn--"
    return last.count >= 2 && (isPunycode || last.allSatisfy(\.isLetter)) ? end : nil
  }

  private static func endOfPort(_ text: [Character], from start: Int) -> Int {
    guard start < text.count, text[start] == ":" else { return start }
    var end = start + 1
    while end < text.count, text[end].isASCII, text[end].isNumber { end += 1 }
    return end > start + 1 ? end : start
  }

  /// Finds the end of a path; punctuation at its end belongs to the sentence, balanced brackets to the path.
  private static func endOfPath(_ text: [Character], from start: Int) -> Int {
    guard start < text.count, text[start] == "/" else { return start }
    var end = start + 1
    var index = end
    while index < text.count, !text[index].isWhitespace, !"<>?)".contains(text[index]) {
      if text[index] == "(" {
        guard let close = closingBracket(text, of: index) else { break }
        index = close + 1
        end = index
        continue
      }
      index += 1
      if !"!*\"'「」;:=,.$%[]~&|@".contains(text[index - 1]) { end = index }
    }
    return end
  }

  private static func closingBracket(_ text: [Character], of open: Int) -> Int? {
    var depth = 0
    for index in open..<text.count {
      switch text[index] {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 { return index > open + 1 ? index : nil }
      case let character where character.isWhitespace: return nil
      default: break
      }
    }
    return nil
  }

  private static func endOfQuery(_ text: [Character], from start: Int) -> Int {
    guard start < text.count, text[start] == "?" else { return start }
    var end = start
    var index = start + 1
    while index < text.count, !text[index].isWhitespace, !"()*".contains(text[index]) {
      index += 1
      let last = text[index - 1]
      if (last.isASCII && (last.isLetter || last.isNumber)) || "_&=#/-".contains(last) { end = index }
    }
    return end
  }
}

// MARK: - Mentions

extension Composer {
  /// Finds where the name and the whole of the mention that starts at `start` end, or returns `nil` if none does.
  static func mention(_ text: [Character], from start: Int) -> (nameEnd: Int, end: Int)? {
    guard text[start] == "@" else { return nil }
    if start > 0, isWord(text[start - 1]) || "=/".contains(text[start - 1]) { return nil }
    guard let nameEnd = endOfWords(text, from: start + 1, where: { $0.isASCII && isWord($0) }) else { return nil }
    var end = nameEnd
    if nameEnd < text.count, text[nameEnd] == "@" {
      guard let hostEnd = endOfWords(text, from: nameEnd + 1, where: isWord) else { return nil }
      end = hostEnd
    }
    if end < text.count, text[end] == "@" { return nil }
    return (nameEnd, end)
  }

  /// Finds the end of words that are joined by dots and hyphens, such as `shore.example`.
  private static func endOfWords(_ text: [Character], from start: Int, where isPart: (Character) -> Bool) -> Int? {
    var end = start
    var index = start
    while index < text.count {
      if isPart(text[index]) {
        index += 1
        end = index
      } else if index > start, text[index] == "." || text[index] == "-" {
        index += 1
      } else {
        break
      }
    }
    return end > start ? end : nil
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
