import TerminalKit

@MainActor extension Entries {
  /// A feature that consists of such a list: its tab, the command that shows it, its previews.
  ///
  /// `face` and `model` are called when the screen is first needed, so that other runs do not pay for them.
  ///
  /// - Parameters:
  ///   - id: The name of the screen, its tab and the command that shows it, as in the face.
  ///   - noun: The noun for an entry, as in the face, if the user creates and deletes them.
  ///   - isTimeline: Whether an entry opens as a timeline, of which one can ask for a part.
  ///   - lines: The creation and editing of entries in one line; `nil` if only a form does that.
  ///   - recreation: Returns the command that makes an entry as it is now, for `undo`; `nil` if none makes all of it.
  public static func plugin(
    id: String, noun: String? = nil, title: String, symbol: String, help: String,
    isTimeline: Bool = false, lines: Lines? = nil, face: @escaping @MainActor () -> Face,
    model: @escaping @MainActor () -> EntriesModel<Entry>, action: Action, recreation: @escaping Recreation,
    previews: @escaping @MainActor () -> [Preview]
  ) -> Plugin {
    Plugin(
      id: id, title: title, symbol: symbol,
      tab: screen(
        id: id, isTimeline: isTimeline, lines: lines, face: face, model: model, action: action, recreation: recreation),
      verbs: managing(
        id: id, noun: noun, help: help, isTimeline: isTimeline, lines: lines, face: face, model: model, action: action,
        recreation: recreation),
      previews: previews)
  }

  public typealias Recreation = @MainActor (Entry) async -> String?

  private static func screen(
    id: String, isTimeline: Bool, lines: Lines?, face: @escaping @MainActor () -> Face,
    model: @escaping @MainActor () -> EntriesModel<Entry>, action: Action, recreation: @escaping Recreation
  ) -> Screen {
    Screen(
      id: id, model: nil, label: { id }, document: { model().state.document(face(), layout: $0) },
      verbs: {
        verbs(face(), isTimeline: isTimeline, lines: lines, model: model, action: action, recreation: recreation)
      },
      content: Screen.Content(load: { await model().load() }, failure: { model().state.entries.error }))
  }

  /// The screen in one state, with actions that do nothing, for previews.
  public static func screen(_ face: Face, fixture state: Entries) -> Screen {
    let model = EntriesModel(state: state, isLocal: false, fetch: { state.all }, delete: { _ in }, size: { _ in nil })
    return screen(
      id: face.id, isTimeline: false, lines: nil, face: { face }, model: { model }, action: .fixtures.none,
      recreation: { _ in nil })
  }

  static func verbs(
    _ face: Face, isTimeline: Bool, lines: Lines? = nil, model: @escaping @MainActor () -> EntriesModel<Entry>,
    action: Action, recreation: @escaping Recreation
  ) -> [Verb] {
    let named = Parameter<Entry>.entry(face, model)
    var verbs = [
      Verb(
        face.isOwn ? "create" : "add", .optionalPhrase("NAME"), .ofLines(lines?.options ?? []),
        help: face.isOwn ? "Create a \(face.noun)" : "Add a \(face.noun)"
      ) { name, _ in action.create(name) }.responding { reader, run in
        guard let lines, !reader.isEmpty else { return try await run(reader) }
        return try await lines.creation(reader, action)
      }.formerly("new"),
      Verb("edit", aliases: ["change"], named, help: "Change a \(face.noun)") { action.edit($0) },
      // Elsewhere the word is about posts.
      Verb("\(face.command) \(face.removal)", named, help: "") {
        await deletion(of: $0, face, model(), action, recreation)
      }
      .formerly(face.removal).unlisted,
      Verb("refresh", aliases: ["reload"], help: "Reload the \(face.title.lowercased())") {
        try await model().refresh()
        return .screen
      }.reading,
    ]
    if let opening = face.opening {
      verbs.insert(
        Verb("open", aliases: ["read"], named, isTimeline ? .timeline : .noOptions, help: opening) {
          action.open($0, $1)
        },
        at: 0)
    }
    return verbs
  }
}

/// The command that manages entries: `lists`, `list create Friends`.
@MainActor extension Entries {
  /// A word after the managing command, with what it is about.
  enum Request: Sendable {
    case show
    case create(name: String?)
    case open(Entry)
    case edit(Entry)
    case delete(Entry)
  }

  /// The command that shows the entries, and the one that manages them; a single one where they share their name.
  private static func managing(
    id: String, noun: String?, help: String, isTimeline: Bool, lines: Lines?, face: @escaping @MainActor () -> Face,
    model: @escaping @MainActor () -> EntriesModel<Entry>, action: Action, recreation: @escaping Recreation
  ) -> [Verb] {
    let words = noun == nil ? ["add", "edit", "remove"] : ["create", "edit", "delete"]
    let all = words.prefix(2) + (lines?.words ?? []) + words.suffix(1)
    // A word may have one meaning only in a command.
    let takesAll = !(lines?.options.contains { $0.name == "all" } ?? false)
    let timeline: Parameter<TimelineOptions> = takesAll ? .timeline : .timelineWithoutAll
    let manage = Verb(
      noun ?? id, Parameter<Request>.request(words, named: Array(all), face, model), .ofLines(lines?.options ?? []),
      isTimeline ? timeline : .noOptions,
      help: noun.map { "Open a \($0), or create, change or delete one" } ?? "\(help); add, edit or remove one",
      discussion: """
        \(words[0]) takes a name, the others the number or the name of one. A name alone opens it. \
        \(words[2].prefix(1).uppercased() + words[2].dropFirst()) asks first.
        """ + (lines.map { "\n\n" + $0.discussion } ?? "")
          + (isTimeline ? "\n\n" + TimelineOptions.discussion(takesAll: takesAll) : ""),
      completions: { typed in
        // What is to be created has no name yet.
        if typed.count == 1, typed.first?.lowercased() == words[0] { return [] }
        guard typed.isEmpty || (typed.count == 1 && all.contains(typed[0].lowercased())) else { return [] }
        // Those that must be loaded first are there the next time.
        let offered = action.completes ? model().offered() : []
        return (typed.isEmpty ? Array(all) : []) + offered.map { face().shownName($0) }
      }
    ) { request, _, options in
      if options != TimelineOptions() {
        guard case .open = request else {
          throw AppError.usage(
            "These options are for opening a \(noun ?? "server").", suggestion: "Type \(noun ?? id) NAME with them.")
        }
      }
      switch request {
      case .show: return action.select()
      case .create(let name): return action.create(name)
      case .open(let entry): return action.open(entry, options)
      case .edit(let entry): return action.edit(entry)
      case .delete(let entry): return await deletion(of: entry, face(), model(), action, recreation)
      }
    }.responding { reader, run in
      guard let response = try await lines?.response(reader, words, isTimeline ? timeline : nil, face, model, action)
      else {
        let meant = reader.peek().flatMap { word in
          all.first { $0 != word && EditDistance.between(word.lowercased(), $0) == 1 && word.count > 1 }
        }
        do { return try await run(reader) } catch let error as AppError {
          // A mistyped word is not an entry.
          guard let meant else { throw error }
          switch error {
          case .usage, .notFound:
            throw AppError.detailed(error, suggestion: "Did you mean \(noun ?? id) \(meant)?", data: [])
          default: throw error
          }
        }
      }
      return response
    }
    guard noun != nil else { return [manage] }
    return [Verb(id, help: help) { action.select() }, manage]
  }

  /// The maximum length at which the command that creates an entry again is shown; `undo` runs longer ones too.
  private static var hintLimit: Int { 120 }

  /// Asks, and then deletes or removes an entry.
  private static func deletion(
    of entry: Entry, _ face: Face, _ model: EntriesModel<Entry>, _ action: Action, _ recreation: Recreation
  ) async -> Response {
    let name = face.shownName(entry)
    // Asked before: afterwards nobody knows what was in it.
    let recreation = await recreation(entry)
    let outlook =
      !face.isOwn ? "Nothing is deleted there." : recreation == nil ? "This can't be undone." : "You can undo this."
    let question = "\(face.isOwn ? "Delete" : "Remove") the \(face.noun) “\(name)”? \(outlook)"
    return .confirm(
      Confirmation(question) {
        try await model.delete(entry)
        action.deleted(entry)
        return .success(
          "\(face.isOwn ? "Deleted" : "Removed") the \(face.noun) “\(name)”.",
          hint: recreation.flatMap { $0.count <= hintLimit ? Hint([Hint.Command($0)]) : nil } ?? "\(face.id)",
          undo: recreation.map { .command(Hint.Command($0)) },
          deletes: "\(face.command) \(face.removal) id:\("\(entry.id)")")
      })
  }
}

extension Parameter {
  /// A word for what to do, and the entry that it is about; a name alone opens an entry.
  fileprivate static func request<Entry>(
    _ words: [String], named all: [String], _ face: @escaping @MainActor () -> Entries<Entry>.Face,
    _ model: @escaping @MainActor () -> EntriesModel<Entry>
  ) -> Parameter where Value == Entries<Entry>.Request {
    Parameter(
      ParameterDescription(name: "\(all.joined(separator: "|")) NAME", form: .phrase, isOptional: true)
    ) { reader in
      guard let text = reader.phrase(), !text.isEmpty else { return .show }
      let word = text.prefix { !$0.isWhitespace }.lowercased()
      var rest = String(text.dropFirst(word.count).drop(while: \.isWhitespace))
      // Quotes around a name of several words, as lines with more after it need them.
      if rest.count > 2, let quote = rest.first, "\"'".contains(quote), rest.last == quote,
        !rest.dropFirst().dropLast().contains(quote)
      {
        rest = String(rest.dropFirst().dropLast())
      }
      if word == words[0] { return .create(name: rest.isEmpty ? nil : rest) }
      let isRequest = words.contains(word)
      let entry = try await Parameter<Entry>.find(isRequest ? rest : text, face(), model, reader)
      guard isRequest else { return .open(entry) }
      return word == words[1] ? .edit(entry) : .delete(entry)
    }
  }
}

extension Parameter where Value: Identifiable & Hashable {
  static func entry(
    _ face: Entries<Value>.Face, _ model: @escaping @MainActor () -> EntriesModel<Value>
  ) -> Parameter {
    Parameter(ParameterDescription(name: "N", form: .phrase)) { reader in
      try await find(reader.phrase() ?? "", face, model, reader)
    }
  }

  /// The entry that a text names: by its number on the screen, its id or its name.
  ///
  /// - Throws: ``AppError`` if there is none, or several are called so.
  public static func find(
    _ text: String, _ face: Entries<Value>.Face, _ model: @escaping @MainActor () -> EntriesModel<Value>,
    _ reader: ArgumentReader
  ) async throws -> Value {
    guard !text.isEmpty else { throw Parameter<Reference>.missing("N", kinds: [face.kind], reader: reader) }
    if reader.context.asksNobody {
      guard model().state.entries.isLoaded else { throw ArgumentUnknown() }
    } else {
      // A script can name an entry without listing them first.
      await model().load()
      if case .failed(let error) = model().state.entries { throw error }
    }
    if let id = ReferenceSyntax.id(in: text), let entry = model().state.all.first(where: { "\($0.id)" == id }) {
      return entry
    }
    let numbers = ReferenceSyntax.numbers(text) ?? []
    if numbers.count > 1, !model().state.all.contains(where: { face.name($0) == text }) {
      throw reader.refusal("Give one number, not several.")
    }
    guard numbers.count == 1 else {
      // References are read before names; only a label or a number that stands for nothing may be one.
      let others = reader.context.references(of: text) ?? []
      guard others.isEmpty, text != ".", text != "-" else {
        let references = try await Parameter<Reference>.resolve(text, kinds: [face.kind], reader: reader)
        guard let reference = references.first, references.count == 1 else {
          throw reader.refusal("Give one number, not several.")
        }
        return try model().state.entry(reference.id, face)
      }
      return try await model().entry(text, face)
    }
    guard let reference = reader.context.shown(numbers[0])?.first(where: { $0.kind == face.kind }) else {
      // A name may look like a number that stands for nothing, and so may an id that is not too short.
      let identified = model().state.all.first { "\($0.id)" == text }
      if let identified, ReferenceSyntax.hasFormOfID(text) { return identified }
      let named = model().state.all.filter { face.name($0) == text }
      if named.count == 1, reader.context.shown(numbers[0]) == nil { return named[0] }
      throw AppError.usage(
        "No \(face.noun) \(numbers[0]) on this screen.",
        suggestion: "Type \(face.id) to see them." + (identified == nil ? "" : " An id is written id:\(text)."))
    }
    return try model().state.entry(reference.id, face)
  }
}
