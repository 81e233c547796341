/// Writes lines of styled text, with or without escape sequences.
///
/// Each line turns on and off what it needs, so that any line can be copied, cut out or dropped.
struct LineWriter {
  private(set) var output = ""
  private let sequences: [Role: String]
  /// The sequences of names, of which an account's number chooses one; none if all names look the same.
  private let names: [String]
  private let colors: ColorDepth
  private let hyperlinks: Bool

  /// Prepares the sequences of a theme once.
  init(theme: Theme, colors: ColorDepth, hyperlinks: Bool, colorsNames: Bool) {
    var sequences: [Role: String] = [:]
    if colors != .none {
      for role in Role.allCases {
        let sequence = theme[role].sequence(colors)
        if !sequence.isEmpty { sequences[role] = sequence }
      }
    }
    self.sequences = sequences
    names =
      colorsNames && colors != .none
      ? theme.names.indices.map { theme.appearance(ofName: UInt32($0)).sequence(colors) } : []
    self.colors = colors
    self.hyperlinks = hyperlinks && colors != .none
    output.reserveCapacity(8192)
  }

  /// Adds a line's text.
  mutating func write(_ line: StyledText) {
    for span in line.spans {
      if let picture = span.picture { output += picture }
      guard !span.text.isEmpty else { continue }
      if hyperlinks, let url = span.url {
        output += "\u{1B}]8;;"
        output += url
        output += "\u{1B}\\"
        writeText(span)
        output += "\u{1B}]8;;\u{1B}\\"
      } else {
        writeText(span)
      }
    }
  }

  mutating func endLine() { output += "\n" }

  private mutating func writeText(_ span: Span) {
    let name = names.isEmpty ? nil : span.account.map { names[Int($0 % UInt32(names.count))] }
    let sequence = span.look.map { $0.sequence(colors) } ?? name ?? sequences[span.role] ?? ""
    guard !sequence.isEmpty else {
      output += span.text
      return
    }
    output += sequence
    output += span.text
    output += "\u{1B}[0m"
  }
}
