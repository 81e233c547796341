/// Punctuation for text that is read aloud or shown on a braille display.
///
/// A value that might be copied, such as an address or a handle, never gets punctuation right after it.
public enum Sentence {
  /// The text with a full stop, unless it ends with punctuation or a value, or is not a sentence: `dusk`,
  /// `theme: dusk`.
  public static func closed(_ text: String) -> String {
    guard let last = text.last, !isEnding(last), !endsInValue(text) else { return text }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count > 1 && words[words.count - 2].last != ":" ? text + "." : text
  }

  /// The parts in a row, each as a sentence; a dash follows a value.
  public static func joined(_ parts: [String]) -> String {
    var result = ""
    for part in parts where !part.isEmpty {
      if !result.isEmpty { result += separator(after: result, or: ". ") }
      result += part
    }
    return result
  }

  /// The parts as a list, with commas; a dash follows a value.
  public static func list(_ parts: [String]) -> String {
    var result = ""
    for part in parts where !part.isEmpty {
      if !result.isEmpty { result += separator(after: result, or: ", ", isList: true) }
      result += part
    }
    return result
  }

  /// The lines of a text in a row; a line without punctuation at its end gets a comma.
  public static func lines(_ lines: [String]) -> String {
    var result = ""
    for line in lines where !line.isEmpty {
      if !result.isEmpty { result += separator(after: result, or: ", ") }
      result += line
    }
    return result
  }

  /// The separator between a text and the next one.
  private static func separator(after text: String, or separator: String, isList: Bool = false) -> String {
    if endsInValue(text) { return " – " }
    return text.last.map { isEnding($0) || $0 == "," || (!isList && $0.isPunctuation) } == true ? " " : separator
  }

  /// Whether the text ends with punctuation that ends a sentence or a clause.
  static func isEnding(_ last: Character) -> Bool { ".!?:;…。！？".contains(last) }

  /// Whether the last word is an address, a handle, a hashtag, a host, a path or an id.
  public static func endsInValue(_ text: String) -> Bool {
    guard let last = text.last, !last.isWhitespace else { return false }
    let word = text[(text.lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex)...]
    guard word.utf8.count > 1 else { return false }
    if word.contains("://") { return true }
    guard last.isLetter || last.isNumber || last == "/" || last == "_" else { return false }
    if let first = word.first, "@#/~".contains(first) { return true }
    if word.count >= 8, word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      word.contains(where: \.isNumber), word.contains(where: \.isLetter) || word.count >= 12
    {
      return true
    }
    // `shore.example`, `wren@shore.example`, `notes.txt`
    return word.indices.dropFirst().contains { index in
      (word[index] == "." || word[index] == "@") && word[word.index(before: index)].isLetter
        && word.index(after: index) < word.endIndex && word[word.index(after: index)].isLetter
    }
  }
}

/// The spoken form of mentions, hashtags and handles.
public enum SpokenSymbols: String, Hashable, Sendable, CaseIterable {
  /// As they are written: `@pool@shore.example`, `#NightTrains`.
  case verbatim
  /// As words: `at pool at shore dot example`, `hashtag NightTrains`.
  case words

  /// The text with its symbols in this form.
  func applied(to text: String) -> String {
    guard self == .words, text.contains(where: { $0 == "@" || $0 == "#" }) else { return text }
    var result = ""
    var word = ""
    for character in text {
      guard character.isWhitespace else {
        word.append(character)
        continue
      }
      result += Self.worded(word, after: result)
      result.append(character)
      word = ""
    }
    return result + Self.worded(word, after: result)
  }

  private static func worded(_ word: String, after text: String) -> String {
    let opening = word.prefix { "(“\"‘'[".contains($0) }
    let rest = word[opening.endIndex...]
    let closing = rest.reversed().prefix { !$0.isLetter && !$0.isNumber && $0 != "_" }.reversed()
    let name = rest.dropFirst().dropLast(closing.count)
    guard let sign = rest.first, sign == "@" || sign == "#", name.contains(where: { $0.isLetter || $0.isNumber }) else {
      return word
    }
    let begins = text.last { !$0.isWhitespace }.map { ".!?…–".contains($0) } ?? true
    let spoken =
      sign == "#" ? " " + name : " " + name.replacing("@", with: " at ").replacing(".", with: " dot ")
    let lead = sign == "#" ? (begins ? "Hashtag" : "hashtag") : (begins ? "At" : "at")
    return opening + lead + spoken + String(closing)
  }
}
