public import FeatureKit
public import FoundationEssentials
public import MastodonKit

extension Filters {
  /// Makes the owner of the overview.
  @MainActor
  public static func model(_ service: FilterService) -> Model {
    Model(isKeptHere: false, fetch: { try await service.all() }, forget: { try await service.delete($0.id) })
  }

  /// Makes the owner of a filter's form.
  @MainActor
  public static func form(
    _ id: Filter.ID?, service: FilterService, now: @escaping @Sendable () -> Date
  ) -> FormModel {
    let kept = Kept()
    return FormModel(
      state: Form.State(
        id == nil ? "new filter" : "filter", form: form(nil, now: now()), phase: id == nil ? .editing : .loading),
      load: {
        guard let id else { return form(nil, now: now()) }
        let filter = try await service.filter(id)
        kept.filter = filter
        return form(filter, now: now())
      },
      prepare: { field, value in
        switch field {
        case .expires: try Expiry(typed: value).typed
        default: value
        }
      },
      save: { form in
        let draft = try draft(form, of: kept.filter)
        kept.filter =
          if let filter = kept.filter { try await service.update(filter.id, draft) } else {
            try await service.create(draft)
          }
      })
  }

  /// The filter as the server has it.
  @MainActor
  private final class Kept {
    var filter: Filter?
  }

  /// The fields of a filter.
  static func form(_ filter: Filter?, now: Date) -> Form {
    Form([
      Form.Field(
        .title, "what the filter is called, and what is said in place of a post", .text(limit: 200), isRequired: true,
        values: filter.map { [$0.title] } ?? []),
      Form.Field(
        .keywords, "words to look for, with commas between; rain* is also found within words", .phrases(limit: 200),
        values: filter?.keywords.map { Keyword($0).typed } ?? []),
      Form.Field(
        .contexts, "where it looks", .choices(Filter.Context.known.map(\.rawValue)), isRequired: true,
        values: filter?.contexts.map(\.rawValue) ?? ["home", "public"]),
      Form.Field(
        .action, "what happens to a match: it is folded, left out, or its media are hidden",
        .choice(Filter.Action.known.map(\.rawValue)), values: [filter?.action.rawValue ?? "warn"]),
      Form.Field(
        .expires, "when it ends: never, or after a time such as 6 h or 1 w", .text(limit: 20),
        values: [Expiry(endingAt: filter?.expiresAt, now: now).typed]),
    ])
  }

  /// What the server is told: the words that come, change and go, and the end only where it was changed.
  static func draft(_ form: Form, of filter: Filter?) throws -> FilterDraft {
    var draft = FilterDraft(
      title: form.text(.title), contexts: form.list(.contexts).map(Filter.Context.init(rawValue:)),
      action: Filter.Action(rawValue: form.text(.action)))
    if form.isChanged(.expires) || filter == nil {
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
