import GRDB

/// Filters (version 2): the server matches, the client hides or warns.
let filterRoutes: [Route] = [
  .get("/api/v2/filters", .user("read:filters")) { context in
    let filters = try FilterRow.load(of: try context.user(), in: context.transaction.database)
    return .json { $0.array(filters) { $1.write(to: &$0, withParts: true) } }
  },
  .get("/api/v2/filters/:id", .user("read:filters")) { context in context.response(try context.filter(context.id())) },
  .post("/api/v2/filters", .user("write:filters")) { try $0.createFilter() },
  Route("PUT", "/api/v2/filters/:id", .user("write:filters")) { try $0.changeFilter() },
  .perform("DELETE", "/api/v2/filters/:id", .user("write:filters")) { context in
    let filter = try context.filter(context.id())
    try context.transaction.database.run("DELETE FROM filters WHERE id = ?", [filter.id])
    try context.emitFiltersChanged()
  },
]

let keywordRoutes: [Route] = [
  .get("/api/v2/filters/:id/keywords", .user("read:filters")) { context in
    .json(try context.filter(context.id()).keywords)
  },
  .post("/api/v2/filters/:id/keywords", .user("write:filters")) { context in
    let filter = try context.filter(context.id())
    let id = try context.addKeyword(context.parameters, to: filter.id)
    try context.emitFiltersChanged()
    return .json(try context.keyword(id))
  },
  .get("/api/v2/filters/keywords/:id", .user("read:filters")) { context in
    .json(try context.keyword(context.id()))
  },
  Route("PUT", "/api/v2/filters/keywords/:id", .user("write:filters")) { context in
    let keyword = try context.keyword(context.id())
    try context.transaction.database.run(
      "UPDATE filter_keywords SET keyword = ?, whole_word = ? WHERE id = ?",
      [
        context.parameters.text("keyword") ?? keyword.word, context.parameters.flag("whole_word") ?? keyword.wholeWord,
        keyword.id,
      ])
    try context.emitFiltersChanged()
    return .json(try context.keyword(keyword.id))
  },
  .perform("DELETE", "/api/v2/filters/keywords/:id", .user("write:filters")) { context in
    try context.transaction.database.run(
      "DELETE FROM filter_keywords WHERE id = ?", [try context.keyword(context.id()).id])
    try context.emitFiltersChanged()
  },
  .get("/api/v2/filters/:id/statuses", .user("read:filters")) { context in
    .json(try context.filter(context.id()).statuses)
  },
  .post("/api/v2/filters/:id/statuses", .user("write:filters")) { try $0.filterStatus() },
  .get("/api/v2/filters/statuses/:id", .user("read:filters")) { context in
    .json(try context.target(context.id()))
  },
  Route("DELETE", "/api/v2/filters/statuses/:id", .user("write:filters")) { context in
    let target = try context.target(context.id())
    try context.transaction.database.run("DELETE FROM filter_statuses WHERE id = ?", [target.id])
    try context.emitFiltersChanged()
    return .json(target)
  },
]

extension RequestContext {
  fileprivate func filter(_ id: Int64) throws -> FilterRow {
    let filters = try FilterRow.load(of: try user(), in: transaction.database)
    guard let filter = filters.first(where: { $0.id == id }) else { throw APIError.recordNotFound }
    return filter
  }

  fileprivate func keyword(_ id: Int64) throws -> FilterRow.Keyword {
    let filters = try FilterRow.load(of: try user(), in: transaction.database)
    guard let keyword = filters.flatMap(\.keywords).first(where: { $0.id == id }) else { throw APIError.recordNotFound }
    return keyword
  }

  fileprivate func target(_ id: Int64) throws -> FilterRow.Target {
    let filters = try FilterRow.load(of: try user(), in: transaction.database)
    guard let target = filters.flatMap(\.statuses).first(where: { $0.id == id }) else { throw APIError.recordNotFound }
    return target
  }

  fileprivate func filterStatus() throws -> SandboxResponse {
    let filter = try filter(id())
    let status = try transaction.status(parameters.text("status_id").flatMap { Int64($0) } ?? 0, for: viewer)
    guard !filter.statuses.contains(where: { $0.statusID == status.id }) else {
      throw APIError.invalid("Status has already been taken")
    }
    try transaction.database.run(
      "INSERT INTO filter_statuses(filter_id, status_id) VALUES (?, ?)", [filter.id, status.id])
    let target = FilterRow.Target(id: transaction.database.lastInsertedRowID, statusID: status.id)
    try emitFiltersChanged()
    return .json(target)
  }

  fileprivate func response(_ filter: FilterRow) -> SandboxResponse {
    .json { filter.write(to: &$0, withParts: true) }
  }

  func emitFiltersChanged() throws { transaction.emit(.filtersChanged(account: try user())) }

  fileprivate func createFilter() throws -> SandboxResponse {
    guard let title = parameters.text("title") else { throw APIError.invalid("Title can't be blank") }
    let contexts = try filterContexts() ?? { throw APIError.invalid("Context can't be blank") }()
    try transaction.database.run(
      "INSERT INTO filters(account_id, title, contexts, action, expires_at) VALUES (?, ?, ?, ?, ?)",
      [try user(), title, contexts, try action() ?? "warn", filterExpiry()])
    let id = transaction.database.lastInsertedRowID
    try changeKeywords(of: id)
    try emitFiltersChanged()
    return response(try filter(id))
  }

  fileprivate func changeFilter() throws -> SandboxResponse {
    let old = try filter(id())
    let expiresAt = parameters.has("expires_in") ? filterExpiry() : old.expiresAt
    try transaction.database.run(
      "UPDATE filters SET title = ?, contexts = ?, action = ?, expires_at = ? WHERE id = ?",
      [
        parameters.text("title") ?? old.title, try filterContexts() ?? old.contexts, try action() ?? old.action,
        expiresAt,
        old.id,
      ])
    try changeKeywords(of: old.id)
    try emitFiltersChanged()
    return response(try filter(old.id))
  }

  func filterContexts() throws -> String? {
    let contexts = parameters.texts("context")
    if contexts.isEmpty { return nil }
    guard contexts.allSatisfy(["home", "notifications", "public", "thread", "account"].contains) else {
      throw APIError.invalid("Context None or invalid context supplied")
    }
    return JSONWriter.texts(contexts)
  }

  private func action() throws -> String? {
    guard let action = parameters.text("filter_action") else { return nil }
    guard ["warn", "hide", "blur"].contains(action) else {
      throw APIError.unprocessable("'\(action)' is not a valid filter_action")
    }
    return action
  }

  func filterExpiry() -> Moment? { parameters.integer("expires_in").map { transaction.now + Double($0) } }

  @discardableResult
  fileprivate func addKeyword(_ keyword: Parameters, to filter: Int64) throws -> Int64 {
    guard let word = keyword.text("keyword") else { throw APIError.invalid("Keyword can't be blank") }
    try transaction.database.run(
      "INSERT INTO filter_keywords(filter_id, keyword, whole_word) VALUES (?, ?, ?)",
      [filter, word, keyword.flag("whole_word") ?? true])
    return transaction.database.lastInsertedRowID
  }

  private func changeKeywords(of filter: Int64) throws {
    for keyword in parameters.tables("keywords_attributes") {
      guard let id = keyword.integer("id") else {
        try addKeyword(keyword, to: filter)
        continue
      }
      if keyword.flag("_destroy") == true {
        try transaction.database.run("DELETE FROM filter_keywords WHERE id = ? AND filter_id = ?", [id, filter])
      } else {
        try transaction.database.run(
          """
          UPDATE filter_keywords SET keyword = ifnull(?, keyword), whole_word = ifnull(?, whole_word)
          WHERE id = ? AND filter_id = ?
          """, [keyword.text("keyword"), keyword.flag("whole_word"), id, filter])
      }
    }
  }
}
