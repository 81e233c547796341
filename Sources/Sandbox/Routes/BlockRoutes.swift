import GRDB

/// Blocks and mutes of accounts and domains.
let blockRoutes: [Route] = [
  .post("/api/v1/accounts/:id/block", .user("write:blocks")) { context in
    try context.relate { try context.transaction.block($0, by: $1) }
  },
  .post("/api/v1/accounts/:id/unblock", .user("write:blocks")) { context in
    try context.relate { try context.transaction.unmark("blocks", "target_id", $0, by: $1) }
  },
  .post("/api/v1/accounts/:id/mute", .user("write:mutes")) { context in
    try context.relate {
      try context.transaction.mute(
        $0, by: $1, notifications: context.parameters.flag("notifications") ?? true,
        seconds: context.parameters.integer("duration") ?? 0)
    }
  },
  .post("/api/v1/accounts/:id/unmute", .user("write:mutes")) { context in
    try context.relate { try context.transaction.unmark("mutes", "target_id", $0, by: $1) }
  },
  .get("/api/v1/blocks", .user("read:blocks")) { context in
    try context.accountList(
      "SELECT b.id, b.target_id FROM blocks b WHERE b.account_id = :account", ["account": try context.user()],
      by: "b.id")
  },
  .get("/api/v1/mutes", .user("read:mutes")) { try $0.mutes() },
  .get("/api/v1/domain_blocks", .user("read:blocks")) { try $0.blockedDomains() },
  .perform("POST", "/api/v1/domain_blocks", .user("write:blocks")) { context in
    try context.transaction.blockDomain(try context.domain(), by: try context.user())
  },
  .perform("DELETE", "/api/v1/domain_blocks", .user("write:blocks")) { context in
    try context.transaction.unmark("domain_blocks", "domain", try context.domain(), by: try context.user())
  },
]

extension RequestContext {
  /// Muted accounts include when the mute expires.
  fileprivate func mutes() throws -> SandboxResponse {
    let (rows, link) = try page(
      """
      SELECT m.id, m.target_id, m.expires_at FROM mutes m
      WHERE m.account_id = :account AND (m.expires_at IS NULL OR m.expires_at > present())
      """, ["account": try user()], by: "m.id", standard: 40, most: 80, newer: .sinceID)
    let ends = Dictionary(rows.map { ($0[1] as Int64, $0[2] as Moment?) }) { first, _ in first }
    let accounts = try transaction.accounts(inOrder: rows.map { $0[1] })
    let renderer = AccountRenderer(instance: transaction.instance)
    return SandboxResponse.json { writer in
      writer.array(accounts) { writer, account in
        writer.raw(renderer.bytes(account), adding: "mute_expires_at", time: ends[account.id] ?? nil)
      }
    }.linking(link)
  }

  fileprivate func domain() throws(APIError) -> String {
    guard let domain = parameters.text("domain")?.lowercased() else { throw .invalid("Domain can't be blank") }
    guard domain.utf8.count <= 256, domain.contains("."),
      domain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == ":" })
    else { throw .invalid("Domain is not a valid domain name") }
    return domain
  }

  fileprivate func blockedDomains() throws -> SandboxResponse {
    let (rows, link) = try page(
      "SELECT d.id, d.domain FROM domain_blocks d WHERE d.account_id = :account", ["account": try user()], by: "d.id",
      standard: 100, most: 200, newer: .sinceID)
    return SandboxResponse.json(rows.map { $0[1] as String }).linking(link)
  }
}

extension JSONWriter {
  /// Writes an already encoded object with an additional field.
  fileprivate mutating func raw(_ object: [UInt8], adding name: StaticString, time: Moment?) {
    raw(object.dropLast() + [UInt8(ascii: ",")] + JSONWriter.object { $0.field(name, time) }.utf8.dropFirst())
  }
}
