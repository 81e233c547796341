import TerminalKit

extension Form {
  /// The screen of a form: its fields, and the commands that change and finish it; the root adds `close`.
  @MainActor
  public struct Face {
    /// The name of the screen, which is also the document's kind.
    let id: String
    /// The commands in the hint besides those of the fields, the finishing one and `close`.
    let hint: [String]

    public init(id: String, hint: [String] = []) { (self.id, self.hint) = (id, hint) }

    /// - Parameters:
    ///   - model: The model, which the screen keeps alive.
    ///   - saved: Returns the response after saving.
    public func screen(model: FormModel, saved: @escaping @MainActor () async throws -> Response) -> Screen {
      Screen(
        id: id, model: model, label: { model.state.label },
        document: { view(model.state, kind: id, hint: hint, layout: $0) }, verbs: { verbs(model, saved: saved) },
        content: Screen.Content(load: { await model.load() }, failure: { model.state.failure }),
        input: Screen.Input(
          unsaved: { model.state.unsaved }, scripted: { model.state.scripted }, line: { model.state.line },
          fill: { _ = try await model.set($0, to: $1) }, onReturn: { nil }))
    }

    /// A preview of each way that the form can look.
    public func previews(of fixtures: Any) -> [Preview] {
      Preview.all(of: fixtures, prefix: "form") { (state: State) in
        screen(model: FormModel(fixture: state), saved: { .nothing })
      }
    }
  }
}

@MainActor extension Form {
  /// The commands of a form: each field's name, `set`, `clear`, `add`, `remove`, `reset`, `save`.
  public static func verbs(_ model: FormModel, saved: @escaping @MainActor () async throws -> Response) -> [Verb] {
    guard !model.state.form.fields.isEmpty else { return [] }
    return fieldVerbs(model, response: { _ in nil }) + [
      Verb("save", help: "Save the form") {
        try await model.save()
        return try await saved()
      }
    ]
  }

  /// The commands that change the fields of a form.
  ///
  /// - Parameter response: Returns the response after a field was set; `nil` for one that prints its value.
  public static func fieldVerbs(
    _ model: FormModel, response: @escaping @MainActor (Field) -> Response?
  ) -> [Verb] {
    let fields = model.state.form.fields
    let names: @MainActor ([String]) -> [String] = { words in words.isEmpty ? fields.map(\.name.rawValue) : [] }
    let answer: @MainActor (Field) -> Response = { response($0) ?? Self.valueResponse($0, model.state.finish) }
    return fields.map { verb($0, model, answer) } + [
      setVerb(model, answer),
      Verb("clear", Parameter<String>.word("NAME"), help: "Empty a field", completions: names) { name in
        answer(try await model.set(name, to: ""))
      },
    ] + (fields.contains(where: \.kind.isMany) ? manyVerbs(model, answer) : []) + [
      Verb(
        "reset", Parameter<String>.word("NAME"), help: "Restore the original value of a field", completions: names
      ) { name in answer(try model.reset(name)) }
    ]
  }

  /// The command of one field: `title The canal`; without a value, it prints the current one.
  private static func verb(_ field: Field, _ model: FormModel, _ answer: @escaping @MainActor (Field) -> Response)
    -> Verb
  {
    Verb(
      field.name.rawValue, value(field.kind.isMany ? "VALUES" : "VALUE", isProse: field.kind.isProse),
      help: field.help.prefix(1).uppercased() + field.help.dropFirst(),
      discussion: "Without a value, it prints the current one. clear \(field.name) empties the field.",
      completions: { $0.isEmpty || field.kind.isMany ? field.kind.choices : [] }
    ) { text in
      guard let text else { return answer(try model.state.form.field(field.name.rawValue)) }
      return answer(try await model.set(field.name.rawValue, to: text))
    }
  }

  /// A value, which a semicolon ends unless it is prose.
  private static func value(_ name: String, isProse: Bool) -> Parameter<String?> {
    isProse ? .optionalText(name) : .optionalPhrase(name)
  }

  private static func setVerb(_ model: FormModel, _ answer: @escaping @MainActor (Field) -> Response) -> Verb {
    Verb(
      "set", Parameter<String>.word("NAME"),
      value("VALUE", isProse: model.state.form.fields.contains(where: \.kind.isProse)),
      help: "Fill in a field, by name or number",
      discussion: """
        A field's name does the same: \(model.state.form.fields[0].name) VALUE. Without a value, both print the current one; \
        clear NAME empties the field.
        """,
      completions: { words in
        guard let name = words.first else { return model.state.form.fields.map(\.name.rawValue) }
        return words.count == 1 ? model.state.form.known(name)?.kind.choices ?? [] : []
      }
    ) { name, text in
      guard let text else { return answer(try model.state.form.field(name)) }
      return answer(try await model.set(name, to: text))
    }
  }

  private static func manyVerbs(_ model: FormModel, _ answer: @escaping @MainActor (Field) -> Response) -> [Verb] {
    let names = model.state.form.fields.filter(\.kind.isMany).map(\.name.rawValue)
    let discussion = """
      The first word names the field: \(names.joined(separator: " or ")). Without a field's name, the values are those of \(names[0]).
      """
    return [
      Verb(
        "add", Parameter<String>.phrase("[NAME] VALUES"), help: "Add to a field that takes several values",
        discussion: discussion, completions: { words in words.isEmpty ? names : [] }
      ) { text in
        let (name, values) = split(text, names)
        return answer(try await model.add(values, to: name))
      },
      Verb(
        "remove", Parameter<String>.phrase("[NAME] VALUES"), help: "Remove from a field that takes several values",
        discussion: discussion,
        completions: { words in
          words.isEmpty ? names : words.first.map { model.state.form.list(Field.Name(rawValue: $0)) } ?? []
        }
      ) { text in
        let (name, values) = split(text, names)
        let gone = try model.remove(values, from: name)
        return .success("Removed \(gone.joined(separator: ", ")) from \(name).", hint: "\(model.state.finish.verb)")
      },
    ]
  }

  /// Splits a field's name from the values; without a name they are for the first field with several values.
  private static func split(_ text: String, _ names: [String]) -> (name: String, values: String) {
    let word = text.prefix { !$0.isWhitespace }
    let rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    let wanted = word.lowercased()
    // A prefix is enough: `add keyword rain` adds to `keywords`.
    let name = names.first { $0 == wanted || (wanted.count > 2 && ($0.hasPrefix(wanted))) }
    guard let name, !rest.isEmpty else { return (names[0], text) }
    return (name, String(rest))
  }

  /// The response that prints the value of a field.
  private static func valueResponse(_ field: Field, _ finish: Finish) -> Response {
    .toast(
      Toast(
        field.isChanged ? .success : .information, StyledText(field.nameAndValue),
        hint: field.isChanged ? "\(finish.verb)" : nil, data: [.init("field", data(field))]))
  }
}

extension Form.Field {
  /// `title: The canal`.
  public var nameAndValue: String { "\(name): \(values.isEmpty ? "empty" : values.joined(separator: ", "))" }
}
