import TerminalKit

extension Entries {
  /// A feature that consists of such a list: its tab, the command that shows it, its previews.
  ///
  /// `face` and `model` are called when the screen is first needed, so that other runs do not pay for them.
  ///
  /// - Parameters:
  ///   - id: The name of the screen, its tab and the command that shows it, as in the face.
  ///   - help: The help of that command.
  @MainActor
  public static func plugin(
    id: String, title: String, symbol: String, help: String, face: @escaping @MainActor () -> Face,
    model: @escaping @MainActor () -> EntriesModel<Entry>, action: Action,
    previews: @escaping @MainActor () -> [Preview]
  ) -> Plugin {
    let screen = screen(id: id, face: face, model: model, action: action)
    let show = Verb(id, help: help) {
      action.select()
      return .screen
    }
    return Plugin(id: id, title: title, symbol: symbol, tab: screen, verbs: [show], previews: previews)
  }

  /// The screen of the entries.
  @MainActor
  private static func screen(
    id: String, face: @escaping @MainActor () -> Face, model: @escaping @MainActor () -> EntriesModel<Entry>,
    action: Action
  ) -> Screen {
    Screen(
      id: id, model: nil, label: { id }, document: { model().state.document(face(), layout: $0) },
      verbs: { verbs(face(), model: model, action: action) }, load: { await model().load() },
      failure: { model().state.entries.error })
  }

  /// The screen in one state, with actions that do nothing, for previews.
  @MainActor
  public static func screen(_ face: Face, fixture state: Entries) -> Screen {
    let model = EntriesModel(state: state, isLocal: false, fetch: { state.all }, delete: { _ in })
    return screen(id: face.id, face: { face }, model: { model }, action: .fixtures.none)
  }

  /// The commands of the screen.
  @MainActor
  static func verbs(
    _ face: Face, model: @escaping @MainActor () -> EntriesModel<Entry>, action: Action
  ) -> [Verb] {
    let named = Parameter<Entry>.entry(face, model)
    var verbs = [
      Verb(
        "new", aliases: face.isOwn ? ["create"] : ["add"], .optionalText("NAME"),
        help: face.isOwn ? "Create a \(face.noun)" : "Add a \(face.noun)"
      ) { name in
        try await action.create(name)
        return .screen
      },
      Verb("edit", aliases: ["change"], named, help: "Change a \(face.noun)") { entry in
        try await action.edit(entry)
        return .screen
      },
      Verb(
        "delete", aliases: face.isOwn ? [] : ["remove"], named,
        help: "\(face.isOwn ? "Delete" : "Remove") a \(face.noun) (asks first)"
      ) { entry in
        let name = face.shownName(entry)
        let question =
          face.isOwn
          ? "Delete the \(face.noun) “\(name)”? This can't be undone."
          : "Remove the \(face.noun) “\(name)”? Nothing is deleted there."
        return .confirm(
          Confirmation(question) {
            try await action.delete(entry)
            return .toast(
              Toast(
                .success, StyledText("\(face.isOwn ? "Deleted" : "Removed") the \(face.noun) “\(name)”."), hint: face.id
              ))
          })
      },
      Verb("refresh", aliases: ["reload"], help: "Reload the \(face.title.lowercased())") {
        try await action.refresh()
        return .screen
      },
    ]
    if let opening = face.opening {
      verbs.insert(
        Verb("open", aliases: ["read"], named, help: opening) { entry in
          try await action.open(entry)
          return .screen
        }, at: 0)
    }
    return verbs
  }
}

extension Parameter where Value: Identifiable & Hashable {
  /// An entry, by its number on the screen or its name.
  static func entry(
    _ face: Entries<Value>.Face, _ model: @escaping @MainActor () -> EntriesModel<Value>
  ) -> Parameter {
    Parameter(ParameterDescription(name: "N", form: .text)) { reader in
      guard let text = reader.text(), !text.isEmpty else {
        throw Parameter<Reference>.missing("N", kinds: [face.kind], reader: reader)
      }
      // A script can name an entry without listing them first.
      await model().load()
      guard let numbers = ReferenceSyntax.numbers(text), numbers.count == 1 else {
        return try model().state.entry(text, face)
      }
      guard let reference = reader.context.shown(numbers[0])?.first(where: { $0.kind == face.kind }) else {
        throw AppError.usage(
          "No \(face.noun) \(numbers[0]) on this screen.",
          suggestion: "Type \(face.id) to see them.")
      }
      return try model().state.entry(reference.id, face)
    }
  }
}
