import FoundationEssentials
import Testing

@testable import MastodonKit

/// A type of the kit, and the entities of the API that it stands for.
struct EntityCase: Sendable, CustomTestStringConvertible {
  /// The entities whose fields an object of it has, more than one where the API has it in several forms.
  let forms: [[String]]
  /// The fields that its decoder asks for.
  let fields: Set<String>
  /// Objects whose names are data: every name is read.
  let open: [String]
  /// The fields without which it is nothing.
  let needs: Set<String>
  /// How many elements of a list can be read, and how many are left out.
  let count: @Sendable (Data) throws -> (read: Int, skipped: Int)
  /// Reads a list, writes what could be read.
  let copy: @Sendable (Data) throws -> [AnyJSON]

  var testDescription: String { forms.joined().joined(separator: ", ") }

  init<Entity: Codable & SendableMetatype>(
    _ forms: [[String]], _ type: Entity.Type, needs: Set<String> = [], open: [String] = [], _ fields: [String]...
  ) {
    self.forms = forms
    self.fields = Set(fields.joined())
    self.open = open
    self.needs = needs
    count = { data in
      let list = try MastodonJSON.decode(LossyList<Entity>.self, from: data)
      return (list.elements.count, list.skipped)
    }
    copy = { data in
      let list = try MastodonJSON.decode(LossyList<Entity>.self, from: data)
      let written = try MastodonJSON.makeEncoder().encode(list)
      return try JSONDecoder().decode([AnyJSON].self, from: written)
    }
  }

  init<Entity: Codable & SendableMetatype>(
    _ entity: String, _ type: Entity.Type, needs: Set<String> = [], open: [String] = [], _ fields: [String]...
  ) {
    self.init([[entity]], type, needs: needs, open: open, fields.flatMap { $0 })
  }

  func reads(_ field: String) -> Bool {
    fields.contains(field) || open.contains { field.hasPrefix("\($0)[") }
  }
}

/// The names that a key type declares, inside an object if one is named.
func names<Key: CodingKey & CaseIterable>(_ type: Key.Type, in path: String = "") -> [String] {
  type.allCases.map { path.isEmpty ? $0.stringValue : "\(path)[\($0.stringValue)]" }
}
