import FoundationEssentials
import Testing

/// An answer as it came, whatever it says.
enum Answer: Decodable, Sendable {
  case object([String: Answer])
  case array([Answer])
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
    } else if let array = Self.read([Answer].self, container) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: Answer].self))
    }
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, _ container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }
  }
}

/// Compares answers with Fixtures/api/entities.tsv: every field that must be there is there, and null only where it may be.
struct EntityCheck {
  /// A field, and those within it.
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
  /// The entities of which at least one was looked at.
  private(set) var seen: Set<String> = []
  private(set) var faults: Set<String> = []

  /// What is all of another entity, and more.
  private static let parents = [
    "CredentialAccount": "Account", "MutedAccount": "Account", "CredentialApplication": "Application",
    "Trends::Link": "PreviewCard",
  ]

  init() throws {
    for row in try Self.rows(of: "entities") where row.count > 6 {
      // What is deprecated may be left out, except by what is deprecated as a whole.
      if row[4] == "deprecated", !row[0].hasPrefix("V1::") { continue }
      let path = row[1].split(separator: "[", omittingEmptySubsequences: false).map { String($0.prefix { $0 != "]" }) }
      entities[row[0], default: Field()].insert(
        Field(type: row[2], isNullable: row[5] == "yes" || row[4] == "always null", isOptional: row[6] == "yes"),
        at: path[...])
    }
  }

  /// The cells of a table in Fixtures/api, without its two first lines.
  static func rows(of table: String, file: String = #filePath) throws -> [[String]] {
    let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
    let data = try #require(FileManager.default.contents(atPath: "/\(root)/Fixtures/api/\(table).tsv"))
    return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst(2).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Looks at an answer that shall be of a type.
  mutating func look(at answer: Answer, as type: String, _ instance: String) {
    if let element = Self.inner("array", of: type) {
      guard case .array(let answers) = answer else { return note(instance, "is no list") }
      for answer in answers { look(at: answer, as: element, instance + "[]") }
    } else if let words = Self.inner("enum", of: type) {
      guard case .string(let word) = answer, words.split(separator: "|").contains(Substring(word)) else {
        return note(instance, "is none of \(words): \(answer)")
      }
    } else if let pair = Self.inner("object", of: type) {
      guard case .object(let members) = answer else { return note(instance, "is no object") }
      let element = String(pair.drop { $0 != "," }.dropFirst())
      for (name, member) in members { look(at: member, as: element, "\(instance).\(name)") }
    } else {
      lookPlainly(at: answer, as: type, instance)
    }
  }

  private mutating func lookPlainly(at answer: Answer, as type: String, _ instance: String) {
    switch (type, answer) {
    case ("string", .string), ("url", .string), ("html", .string), ("datetime", .string), ("date", .string),
      ("integer as string", .string), ("seconds as string", .string), ("boolean", .bool), ("integer", .number),
      ("float", .number), ("seconds", .number), ("object", .object), ("null", .null), ("type", _):
      return
    case ("Quote|ShallowQuote", .object(let members)):
      look(at: members, as: members["quoted_status_id"] == nil ? "Quote" : "ShallowQuote", instance)
    case (_, .object(let members)) where entities[type] != nil: look(at: members, as: type, instance)
    default: note(instance, "is no \(type): \(String(describing: answer).prefix(60))")
    }
  }

  private mutating func look(at members: [String: Answer], as entity: String, _ instance: String) {
    seen.insert(entity)
    for name in [entity, Self.parents[entity]].compactMap(\.self) {
      look(at: members, fields: entities[name]?.fields ?? [], "\(instance) \(name)")
    }
  }

  private mutating func look(at members: [String: Answer], fields: [(name: String, field: Field)], _ instance: String) {
    for (name, field) in fields {
      if name.hasPrefix("<") {
        for (key, member) in members { look(at: member, field, "\(instance).\(key)") }
      } else if let member = members[name] {
        look(at: member, field, "\(instance).\(name)")
      } else if !field.isOptional {
        note("\(instance).\(name)", "is missing")
      }
    }
  }

  private mutating func look(at answer: Answer, _ field: Field, _ instance: String) {
    if case .null = answer {
      if !field.isNullable { note(instance, "is null") }
      return
    }
    guard let first = field.fields.first else { return look(at: answer, as: field.type, instance) }
    switch answer {
    case .array(let answers) where first.name.isEmpty:
      for answer in answers { look(at: answer, first.field, instance + "[]") }
    case .object(let members): look(at: members, fields: field.fields, instance)
    default: note(instance, "is no \(field.type)")
    }
  }

  private mutating func note(_ instance: String, _ words: String) { faults.insert("\(instance) \(words)") }

  /// What stands in the brackets of `word{…}` or `word<…>`.
  private static func inner(_ word: String, of type: String) -> String? {
    guard type.hasPrefix(word + "{") || type.hasPrefix(word + "<") else { return nil }
    return String(type.dropFirst(word.count + 1).dropLast())
  }
}
