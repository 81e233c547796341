/// Collections of accounts (Mastodon 4.6).
///
/// Nobody has any: the limit of the only role is 0, which `verify_credentials` reports as `role.collection_limit`.
let accountCollectionRoutes: [Route] = [
  .get("/api/v1/accounts/:account_id/collections", .scope("read:collections")) { try $0.noCollections() },
  .get("/api/v1/accounts/:account_id/in_collections", .user("read:collections")) { context in
    guard try context.id("account_id") == context.user() else { throw APIError.forbidden }
    return try context.noCollections()
  },
  .get("/api/v1/collections/:id", .scope("read:collections")) { _ in throw APIError.recordNotFound },
  .post("/api/v1/collections", .user("write:collections")) { _ in
    throw APIError.invalid("You have reached the limit of 0 collections")
  },
  Route("PATCH", "/api/v1/collections/:id", .user("write:collections")) { _ in throw APIError.recordNotFound },
  Route("DELETE", "/api/v1/collections/:id", .user("write:collections")) { _ in throw APIError.recordNotFound },
  .post("/api/v1/collections/:collection_id/items", .user("write:collections")) { _ in throw APIError.recordNotFound },
  Route("DELETE", "/api/v1/collections/:collection_id/items/:id", .user("write:collections")) { _ in
    throw APIError.recordNotFound
  },
  .post("/api/v1/collections/:collection_id/items/:id/revoke", .user("write:collections")) { _ in
    throw APIError.recordNotFound
  },
]

/// Yearly reports (Mastodon 4.6); the sandbox is never old enough to have one.
let annualReportRoutes: [Route] = [
  .get("/api/v1/annual_reports", .user("read:accounts")) { _ in
    .json { writer in
      writer.object { writer in
        for name in ["annual_reports", "accounts", "statuses"] as [StaticString] { writer.field(name, raw: "[]") }
      }
    }
  },
  .get("/api/v1/annual_reports/:year", .user("read:accounts")) { _ in throw APIError.recordNotFound },
  .get("/api/v1/annual_reports/:year/state", .user("read:accounts")) { _ in
    .json { $0.object { $0.field("state", "ineligible") } }
  },
  .post("/api/v1/annual_reports/:year/read", .user("write:accounts")) { _ in throw APIError.recordNotFound },
  .post("/api/v1/annual_reports/:year/generate", .user("write:accounts")) { _ in throw APIError.recordNotFound },
]

extension RequestContext {
  fileprivate func noCollections() throws -> SandboxResponse {
    guard try transaction.account(id("account_id")) != nil else { throw APIError.recordNotFound }
    return .json { $0.object { $0.field("collections", raw: "[]") } }
  }
}
