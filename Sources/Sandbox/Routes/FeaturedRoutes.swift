import GRDB

let featuredRoutes: [Route] = [
  .get("/api/v1/accounts/:id/endorsements", .scope("read:accounts")) { try $0.endorsements(of: try $0.account().id) },
  .get("/api/v1/endorsements", .user("read:accounts")) { try $0.endorsements(of: try $0.user()) },
  .post("/api/v1/accounts/:id/endorse", .user("write:accounts")) { try $0.endorse() },
  .post("/api/v1/accounts/:id/pin", .user("write:accounts")) { try $0.endorse() },
  .post("/api/v1/accounts/:id/unendorse", .user("write:accounts")) { try $0.unendorse() },
  .post("/api/v1/accounts/:id/unpin", .user("write:accounts")) { try $0.unendorse() },
]

extension RequestContext {
  fileprivate func endorsements(of account: Int64) throws -> SandboxResponse {
    try accountList(
      "SELECT e.id, e.target_id FROM endorsements e WHERE e.account_id = :account", ["account": account], by: "e.id")
  }

  fileprivate func endorse() throws -> SandboxResponse {
    let target = try account()
    let user = try user()
    guard try target.id != user && transaction.follows(user, target.id) else {
      throw APIError.invalid("You must be already following the person you want to endorse")
    }
    try transaction.mark("endorsements", "target_id", target.id, by: user)
    return try relationship(target.id)
  }

  fileprivate func unendorse() throws -> SandboxResponse {
    try relate { try transaction.unmark("endorsements", "target_id", $0, by: $1) }
  }
}
