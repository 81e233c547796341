public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Groups {
  /// Creates the model of the list of groups.
  @MainActor
  public static func model(_ service: TagGroupService) -> Model {
    Model(isLocal: true, fetch: service.all, delete: { try service.delete($0.id) })
  }

  /// Returns the group with an id.
  ///
  /// - throws: ``AppError/notFound(_:)`` if it was deleted.
  public static func group(_ id: TagGroup.ID, in service: TagGroupService) throws -> TagGroup {
    guard let group = try service.all().first(where: { $0.id == id }) else {
      throw AppError.notFound("This hashtag group no longer exists.")
    }
    return group
  }

  /// The state of a group's timeline before anything is requested.
  public static func timelineState(_ id: TagGroup.ID, limit: Int) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "group", subject: id, title: "Hashtag group", label: "group", context: .public,
      emptyText: "No posts with these hashtags yet.", limit: limit, command: ["group", id])
  }

  /// The title and label of a group's timeline.
  public static func heading(_ group: TagGroup) -> ListHeading {
    ListHeading(title: "\(name(group)) · \(tags(group))", label: group.title)
  }

  /// The request for a group: the first tag, or any of the others.
  public static func query(_ group: TagGroup) -> TagTimelineQuery {
    TagTimelineQuery(
      group.tags.first ?? "", any: Array(group.tags.dropFirst()), all: group.all, none: group.none)
  }

  /// Creates the model of a group's form.
  ///
  /// - Parameters:
  ///   - id: The group to edit; `nil` to create one.
  ///   - service: Stores the groups.
  ///   - makeID: Creates the id of a new group.
  @MainActor
  public static func form(
    _ id: TagGroup.ID?, service: TagGroupService, makeID: @escaping @Sendable () -> String
  ) -> FormModel {
    let id = (known: id, used: id ?? makeID())
    return FormModel(
      state: Form.State(
        id.known == nil ? "new group" : "group", form: form(nil),
        phase: id.known == nil ? .editing : .loading,
        line: id.known == nil ? "group create NAME #TAG…" : "group edit NAME --any TAG"),
      load: { form(try group(id.used, in: service)) },
      prepare: { field, value in
        switch field {
        case .tags, .all, .none: try tag(typed: value)
        case .symbol: try symbol(typed: value)
        default: value
        }
      },
      save: { form in
        try service.save(
          TagGroup(
            id: id.used, title: form.text(.title), symbol: form.text(.symbol),
            tags: form.list(.tags).map { String($0.dropFirst()) }, all: form.list(.all).map { String($0.dropFirst()) },
            none: form.list(.none).map { String($0.dropFirst()) }))
      })
  }

  /// Creates the fields of a group.
  static func form(_ group: TagGroup?) -> Form {
    Form([
      Form.Field(
        .title, "name of the group", .text(limit: 60), isRequired: true, values: group.map { [$0.title] } ?? []),
      Form.Field(
        .symbol, "one character shown before the title", .text(limit: 8), isRequired: true,
        values: [group?.symbol ?? "#"]),
      Form.Field(
        .tags, "hashtags; posts with any of them are shown", .words(limit: TagGroup.tagLimit), isRequired: true,
        values: group?.tags.map { "#\($0)" } ?? []),
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

  /// The hashtags of a group and its conditions: `#canal #boats, with #winter, without #spam`.
  static func tags(_ group: TagGroup) -> String {
    func list(_ tags: [String]) -> String { tags.map { "#\($0)" }.joined(separator: " ") }
    return list(group.tags) + (group.all.isEmpty ? "" : ", with \(list(group.all))")
      + (group.none.isEmpty ? "" : ", without \(list(group.none))")
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let symbol = Form.Field.Name(rawValue: "symbol")
  static let tags = Form.Field.Name(rawValue: "tags")
  static let all = Form.Field.Name(rawValue: "all")
  static let none = Form.Field.Name(rawValue: "none")
}
