/// The forms of a document that is kept in a file or sent by mail.
public enum DocumentForm: String, Hashable, Sendable, CaseIterable {
  case markdown = "md"
  /// A page of its own: it loads nothing.
  case html
  case text = "txt"

  /// The form that the ending of a file's name says; standard output, `-`, gets Markdown.
  public init?(file: String) {
    let ending = file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() }
    self.init(rawValue: file == "-" ? "md" : ending ?? "")
  }
}

extension Document {
  /// The title and the blocks as a text of this form, without the hint.
  public func written(as form: DocumentForm) -> String {
    let title = StyledText(title?.text.onOneLine.plain ?? "")
    switch form {
    case .markdown: return "# \(Markup.markdown.text(title))\n\n\(blocks.markdown)\n"
    case .html:
      return """
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="referrer" content="no-referrer">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Markup.escaped(title.plain))</title>
        <style>
        body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 1rem/1.5 sans-serif; overflow-wrap: break-word }
        article { margin: 1.5em 0 } blockquote { margin: 0.5em 0; padding-left: 1em; border-left: 3px solid #ccc }
        p { margin: 0.4em 0 } pre { white-space: pre-wrap }
        </style>
        </head>
        <body>
        <h1>\(Markup.html.text(title))</h1>
        \(Markup.html.blocks(blocks).joined(separator: "\n"))
        </body>
        </html>

        """
    case .text:
      return Renderer(format: .plain, width: 80, theme: .dusk, colors: .none, showsHint: false, hyperlinks: false)
        .render(self)
    }
  }
}

extension [Block] {
  public var markdown: String { Markup.markdown.blocks(self).joined(separator: "\n\n") }
}

/// Writes blocks as Markdown or HTML, in which no text is a sign of either.
private enum Markup {
  case markdown, html

  /// Replies are set in no deeper than this.
  private static let deepest = 8

  /// The blocks as paragraphs, which an empty line separates in Markdown.
  func blocks(_ blocks: [Block]) -> [String] { blocks.flatMap(paragraphs) }

  private func paragraphs(_ block: Block) -> [String] {
    switch block {
    case .paragraph(let text), .verbatim(let text): return text.isEmpty ? [] : [paragraph(self.text(text))]
    case .spread(let text, let trailing): return [paragraph(self.text(text) + " · " + self.text(trailing))]
    case .preformatted(let text):
      guard self == .markdown else { return ["<pre>\(self.text(text))</pre>"] }
      let fence = String(repeating: "`", count: max(3, Self.longestRun(of: "`", in: text.plain) + 1))
      return ["\(fence)\n\(text.plain)\n\(fence)"]
    case .table(let rows):
      // Signs that are not spoken, such as bars, are drawn in columns of one width.
      let lines = rows.map { row in row.filter { !$0.spoken.isEmpty }.map(self.text).joined(separator: " ") }
      guard self == .markdown else {
        return ["<ul style=\"list-style: none\">" + lines.map { "<li>\($0)</li>" }.joined() + "</ul>"]
      }
      return [lines.map { "- \($0)" }.joined(separator: "\n")]
    case .quote(let inner): return [quoted(blocks(inner), depth: 1)]
    case .listItem(let marker, let inner):
      let parts = blocks(inner)
      let mark = marker.plain.trimmed
      guard !mark.isEmpty, !parts.isEmpty else { return parts }
      guard self == .markdown else { return ["<p dir=\"auto\">\(Self.escaped(mark))</p>"] + parts }
      let sign = mark.first?.isNumber == true ? "\(mark.prefix { $0.isASCII && $0.isNumber }). " : "- "
      let indent = String(repeating: " ", count: sign.count)
      return [sign + Self.prefixed(parts.joined(separator: "\n\n"), with: indent).dropFirst(indent.count)]
    case .item(let item):
      let depth = item.branch.map { $0.isRoot ? 0 : $0.ancestorsContinue.count + 1 } ?? 0
      let parts = blocks(item.blocks)
      return [quoted(self == .html ? ["<article>"] + parts + ["</article>"] : parts, depth: min(depth, Self.deepest))]
    case .blank, .picture, .thumbnail: return []
    case .rule: return [self == .html ? "<hr>" : "---"]
    case .spoken(let inner, as: _): return blocks(inner)
    }
  }

  private func paragraph(_ text: String) -> String { self == .html ? "<p dir=\"auto\">\(text)</p>" : text }

  private func quoted(_ parts: [String], depth: Int) -> String {
    switch self {
    case .markdown:
      let prefix = String(repeating: "> ", count: depth)
      return Self.prefixed(parts.joined(separator: "\n\n"), with: prefix)
    case .html:
      return String(repeating: "<blockquote>", count: depth) + parts.joined(separator: "\n")
        + String(repeating: "</blockquote>", count: depth)
    }
  }

  private static func prefixed(_ text: String, with prefix: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }.joined(separator: "\n")
  }

  /// A text with its links, and what is stressed in it.
  func text(_ text: StyledText) -> String {
    let lines = text.spans.map(span).joined()
    switch self {
    case .html: return lines.replacing("\n", with: "<br>\n")
    case .markdown:
      return lines.split(separator: "\n", omittingEmptySubsequences: false).map(Self.lineStart).joined(
        separator: "\\\n")
    }
  }

  private func span(_ span: Span) -> String {
    let shown = self == .html ? Self.escaped(span.text) : Self.signs(in: span.text)
    if let url = span.url {
      if self == .html { return "<a href=\"\(Self.escaped(url))\" rel=\"nofollow noopener noreferrer\">\(shown)</a>" }
      let target = url.replacing("<", with: "%3C").replacing(">", with: "%3E")
      return span.text == url ? "<\(target)>" : "[\(shown)](<\(target)>)"
    }
    // A sign of Markdown has a letter beside it.
    let isTight = span.text.first?.isWhitespace == false && span.text.last?.isWhitespace == false
    switch span.role {
    case .name, .strong, .title, .warning:
      return self == .html ? "<strong>\(shown)</strong>" : isTight ? "**\(shown)**" : shown
    case .emphasis: return self == .html ? "<em>\(shown)</em>" : isTight ? "*\(shown)*" : shown
    case .code: return self == .html ? "<code>\(shown)</code>" : shown
    default: return shown
    }
  }

  /// A text in which nothing is a sign of HTML.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// A text in which nothing is a sign of Markdown within a line.
  private static func signs(in text: String) -> String {
    text.reduce(into: "") { text, character in
      if #"\`*_[]<>&~"#.contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// A line that begins neither a heading, a list nor a rule.
  private static func lineStart(_ line: Substring) -> String {
    let start = line.drop { $0 == " " }
    let digits = start.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, let sign = start.dropFirst(digits.count).first, ".)".contains(sign) {
      return "\(digits)\\\(start.dropFirst(digits.count))"
    }
    return ["#", "-", "+", "="].contains { start.hasPrefix($0) } ? "\\\(start)" : String(start)
  }

  private static func longestRun(of sign: Character, in text: String) -> Int {
    text.split { $0 != sign }.map(\.count).max() ?? 0
  }
}
