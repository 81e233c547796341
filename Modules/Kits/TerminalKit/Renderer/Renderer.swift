/// Turns documents into what is printed.
public struct Renderer: Sendable {
  /// The forms that a document can take.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// What is seen, without any escape sequence.
    case plain
    /// The same characters with the theme's looks.
    case ansi
    /// Sentences for a screen reader: no signs, no columns, one line for each thing to hear.
    case spoken
    /// One object on one line.
    case json
  }

  /// The form that documents take.
  public var format: Format
  /// How many columns there are.
  public var width: Int
  /// How each role looks.
  public var theme: Theme
  /// How many colours there are; with none, the terminal's form is the plain one.
  public var colors: ColorDepth
  /// Whether what can be done next is said; not in a pipe.
  public var showsHint: Bool
  /// Whether links can be clicked, which not every terminal understands.
  public var hyperlinks: Bool

  /// Makes a renderer.
  public init(
    format: Format, width: Int, theme: Theme, colors: ColorDepth, showsHint: Bool, hyperlinks: Bool
  ) {
    self.format = format
    self.width = width
    self.theme = theme
    self.colors = colors
    self.showsHint = showsHint
    self.hyperlinks = hyperlinks
  }

  /// Renders a whole screen; every line ends in a line feed.
  public func render(_ document: Document) -> String {
    switch format {
    case .plain, .ansi:
      var page = PageLayout(width: width)
      page.showsPictures = format == .ansi && colors != .none
      return write(page.lines(of: document, showsHint: showsHint), lineEnd: true)
    case .spoken: return Speech.lines(of: document, showsHint: showsHint).map { $0 + "\n" }.joined()
    case .json: return JSONValue(document).serialized() + "\n"
    }
  }

  /// Renders parts of a screen; every line ends in a line feed.
  public func render(_ blocks: [Block]) -> String {
    render(Document(kind: "text", blocks: blocks))
  }

  /// Renders a message and what can be done next, without a line feed at the end.
  ///
  /// They are told apart by a sign or by words, not only by how they look.
  public func render(_ text: StyledText, hint: Hint?) -> String {
    guard let hint, !hint.isEmpty else { return render(text) }
    if format == .spoken { return Speech.sentence(text) + " " + Speech.hint(hint) }
    return render(text + StyledText(" · " + hint.plain, .hint))
  }

  /// Renders a message of a line or a few, without a line feed at the end.
  public func render(_ text: StyledText) -> String {
    switch format {
    case .plain, .ansi: write(text.wrapped(width: PageLayout(width: width).textWidth), lineEnd: false)
    case .spoken: Speech.sentence(text)
    case .json: JSONValue.object([JSONValue.Member("text", .string(text.plain))]).serialized()
    }
  }

  private func write(_ lines: [StyledText], lineEnd: Bool) -> String {
    var writer = LineWriter(theme: theme, colors: format == .ansi ? colors : .none, hyperlinks: hyperlinks)
    for (index, line) in lines.enumerated() {
      writer.write(line)
      if lineEnd || index < lines.count - 1 { writer.endLine() }
    }
    return writer.output
  }
}
