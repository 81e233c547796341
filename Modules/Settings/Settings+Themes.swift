public import FeatureKit
public import TerminalKit

extension Settings {
  /// Lists the themes, or prints one as a file.
  @MainActor
  static func themesVerb(_ action: Action) -> Verb {
    Verb(
      "themes", Parameter<String?>.optionalWord("NAME"), help: "List the themes with samples, or print one as a file",
      discussion: """
        To make your own theme, write a file NAME.theme into the folder that themes shows. Each line sets the style of a \
        role: name = #e5c07b yellow bold. A style is a colour as #rrggbb, one of the 16 colour names of terminals, or both, \
        and bold, dim, italic, underline, reverse. base = dusk starts from a built-in theme; ground = dark, light or any \
        says for which background it is made. Invalid lines are ignored and reported.

        To start from a built-in theme: howdah themes dusk > FOLDER/mine.theme, then set theme mine. The roles are \
        \(Role.allCases.map(\.rawValue).joined(separator: ", ")).
        """
    ) { name in
      let list = try action.themes()
      guard let name else { return .view { layout in themesView(list, layout: layout) } }
      return .document(themeFile(try list.theme(name)))
    }.reading
  }

  /// The themes, each with a sample in its own style.
  ///
  /// As JSON it is `{screen, themes}`; a theme is `{name, summary, ground, in_use, file, mistakes}`.
  public static func themesView(_ list: ThemeList, layout: Layout) -> Document {
    var blocks: [Block] = []
    for entry in list.entries {
      let isCurrent = entry.theme.name == list.current
      var title = StyledText(entry.theme.name, .name)
      if isCurrent { title += StyledText("  in use", .accent) }
      let summary = StyledText(entry.theme.summary, .secondary)
      let lines: [Block] =
        layout.width < narrowWidth
        ? [.paragraph(title), .listItem(marker: " ", [.paragraph(summary)])]
        : [.paragraph(title + StyledText("  ") + summary)]
      let spoken = "\(entry.theme.name)\(isCurrent ? ", in use" : ""): \(entry.theme.summary)."
      blocks.append(.spoken(lines, as: spoken))
      blocks.append(.spoken([.listItem(marker: " ", [.paragraph(sample.drawn(in: entry.theme))])], as: ""))
      blocks += entry.mistakes.map {
        .listItem(
          marker: StyledText("!", .warning, spoken: "Warning:"),
          [.paragraph(StyledText("Line \($0.line): \($0.message)"))])
      }
    }
    blocks += [.blank, .paragraph(StyledText("Your own themes go in \(list.folder).", .secondary))]
    return Document(
      kind: "themes", title: Document.Title("Themes"), blocks: blocks,
      hint: StyledText("set theme NAME · help themes", .hint),
      data: [.init("themes", .array(list.entries.map { data($0, isCurrent: $0.theme.name == list.current) }))])
  }

  /// A line with the most frequent roles.
  private static let sample: StyledText =
    StyledText("Wren", .name) + StyledText(" @wren", .secondary) + StyledText(" First frost. ")
    + StyledText("#bees", .hashtag) + StyledText(" ") + StyledText("honey.example", .link) + StyledText(" ")
    + StyledText("! gone", .error) + StyledText(" ") + StyledText("new", .accent)

  public static func themeFile(_ theme: Theme) -> Document {
    let lines = theme.text.split(separator: "\n").map { Block.verbatim(StyledText(String($0))) }
    return Document(
      kind: "theme", blocks: lines, hint: StyledText("help themes", .hint),
      data: [.init("name", .string(theme.name)), .init("text", .string(theme.text))])
  }

  private static func data(_ entry: ThemeList.Entry, isCurrent: Bool) -> JSONValue {
    [
      "name": .string(entry.theme.name), "summary": .string(entry.theme.summary),
      "ground": .string(entry.theme.isDark.map { $0 ? "dark" : "light" } ?? "any"), "in_use": .bool(isCurrent),
      "file": .optional(entry.file),
      "mistakes": .array(entry.mistakes.map { ["line": .int($0.line), "message": .string($0.message)] }),
    ]
  }
}

extension ThemeList {
  /// Finds a theme by its name.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that suggests the nearest name.
  func theme(_ name: String) throws -> Theme {
    if let entry = entries.first(where: { $0.theme.name == name }) { return entry.theme }
    let names = entries.map(\.theme.name)
    throw Settings.refusal("Unknown theme “\(name)”.", near: name, among: names, instead: names)
  }
}
