import GRDB

/// Filters of the first version: each keyword of the second looks like a filter of its own.
let earlyFilterRoutes: [Route] = [
  .get("/api/v1/filters", .user("read:filters")) { call in
    let filters = try FilterRow.load(of: try call.user(), in: call.transaction.database)
    return .json { writer in
      writer.array { writer in
        for filter in filters { for keyword in filter.keywords { filter.writeEarly(keyword, to: &writer) } }
      }
    }
  },
  .get("/api/v1/filters/:id", .user("read:filters")) { call in try call.earlyResponse(call.id()) },
  .post("/api/v1/filters", .user("write:filters")) { call in
    guard let phrase = call.parameters.text("phrase") else { throw Refusal.invalid("Phrase can't be blank") }
    let contexts = try call.filterContexts() ?? { throw Refusal.invalid("Context can't be blank") }()
    let database = call.transaction.database
    try database.run(
      "INSERT INTO filters(account_id, title, contexts, action, expires_at) VALUES (?, ?, ?, ?, ?)",
      [
        try call.user(), phrase, contexts, call.parameters.flag("irreversible") == true ? "hide" : "warn",
        call.filterExpiry(),
      ])
    try database.run(
      "INSERT INTO filter_keywords(filter_id, keyword, whole_word) VALUES (?, ?, ?)",
      [database.lastInsertedRowID, phrase, call.parameters.flag("whole_word") ?? false])
    let id = database.lastInsertedRowID
    try call.tellFiltersChanged()
    return try call.earlyResponse(id)
  },
  Route("PUT", "/api/v1/filters/:id", .user("write:filters")) { call in
    let (filter, keyword) = try call.earlyFilter(call.id())
    let database = call.transaction.database
    try database.run(
      "UPDATE filters SET contexts = ?, action = ?, expires_at = ? WHERE id = ?",
      [
        try call.filterContexts() ?? filter.contexts,
        call.parameters.flag("irreversible").map { $0 ? "hide" : "warn" } ?? filter.action,
        call.parameters.has("expires_in") ? call.filterExpiry() : filter.expiresAt, filter.id,
      ])
    try database.run(
      "UPDATE filter_keywords SET keyword = ?, whole_word = ? WHERE id = ?",
      [
        call.parameters.text("phrase") ?? keyword.word, call.parameters.flag("whole_word") ?? keyword.wholeWord,
        keyword.id,
      ])
    try call.tellFiltersChanged()
    return try call.earlyResponse(keyword.id)
  },
  Route("DELETE", "/api/v1/filters/:id", .user("write:filters")) { call in
    let (filter, keyword) = try call.earlyFilter(call.id())
    let isLast = filter.keywords.count == 1 && filter.statuses.isEmpty
    try call.transaction.database.run(
      isLast ? "DELETE FROM filters WHERE id = ?" : "DELETE FROM filter_keywords WHERE id = ?",
      [isLast ? filter.id : keyword.id])
    try call.tellFiltersChanged()
    return .emptyObject
  },
]

extension Call {
  fileprivate func earlyFilter(_ id: Int64) throws -> (FilterRow, FilterRow.Keyword) {
    for filter in try FilterRow.load(of: try user(), in: transaction.database) {
      if let keyword = filter.keywords.first(where: { $0.id == id }) { return (filter, keyword) }
    }
    throw Refusal.recordNotFound
  }

  fileprivate func earlyResponse(_ id: Int64) throws -> SandboxResponse {
    let (filter, keyword) = try earlyFilter(id)
    return .json { filter.writeEarly(keyword, to: &$0) }
  }
}

extension FilterRow {
  fileprivate func writeEarly(_ keyword: Keyword, to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id: keyword.id)
      $0.field("phrase", keyword.word)
      $0.field("context", raw: contexts)
      $0.field("whole_word", keyword.wholeWord)
      $0.field("expires_at", time: expiresAt)
      $0.field("irreversible", action == "hide")
    }
  }
}
