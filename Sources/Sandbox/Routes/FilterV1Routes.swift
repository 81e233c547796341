import GRDB

/// Filters (version 1): each keyword of version 2 appears as a filter.
let filterV1Routes: [Route] = [
  .get("/api/v1/filters", .user("read:filters")) { context in
    let filters = try FilterRow.load(of: try context.user(), in: context.transaction.database)
    return .json { writer in
      writer.array { writer in
        for filter in filters { for keyword in filter.keywords { filter.writeV1(keyword, to: &writer) } }
      }
    }
  },
  .get("/api/v1/filters/:id", .user("read:filters")) { context in try context.responseV1(context.id()) },
  .post("/api/v1/filters", .user("write:filters")) { context in
    guard let phrase = context.parameters.text("phrase") else { throw APIError.invalid("Phrase can't be blank") }
    let contexts = try context.filterContexts() ?? { throw APIError.invalid("Context can't be blank") }()
    let database = context.transaction.database
    try database.run(
      "INSERT INTO filters(account_id, title, contexts, action, expires_at) VALUES (?, ?, ?, ?, ?)",
      [
        try context.user(), phrase, contexts, context.parameters.flag("irreversible") == true ? "hide" : "warn",
        context.filterExpiry(),
      ])
    try database.run(
      "INSERT INTO filter_keywords(filter_id, keyword, whole_word) VALUES (?, ?, ?)",
      [database.lastInsertedRowID, phrase, context.parameters.flag("whole_word") ?? false])
    let id = database.lastInsertedRowID
    try context.emitFiltersChanged()
    return try context.responseV1(id)
  },
  Route("PUT", "/api/v1/filters/:id", .user("write:filters")) { context in
    let (filter, keyword) = try context.filterV1(context.id())
    let database = context.transaction.database
    try database.run(
      "UPDATE filters SET contexts = ?, action = ?, expires_at = ? WHERE id = ?",
      [
        try context.filterContexts() ?? filter.contexts,
        context.parameters.flag("irreversible").map { $0 ? "hide" : "warn" } ?? filter.action,
        context.parameters.has("expires_in") ? context.filterExpiry() : filter.expiresAt, filter.id,
      ])
    try database.run(
      "UPDATE filter_keywords SET keyword = ?, whole_word = ? WHERE id = ?",
      [
        context.parameters.text("phrase") ?? keyword.word, context.parameters.flag("whole_word") ?? keyword.wholeWord,
        keyword.id,
      ])
    try context.emitFiltersChanged()
    return try context.responseV1(keyword.id)
  },
  .perform("DELETE", "/api/v1/filters/:id", .user("write:filters")) { context in
    let (filter, keyword) = try context.filterV1(context.id())
    let isLast = filter.keywords.count == 1 && filter.statuses.isEmpty
    try context.transaction.database.run(
      isLast ? "DELETE FROM filters WHERE id = ?" : "DELETE FROM filter_keywords WHERE id = ?",
      [isLast ? filter.id : keyword.id])
    try context.emitFiltersChanged()
  },
]

extension RequestContext {
  fileprivate func filterV1(_ id: Int64) throws -> (FilterRow, FilterRow.Keyword) {
    for filter in try FilterRow.load(of: try user(), in: transaction.database) {
      if let keyword = filter.keywords.first(where: { $0.id == id }) { return (filter, keyword) }
    }
    throw APIError.recordNotFound
  }

  fileprivate func responseV1(_ id: Int64) throws -> SandboxResponse {
    let (filter, keyword) = try filterV1(id)
    return .json { filter.writeV1(keyword, to: &$0) }
  }
}

extension FilterRow {
  fileprivate func writeV1(_ keyword: Keyword, to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", keyword.id)
      $0.field("phrase", keyword.word)
      $0.field("context", raw: contexts)
      $0.field("whole_word", keyword.wholeWord)
      $0.field("expires_at", expiresAt)
      $0.field("irreversible", action == "hide")
    }
  }
}
