extension String {
  /// Whether a server kept this text, ignoring how each server changes markup, links, mentions and punctuation.
  ///
  /// - Parameter kept: The text as the server sends it: plain, or as HTML.
  public func isKept(in kept: String) -> Bool {
    let kepts = [kept.withoutTags.significant, kept.significant]
    // Some servers end a host at the first character that is not ASCII; others accept letters of any script.
    return [self, withoutMarkup].contains { text in
      [
        text, text.withoutHostsOfMentions { $0.isASCII && $0.isLetterOrDigit },
        text.withoutHostsOfMentions(\.isLetterOrDigit),
      ].contains { kepts.contains($0.significant) }
    }
  }

  /// Whether a server kept each word of this text in its order.
  ///
  /// Unlike ``isKept(in:)``, what the server has added counts for nothing, nor what it makes of links and mentions: Friendica
  /// shortens addresses and shows names, WordPress sets `:)` as an emoji.
  public func isFound(in kept: String) -> Bool {
    if isKept(in: kept) { return true }
    var rest = kept.withoutTags.significant[...]
    for word in withoutMarkup.split(whereSeparator: \.isWhitespace) where !word.contains("@") && !word.contains("://") {
      let word = String(word).significant
      guard !word.isEmpty else { continue }
      guard let range = rest.firstRange(of: word) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Whether two plain texts are the same apart from white space.
  public func isTrimmed(equalTo other: String) -> Bool {
    split(whereSeparator: \.isWhitespace) == other.split(whereSeparator: \.isWhitespace)
  }

  var isBlank: Bool { !contains { !$0.isWhitespace } }

  /// The characters that every server keeps: letters, digits and symbols that are not ASCII; never markup, nor punctuation,
  /// which some servers set.
  private var significant: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          scalar.isASCII
            ? scalar.properties.isAlphabetic || (48...57).contains(scalar.value)
            : !scalar.properties.isWhitespace && !scalar.properties.generalCategory.isPunctuation
        }))
  }

  /// The text of HTML without its tags, without entities of insignificant characters, and without the link to a quoted post
  /// that servers add.
  private var withoutTags: String {
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      switch character {
      case "<":
        let tag = rest.prefix { $0 != ">" }
        rest = rest[tag.endIndex...].dropFirst()
        guard tag.contains("quote-inline") else { continue }
        let end = "</" + tag.dropFirst().prefix(while: \.isLetter)
        while !rest.isEmpty, !rest.hasPrefix(end) { rest.removeFirst() }
      case "&":
        let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
        guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == ";" else { fallthrough }
        rest = rest[rest.index(after: name.endIndex)...]
      default:
        text.append(character)
        rest.removeFirst()
      }
    }
    return text
  }

  /// Markdown or HTML without what a reader does not see: tags, addresses behind their text, numbers of lists.
  private var withoutMarkup: String {
    split(separator: "\n").map { line in
      let number = line.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
      let isListed = !number.isEmpty && [". ", ") "].contains(line[number.endIndex...].prefix(2))
      var text = ""
      var rest = isListed ? line[number.endIndex...] : line
      while let character = rest.popFirst() {
        let end: Character? = character == "<" ? ">" : character == "(" && text.last == "]" ? ")" : nil
        if let end, let index = rest.firstIndex(of: end) {
          rest = rest[index...].dropFirst()
        } else {
          text.append(character)
        }
      }
      return text
    }.joined(separator: "\n")
  }

  /// The text with each `@name@host` shortened to `@name`, as most servers show mentions.
  ///
  /// - Parameter isLetter: Whether names and hosts may contain this letter or digit.
  private func withoutHostsOfMentions(_ isLetter: (Character) -> Bool) -> String {
    var text = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      let isInWord = text.last.map { isLetter($0) || "_/=@".contains($0) } ?? false
      text.append(character)
      guard character == "@", !isInWord else { continue }
      let name = rest.prefix { isLetter($0) || "_.-".contains($0) }
      let behind = rest[name.endIndex...]
      let host = behind.dropFirst().prefix { isLetter($0) || ".-:".contains($0) }
      guard !name.isEmpty, behind.first == "@", let last = host.lastIndex(where: isLetter) else { continue }
      text += name
      rest = rest[rest.index(after: last)...]
    }
    return text
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}

extension Unicode.GeneralCategory {
  fileprivate var isPunctuation: Bool {
    switch self {
    case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation,
      .connectorPunctuation:
      true
    default: false
    }
  }
}
