public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Groups {
  /// Makes the owner of the overview.
  @MainActor
  public static func model(_ service: TagGroupService) -> Model {
    Model(isKeptHere: true, fetch: service.all, forget: { try service.delete($0.id) })
  }

  /// The group of this id.
  ///
  /// - throws: ``AppError/notFound(_:)`` if it is gone.
  public static func group(_ id: TagGroup.ID, in service: TagGroupService) throws -> TagGroup {
    guard let group = try service.all().first(where: { $0.id == id }) else {
      throw AppError.notFound("There is no such group of hashtags.")
    }
    return group
  }

  /// The timeline of a group before anything was asked for.
  public static func timelineState(_ id: TagGroup.ID, limit: Int) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "group", subject: id, title: "Hashtag group", label: "group", context: .public,
      emptyText: "Your server knows no posts with these hashtags yet.", limit: limit)
  }

  /// What a group's timeline is called.
  public static func heading(_ group: TagGroup) -> StatusTimeline.Heading {
    StatusTimeline.Heading(title: "\(name(group)) · \(words(group))", label: group.title)
  }

  /// What is asked of the server: the first tag, or any of the others.
  public static func query(_ group: TagGroup) -> TagTimelineQuery {
    TagTimelineQuery(group.tags.first ?? "", any: Array(group.tags.dropFirst()))
  }

  /// Makes the owner of a group's form.
  ///
  /// - Parameters:
  ///   - id: The group; `nil` for a new one.
  ///   - service: Where groups are kept.
  ///   - makeID: Makes the id of a new one.
  @MainActor
  public static func form(
    _ id: TagGroup.ID?, service: TagGroupService, makeID: @escaping @Sendable () -> String
  ) -> FormModel {
    let id = (known: id, used: id ?? makeID())
    return FormModel(
      state: Form.State(
        id.known == nil ? "new group" : "group", form: form(nil),
        phase: id.known == nil ? .editing : .loading),
      load: { form(try group(id.used, in: service)) },
      prepare: { field, value in
        switch field {
        case .tags: try tag(typed: value)
        case .symbol: try symbol(typed: value)
        default: value
        }
      },
      save: { form in
        try service.save(
          TagGroup(
            id: id.used, title: form.text(.title), symbol: form.text(.symbol),
            tags: form.list(.tags).map { String($0.dropFirst()) }))
      })
  }

  /// The fields of a group.
  static func form(_ group: TagGroup?) -> Form {
    Form([
      Form.Field(
        .title, "what the group is called", .text(limit: 60), isRequired: true, values: group.map { [$0.title] } ?? []),
      Form.Field(
        .symbol, "one character that stands for it", .text(limit: 8), isRequired: true, values: [group?.symbol ?? "#"]),
      Form.Field(
        .tags, "hashtags, of which a post needs only one", .words(limit: TagGroup.tagLimit), isRequired: true,
        values: group?.tags.map { "#\($0)" } ?? []),
    ])
  }

  /// A hashtag as it is typed, with or without its sign.
  static func tag(typed: String) throws -> String {
    let name = typed.hasPrefix("#") ? String(typed.dropFirst()) : typed
    let isTag =
      !name.isEmpty && name.count <= 100
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "·" }
      && !name.allSatisfy { $0.isNumber || $0 == "_" }
    guard isTag else {
      throw AppError.validation(
        Sanitizer.clean("“\(typed)” is not a hashtag."), suggestion: "A hashtag is letters and digits, such as #garden."
      )
    }
    return "#\(name)"
  }

  /// One character that takes one or two columns.
  private static func symbol(typed: String) throws -> String {
    guard typed.count == 1, Sanitizer.clean(typed) == typed, (1...2).contains(typed.displayWidth) else {
      throw AppError.validation("A symbol is one character.", suggestion: "Type one such as ❦ or #.")
    }
    return typed
  }

  static func name(_ group: TagGroup) -> String { "\(group.symbol) \(group.title)" }

  static func words(_ group: TagGroup) -> String { group.tags.map { "#\($0)" }.joined(separator: " ") }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let symbol = Form.Field.Name(rawValue: "symbol")
  static let tags = Form.Field.Name(rawValue: "tags")
}
