import FoundationEssentials
import MastodonKit
import Testing

/// What other clients find in the JSON that the sandbox serves.
@Suite struct WireShapeTests {
  @Test func everyFixtureIsReadBackAsItWasWritten() throws {
    func check<Entity: Codable & Equatable>(_ entities: [Entity]) throws {
      for entity in entities {
        let data = try MastodonJSON.makeEncoder().encode(entity)
        #expect(try MastodonJSON.decode(Entity.self, from: data) == entity)
      }
    }
    try check(Status.fixtures.all)
    try check(Status.fixtures.home)
    try check(Account.fixtures.all)
    try check(Notification.fixtures.all)
    try check(Poll.fixtures.all)
    try check(MediaAttachment.fixtures.all)
    try check(PreviewCard.fixtures.all)
    try check(Filter.fixtures.all)
    try check(Relationship.fixtures.all)
    try check([Preferences.fixtures.standard, Preferences.fixtures.changed])
    try check([Markers(home: Marker.fixtures.home, notifications: Marker.fixtures.notifications)])
    try check([Application.fixtures.howdah])
    try check([Token.fixtures.lasting, Token.fixtures.expiring])
    try check([StatusContext.fixtures.empty, StatusContext.fixtures.root, StatusContext.fixtures.middle])
    try check([SearchResults.fixtures.empty, SearchResults.fixtures.found])
    try check(List.fixtures.all)
    try check(Conversation.fixtures.all)
    try check(FeaturedTag.fixtures.all)
    try check(Announcement.fixtures.all)
    try check(NotificationGroup.fixtures.all)
    try check([GroupedNotificationsResults.fixtures.page, GroupedNotificationsResults.fixtures.empty])
    try check(Report.fixtures.all)
    try check(StatusEdit.fixtures.history + StatusEdit.fixtures.everything)
    try check(Translation.fixtures.all)
    try check(ScheduledStatus.fixtures.all)
    let instances = Instance.fixtures
    let sandbox = try MastodonJSON.makeEncoder().encode(instances.sandbox)
    #expect(try MastodonJSON.decode(Instance.self, from: sandbox) == instances.sandbox)
  }

  @Test func anInstanceSaysTheSameInBothVersions() throws {
    for instance in [Instance.fixtures.sandbox, Instance.fixtures.shore, Instance.fixtures.strict] {
      let legacy = try MastodonJSON.makeEncoder().encode(Instance.Legacy(instance, userCount: 9))
      let read = try MastodonJSON.decode(Instance.self, from: legacy)
      #expect(read.domain == instance.domain)
      #expect(read.configuration == instance.configuration)
      #expect(read.streamingURL == instance.streamingURL)
      #expect(read.registrations == instance.registrations)
    }
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

  @Test func whatNobodyAskedOfAViewerIsLeftOut() throws {
    let json = try object(Status.fixtures.streamed)
    #expect(json["favourited"] == nil && json["filtered"] == nil)
  }

  @Test func anAccountHasTheKeysThatClientsRequire() throws {
    let json = try object(Account.fixtures.wren)
    #expect(json["avatar_static"] == json["avatar"])
    #expect(json["header_static"] == json["header"])
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

  @Test func tokenDateIsANumber() throws {
    #expect(try object(Token.fixtures.lasting)["created_at"] == .number(1_792_670_400))
    #expect(try object(Token.fixtures.lasting)["token_type"] == .string("Bearer"))
  }

  private func object(_ entity: some Encodable) throws -> [String: AnyJSON] {
    let data = try MastodonJSON.makeEncoder().encode(entity)
    return try JSONDecoder().decode([String: AnyJSON].self, from: data)
  }
}
