import FoundationEssentials
import MastodonKit
import Testing

/// The JSON that the sandbox serves, as other clients read it.
@Suite struct WireShapeTests {
  @Test func everyFixtureIsReadBackAsItWasWritten() throws {
    func check<Entity: Codable & Equatable>(_ entities: [Entity]) throws {
      for entity in entities {
        let data = try MastodonJSON.makeEncoder().encode(entity)
        #expect(try MastodonJSON.decode(Entity.self, from: data) == entity)
      }
    }
    try check(Status.fixtures.all)
    try check(Account.fixtures.all)
    try check([Instance.fixtures.sandbox, Instance.fixtures.shore, Instance.fixtures.strict])
  }

  @Test func aStatusHasTheKeysThatClientsRequire() throws {
    let json = try object(Status.fixtures.plain)
    for key in ["reblog", "in_reply_to_id", "in_reply_to_account_id", "poll", "card", "edited_at", "quote"] {
      #expect(json.keys.contains(key) && json[key] == .null, "\(key)")
    }
    for key in ["media_attachments", "mentions", "tags", "emojis", "filtered"] {
      #expect(json[key] == .array([]), "\(key)")
    }
    #expect(json["spoiler_text"] == .string(""))
    #expect(json["created_at"] == .string("2026-11-21T11:00:00.000Z"))
    #expect(json["favourites_count"] == .number(19))
    #expect(json["favourited"] == .bool(false))
    #expect(json["id"] == .string(Status.fixtures.plain.id.rawValue))
  }

  @Test func viewerFieldsAreOmittedWithoutAViewer() throws {
    let json = try object(Status.fixtures.streamed)
    #expect(json["favourited"] == nil && json["filtered"] == nil)
  }

  @Test func anAccountHasTheKeysThatClientsRequire() throws {
    let json = try object(Account.fixtures.wren)
    #expect(json["last_status_at"] == .string("2026-11-21"))
    #expect(json["created_at"]?.text?.hasSuffix("T00:00:00.000Z") == true)
    #expect(json["source"] == nil && json["suspended"] == nil && json["moved"] == nil)
    #expect(try object(Account.fixtures.gone)["avatar"] == .string(""))
    #expect(try object(Account.fixtures.gone)["suspended"] == .bool(true))
    #expect(try object(Account.fixtures.gone)["last_status_at"] == .null)
  }

  @Test func nestedQuoteHasOnlyAnId() throws {
    let json = try object(Status.fixtures.quoteOfQuote)
    let inner = json["quote"]?["quoted_status"]?["quote"]
    #expect(inner?["quoted_status_id"] == .string(Status.fixtures.threadRoot.id.rawValue))
    #expect(inner?["quoted_status"] == nil)
  }

  private func object(_ entity: some Encodable) throws -> [String: AnyJSON] {
    let data = try MastodonJSON.makeEncoder().encode(entity)
    return try JSONDecoder().decode([String: AnyJSON].self, from: data)
  }
}
