import FoundationEssentials
import Testing

/// Any JSON value.
enum JSONValue: Decodable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = Self.read(Bool.self, container) {
      self = .bool(bool)
    } else if let number = Self.read(Double.self, container) {
      self = .number(number)
    } else if let string = Self.read(String.self, container) {
      self = .string(string)
    } else if let array = Self.read([JSONValue].self, container) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, _ container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }
  }
}

/// Compares responses with Fixtures/api/entities.tsv: required fields must be present, and `null` only where allowed.
struct EntityCheck {
  /// A field with its nested fields.
  private struct Field {
    var type = "object"
    var isNullable = true
    var isOptional = true
    var fields: [(name: String, field: Field)] = []

    mutating func insert(_ leaf: Field, at path: ArraySlice<String>) {
      guard let name = path.first else {
        (type, isNullable, isOptional) = (leaf.type, leaf.isNullable, leaf.isOptional)
        return
      }
      let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
      if index == fields.endIndex { fields.append((name, Field())) }
      fields[index].field.insert(leaf, at: path.dropFirst())
    }
  }

  private var entities: [String: Field] = [:]
  /// The entities checked so far.
  private(set) var seen: Set<String> = []
  private(set) var errors: Set<String> = []

  /// Entities that extend another one.
  private static let parents = [
    "CredentialAccount": "Account", "MutedAccount": "Account", "CredentialApplication": "Application",
    "Trends::Link": "PreviewCard",
  ]

  init() throws {
    for row in try Self.rows(of: "entities") where row.count > 6 {
      // Deprecated fields may be missing, except in entities that are deprecated as a whole.
      if row[4] == "deprecated", !row[0].hasPrefix("V1::") { continue }
      let path = row[1].split(separator: "[", omittingEmptySubsequences: false).map { String($0.prefix { $0 != "]" }) }
      entities[row[0], default: Field()].insert(
        Field(type: row[2], isNullable: row[5] == "yes" || row[4] == "always null", isOptional: row[6] == "yes"),
        at: path[...])
    }
  }

  /// The cells of a table in Fixtures/api, without its first two lines.
  static func rows(of table: String, file: String = #filePath) throws -> [[String]] {
    let root = file.split(separator: "/").dropLast(4).joined(separator: "/")
    let data = try #require(FileManager.default.contents(atPath: "/\(root)/Fixtures/api/\(table).tsv"))
    return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst(2).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Checks a value against a type.
  mutating func check(_ value: JSONValue, as type: String, _ path: String) {
    if let element = Self.inner("array", of: type) {
      guard case .array(let values) = value else { return record(path, "is not a list") }
      for value in values { check(value, as: element, path + "[]") }
    } else if let message = Self.inner("enum", of: type) {
      guard case .string(let word) = value, message.split(separator: "|").contains(Substring(word)) else {
        return record(path, "is not one of \(message): \(value)")
      }
    } else if let pair = Self.inner("object", of: type) {
      guard case .object(let members) = value else { return record(path, "is not an object") }
      let element = String(pair.drop { $0 != "," }.dropFirst())
      for (name, member) in members { check(member, as: element, "\(path).\(name)") }
    } else {
      checkScalar(value, as: type, path)
    }
  }

  private mutating func checkScalar(_ value: JSONValue, as type: String, _ path: String) {
    switch (type, value) {
    case ("string", .string), ("url", .string), ("html", .string), ("datetime", .string), ("date", .string),
      ("integer as string", .string), ("seconds as string", .string), ("boolean", .bool), ("integer", .number),
      ("float", .number), ("seconds", .number), ("object", .object), ("null", .null), ("type", _):
      return
    case ("Quote|ShallowQuote", .object(let members)):
      check(members, as: members["quoted_status_id"] == nil ? "Quote" : "ShallowQuote", path)
    case (_, .object(let members)) where entities[type] != nil: check(members, as: type, path)
    default: record(path, "is not \(type): \(String(describing: value).prefix(60))")
    }
  }

  private mutating func check(_ members: [String: JSONValue], as entity: String, _ path: String) {
    seen.insert(entity)
    for name in [entity, Self.parents[entity]].compactMap(\.self) {
      check(members, fields: entities[name]?.fields ?? [], "\(path) \(name)")
    }
  }

  private mutating func check(_ members: [String: JSONValue], fields: [(name: String, field: Field)], _ path: String) {
    for (name, field) in fields {
      if name.hasPrefix("<") {
        for (key, member) in members { check(member, field, "\(path).\(key)") }
      } else if let member = members[name] {
        check(member, field, "\(path).\(name)")
      } else if !field.isOptional {
        record("\(path).\(name)", "is missing")
      }
    }
  }

  private mutating func check(_ value: JSONValue, _ field: Field, _ path: String) {
    if case .null = value {
      if !field.isNullable { record(path, "is null") }
      return
    }
    guard let first = field.fields.first else { return check(value, as: field.type, path) }
    switch value {
    case .array(let values) where first.name.isEmpty:
      for value in values { check(value, first.field, path + "[]") }
    case .object(let members): check(members, fields: field.fields, path)
    default: record(path, "is not \(field.type)")
    }
  }

  private mutating func record(_ path: String, _ message: String) { errors.insert("\(path) \(message)") }

  /// The text in the brackets of `name{…}` or `name<…>`.
  private static func inner(_ word: String, of type: String) -> String? {
    guard type.hasPrefix(word + "{") || type.hasPrefix(word + "<") else { return nil }
    return String(type.dropFirst(word.count + 1).dropLast())
  }
}
