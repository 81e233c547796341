public import MastodonKit

extension Endpoint {
  public static var filters: Endpoint<LossyList<Filter>> {
    .whole("/api/v2/filters", access: .account, .readFilters, to: "load the filters")
  }

  public static func filter(_ id: Filter.ID) -> Endpoint<Filter> {
    .init(.get, "/api/v2/filters/:id", id, access: .account, .readFilters, to: "load the filter")
  }

  public static func createFilter(_ filter: FilterDraft) -> Endpoint<Filter> {
    .init(.post, "/api/v2/filters", body: filter.fields.form, access: .account, .writeFilters, to: "create the filter")
      .checked(rereading: { $0.map { .filter($0.id) } }, byTime: { filter.parts(missingIn: $0, answered: $1) })
  }

  public static func updateFilter(_ id: Filter.ID, _ filter: FilterDraft) -> Endpoint<Filter> {
    .init(
      .put, "/api/v2/filters/:id", id, body: filter.fields.form, access: .account, .writeFilters,
      to: "change the filter"
    ).checked(rereading: { _ in .filter(id) }, byTime: { filter.parts(missingIn: $0, answered: $1) })
  }

  public static func addFilterStatus(_ status: Status.ID, to id: Filter.ID) -> Endpoint<FilterStatus> {
    .init(
      .post, "/api/v2/filters/:filter_id/statuses", id, body: .form([Field("status_id", status.rawValue)]),
      access: .account, .writeFilters, to: "filter the post")
  }

  public static func removeFilterStatus(_ id: FilterStatus.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v2/filters/statuses/:id", id, access: .account, .writeFilters, to: "stop filtering the post")
  }

  public static func deleteFilter(_ id: Filter.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v2/filters/:id", id, access: .account, .writeFilters, to: "delete the filter")
  }
}

extension FilterDraft {
  /// Each keyword begins with its `keyword` field: servers start a new one when a name repeats.
  fileprivate var fields: [Field] {
    var fields: [Field] = []
    fields.add("title", title)
    fields.add(each: "context", contexts.map(\.rawValue))
    fields.add("filter_action", action?.rawValue)
    fields.add("expires_in", seconds.map(String.init) ?? (staysForGood ? "" : nil))
    for change in keywords {
      fields.add("keywords_attributes[][keyword]", change.keyword)
      fields.add("keywords_attributes[][whole_word]", change.wholeWord)
      fields.add("keywords_attributes[][id]", change.id?.rawValue)
      if change.isRemoved { fields.add("keywords_attributes[][_destroy]", true) }
    }
    return fields
  }
}
