/// The source text of a status, split into mentions, tags, URLs and other text.
struct StatusText {
  enum Piece: Equatable {
    case text(String)
    case url(String)
    case mention(username: String, domain: String?)
    case tag(String)
  }

  /// The maximum length of a URL, as Mastodon has it; a longer one is text.
  static let maxURL = 4096

  let pieces: [Piece]

  init(_ text: String) { pieces = Scanner(text).pieces() }

  var mentions: [(username: String, domain: String?)] {
    pieces.compactMap { if case .mention(let username, let domain) = $0 { (username, domain) } else { nil } }
  }

  /// The hashtags without duplicates, in order, ignoring case.
  var tags: [String] {
    var seen: Set<String> = []
    return pieces.compactMap {
      if case .tag(let tag) = $0, seen.insert(tag.lowercased()).inserted { tag } else { nil }
    }
  }

  /// The length as limits count it: a URL as a fixed number, a mention without its domain.
  func length(perURL: Int) -> Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .text(let text): sum + text.count
      case .url: sum + perURL
      case .mention(let username, _): sum + username.count + 1
      case .tag(let tag): sum + tag.count + 1
      }
    }
  }
}

private struct Scanner {
  private let characters: [Character]
  private var position = 0
  private var plain = ""
  private var found: [StatusText.Piece] = []

  init(_ text: String) { characters = Array(text) }

  func pieces() -> [StatusText.Piece] {
    var scanner = self
    while scanner.position < scanner.characters.count { scanner.step() }
    scanner.flush()
    return scanner.found
  }

  private mutating func step() {
    let character = characters[position]
    let previous = position > 0 ? characters[position - 1] : nil
    switch character {
    case "h" where !(previous?.isWord ?? false):
      if let end = urlEnd() { return take(.url(String(characters[position..<end])), upTo: end) }
    case "@" where !(previous?.isWord ?? false) && previous != "/" && previous != "=":
      if let (piece, end) = mention() { return take(piece, upTo: end) }
    case "#" where !(previous?.isWord ?? false) && previous != "/" && previous != "=" && previous != ")":
      if let end = tagEnd() { return take(.tag(String(characters[position + 1..<end])), upTo: end) }
    default: break
    }
    plain.append(character)
    position += 1
  }

  private mutating func take(_ piece: StatusText.Piece, upTo end: Int) {
    flush()
    found.append(piece)
    position = end
  }

  private mutating func flush() {
    if !plain.isEmpty { found.append(.text(plain)) }
    plain = ""
  }

  private func starts(with prefix: String) -> Bool {
    characters[position...].starts(with: prefix)
  }

  /// The end of a URL, without trailing punctuation.
  private func urlEnd() -> Int? {
    guard let scheme = ["https://", "http://"].first(where: starts(with:)) else { return nil }
    let start = position + scheme.count
    var end = start
    var surplus = 0
    while end < characters.count, !characters[end].isWhitespace, !"<>\"「」".contains(characters[end]) {
      surplus += characters[end] == ")" ? 1 : characters[end] == "(" ? -1 : 0
      end += 1
      guard end - position <= StatusText.maxURL else { return nil }
    }
    while end > start, let last = characters[start..<end].last {
      if last == ")", surplus > 0 {
        surplus -= 1
      } else if !".,;:!?'".contains(last) {
        break
      }
      end -= 1
    }
    let host = characters[start..<end].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
    return host.contains(where: \.isWord) ? end : nil
  }

  private func mention() -> (StatusText.Piece, Int)? {
    guard let nameEnd = nameEnd(from: position + 1, allowing: { $0.isASCII && $0.isWord }) else { return nil }
    let username = String(characters[position + 1..<nameEnd])
    if nameEnd < characters.count, characters[nameEnd] == "@",
      let hostEnd = self.nameEnd(from: nameEnd + 1, allowing: \.isWord)
    {
      return (.mention(username: username, domain: String(characters[nameEnd + 1..<hostEnd])), hostEnd)
    }
    return (.mention(username: username, domain: nil), nameEnd)
  }

  /// The end of a name; dots and hyphens are allowed inside it.
  private func nameEnd(from start: Int, allowing isPart: (Character) -> Bool) -> Int? {
    var end = start
    while end < characters.count,
      isPart(characters[end]) || ((characters[end] == "." || characters[end] == "-") && end > start)
    {
      end += 1
    }
    while end > start, !isPart(characters[end - 1]) { end -= 1 }
    return end > start ? end : nil
  }

  /// The end of a hashtag, which must not be a number.
  private func tagEnd() -> Int? {
    var end = position + 1
    while end < characters.count, characters[end].isWord || characters[end] == "·" { end += 1 }
    let body = characters[position + 1..<end]
    return body.contains { $0.isLetter || $0 == "_" } ? end : nil
  }
}
