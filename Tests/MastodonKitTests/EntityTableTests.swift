import FoundationEssentials
import Testing

@testable import MastodonKit

@Suite struct EntityTableTests {
  private let table: EntityTable

  init() throws { table = try EntityTable.documented.get() }

  @Test(arguments: EntityCase.all) func anEntityReadsTheFieldsOfTheTableAndNoOthers(_ entity: EntityCase) {
    let rows = table.rows(of: entity.forms.flatMap { $0 })
    let documented = Set(rows.map(\.field))
    #expect(entity.fields.subtracting(documented).sorted() == [], "read, but not in the table")
    let missing = rows.filter { !$0.isDeprecated && !$0.isAlwaysNull && !entity.reads($0.field) }
    #expect(missing.map(\.field) == [], "in the table, but not read")
    for field in entity.needs { #expect(rows.contains { $0.field == field && $0.isRequired }, "\(field)") }
  }

  @Test func everyEntityOfTheTableHasAType() {
    let typed = Set(EntityCase.all.flatMap { $0.forms.flatMap { $0 } })
    let documented = Set(table.rows.filter { !$0.isDeprecated }.map(\.entity))
    // The sandbox serves it for web pages; the client has no use for HTML to embed.
    #expect(documented.subtracting(typed).sorted() == ["OEmbed"])
    #expect(typed.subtracting(documented).sorted() == [])
  }

  @Test(arguments: EntityCase.all) func aCompleteEntityIsWrittenAsItWasRead(_ entity: EntityCase) throws {
    for form in entity.forms {
      let object = table.object(form)
      #expect(differences(object, try copies(entity, [object]).first) == [])
    }
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
      #expect(differences(object, try copies(entity, [strings]).first) == [])
    }
  }

  @Test(arguments: EntityCase.all) func anUnknownWordIsKept(_ entity: EntityCase) throws {
    for row in table.rows(of: entity.forms.flatMap { $0 }) where row.type.contains("enum{") && !row.isDeprecated {
      let object = table.object(try #require(entity.forms.first { $0.contains(row.entity) }), isBrief: true)
      let word = AnyJSON.string("from-the-future")
      let words = row.type.hasPrefix("array") ? .array([word]) : word
      let copies = try copies(entity, [object, object.replacing(row.path[...], with: words)])
      #expect(copies.first?.replacing(row.path[...], with: words) == copies.last, "\(row.field)")
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
          return try entity.count(try JSONEncoder().encode(objects + [object]))
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
    let count = try entity.count(try JSONEncoder().encode(strange + [object]))
    #expect(count.read > 0 && count.read + count.skipped == strange.count + 1)
    let bare = try entity.count(Data("[{}]".utf8))
    #expect(bare == (entity.needs.isEmpty ? (1, 0) : (0, 1)))
  }

  /// Reading and writing an entity calculates with its numbers and dates.
  @Test(arguments: EntityCase.all) func numbersOfAnySizeAreReadAndWritten(_ entity: EntityCase) throws {
    let leaves: [AnyJSON] = [
      .number(1e300), .number(-9.3e18), .number(9.2e18), .string("9223372036854775807"), .string("-1e300"),
    ]
    for form in entity.forms {
      let object = table.object(form, isBrief: true)
      _ = try copies(entity, leaves.map { leaf in object.mapLeaves { _ in leaf } } + [object])
    }
  }

  private func copies(_ entity: EntityCase, _ objects: [AnyJSON]) throws -> [AnyJSON] {
    try entity.copy(try JSONEncoder().encode(objects))
  }

  /// Where what was written is not what was read.
  ///
  /// A null may be written where Mastodon writes one, and what is deprecated for
  /// programs that still read it.
  private func differences(_ read: AnyJSON, _ written: AnyJSON?, at path: String = "") -> [String] {
    switch (read, written) {
    case (.object(let read), .object(let written)?):
      return Set(read.keys).union(written.keys).sorted().flatMap { name -> [String] in
        if let value = read[name] { return differences(value, written[name], at: "\(path)/\(name)") }
        return table.optionalNames.contains(name) && written[name] == .null || table.deprecatedNames.contains(name)
          ? [] : ["\(path)/\(name): invented"]
      }
    case (.array(let read), .array(let written)?) where read.count == written.count:
      return zip(read, written).enumerated().flatMap { differences($1.0, $1.1, at: "\(path)/\($0)") }
    default: return read == written ? [] : ["\(path): \(read) became \(written.map { "\($0)" } ?? "nothing")"]
    }
  }
}
