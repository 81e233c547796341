import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct PolicyTests {
  private static let relations: [(String, String)] = [
    ("you", "blocks"), ("you", "mutes"), ("you", "domain_blocks"), ("them", "blocks"),
  ]

  /// Creates a relation between the user and Pool directly in the database.
  private func relate(_ instance: TestInstance, _ who: String, _ table: String) async throws {
    try await instance.sandbox.write { transaction in
      let you = try transaction.account(named: "you")?.id
      let pool = try transaction.account(named: "pool@shore.example")?.id
      let (one, other) = who == "you" ? (you, pool) : (pool, you)
      if table == "domain_blocks" {
        try transaction.database.run(
          "INSERT INTO domain_blocks(account_id, domain, created_at) VALUES (?, 'shore.example', 0)", [you])
      } else {
        try transaction.database.run(
          "INSERT INTO \(table)(account_id, target_id, created_at) VALUES (?, ?, 0)", [one, other])
      }
    }
  }

  @Test(arguments: relations) func blockedAndMutedAccountsAreNotListedAndDoNotNotify(_ who: String, _ table: String)
    async throws
  {
    let instance = try await TestInstance()
    let pool = try await instance.token(of: "pool@shore.example")
    let question = try await instance.postStatus("Soup?")
    let answer = try await instance.postStatus(
      "@you@sandbox.example Soup. #soup", ["in_reply_to_id": question.id.rawValue], as: pool)
    let post = try await instance.postStatus("Broth today. #soup", as: pool)
    let heron = try await instance.token(of: "heron")
    let boost: Status = try await instance.post("/api/v1/statuses/\(post.id)/reblog", token: heron).decoded()
    func seen() async throws -> Set<Status.ID> {
      var ids: Set<Status.ID> = []
      for target in ["home", "public", "tag/soup"] {
        ids.formUnion(try await instance.get("/api/v1/timelines/\(target)").decoded([Status].self).map(\.id))
      }
      let context: StatusContext = try await instance.get("/api/v1/statuses/\(question.id)/context").decoded()
      let found: SearchResults = try await instance.get("/api/v2/search?q=broth&type=statuses").decoded()
      return ids.union(context.descendants.map(\.id)).union(found.statuses.map(\.id))
    }
    #expect(try await seen().isSuperset(of: [answer.id, post.id, boost.id]))
    let before = try await instance.notifications().count
    try await relate(instance, who, table)
    #expect(try await seen().isDisjoint(with: [answer.id, post.id, boost.id]))
    await instance.post("/api/v1/statuses/\(question.id)/favourite", token: pool)
    #expect(try await instance.notifications().count <= before)
    // A status requested by id is hidden only if its author blocks the viewer.
    #expect(await instance.get("/api/v1/statuses/\(post.id)").status == (who == "them" ? 404 : 200))
  }

  @Test func expiredMuteHidesNothing() async throws {
    let instance = try await TestInstance()
    try await relate(instance, "you", "mutes")
    let ends = Moment(.fixtureNow) + 60
    _ = try await instance.sandbox.write { try $0.database.run("UPDATE mutes SET expires_at = ?", [ends]) }
    let post = try await instance.postStatus("Broth.", as: try await instance.token(of: "pool@shore.example"))
    func isSeen() async throws -> Bool {
      try await instance.get("/api/v1/timelines/public").decoded([Status].self).contains { $0.id == post.id }
    }
    #expect(try await !isSeen())
    instance.clock.advance(by: 61)
    #expect(try await isSeen())
  }
}

/// Makes the user block or mute an account.
func relate(_ instance: TestInstance, _ table: String, to name: String) async throws {
  try await instance.sandbox.write { transaction in
    let ids = [try transaction.account(named: "you")?.id, try transaction.account(named: name)?.id]
    try transaction.database.run(
      "INSERT INTO \(table)(account_id, target_id, created_at) VALUES (?, ?, 0)", [ids[0], ids[1]])
  }
}
