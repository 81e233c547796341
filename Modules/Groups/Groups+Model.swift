public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Groups {
  @MainActor
  public static func model(_ service: TagGroupService) -> Model {
    Model(isLocal: true, fetch: service.all, delete: { try service.delete($0.id) }, size: { _ in nil })
  }

  /// Returns the group with an id.
  ///
  /// - throws: ``AppError/notFound(_:)`` if it was deleted.
  public static func group(_ id: TagGroup.ID, in service: TagGroupService) throws -> TagGroup {
    guard let group = try service.all().first(where: { $0.id == id }) else { throw gone }
    return group
  }

  static let gone = AppError.notFound("This group no longer exists.")

  /// The state of a group's timeline before anything is requested.
  ///
  /// - Parameter group: What is known of it: whether its posts are in the order of one server's ids.
  public static func timelineState(
    _ id: TagGroup.ID, _ group: TagGroup? = nil, limit: Int
  ) -> StatusTimeline.State {
    let isOneRequest = group.map(isOneRequest) ?? true
    var state = StatusTimeline.State(
      kind: "group", subject: id, title: "Group", label: "group", context: .public,
      emptyText: "No posts from its sources yet.", order: isOneRequest ? .chronological : .server, isDated: true,
      limit: limit, command: ["group", "id:\(id)"])
    // The prompt has the name before the page is loaded.
    if let group { state.heading = heading(group) }
    return state
  }

  /// The title and label of a group's timeline.
  public static func heading(_ group: TagGroup) -> ListHeading {
    ListHeading(title: "\(name(group)) · \(contents(group))", label: group.title)
  }

  /// Creates the model of a group's form.
  ///
  /// - Parameters:
  ///   - id: The group to edit; `nil` to create one.
  ///   - check: Finds out whether a source exists, and returns it as it is to be stored.
  @MainActor
  public static func form(
    _ id: TagGroup.ID?, service: TagGroupService, makeID: @escaping @Sendable () -> String,
    check: @escaping @MainActor (GroupSource) async throws -> GroupSource
  ) -> FormModel {
    let id = (known: id, used: id ?? makeID())
    return FormModel(
      state: Form.State(
        id.known == nil ? "new group" : "group", form: form(nil),
        phase: id.known == nil ? .editing : .loading,
        line: id.known == nil ? "group create NAME SOURCE…" : "group edit NAME --any SOURCE"),
      load: { form(try group(id.used, in: service)) },
      prepare: { field, value in
        switch field {
        case .sources: try await check(try source(typed: value)).text
        case .all, .none: try tag(typed: value)
        case .symbol: try symbol(typed: value)
        default: value
        }
      },
      save: { form in
        let known = try service.all().first { $0.id == id.used }
        guard known != nil || id.known == nil else { throw gone }
        let change = { @Sendable (group: inout TagGroup) in
          group.title = form.changed(.title) ?? group.title
          group.symbol = form.changed(.symbol) ?? group.symbol
          group.sources = form.merged(.sources, into: group.sources.map(\.text)).compactMap { GroupSource(text: $0) }
          group.all = form.merged(.all, into: group.all.map { "#\($0)" }).map { String($0.dropFirst()) }
          group.none = form.merged(.none, into: group.none.map { "#\($0)" }).map { String($0.dropFirst()) }
        }
        var group =
          known
          ?? TagGroup(
            id: id.used, title: form.text(.title), symbol: form.text(.symbol),
            sources: form.list(.sources).compactMap { GroupSource(text: $0) },
            all: form.list(.all).map { String($0.dropFirst()) }, none: form.list(.none).map { String($0.dropFirst()) })
        if known != nil { change(&group) }
        try checkTitle(of: group, in: service)
        try checkSources(of: group)
        if known == nil {
          try service.save(group)
        } else {
          guard let changed = try service.change(group.id, change) else { throw gone }
          group = changed
        }
        return Form.Saved(
          Groups.form(group),
          undo: known.map { restoration(of: $0, from: group) } ?? .command("group delete id:\(group.id)"))
      })
  }

  /// The way to make a changed group what it was; `nil` if nothing was changed.
  static func restoration(of old: TagGroup, from new: TagGroup) -> Toast.Undo? {
    let any = { (group: TagGroup) in
      group.sources.map { source in if case .tag(let name) = source { name } else { typed(source) } }
    }
    let lists = [("any", any(old), any(new)), ("all", old.all, new.all), ("none", old.none, new.none)]
    var options = lists.filter { $1 != $2 }.flatMap { name, values, _ in
      values.isEmpty ? ["--\(name) \"\""] : values.map { "--\(name) \($0)" }
    }
    if old.symbol != new.symbol { options.append("--symbol \(Hint.Command.quoted(old.symbol))") }
    var commands: [Hint.Command] = []
    if old.title != new.title { commands.append("group rename id:\(old.id) \(face.typedName(old))") }
    if !options.isEmpty { commands.append("group edit id:\(old.id) \(options.joined(separator: " "))") }
    return Toast.Undo(commands)
  }

  /// Another prompt may have changed the sources since the form was opened.
  private static func checkSources(of group: TagGroup) throws {
    guard !group.sources.isEmpty else {
      throw AppError.validation("The group has no source left.", suggestion: "Type add #TAG, then save.")
    }
    _ = try limited(group.sources)
  }

  static func limited(_ sources: [GroupSource]) throws -> [GroupSource] {
    guard sources.count <= TagGroup.sourceLimit else {
      throw AppError.validation(
        "A group has at most \(TagGroup.sourceLimit) sources.", suggestion: "Each page asks all of them.")
    }
    return sources
  }

  static func save(_ group: TagGroup, in service: TagGroupService) throws {
    try checkTitle(of: group, in: service)
    try service.save(group)
  }

  /// Groups are named by their titles, so no two have the same.
  static func checkTitle(of group: TagGroup, in service: TagGroupService) throws {
    let isTaken = try service.all().contains {
      $0.id != group.id && $0.title.lowercased() == group.title.lowercased()
    }
    guard !isTaken else {
      throw AppError.validation(
        "There is a group “\(ExcerptText.cut(group.title, to: 60))” already.",
        suggestion: "Choose another name, or add to it: group add NAME #TAG.")
    }
  }

  static func form(_ group: TagGroup?) -> Form {
    Form([
      Form.Field(
        .title, "name of the group", .text(limit: 60), isRequired: true, values: group.map { [$0.title] } ?? []),
      Form.Field(
        .symbol, "one character shown before the title", .text(limit: 8), isRequired: true,
        values: [group?.symbol ?? "#"]),
      Form.Field(
        .sources, "#hashtags, @people, list:NAME, server:HOST, search:\"WORDS\"; posts of any are shown",
        .words(limit: TagGroup.sourceLimit), isRequired: true, values: group?.sources.map(\.text) ?? []),
      Form.Field(
        .all, "hashtags that each post must have too", .words(limit: TagGroup.conditionLimit),
        values: group?.all.map { "#\($0)" } ?? []),
      Form.Field(
        .none, "hashtags that no post may have", .words(limit: TagGroup.conditionLimit),
        values: group?.none.map { "#\($0)" } ?? []),
    ])
  }

  /// Validates a hashtag typed with or without `#`, and returns it with `#`.
  static func tag(typed: String) throws -> String {
    "#\(try HashtagName.parse(typed))"
  }

  /// Validates a symbol: one character, one or two columns wide.
  static func symbol(typed: String) throws -> String {
    guard typed.count == 1, Sanitizer.clean(typed) == typed, (1...2).contains(typed.displayWidth) else {
      throw AppError.validation("A symbol is one character.", suggestion: "Use one such as ❦ or #.")
    }
    return typed
  }

  static func name(_ group: TagGroup) -> String { "\(group.symbol) \(group.title)" }

  /// The sources of a group and its conditions: `#canal @heron, with #winter, without #spam`.
  static func contents(_ group: TagGroup) -> String {
    func list(_ tags: [String]) -> String { tags.map { "#\($0)" }.joined(separator: " ") }
    return group.sources.map(shown).joined(separator: " ") + (group.all.isEmpty ? "" : ", with \(list(group.all))")
      + (group.none.isEmpty ? "" : ", without \(list(group.none))")
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let symbol = Form.Field.Name(rawValue: "symbol")
  static let sources = Form.Field.Name(rawValue: "sources")
  static let all = Form.Field.Name(rawValue: "all")
  static let none = Form.Field.Name(rawValue: "none")
}
