import CustomDump
import FoundationEssentials
import Testing

@testable import MastodonKit

@Suite struct EntityTableTests {
  private let table: EntityTable

  init() throws { table = try EntityTable.documented.get() }

  /// A field is read if another value makes another entity, or none.
  @Test(arguments: EntityCase.all) func anEntityReadsTheFieldsOfTheTable(_ entity: EntityCase) throws {
    let others: [AnyJSON?] = [nil, .string("else"), .string("2026-11-20"), .bool(false), .number(3), .array([])]
    for form in entity.forms {
      let object = table.object(form, isBrief: true)
      let whole = try entity.elements([object])
      #expect(whole.count == 1)
      for row in table.rows(of: form) where !row.isDeprecated && !row.isAlwaysNull {
        // Read where `meta[duration]` is missing.
        if row.field == "meta[original][duration]" { continue }
        let isRead = try (others + [object]).contains {
          try entity.elements([object.replacing(row.path[...], with: $0)]) != whole
        }
        #expect(isRead != row.isUnread, "\(row.entity) \(row.field)")
      }
    }
  }

  @Test func everyEntityOfTheTableHasAType() {
    let typed = Set(EntityCase.all.flatMap { $0.forms.flatMap { $0 } })
    let documented = Set(table.rows.filter { !$0.isDeprecated }.map(\.entity))
    // Those that the program has no use for.
    #expect(
      documented.subtracting(typed).sorted() == [
        "AccountWarning", "Announcement::Status", "AnnouncementReactionEvent", "Appeal", "AsyncRefresh",
        "AsyncRefreshEnvelope", "FeatureApproval", "Health", "InstanceIcon", "OAuthServerMetadata", "OEmbed",
        "PartialAccountWithAvatar", "Profile", "UserInfo",
      ])
    #expect(typed.subtracting(documented).sorted() == [])
  }

  /// The account, the server, the secrets and the archive are stored.
  @Test func whatIsStoredIsReadBack() throws {
    func check<Entity: Codable & Equatable>(_ type: Entity.Type, _ form: [String]) throws {
      let entity = try MastodonJSON.decode(type, from: try JSONEncoder().encode(table.object(form)))
      let copy = try MastodonJSON.decode(type, from: try MastodonJSON.makeEncoder().encode(entity))
      expectNoDifference(copy, entity)
    }
    try check(Status.self, ["Status"])
    try check(Account.self, ["Account", "CredentialAccount", "MutedAccount"])
    try check(Instance.self, ["Instance"])
    try check(Application.self, ["Application", "CredentialApplication"])
    try check(Token.self, ["Token"])
  }

  @Test(arguments: EntityCase.all) func numbersAndAnswersMayBeStrings(_ entity: EntityCase) throws {
    for form in entity.forms {
      let object = table.object(form)
      let strings = object.mapLeaves { leaf in
        switch leaf {
        case .number(let number): .string(Double(Int(number)) == number ? "\(Int(number))" : "\(number)")
        case .bool(let answer): .string("\(answer)")
        default: leaf
        }
      }
      #expect(try entity.elements([object]) == entity.elements([strings]))
    }
  }

  @Test(arguments: EntityCase.all) func anUnknownWordIsKept(_ entity: EntityCase) throws {
    for row in table.rows(of: entity.forms.flatMap { $0 })
    where row.type.contains("enum{") && !row.isDeprecated && !row.isUnread {
      let object = table.object(try #require(entity.forms.first { $0.contains(row.entity) }), isBrief: true)
      let words = ["from-the-future", "from-elsewhere"].map { word in
        row.type.hasPrefix("array") ? AnyJSON.array([.string(word)]) : .string(word)
      }
      let entities = try entity.elements([object] + words.map { object.replacing(row.path[...], with: $0) })
      #expect(entities.count == 3 && Set(entities).count == 3, "\(row.field)")
    }
  }

  /// One strange field costs that field; only without what makes it an entity is it left out of a list.
  @Test(arguments: EntityCase.all) func unreadableFieldDoesNotAffectOthers(_ entity: EntityCase) throws {
    let kinds: [AnyJSON] = [.number(17), .string("17"), .bool(true), .array([.null]), .object([:])]
    for form in entity.forms {
      let object = table.object(form, isBrief: true)
      for row in table.rows(of: form) {
        func count(_ values: [AnyJSON?]) throws -> (read: Int, skipped: Int) {
          let objects = values.map { object.replacing(row.path[...], with: $0) }
          return try entity.count(objects + [object])
        }
        let absent = try count([nil, .null])
        let strange = try count(kinds)
        let isNeeded = entity.needs.contains(row.field)
        #expect(absent == (isNeeded ? (1, 2) : (3, 0)), "\(row.field)")
        #expect(isNeeded ? strange.read + strange.skipped == 6 : strange == (6, 0), "\(row.field)")
      }
    }
  }

  @Test(arguments: EntityCase.all) func strangeObjectsAreLeftOutOfAListAtMost(_ entity: EntityCase) throws {
    let object = table.object(entity.forms[0], isBrief: true)
    let leaves: [AnyJSON] = [.null, .number(17), .string("seventeen"), .bool(false), .array([]), .object([:])]
    let strange = leaves + leaves.map { leaf in object.mapLeaves { _ in leaf } }
    let count = try entity.count(strange + [object])
    #expect(count.read > 0 && count.read + count.skipped == strange.count + 1)
    let bare = try entity.count([.object([:])])
    #expect(bare == (entity.needs.isEmpty ? (1, 0) : (0, 1)))
  }

  /// Reading an entity calculates with its numbers and dates.
  @Test(arguments: EntityCase.all) func numbersOfAnySizeAreRead(_ entity: EntityCase) throws {
    let leaves: [AnyJSON] = [
      .number(1e300), .number(-9.3e18), .number(9.2e18), .string("9223372036854775807"), .string("-1e300"),
    ]
    for form in entity.forms {
      let object = table.object(form, isBrief: true)
      _ = try entity.elements(leaves.map { leaf in object.mapLeaves { _ in leaf } } + [object])
    }
  }
}
