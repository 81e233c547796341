private import CPages

extension Manual {
  /// The command language, as the prompt, scripts and `-c` read it.
  static let language = Manual(
    name: "howdah-language", section: 7, summary: "the command language of Howdah",
    page: String(cString: howdah_language_page()))

  /// The page of JSON: how the documents are printed, then each kind with its members.
  static let json = Manual(
    name: "howdah-json", section: 5, summary: "the JSON that Howdah prints", page: String(cString: howdah_json_page()))

  static let sandbox = Manual(
    name: "howdah-sandbox", section: 7, summary: "a server to test clients and bots against",
    page: String(cString: howdah_sandbox_page()))

  /// The page of plugins: how to write one, and what they get and answer.
  static let plugins = Manual(
    name: "howdah-plugins", section: 7, summary: "commands of your own for Howdah",
    page: String(cString: howdah_plugins_page()))

  /// Reads a page of docs/, as ``markdown`` writes it; what is above its first section is for readers of docs/ alone.
  init(
    name: String, section: Int, summary: String, page: @autoclosure @escaping @Sendable () -> String
  ) {
    self.init(name: name, section: section, summary: summary, sections: Self.sections(of: page()))
  }

  private static func sections(of page: String) -> [Section] {
    var sections: [Section] = []
    // Each chunk is what stands between two empty lines.
    var chunk: [String] = []
    func end() {
      defer { chunk = [] }
      guard let first = chunk.first else { return }
      if first.hasPrefix("##") {
        let title = first.drop { "# ".contains($0) }
        sections.append(Section(String(title), [], isPart: first.hasPrefix("###")))
        chunk.removeFirst()
      }
      if !chunk.isEmpty, let last = sections.popLast() {
        sections.append(Section(last.title, Self.adding(chunk, to: last.blocks), isPart: last.isPart))
      }
    }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { end() } else { chunk.append(String(line)) }
    }
    end()
    return sections
  }

  private static func adding(_ chunk: [String], to blocks: [Block]) -> [Block] {
    guard let first = chunk.first else { return blocks }
    if first.hasPrefix("    ") {
      let text = chunk.map { String($0.dropFirst(4)) }.joined(separator: "\n")
      guard case .verbatim(let before) = blocks.last else { return blocks + [.verbatim(text)] }
      return blocks.dropLast() + [.verbatim(before + "\n\n" + text)]
    }
    guard first.hasPrefix("|") else { return blocks + [.paragraph(chunk.joined(separator: " "))] }
    // Without the two lines of its head.
    return blocks + [.terms(chunk.dropFirst(2).map(row))]
  }

  /// A row of a table: `| `term` | meaning |`.
  private static func row(_ line: String) -> (term: String, meaning: String) {
    let text = line.replacing("\\|", with: "\u{0}").dropFirst(3).dropLast(2)
    guard let middle = text.firstRange(of: "` | ") else { return (String(text), "") }
    func cell(_ text: Substring) -> String { String(text.replacing("\u{0}", with: "|")) }
    return (cell(text[..<middle.lowerBound]), cell(text[middle.upperBound...]))
  }
}
