/// Renders documents as text, speech or JSON.
public struct Renderer: Sendable {
  /// The forms that a document can take.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Plain text, without escape sequences.
    case plain
    /// Text with the theme's escape sequences.
    case ansi
    /// Sentences for a screen reader, one on each line.
    case spoken
    /// One object on one line.
    case json
  }

  public var format: Format
  public var width: Int
  /// Whether the user has asked for this width: all of it is used, and sentences are wrapped too.
  public var isExactWidth = false
  public var theme: Theme
  /// The colours of the terminal; with none, text is plain.
  public var colors: ColorDepth
  public var showsHint: Bool
  /// Whether links are made clickable.
  public var hyperlinks: Bool
  /// Whether the names of accounts have colours of their own, where the theme has any.
  public var colorsNames = true
  /// The spoken form of mentions and hashtags.
  public var symbols = SpokenSymbols.verbatim

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
      var page = PageLayout(width: width, isExact: isExactWidth)
      page.showsPictures = format == .ansi && colors != .none
      return write(page.lines(of: document, showsHint: showsHint), lineEnd: true)
    case .spoken:
      return Speech.lines(of: document, showsHint: showsHint, symbols: symbols).map { wrapped($0) + "\n" }.joined()
    case .json: return JSONValue.answer(JSONValue.members(of: document)) + "\n"
    }
  }

  /// Renders parts of a screen; every line ends in a line feed.
  public func render(_ blocks: [Block]) -> String {
    render(Document(kind: "text", blocks: blocks))
  }

  /// Renders a message and its hint, without a line feed at the end.
  ///
  /// A sign or a word separates them, not only their appearance. A further row of a text that has some does not begin at the
  /// margin, where a prompt or an error does: a name in it may be of anybody.
  public func render(_ text: StyledText, hint: Hint?) -> String {
    if format == .spoken, let hint, !hint.isEmpty {
      return wrapped(Sentence.joined([symbols.applied(to: Speech.sentence(text)), Speech.hint(hint)]))
    }
    let whole = hint.map { $0.isEmpty ? text : text + StyledText(" · " + $0.plain, .hint) } ?? text
    guard format == .plain || format == .ansi, whole.plain.utf8.contains(0x0A) else { return render(whole) }
    let page = PageLayout(width: width)
    let rows = whole.wrapped(width: page.textWidth - 2)
    return write(PageLayout.prefix(rows, first: StyledText(), rest: page.spaces(2)), lineEnd: false)
  }

  /// Renders a message of a line or a few, without a line feed at the end.
  public func render(_ text: StyledText) -> String {
    switch format {
    case .plain, .ansi:
      write(text.wrapped(width: PageLayout(width: width, isExact: isExactWidth).textWidth), lineEnd: false)
    case .spoken: wrapped(symbols.applied(to: Speech.sentence(text)))
    case .json: JSONValue.answer([JSONValue.Member("text", .string(text.plain))])
    }
  }

  /// A sentence in lines of the width that was asked for; otherwise on one line, which a screen reader reads as one.
  private func wrapped(_ sentence: String) -> String {
    guard isExactWidth else { return sentence }
    return StyledText(sentence).wrapped(width: width).map(\.plain).joined(separator: "\n")
  }

  private func write(_ lines: [StyledText], lineEnd: Bool) -> String {
    var writer = LineWriter(
      theme: theme, colors: format == .ansi ? colors : .none, hyperlinks: hyperlinks, colorsNames: colorsNames)
    for (index, line) in lines.enumerated() {
      writer.write(line)
      if lineEnd || index < lines.count - 1 { writer.endLine() }
    }
    return writer.output
  }
}
