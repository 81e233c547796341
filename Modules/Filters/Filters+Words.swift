import FeatureKit
public import FoundationEssentials
public import MastodonKit
import StatusKit
import TerminalKit

extension Filters {
  /// The services for the commands that edit a filter's words and posts.
  @MainActor
  public struct Contents {
    public var service: FilterService
    /// Finds a post on the screen, or else on the server.
    public var status: (Status.ID) async throws -> Status
    /// Hears that filters were changed.
    public var changed: () -> Void
    /// Adds a match to a post on every screen that shows it, or removes it.
    public var match: (Status.ID, FilterResult, _ isAdded: Bool) -> Void

    public var now: @Sendable () -> Date

    public init(
      service: FilterService, now: @escaping @Sendable () -> Date, status: @escaping (Status.ID) async throws -> Status,
      changed: @escaping () -> Void,
      match: @escaping (Status.ID, FilterResult, _ isAdded: Bool) -> Void
    ) {
      self.service = service
      self.now = now
      self.status = status
      self.changed = changed
      self.match = match
    }
  }

  private static let words = ["create", "edit", "rename", "delete", "add", "remove", "posts", "why"]

  /// The command `filter`, which also manages the words of a filter in one line.
  @MainActor
  static func manageVerb(
    _ manage: Verb, model: @escaping @MainActor () -> Model, contents: Contents
  ) -> Verb {
    Verb(
      "filter",
      Parameter<String?>(
        ParameterDescription(name: "\(words.joined(separator: "|")) NAME", form: .phrase, isOptional: true)
      ) { $0.phrase() },
      Parameter<[String]>.options("keyword", "WORD"), Parameter<[String]>.options("context", "PLACE"),
      Parameter<String?>.option("action", "ACTION", choices: Filter.Action.known.map(\.rawValue)),
      Parameter<String?>.option("expires", "TIME"),
      help: "Manage a filter, its words and its posts, or say why a post is filtered",
      discussion: """
        NAME is the name of a filter or its number; put quotes around a name of several words. create, edit and delete take \
        a name; create and edit with --keyword, --context, --action or --expires need no form; edit keeps what no option names. \
        rename takes the new name behind the old one. add and remove take words behind the \
        name: rain matches whole words, rain* their parts too, and quotes make a phrase. posts lists the single posts that a \
        filter is about, and why N says which filters match a post, by which words.

        PLACE is \(Filter.Context.known.map(\.rawValue).joined(separator: ", ")). TIME is never, or a time such as 6h or 1w.
        """,
      completions: { typed in
        // The names of filters, as the words after which they stand offer them.
        if typed.isEmpty { return words + manage.completions(["edit"]) }
        let isNamed = typed.count == 1 && words.dropFirst().dropLast().contains(typed[0].lowercased())
        return isNamed ? manage.completions(["edit"]) : []
      }
    ) { _, _, _, _, _ in .nothing }
    .responding { reader, _ in
      let hasOptions = ["keyword", "context", "action", "expires"].contains { reader.flag($0) != nil }
      let word = reader.peek()?.lowercased() ?? ""
      if hasOptions, word != "create", word != "edit" {
        throw reader.refusal("These options belong to filter create NAME and filter edit NAME.")
      }
      switch word {
      case "edit" where hasOptions:
        _ = reader.next()
        return try await edit(try await filter(reader, model), reader, contents)
      case "create" where hasOptions:
        _ = reader.next()
        return try await create(reader, contents)
      case "add", "remove":
        _ = reader.next()
        return try await change(word == "add", reader, model, contents)
      case "rename":
        _ = reader.next()
        return try await rename(reader, model, contents)
      case "posts":
        _ = reader.next()
        return try await posts(try await filter(reader, model), contents)
      case "why":
        _ = reader.next()
        let id = try await Parameter<Status.ID>.status.parse(reader)
        try reader.finish()
        return .view(why(try await matched(try await contents.status(id), model())))
      default: return try await manage.run(reader)
      }
    }
  }

  // MARK: - One-line creation

  @MainActor
  private static func create(_ reader: ArgumentReader, _ contents: Contents) async throws -> Response {
    guard let name = reader.phrase(), !name.isEmpty else { throw reader.refusal("The filter needs a name.") }
    let draft = FilterDraft(
      title: name, contexts: try contexts(reader) ?? [.home, .public], action: try await action(reader) ?? .warn,
      seconds: try seconds(reader), keywords: try keywords(reader, known: []))
    let filter = try await contents.service.create(draft)
    contents.changed()
    return .success(
      "Created the filter “\(shownName(filter))”. \(isApplied)", hint: "filters",
      data: [JSONValue.Member("filter", face.data(filter))], undo: .command("filter delete id:\(filter.id)"))
  }

  /// The command that makes a filter as it is; `nil` if it is about single posts, or has words that no option takes.
  static func recreation(of filter: Filter, now: Date) -> String? {
    let words = filter.keywords.map { Keyword($0).typed }
    guard let name = face.recreatedName(filter), filter.statuses.isEmpty,
      filter.expiresAt.map({ $0 > now }) ?? true,
      filter.contexts.allSatisfy(Filter.Context.known.contains), Filter.Action.known.contains(filter.action),
      !words.contains(where: { $0.contains { "\"\\,".contains($0) || $0.isNewline } })
    else { return nil }
    return
      (["filter create \(name)"] + words.map { "--keyword \"\($0)\"" }
      + [
        "--context \(filter.contexts.map(\.rawValue).joined(separator: ","))", "--action \(filter.action.rawValue)",
      ] + (filter.expiresAt == nil ? [] : ["--expires \"\(Expiry(endingAt: filter.expiresAt, now: now).typed)\""]))
      .joined(separator: " ")
  }

  /// Changes what the options name; words are added to those of the filter.
  @MainActor
  private static func edit(_ filter: Filter, _ reader: ArgumentReader, _ contents: Contents) async throws -> Response {
    try reader.finish()
    var draft = FilterDraft(contexts: try contexts(reader) ?? [], action: try await action(reader))
    draft.seconds = try seconds(reader)
    draft.staysForGood = reader.flag("expires") != nil && draft.seconds == nil && filter.expiresAt != nil
    draft.keywords = try keywords(reader, known: filter.keywords)
    let changed = try await contents.service.update(filter.id, draft)
    contents.changed()
    return .success(
      "Changed the filter “\(shownName(changed))”. \(isApplied)", hint: "filters",
      data: [JSONValue.Member("filter", face.data(changed))],
      undo: Toast.Undo(restoration(of: filter, after: draft, now: contents.now())))
  }

  /// The commands that give back what a draft changed of a filter; none if its words can't be typed.
  static func restoration(of old: Filter, after draft: FilterDraft, now: Date) -> [Hint.Command] {
    var options: [String] = []
    if !draft.contexts.isEmpty, Set(draft.contexts) != Set(old.contexts) {
      options.append("--context \(old.contexts.map(\.rawValue).joined(separator: ","))")
    }
    if let action = draft.action, action != old.action { options.append("--action \(old.action.rawValue)") }
    if draft.seconds != nil || draft.staysForGood {
      options.append("--expires \(Hint.Command.quoted(Expiry(endingAt: old.expiresAt, now: now).typed))")
    }
    guard let words = undoing(draft.keywords, of: old) else { return [] }
    var commands = words.map { Hint.Command("filter \($0) id:\(old.id) \($1)") }
    if let title = draft.title, title != old.title {
      commands.append("filter rename id:\(old.id) \(face.typedName(old))")
    }
    if !options.isEmpty { commands.append("filter edit id:\(old.id) \(options.joined(separator: " "))") }
    return commands
  }

  @MainActor
  private static func rename(
    _ reader: ArgumentReader, _ model: @escaping @MainActor () -> Model, _ contents: Contents
  ) async throws -> Response {
    let filter = try await filter(reader, model)
    var words: [String] = []
    while let word = reader.nextUnquoted() { words.append(word) }
    let title = words.joined(separator: " ")
    guard !title.isEmpty else { throw reader.refusal("What is its new name?") }
    let name = shownName(filter)
    guard title != filter.title else { return .information("The filter is called “\(name)” already.") }
    let draft = FilterDraft(title: title)
    let changed = try await contents.service.update(filter.id, draft)
    contents.changed()
    return .success(
      changed.title == filter.title
        ? "The filter is still called “\(name)”." : "Renamed the filter “\(name)” to “\(shownName(changed))”.",
      hint: "filters",
      data: [JSONValue.Member("filter", face.data(changed))],
      undo: Toast.Undo(restoration(of: filter, after: draft, now: contents.now())))
  }

  @MainActor
  private static func contexts(_ reader: ArgumentReader) throws -> [Filter.Context]? {
    let typed = reader.flags("context").flatMap { $0.split(separator: ",").map(String.init) }
    for place in typed where !Filter.Context.known.map(\.rawValue).contains(place) {
      throw AppError.unlisted(
        "Unknown filter context “\(place)”.", word: place, among: Filter.Context.known.map(\.rawValue))
    }
    return typed.isEmpty ? nil : typed.map(Filter.Context.init(rawValue:))
  }

  @MainActor
  private static func action(_ reader: ArgumentReader) async throws -> Filter.Action? {
    try await Parameter<String?>.option("action", "", choices: Filter.Action.known.map(\.rawValue)).parse(reader)
      .map(Filter.Action.init(rawValue:))
  }

  @MainActor
  private static func seconds(_ reader: ArgumentReader) throws -> Int? {
    guard let time = reader.flag("expires"), case .after(let seconds) = try Expiry(typed: time) else { return nil }
    return seconds
  }

  @MainActor
  private static func keywords(
    _ reader: ArgumentReader, known: [Filter.Keyword]
  ) throws -> [FilterDraft.KeywordChange] {
    try reader.flags("keyword").flatMap { value -> [FilterDraft.KeywordChange] in
      let keywords = value.split(separator: ",").map { Keyword(typed: $0.trimmingSpaces) }.filter { !$0.isBlank }
      guard !keywords.isEmpty else { throw reader.refusal("--keyword needs a word.") }
      return keywords.map { keyword in
        let old = known.first { $0.keyword.lowercased() == keyword.text.lowercased() }
        return FilterDraft.KeywordChange(keyword.text, wholeWord: keyword.wholeWord, id: old?.id)
      }
    }
  }

  // MARK: - Words

  @MainActor
  private static func filter(
    _ reader: ArgumentReader, _ model: @escaping @MainActor () -> Model
  ) async throws -> Filter {
    guard let word = reader.nextUnquoted() else { throw reader.refusal("Which filter?") }
    return try await Parameter<Filter>.find(word, face, model, reader)
  }

  @MainActor
  private static func change(
    _ isAdded: Bool, _ reader: ArgumentReader, _ model: @escaping @MainActor () -> Model, _ contents: Contents
  ) async throws -> Response {
    let filter = try await filter(reader, model)
    var typed: [String] = []
    while let word = reader.nextUnquoted() { typed.append(word) }
    guard !typed.isEmpty, !typed.contains(where: { Keyword(typed: $0).isBlank }) else {
      throw reader.refusal("Which words?")
    }
    let name = shownName(filter)
    var draft = FilterDraft()
    for keyword in typed.map(Keyword.init(typed:)) {
      let old = filter.keywords.first { $0.keyword.lowercased() == keyword.text.lowercased() }
      if isAdded {
        guard old?.wholeWord != keyword.wholeWord else { continue }
        draft.keywords.append(FilterDraft.KeywordChange(keyword.text, wholeWord: keyword.wholeWord, id: old?.id))
      } else {
        guard let old else {
          throw AppError.notFound(
            Sanitizer.clean("The filter “\(name)” has no word “\(keyword.text)”."),
            suggestion: "Type filters to see them.")
        }
        draft.keywords.append(FilterDraft.KeywordChange(old.keyword, id: old.id, isRemoved: true))
      }
    }
    let list = Sanitizer.clean(typed.map { "“\($0)”" }.joined(separator: ", "))
    guard !draft.keywords.isEmpty else {
      return .information("The filter “\(name)” has \(list) already.")
    }
    let changed = try await contents.service.update(filter.id, draft)
    contents.changed()
    // What the server left out is said beside it.
    let done = draft.keywords.filter { $0.isDone(in: changed) }
    let words =
      done.count == draft.keywords.count ? list : Sentence.list(done.map { "“\(Sanitizer.clean($0.keyword))”" })
    let undo = undoing(draft.keywords, of: filter) ?? []
    let shown = undo.map { Hint.Command("filter \($0) \(model().state.typed(filter, face)) \($1)") }
    return .success(
      done.isEmpty
        ? "The filter “\(name)” is as it was."
        : "\(isAdded ? "Added \(words) to" : "Removed \(words) from") the filter “\(name)”. \(isApplied)",
      hint: shown.count == 1 ? Hint(shown) : nil, data: [JSONValue.Member("filter", face.data(changed))],
      undo: Toast.Undo(undo.map { Hint.Command("filter \($0) id:\(filter.id) \($1)") }))
  }

  /// The words and the keywords of the commands that take a change of keywords back; `nil` if a line can't have one of them.
  private static func undoing(
    _ changes: [FilterDraft.KeywordChange], of filter: Filter
  ) -> [(word: String, keywords: String)]? {
    // What was there, removed or with another end, is added as it was; what was not there is removed.
    let old = filter.keywords.filter { keyword in changes.contains { $0.id == keyword.id } }.map { Keyword($0).typed }
    let new = changes.filter { $0.id == nil }.map(\.keyword)
    guard !(old + new).contains(where: { $0.contains { "\"\\".contains($0) || $0.isNewline } }) else { return nil }
    return [("remove", new), ("add", old)].filter { !$1.isEmpty }
      .map { ($0, $1.map { "\"\($0)\"" }.joined(separator: " ")) }
  }

  /// The server compares posts with the words when it sends them.
  private static let isApplied = "Type refresh to apply it to this screen."

  static func shownName(_ filter: Filter) -> String { ExcerptText.cut(filter.title, to: 80) }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
