/// Turns a document into sentences.
enum Speech {
  /// The sentences, one on each line.
  static func lines(of document: Document, showsHint: Bool, symbols: SpokenSymbols = .verbatim) -> [String] {
    var lines: [String] = []
    if let title = document.title {
      let note = title.note.map { spoken($0) } ?? ""
      lines.append(symbols.applied(to: sentence(Sentence.list([spoken(title.text), note]))))
    }
    for block in document.blocks {
      var added: [String] = []
      append(block, to: &added)
      lines += isExact(block) ? added : added.map(symbols.applied)
    }
    lines = lines.filter { !$0.isEmpty }
    if lines.count > PageLayout.maximumLines {
      let more = lines.count - PageLayout.maximumLines
      lines = lines.prefix(PageLayout.maximumLines) + ["(+\(more) more lines)"]
    }
    if showsHint, let hint = document.hint, !hint.isEmpty { lines.append(self.hint(hint)) }
    return lines
  }

  /// A text as one sentence.
  ///
  /// A value at its end, such as a link or what a setting was set to, gets no full stop.
  static func sentence(_ text: StyledText) -> String {
    let last = text.spans.last { !($0.spoken ?? $0.text).isEmpty }
    let isValue = last.map { [.code, .link, .mention, .hashtag].contains($0.role) && $0.spoken == nil } ?? false
    return isValue ? spoken(text) : sentence(spoken(text))
  }

  private static func append(_ block: Block, to lines: inout [String]) {
    switch block {
    case .paragraph(let text): lines.append(sentence(text))
    case .spread(let text, let trailing):
      lines.append(sentence(Sentence.list([spoken(text), spoken(trailing)])))
    case .preformatted(let text):
      lines += text.plain.split(separator: "\n").map { sentence(joinedWords(String($0))) }
    case .verbatim(let text): lines.append(text.plain)
    case .table(let rows):
      lines += rows.map { row in
        let words = row.map(spoken)
        // A single word at the end is a value.
        return words.last?.contains(" ") == false ? Sentence.list(words) : sentence(Sentence.list(words))
      }
    case .quote(let blocks):
      var inner: [String] = []
      for block in blocks { append(block, to: &inner) }
      inner = inner.filter { !$0.isEmpty }
      if !inner.isEmpty { lines.append(Sentence.closed("Quote: " + Sentence.joined(inner))) }
    case .listItem(let marker, let blocks):
      var inner: [String] = []
      for block in blocks { append(block, to: &inner) }
      let label = spoken(marker)
      if label.isEmpty { lines += inner } else { lines.append(label + " " + Sentence.joined(inner)) }
    case .item(let item):
      let isExact = item.speech == .exact
      let words = isExact ? Sanitizer.clean(item.spoken) : sentence(joinedWords(Sanitizer.clean(item.spoken)))
      lines.append(item.speech == .numbered ? words : item.number.map { "\($0). \(words)" } ?? words)
    case .blank, .rule, .picture, .thumbnail: break
    case .spoken(_, as: let words): lines.append(sentence(joinedWords(Sanitizer.clean(words))))
    }
  }

  /// The text without lines that are only drawn.
  private static func spoken(_ text: StyledText) -> String {
    joinedWords(text.spans.filter { $0.role != .rule || $0.spoken != nil }.map { $0.spoken ?? $0.text }.joined())
  }

  /// Joins lines into one, with commas in place of separating dots.
  private static func joinedWords(_ text: String) -> String {
    let words = text.split { $0 == " " || $0 == "\n" }
    var result = ""
    for word in words {
      if word == "·" || word == "│" {
        if Sentence.endsInValue(result) {
          result += " –"
        } else if let last = result.last, !Sentence.isEnding(last), last != "," {
          result += ","
        }
        continue
      }
      if !result.isEmpty { result += " " }
      result += said(word)
    }
    if result.last == "," { result.removeLast() }
    if result.hasSuffix(" –") { result.removeLast(2) }
    return result
  }

  /// A word with the dash of a range as it is said, since voices leave it out: `1–3` is “1 to 3”.
  private static func said(_ word: Substring) -> String {
    let ends = word.utf8.contains(0xE2) ? word.split(separator: "–", omittingEmptySubsequences: false) : [word]
    let isRange = zip(ends, ends.dropFirst()).allSatisfy { $0.last?.isNumber == true && $1.first?.isNumber == true }
    return isRange ? ends.joined(separator: " to ") : String(word)
  }

  private static func sentence(_ text: String) -> String { Sentence.closed(text) }

  /// Whether a block is copied as it is.
  private static func isExact(_ block: Block) -> Bool {
    switch block {
    case .verbatim: true
    case .item(let item): item.speech == .exact
    default: false
    }
  }

  /// The hint as a sentence, unless it has a spoken form.
  static func hint(_ hint: Hint) -> String {
    if let spoken = hint.spoken { return sentence(joinedWords(spoken)) }
    let parts = hint.parts.map(\.text)
    let alone = parts.filter { !$0.hasSuffix(" N") }
    let numbered = parts.filter { $0.hasSuffix(" N") }.map { String($0.dropLast(2)) }
    if numbered.isEmpty { return sentence("Type " + list(alone)) }
    let withNumber = list(numbered) + " with a number"
    return sentence("Type " + (alone.isEmpty ? "" : alone.joined(separator: ", ") + ", or ") + withNumber)
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
