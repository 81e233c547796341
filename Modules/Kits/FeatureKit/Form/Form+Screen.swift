public import TerminalKit

extension Form {
  /// A form as a sheet: shown, filled in by verbs, kept by `save`; leaving it is the root's `close`.
  ///
  /// - Parameters:
  ///   - id: The name of the screen, which is also the document's kind.
  ///   - model: The form's owner, which the screen keeps alive.
  ///   - below: What stands below the fields.
  ///   - hint: What to type besides the fields' names, `save` and `close`.
  ///   - verbs: What can be done besides filling it in; they win over the fields' own.
  ///   - saved: What follows when it was kept.
  @MainActor
  public static func screen(
    id: String, model: FormModel, below: @escaping @MainActor (Layout) -> [Block] = { _ in [] }, hint: [String] = [],
    verbs: @escaping @MainActor () -> [Verb] = { [] }, saved: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    Screen(
      id: id, label: { model.state.label },
      document: { view(model.state, kind: id, below: below($0), hint: hint, layout: $0) },
      verbs: {
        let own = verbs()
        return own + self.verbs(model, saved: saved).filter { verb in !own.contains { $0.matches(verb.name) } }
      },
      load: { await model.load() },
      failure: { if case .failed(let error) = model.state.phase { error } else { nil } },
      unsaved: { model.state.unsaved }, scripted: { model.state.scripted(keeping: "save") })
  }

  /// What can be typed on a form: each field's name, `set`, `add`, `remove`, `reset`, `save`.
  @MainActor
  public static func verbs(_ model: FormModel, saved: @escaping @MainActor () async throws -> Response) -> [Verb] {
    let fields = model.state.form.fields
    guard !fields.isEmpty else { return [] }
    let hasMany = fields.contains(where: \.kind.isMany)
    return fields.map { verb($0, model) } + [setVerb(model)] + (hasMany ? manyVerbs(model) : []) + [
      Verb(
        "reset", Parameter<String>.word("NAME"), help: "Put a field back to what it was",
        completions: { words in words.isEmpty ? fields.map(\.name) : [] }
      ) { name in said(try model.reset(name)) },
      Verb("save", help: "Keep it") {
        try await model.save()
        return try await saved()
      },
    ]
  }

  /// `title The canal`; without a value, it says the present one.
  @MainActor
  private static func verb(_ field: Field, _ model: FormModel) -> Verb {
    Verb(
      field.name, Parameter<String?>.optionalText(field.kind.isMany ? "VALUES" : "VALUE"),
      help: field.summary.prefix(1).uppercased() + field.summary.dropFirst(),
      completions: { _ in field.kind.choices }
    ) { text in
      guard let text else { return said(try model.state.form.field(field.name)) }
      return said(try await model.set(field.name, to: text))
    }
  }

  @MainActor
  private static func setVerb(_ model: FormModel) -> Verb {
    Verb(
      "set", Parameter<String>.word("NAME"), Parameter<String?>.optionalText("VALUE"),
      help: "Fill in a field, by name or number",
      discussion: "Without a value, the field is emptied. A field's name alone does the same: title The canal.",
      completions: { words in
        guard let name = words.first else { return model.state.form.fields.map(\.name) }
        return words.count == 1 ? model.state.form.known(name)?.kind.choices ?? [] : []
      }
    ) { name, text in said(try await model.set(name, to: text ?? "")) }
  }

  @MainActor
  private static func manyVerbs(_ model: FormModel) -> [Verb] {
    let names = model.state.form.fields.filter(\.kind.isMany).map(\.name)
    let discussion = """
      The first word names the field: \(names.joined(separator: " or ")). Where it does not, it is about \(names[0]).
      """
    return [
      Verb(
        "add", Parameter<String>.text("[NAME] VALUES"), help: "Add to a field that takes several values",
        discussion: discussion, completions: { words in words.isEmpty ? names : [] }
      ) { text in
        let (name, values) = split(text, names)
        return said(try await model.add(values, to: name))
      },
      Verb(
        "remove", Parameter<String>.text("[NAME] VALUES"), help: "Take out of a field that takes several values",
        discussion: discussion,
        completions: { words in words.isEmpty ? names : words.first.map(model.state.form.list) ?? [] }
      ) { text in
        let (name, values) = split(text, names)
        let gone = try model.remove(values, from: name)
        return .toast(
          Toast(.success, StyledText("Removed \(gone.joined(separator: ", ")) from \(name)."), hint: "save"))
      },
    ]
  }

  /// The field that the first word names, or else the first that takes several values, and the rest.
  private static func split(_ text: String, _ names: [String]) -> (name: String, values: String) {
    let word = text.prefix { !$0.isWhitespace }
    let rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    let wanted = word.lowercased()
    // `add keyword rain` is about the keywords.
    let name = names.first { $0 == wanted || (wanted.count > 2 && ($0.hasPrefix(wanted))) }
    guard let name, !rest.isEmpty else { return (names[0], text) }
    return (name, String(rest))
  }

  /// Says what stands in a field now.
  private static func said(_ field: Field) -> Response {
    let value = field.values.isEmpty ? "empty" : field.values.joined(separator: ", ")
    return .toast(
      Toast(
        field.isChanged ? .success : .information, StyledText("\(field.name): \(value)"),
        hint: field.isChanged ? "save" : nil, data: [.init("field", data(field))]))
  }
}
