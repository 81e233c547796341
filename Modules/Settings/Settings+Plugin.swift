public import FeatureKit
import TerminalKit

@MainActor extension Settings {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "settings", title: "Settings", symbol: "⚙", tab: screen(model: model, load: { await action.load() }),
      verbs: verbs(action), previews: { previews })
  }

  /// Creates the screen; it has no verbs because all of the feature's verbs are global.
  public static func screen(model: Model, load: @escaping @MainActor () async -> Void) -> Screen {
    screen(state: { model.state }, model: model, load: load)
  }

  /// The screen over any source of its state: the model, or a fixture.
  private static func screen(
    state: @escaping @MainActor () -> State, model: Model? = nil, load: @escaping @MainActor () async -> Void
  ) -> Screen {
    Screen(
      id: "settings", model: model, label: { "settings" }, document: { view(state(), layout: $0) }, verbs: { [] },
      content: Screen.Content(load: load, failure: { nil }))
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, load: {}) }
      + Preview.all(of: ThemeList.fixtures, prefix: "themes") { (list: ThemeList, layout) in
        themesView(list, layout: layout)
      }
  }

  /// The commands, which are available everywhere.
  static func verbs(_ action: Action) -> [Verb] {
    let (names, sections) = action.outline()
    return [
      Verb(
        "settings", aliases: ["preferences"], Parameter<String?>.section(sections),
        Parameter<String?>.optionalWord("FILE"), Parameter<Bool>.flag("dry-run"),
        help: "Show the settings, export or import them",
        discussion: """
          settings export FILE writes what you have set here to a file, without FILE it prints it; an existing file is replaced only \
          after a yes, or with --yes. settings import FILE sets \
          what such a file says, and keeps everything else; --dry-run only says what would change. The file has no accounts, no tokens and nothing that you wrote.
          """
      ) { section, file, isDryRun in
        if isDryRun, section?.lowercased() == "export", file != nil, file != "-" {
          throw AppError.usage(
            "“settings export FILE” has no dry run: it only writes a file.",
            suggestion: "settings export prints the text.")
        }
        switch section?.lowercased() {
        case "export": return try await export(to: file, action)
        case "import": return try await read(file, action, isDryRun: isDryRun)
        default: break
        }
        if let file {
          throw AppError.usage(
            "Unexpected argument “\(Sanitizer.clean(file))”.", suggestion: "Usage: settings [SECTION].")
        }
        return try action.show(section)
      },
      Verb(
        "set", Parameter<String>.setting(names), valueParameter, .flag("on-server"),
        help: "Change a setting",
        discussion: """
          --on-server stores visibility, sensitive, language or quote-policy on your account's server, where every app \
          applies it.


          """
            + action.state().fields.map { "\($0.name): \($0.summary). It can be \(accepted($0.kind))." }.joined(
              separator: "\n\n"),
        completions: { words in completions(behind: words, of: action.state()) }
      ) { name, value, isOnServer in
        guard let value else {
          guard !isOnServer else {
            throw AppError.usage("--on-server needs a value.", suggestion: "Usage: set NAME VALUE --on-server")
          }
          return .toast(try present(action.field(name)))
        }
        if isOnServer {
          let field = try action.field(name)
          let value = try field.value(typed: value)
          let before = try await action.store(field.name, value)
          let stored = try action.field(name)
          return .toast(
            Toast(
              .success,
              StyledText("Set \(field.name) on the server to ") + StyledText(stored.value, .code)
                + StyledText(".", spoken: ""), data: [.init("setting", data(stored))],
              undo: before.flatMap { Toast.Undo(restoration(of: field, onServer: $0, from: value)) }))
        }
        let before = try action.field(name)
        let valid = try before.value(typed: value)
        guard before.value != valid, let lost = before.deletions[valid] else {
          return try await change(before, to: value, action)
        }
        return .confirm(
          Confirmation("Set \(before.name) to \(valid), and delete \(lost)? This can't be undone.") {
            try await change(before, to: value, action)
          })
      }.having(.changesMachine("it changes only this machine, and --on-server needs the server's response")),
      Verb(
        "get", Parameter<String>.setting(names), help: "Print a setting's value",
        discussion: """
          In a terminal it also shows where the value comes from. A value that you set here overrides the one of your \
          account's server, and that overrides the default. visibility, sensitive, language and quote-policy are kept \
          for each account.
          """
      ) { name in
        .document(fieldView(try action.field(name)))
      }.reading,
      Verb("reset", Parameter<String>.setting(names), help: "Reset a setting to the server's or the default value") {
        name in
        let before = try action.field(name)
        let field = try await action.reset(name)
        let source = field.origin == .server ? "the server's value, " : ""
        let message = StyledText("Reset \(field.name) to \(source)") + StyledText(field.value, .code)
        return .toast(
          Toast(
            .success, message + StyledText(".", spoken: ""), data: [.init("setting", data(field))],
            undo: undo(to: before, from: field)))
      }.having(.changesOnlyMachine),
      themesVerb(action),
    ]
  }

  private static func change(_ before: Field, to value: String, _ action: Action) async throws -> Response {
    let field = try await action.set(before.name.rawValue, value)
    return .toast(
      Toast(
        .success,
        StyledText("Set \(field.name) to ") + StyledText(field.value, .code) + StyledText(".", spoken: ""),
        data: [.init("setting", data(field))], undo: undo(to: before, from: field)))
  }

  /// The values that completion offers after `set NAME`.
  static func completions(behind words: [String], of state: State) -> [String] {
    guard let name = words.first, words.count == 1 else { return [] }
    return state.fields.first { $0.name.rawValue == name || $0.aliases.contains(name) }?.kind.completions ?? []
  }
}

extension Parameter where Value == String {
  /// The name of a setting; the model rejects an unknown one with a suggestion.
  static func setting(_ names: [String]) -> Parameter {
    Parameter(ParameterDescription(name: "NAME", form: .choice(names))) { reader in
      guard let name = reader.next() else { throw reader.refusal("Which setting?") }
      return name
    }
  }
}

extension Parameter where Value == String? {
  /// The name of a section, optional.
  static func section(_ sections: [String]) -> Parameter {
    let form = ParameterDescription.Form.choice(sections.map { $0.lowercased() } + ["export", "import"])
    return Parameter(ParameterDescription(name: "SECTION", form: form, isOptional: true)) { $0.next() }
  }
}
