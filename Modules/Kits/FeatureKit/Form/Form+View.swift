public import TerminalKit

extension Form {
  /// The document of a form: each field with its number, name, value and summary.
  ///
  /// As JSON it is `{screen, what, changed, phase, items}`; ``data(_:)`` documents a field. `phase` is `editing`,
  /// `loading`, `saving` or an error's code.
  ///
  /// - Parameters:
  ///   - below: The blocks below the fields.
  ///   - hint: The commands in the hint besides those of the fields, the finishing one and `close`.
  public static func view(
    _ state: State, kind: String, below: [Block] = [], hint: [String] = [], layout: Layout
  ) -> Document {
    var blocks: [Block]
    switch state.phase {
    case .loading: blocks = .loading
    case .failed(let error): blocks = error.blocks
    case .editing: blocks = state.form.blocks + below
    case .saving:
      blocks =
        state.form.blocks + below + [.paragraph(StyledText("\(state.finish.doing.capitalizedFirst)…", .secondary))]
    case .refused(let error): blocks = state.form.blocks + below + [.blank] + error.blocks
    }
    let first = state.form.fields.first.map { ["\($0.name) …"] } ?? []
    let ways = (first + ["set NAME VALUE"] + hint).map { Hint.Command($0) }
    return Document(
      kind: kind,
      title: Document.Title(
        state.noun.capitalizedFirst, note: state.form.isChanged ? "not \(state.finish.done)" : nil),
      blocks: blocks, hint: Hint(ways + [.kept(state.finish.verb), .kept("close")]),
      data: [
        .init("what", .string(state.noun)), .init("changed", .bool(state.form.isChanged)),
        .init("phase", .string(state.phase.code)),
      ])
  }

  public var blocks: [Block] {
    let width = fields.map(\.name.rawValue.count).max() ?? 0
    return fields.enumerated().map { index, field in
      let word = field.name.rawValue
      let name = word + String(repeating: " ", count: width - word.count + 1)
      return .item(
        Item(
          number: index + 1, mark: field.isChanged ? StyledText("*", .accent) : nil,
          blocks: [
            .listItem(
              marker: StyledText(name, .name),
              [.paragraph(field.shown), .paragraph(StyledText(field.explanation, .secondary))])
          ], spoken: field.spoken, references: [Reference(kind: .field, id: word)], data: Form.data(field)))
    }
  }

  /// A field as scripts get it: `{name, summary, value, values, choices, required, changed}`.
  ///
  /// `value` is null for an empty field and for one with several values; `values` is null for a field with one value.
  public static func data(_ field: Field) -> JSONValue {
    [
      "name": .string(field.name.rawValue), "summary": .string(field.summary),
      "value": field.kind.isMany ? .null : .optional(field.values.first),
      "values": field.kind.isMany ? .array(field.values.map(JSONValue.string)) : .null,
      "choices": .array(field.kind.choices.map(JSONValue.string)), "required": .bool(field.isRequired),
      "changed": .bool(field.isChanged),
    ]
  }
}

extension Form.Field {
  var shown: StyledText {
    guard !values.isEmpty else { return StyledText(isRequired ? "(empty, required)" : "(empty)", .secondary) }
    // A mark before it shows that it was changed, not a colour.
    return StyledText(values.joined(separator: ", "))
  }

  /// The summary, with the choices if there are any.
  fileprivate var explanation: String {
    // Numbers refer to what is listed below the form, and explain nothing.
    let words = kind.choices.filter { Int($0) == nil }
    return words.isEmpty ? summary : "\(summary): \(words.joined(separator: ", "))"
  }

  fileprivate var spoken: String {
    let value = values.isEmpty ? (isRequired ? "empty, required" : "empty") : values.joined(separator: ", ")
    let current = "\(name.rawValue.capitalizedFirst)\(isChanged ? ", changed" : ""): \(value)"
    return Sentence.closed(Sentence.joined([current, explanation.capitalizedFirst]))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Form.State.Phase {
  fileprivate var code: String {
    switch self {
    case .loading: "loading"
    case .editing: "editing"
    case .saving: "saving"
    case .refused(let error), .failed(let error): error.code
    }
  }
}
