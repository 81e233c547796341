public import FeatureKit
public import FoundationEssentials
public import MastodonKit

extension Filters {
  @MainActor
  public static func model(_ service: FilterService) -> Model {
    Model(
      isLocal: false, fetch: { try await service.all() }, delete: { try await service.delete($0.id) },
      size: { _ in nil })
  }

  @MainActor
  public static func form(
    _ id: Filter.ID?, service: FilterService, now: @escaping @Sendable () -> Date
  ) -> FormModel {
    let saved = Saved()
    return FormModel(
      state: Form.State(
        id == nil ? "new filter" : "filter", form: form(nil, now: now()), phase: id == nil ? .editing : .loading,
        line: id == nil ? "filter create NAME --keyword WORD" : "filter edit NAME --keyword WORD"),
      load: {
        guard let id else { return form(nil, now: now()) }
        let filter = try await service.filter(id)
        saved.filter = filter
        return form(filter, now: now())
      },
      prepare: { field, value in
        switch field {
        case .expires: try Expiry(typed: value).typed
        default: value
        }
      },
      save: { form in
        let draft = try draft(form, of: saved.filter)
        let (filter, undo): (Filter, Toast.Undo?)
        if let old = saved.filter {
          (filter, undo) = (
            try await service.update(old.id, draft), Toast.Undo(restoration(of: old, after: draft, now: now()))
          )
        } else {
          filter = try await service.create(draft)
          undo = .command("filter delete id:\(filter.id)")
        }
        saved.filter = filter
        return Form.Saved(Filters.form(filter, now: now()), undo: undo)
      })
  }

  @MainActor
  private final class Saved {
    var filter: Filter?
  }

  static func form(_ filter: Filter?, now: Date) -> Form {
    Form([
      Form.Field(
        .title, "name of the filter, shown in place of a folded post", .text(limit: 200), isRequired: true,
        values: filter.map { [$0.title] } ?? []),
      Form.Field(
        .keywords, "words to match, separated by commas; rain* also matches parts of words", .phrases(limit: 200),
        values: filter?.keywords.map { Keyword($0).typed } ?? []),
      Form.Field(
        .contexts, "where it applies", .choices(Filter.Context.known.map(\.rawValue)), isRequired: true,
        values: filter?.contexts.map(\.rawValue) ?? ["home", "public"]),
      Form.Field(
        .action, "whether a matching post is folded (warn), hidden, or its media hidden (blur)",
        .choice(Filter.Action.known.map(\.rawValue)), values: [filter?.action.rawValue ?? "warn"]),
      Form.Field(
        .expires, "never, or a time such as 6 h or 1 w", .text(limit: 20),
        values: [Expiry(endingAt: filter?.expiresAt, now: now).typed]),
    ])
  }

  /// Creates the request: the fields that were changed, and the keywords to add, change and remove.
  static func draft(_ form: Form, of filter: Filter?) throws -> FilterDraft {
    func isSent(_ name: Form.Field.Name) -> Bool { filter == nil || form.isChanged(name) }
    var draft = FilterDraft()
    if isSent(.title) { draft.title = form.text(.title) }
    if isSent(.contexts) { draft.contexts = form.list(.contexts).map(Filter.Context.init(rawValue:)) }
    if isSent(.action) { draft.action = Filter.Action(rawValue: form.text(.action)) }
    if isSent(.expires) {
      switch try Expiry(typed: form.text(.expires)) {
      case .after(let seconds): draft.seconds = seconds
      case .never: draft.staysForGood = filter?.expiresAt != nil
      }
    }
    let wanted = form.list(.keywords).map(Keyword.init(typed:))
    let had = filter?.keywords ?? []
    for keyword in had where !wanted.contains(where: { $0.text == keyword.keyword }) {
      draft.keywords.append(FilterDraft.KeywordChange(keyword.keyword, id: keyword.id, isRemoved: true))
    }
    for keyword in wanted {
      let old = had.first { $0.keyword == keyword.text }
      guard old?.wholeWord != keyword.wholeWord else { continue }
      draft.keywords.append(FilterDraft.KeywordChange(keyword.text, wholeWord: keyword.wholeWord, id: old?.id))
    }
    return draft
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let keywords = Form.Field.Name(rawValue: "keywords")
  static let contexts = Form.Field.Name(rawValue: "contexts")
  static let action = Form.Field.Name(rawValue: "action")
  static let expires = Form.Field.Name(rawValue: "expires")
}
