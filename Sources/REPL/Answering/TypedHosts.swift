import TerminalKit

/// The international host names in what the user typed: `bawü.example`, which servers know as `xn--baw-joa.example`.
struct TypedHosts {
  private let names: [Substring]

  init(in words: some Sequence<String>) {
    names = words.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.flatMap { word in
      Sanitizer.clean(word).split { "/@:,".contains($0) || $0.isWhitespace }.filter { $0.contains(".") }
    }
  }

  /// A message with these names as they were typed.
  func restored(in text: String) -> String {
    guard !names.isEmpty, text.contains("xn--") else { return text }
    var result = text
    for word in Set(text.split { !($0.isLetter || $0.isNumber || "-.".contains($0)) }) {
      // What ends a sentence is not part of the name.
      let ascii = word.last == "." ? word.dropLast() : word
      guard let name = names.first(where: { Self.isSame(ascii, $0) }) else { continue }
      result = result.replacing(ascii, with: name)
    }
    return result
  }

  /// The same of a text whose parts have roles.
  func restored(in text: StyledText) -> StyledText {
    guard !names.isEmpty else { return text }
    return StyledText(
      text.spans.map { span in
        let name = restored(in: span.text)
        return name == span.text ? span : Span(name, span.role, url: span.url)
      })
  }

  /// Whether a name in the form of the DNS is the typed one, as far as its labels and their plain letters tell.
  private static func isSame(_ ascii: Substring, _ typed: Substring) -> Bool {
    let (labels, words) = (ascii.lowercased().split(separator: "."), typed.lowercased().split(separator: "."))
    return ascii.contains("xn--") && labels.count == words.count
      && zip(labels, words).allSatisfy { label, word in
        let plain = word.filter(\.isASCII)
        guard plain.count < word.count else { return label == word }
        return label.hasPrefix("xn--")
          && label.dropFirst(4).split(separator: "-").dropLast().joined(separator: "-") == plain
      }
  }
}
