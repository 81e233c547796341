extension HTMLText {
  /// Returns plain text as the HTML that a server makes of it: an empty line starts a paragraph, other line breaks stay.
  public static func html(_ text: String) -> String {
    var paragraphs: [[String]] = [[]]
    for line in text.trimmed.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
      } else {
        paragraphs[paragraphs.count - 1].append(escaped(line))
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { "<p>\($0.joined(separator: "<br />"))</p>" }.joined()
  }

  private static func escaped(_ text: Substring) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
