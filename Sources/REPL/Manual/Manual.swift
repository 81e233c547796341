import TerminalKit

/// A page of the manual, from which the manual page for `man`, the page in docs/ and the help are made.
struct Manual {
  /// The name and the section, as `man` knows them: `howdah-language`, 7.
  let name: String
  let section: Int
  /// The subject of the page, in a few words.
  let summary: String
  private let makeSections: @Sendable () -> [Section]

  /// The parts of the page, read from its text each time.
  var sections: [Section] { makeSections() }

  init(name: String, section: Int, summary: String, sections: @autoclosure @escaping @Sendable () -> [Section]) {
    self.name = name
    self.section = section
    self.summary = summary
    makeSections = sections
  }

  /// A part of a page with a title.
  struct Section {
    let title: String
    let blocks: [Block]
    let isPart: Bool

    init(_ title: String, _ blocks: [Block], isPart: Bool = false) {
      self.title = title
      self.blocks = blocks
      self.isPart = isPart
    }
  }

  /// A part of a section; texts have what is typed between backquotes.
  enum Block {
    case paragraph(String)
    case terms([(term: String, meaning: String)])
    case examples([(line: String, purpose: String)])
    case verbatim(String)
  }

  /// The lines that the page gives as examples.
  var examples: [String] {
    sections.flatMap(\.blocks).flatMap { block in
      if case .examples(let examples) = block { examples.map(\.line) } else { [String]() }
    }
  }

  /// The page for `man`, in roff with the macros of man(7).
  var roff: String {
    var text = ".TH \(name.uppercased()) \(section) \"\" Howdah \"Howdah Manual\"\n"
    text += ".SH NAME\n\(Self.escaped(name)) \\- \(Self.escaped(summary))\n"
    for section in sections {
      // A name of a part is one that is typed, in its own case.
      text += section.isPart ? ".SS " : ".SH "
      text += Self.escaped(section.isPart ? section.title : section.title.uppercased()) + "\n"
      for block in section.blocks { text += Self.roff(block) }
    }
    return text
  }

  private static func roff(_ block: Block) -> String {
    switch block {
    case .paragraph(let text): ".PP\n\(marked(text))\n"
    case .terms(let terms): terms.map { ".TP\n\\fB\(escaped($0.term))\\fR\n\(marked($0.meaning))\n" }.joined()
    case .examples(let examples):
      examples.map { ".TP\n\\fB\(escaped($0.line))\\fR\n\(marked($0.purpose))\n" }.joined()
    case .verbatim(let text):
      ".PP\n.nf\n"
        + text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) + "\n" }
        .joined() + ".fi\n"
    }
  }

  /// A text in which what is typed is bold; a link to another page is only its text.
  private static func marked(_ text: String) -> String {
    let text = text.replacing(/\[([^\]\[]+)\]\([^()\s]+\)/) { $0.output.1 }.replacing("**", with: "")
    return text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let part = escaped(String(part), isStart: index == 0)
      return index.isMultiple(of: 2) ? part : "\\fB\(part)\\fR"
    }.joined()
  }

  /// A text without meaning for roff.
  private static func escaped(_ text: String, isStart: Bool = true) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("`", with: "\\(ga").replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
    return isStart && escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
  }

  /// The page in Markdown, for docs/.
  var markdown: String {
    var text = ""
    for section in sections {
      text += "\n\(section.isPart ? "###" : "##") \(section.title)\n"
      for block in section.blocks {
        switch block {
        case .paragraph(let words): text += "\n\(words)\n"
        case .terms(let terms): text += Self.table(terms.map { ($0.term, $0.meaning) })
        case .examples(let examples): text += Self.table(examples.map { ($0.line, $0.purpose) })
        case .verbatim(let words):
          text +=
            "\n"
            + words.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
            .joined()
        }
      }
    }
    return text
  }

  private static func table(_ rows: [(String, String)]) -> String {
    "\n| | |\n| --- | --- |\n"
      + rows.map { "| `\($0.replacing("|", with: "\\|"))` | \($1.replacing("|", with: "\\|")) |\n" }.joined()
  }

  /// The page as help at the prompt.
  var document: Document {
    var blocks: [TerminalKit.Block] = []
    for section in sections {
      blocks.append(.paragraph(StyledText(section.title, .strong)))
      for block in section.blocks {
        switch block {
        case .paragraph(let text): blocks.append(.paragraph(Self.styled(text)))
        case .terms(let terms):
          blocks.append(.table(terms.map { [StyledText("  \($0.term)", .code), Self.styled($0.meaning)] }))
        case .examples(let examples):
          blocks.append(.table(examples.map { [StyledText("  \($0.line)", .code), Self.styled($0.purpose)] }))
        case .verbatim(let text): blocks.append(.preformatted(StyledText(text, .code)))
        }
        blocks.append(.blank)
      }
    }
    if blocks.last == .blank { blocks.removeLast() }
    return Document(
      kind: "manual", title: Document.Title(summary.prefix(1).uppercased() + summary.dropFirst()), blocks: blocks,
      data: [.init("name", .string(name)), .init("text", .string(markdown))])
  }

  private static func styled(_ text: String) -> StyledText {
    var styled = StyledText()
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      styled += index.isMultiple(of: 2) ? StyledText(String(part)) : StyledText(String(part), .code)
    }
    return styled
  }
}
