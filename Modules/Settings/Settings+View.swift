public import FeatureKit
public import TerminalKit

extension Settings {
  /// The settings of a section, or of all: name, value, choices.
  ///
  /// As JSON it is `{screen, settings}`; ``data(_:)`` documents a setting.
  public static func view(_ state: State, layout: Layout) -> Document {
    let sections = state.section.map { [$0] } ?? state.sections.filter { isShown($0, state) }
    var blocks = layout.width < narrowWidth ? list(state, sections) : table(state, sections)
    blocks += words(state)
    if let failure = state.failure {
      let message = "\(failure.name) was not changed. \(failure.error.message)"
      blocks += [
        .blank, .paragraph(StyledText("! ", .error, spoken: "") + StyledText(message, .error)),
        .paragraph(StyledText(failure.error.suggestion, .hint)),
      ]
    }
    // JSON also contains the secondary settings.
    let all = state.section == nil ? state.fields : state.shown
    return Document(
      kind: "settings", title: Document.Title("Settings" + (state.section.map { " · \($0)" } ?? "")), blocks: blocks,
      hint: hint(state), data: [.init("settings", .array(all.map(data)))])
  }

  private static func isShown(_ section: String, _ state: State) -> Bool {
    state.shown.contains { $0.section == section }
  }

  private static func hint(_ state: State) -> StyledText {
    let words = "set NAME VALUE · get NAME · reset NAME"
    let further =
      state.section == nil ? state.sections.filter { !isShown($0, state) } : state.nextSection.map { [$0] } ?? []
    return StyledText(([words] + further.map { "settings \($0.lowercased())" }).joined(separator: " · "), .hint)
  }

  /// The width in columns below which choices are printed under the values.
  static let narrowWidth = 50

  /// Names, values and choices as one table, so that the columns of all sections align.
  private static func table(_ state: State, _ sections: [String]) -> [Block] {
    var rows: [[StyledText]] = []
    for section in sections {
      if !rows.isEmpty { rows.append([]) }
      if sections.count > 1 { rows.append([StyledText(section, .strong)]) }
      rows += state.shown.filter { $0.section == section }.map {
        [
          StyledText($0.name.rawValue, .name), value($0), StyledText($0.origin.label ?? "", .secondary),
          StyledText($0.kind.description, .secondary),
        ]
      }
    }
    return [.spoken([.table(rows)], as: "")]
  }

  /// Names and values with the choices below them, for narrow terminals.
  private static func list(_ state: State, _ sections: [String]) -> [Block] {
    var blocks: [Block] = []
    for section in sections {
      if !blocks.isEmpty { blocks.append(.blank) }
      if sections.count > 1 { blocks.append(.paragraph(StyledText(section, .strong))) }
      for field in state.shown where field.section == section {
        let origin = field.origin.label.map { StyledText(" · \($0)", .secondary) } ?? StyledText()
        blocks.append(.paragraph(StyledText("\(field.name)  ", .name) + value(field) + origin))
        blocks.append(
          .listItem(marker: StyledText(" "), [.paragraph(StyledText(field.kind.description, .secondary))]))
      }
    }
    return [.spoken(blocks, as: "")]
  }

  /// Sentences for screen readers in place of the table.
  private static func words(_ state: State) -> [Block] {
    state.shown.map {
      let origin = $0.origin.label.map { ", \($0)" } ?? ""
      let value = "\($0.name): \($0.value)\(origin) – \($0.summary)"
      return .spoken([], as: "\(value). It can be \(accepted($0.kind))")
    }
  }

  private static func value(_ field: Field) -> StyledText {
    StyledText(field.value, field.origin == .here ? .accent : .text)
  }

  /// The value of one setting, for `get NAME`.
  ///
  /// Only the value is printed, for use in shell scripts: `theme=$(howdah get theme)`. As JSON it is
  /// `{screen, setting}`; ``data(_:)`` documents a setting.
  public static func fieldView(_ field: Field) -> Document {
    Document(
      kind: "setting", blocks: [.verbatim(StyledText(field.value))],
      hint: Hint(
        [.init(field.origin.label ?? "default"), .init("set \(field.name) \(field.kind.description)")],
        spoken: "\(field.origin.label ?? "default"). It can be \(accepted(field.kind))"),
      data: [.init("setting", data(field))])
  }

  /// A setting as JSON: `{name, section, summary, value, source, default, choices, minimum,
  /// maximum}`.
  ///
  /// `source` is `here`, `all_accounts`, `server` or `default`; `choices` are the accepted words; the bounds are null unless numbers are accepted.
  public static func data(_ field: Field) -> JSONValue {
    var bounds: ClosedRange<Int>?
    if case .integer(let range, _) = field.kind { bounds = range }
    return [
      "name": .string(field.name.rawValue), "section": .string(field.section), "summary": .string(field.summary),
      "value": .string(field.value), "source": .string(field.origin.rawValue), "default": .string(field.standard),
      "choices": .array(field.kind.completions.map(JSONValue.string)), "minimum": .optional(bounds?.lowerBound),
      "maximum": .optional(bounds?.upperBound),
    ]
  }
}

extension Setting.Origin {
  /// A label for where a value comes from; `nil` for the standard value.
  var label: String? {
    switch self {
    case .here: "set here"
    case .allAccounts: "set for all accounts"
    case .server: "server's"
    case .standard: nil
    }
  }
}
