import FoundationEssentials

/// The name of a field, or the position of an element: one type for all entities, because the runtime looks up each
/// container's type on first use, which costs a one-shot command time.
public struct FieldName: CodingKey, ExpressibleByStringLiteral {
  public let stringValue: String
  public let intValue: Int?

  public init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  public init(stringLiteral value: String) { self.init(stringValue: value) }

  init(position: Int) {
    stringValue = "Index \(position)"
    intValue = position
  }

  public init?(intValue: Int) { nil }
}

/// An entity of the API, which is read leniently from its fields.
public protocol DecodableEntity: Decodable {
  init(_ json: Fields) throws
}

extension DecodableEntity {
  public init(from decoder: any Decoder) throws { try self.init(try decoder.fields()) }
}

/// An entity that is written as its server writes it.
public protocol EncodableEntity: DecodableEntity, Encodable {
  func encode(to json: inout EntityEncoder) throws
}

public typealias EntityEncoder = KeyedEncodingContainer<FieldName>

extension EncodableEntity {
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try encode(to: &json)
  }
}

extension Decoder {
  func fields() throws -> Fields {
    guard let value = self as? ParsedValue else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "Only MastodonJSON decodes entities."))
    }
    guard value.kind == .object else { throw value.mismatch([String: Any].self) }
    return Fields(object: value)
  }

  func string() throws -> String {
    guard let value = self as? ParsedValue else { return try singleValueContainer().decode(String.self) }
    return try value.unwrap(value.string, String.self)
  }
}

/// The fields of an entity: a missing, null or mistyped field does not make the rest unreadable.
///
/// Every entity's initializer is a list of these calls, by the server's names. Each tries the documented type first
/// and other types only if that fails, so leniency costs nothing if the server follows the documentation.
public struct Fields {
  fileprivate let object: ParsedValue

  /// The names of all fields, for an object whose names are data.
  var names: [String] { object.names }

  /// Whether the field exists, even if it is null.
  func contains(_ name: String) -> Bool { object.member(name) != nil }

  /// A field that the entity requires.
  func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    guard let value = object.member(name) else { throw missing(name) }
    return try value.decode(type)
  }

  /// A string, or the text of a number or boolean.
  func string(_ name: String, limit: Int = MastodonJSON.textLimit) -> String? {
    object.member(name)?.text.map { MastodonJSON.shortened($0, to: limit) }
  }

  /// A string; empty if there is none.
  func text(_ name: String) -> String { string(name) ?? "" }

  /// A string; `nil` if it is empty, for fields such as a URL or a language.
  func word(_ name: String, limit: Int = MastodonJSON.textLimit) -> String? {
    guard let string = string(name, limit: limit), !string.isEmpty else { return nil }
    return string
  }

  /// A name or a title, at most ``MastodonJSON/nameLimit`` long; empty if there is none.
  func name(_ name: String) -> String { string(name, limit: MastodonJSON.nameLimit) ?? "" }

  /// A name or a title, at most ``MastodonJSON/nameLimit`` long; `nil` if it is empty.
  func nameIfPresent(_ name: String) -> String? { word(name, limit: MastodonJSON.nameLimit) }

  /// A string that the entity requires, also if it is sent as a number.
  func required(_ name: String) throws -> String { try required(name, word(name)) }

  /// A name that the entity requires.
  func requiredName(_ name: String) throws -> String { try required(name, nameIfPresent(name)) }

  /// An integer, also in a string, or a fraction rounded towards zero.
  func integer(_ name: String) -> Int? {
    guard let value = object.member(name) else { return nil }
    if let integer: Int = value.integer() { return MastodonJSON.clamp(integer) }
    // The number is clamped, so it fits after its fraction is dropped.
    return number(name).map { Int($0) }
  }

  /// A counter; zero if there is none.
  func count(_ name: String) -> Int { integer(name) ?? 0 }

  func number(_ name: String) -> Double? {
    guard let value = object.member(name) else { return nil }
    if value.isNumber { return value.number.map(MastodonJSON.clamp) }
    guard let number = string(name).flatMap({ Double($0) }), number.isFinite else { return nil }
    return MastodonJSON.clamp(number)
  }

  func answer(_ name: String) -> Bool? {
    guard let value = object.member(name) else { return nil }
    if let bool = value.bool { return bool }
    return switch string(name) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// A boolean; `false` if there is none.
  func flag(_ name: String) -> Bool { answer(name) ?? false }

  /// A date in any form of ``MastodonDate``, or in seconds since 1970.
  func date(_ name: String) -> Date? {
    guard let value = object.member(name) else { return nil }
    if value.isString { return value.document.withText(value.index, MastodonDate.parse) }
    return value.text.flatMap(MastodonDate.parse)
  }

  func choice<Choice: OpenEnum>(_ name: String) -> Choice? { nameIfPresent(name).map { Choice(rawValue: $0) } }

  func id<Entity>(_ name: String) throws -> Identifier<Entity> {
    guard let id: Identifier<Entity> = idIfPresent(name) else { throw missing(name) }
    return id
  }

  /// The id of another entity, if there is one; `nil` if it is too long, because a shortened one would identify
  /// something else.
  func idIfPresent<Entity>(_ name: String) -> Identifier<Entity>? {
    word(name).flatMap { $0.utf8.count <= MastodonJSON.identifierLimit ? Identifier(rawValue: $0) : nil }
  }

  /// A nested entity; `nil` if it is missing or unreadable.
  func entity<Entity: Decodable>(_ name: String) -> Entity? {
    guard let value = object.member(name), !value.isNull else { return nil }
    // One unreadable member must not cost the whole entity.
    return try? value.expendable.decode(Entity.self)
  }

  /// A list without its unreadable elements.
  func list<Element: Decodable>(_ name: String) -> [Element] { listIfPresent(name) ?? [] }

  /// A list without its unreadable elements; `nil` if it is missing.
  func listIfPresent<Element: Decodable>(_ name: String) -> [Element]? {
    var skipped = 0
    return listIfPresent(name, counting: &skipped)
  }

  /// A list without its unreadable elements, which are added to a count.
  func list<Element: Decodable>(_ name: String, counting skipped: inout Int) -> [Element] {
    listIfPresent(name, counting: &skipped) ?? []
  }

  /// The same; `nil` if it is missing.
  func listIfPresent<Element: Decodable>(_ name: String, counting skipped: inout Int) -> [Element]? {
    guard let value = object.member(name), value.kind == .array else { return nil }
    let list = LossyList<Element>(reading: value)
    skipped += list.skipped
    return list.elements
  }

  /// The fields of a nested object; `nil` if it is missing.
  func object(_ name: String) -> Fields? {
    guard let value = object.member(name), value.kind == .object else { return nil }
    return Fields(object: value)
  }

  /// A nested object whose names are data, such as languages; unreadable values are left out.
  func dictionary<Value>(_ name: String, _ value: (Fields, String) -> Value?) -> [String: Value] {
    guard let object = object(name) else { return [:] }
    return object.names.reduce(into: [:]) { $0[$1] = value(object, $1) }
  }

  /// The error for an object without a field that the entity requires.
  func missing(_ name: String) -> DecodingError {
    .keyNotFound(FieldName(stringValue: name), object.context("There is no \(name)."))
  }

  private func required(_ name: String, _ word: String?) throws -> String {
    guard let word else { throw missing(name) }
    return word
  }
}

extension JSONRecord {
  /// Decodes a member as an entity; `nil` if it is missing or unreadable.
  public func entity<Entity: Decodable>(_ name: String, as type: Entity.Type = Entity.self) -> Entity? {
    Fields(object: value).entity(name)
  }
}
