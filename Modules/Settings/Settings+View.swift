public import FeatureKit
public import TerminalKit

extension Settings {
  /// The settings of a section, or of all: name, value, choices.
  ///
  /// As JSON it is `{kind, title, settings}`; ``data(_:)`` documents a setting.
  public static func view(_ state: State, layout: Layout) -> Document {
    let sections = state.section.map { [$0] } ?? state.sections
    var blocks: [Block] = []
    for section in sections {
      if sections.count > 1 {
        if !blocks.isEmpty { blocks.append(.blank) }
        blocks.append(.paragraph(StyledText(section, .strong)))
      }
      blocks += table(state.fields.filter { $0.section == section })
    }
    if let failure = state.failure {
      blocks += [
        .blank,
        .paragraph(
          StyledText("! ", .error, spoken: "")
            + StyledText("\(failure.name) is as it was: \(failure.error.words)", .error)),
        .paragraph(StyledText("  \(failure.error.suggestion)")),
      ]
    }
    let shown = state.fields.filter { sections.contains($0.section) }
    return Document(
      kind: "settings", title: Document.Title("Settings" + (state.section.map { " · \($0)" } ?? "")), blocks: blocks,
      hint: hint(state), data: [.init("settings", .array(shown.map(data)))])
  }

  private static func hint(_ state: State) -> StyledText {
    let words = "set NAME VALUE · get NAME · reset NAME"
    return StyledText(words + (state.nextSection.map { " · settings \($0.lowercased())" } ?? ""), .hint)
  }

  private static func table(_ fields: [Field]) -> [Block] {
    let rows = fields.map { field in
      [
        StyledText(field.name, .name), StyledText(field.value, field.value == field.standard ? .text : .accent),
        StyledText(field.kind.description, .secondary),
      ]
    }
    let spoken = fields.map { "\($0.name): \($0.value). \($0.summary). It can be \($0.kind.description)." }
    return [.spoken([.table(rows)], as: spoken.joined(separator: "\n"))]
  }

  /// One setting by itself, for `get NAME`.
  ///
  /// Only the value is printed, so that a shell can use it: `theme=$(howdah get theme)`. As JSON it is
  /// `{kind, setting}`; ``data(_:)`` documents a setting.
  public static func fieldView(_ field: Field) -> Document {
    Document(
      kind: "setting", blocks: [.paragraph(StyledText(field.value))],
      hint: StyledText("\(field.summary) · set \(field.name) \(field.kind.description)", .hint),
      data: [.init("setting", data(field))])
  }

  /// A setting as scripts get it: `{name, section, summary, value, default, choices, minimum, maximum}`.
  ///
  /// `choices` are the words that it can be; the bounds are null where it cannot be a number.
  public static func data(_ field: Field) -> JSONValue {
    var bounds: ClosedRange<Int>?
    if case .integer(let range, _) = field.kind { bounds = range }
    return [
      "name": .string(field.name), "section": .string(field.section), "summary": .string(field.summary),
      "value": .string(field.value), "default": .string(field.standard),
      "choices": .array(field.kind.words.map(JSONValue.string)), "minimum": .optional(bounds?.lowerBound),
      "maximum": .optional(bounds?.upperBound),
    ]
  }
}
