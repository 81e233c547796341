import FoundationEssentials

/// The name of a field, or the position of an element: one type for all entities.
///
/// A decoder's containers are generic over their keys, and the runtime looks up each such type on first use, which
/// costs a one-shot command time. So all entities share this type, and their own keys are only names.
struct FieldName: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(position: Int) {
    stringValue = "Index \(position)"
    intValue = position
  }

  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Returns the fields of the decoded object, by an entity's own keys.
  func fields<Key: CodingKey>(_ keys: Key.Type) throws -> Fields<Key> {
    guard let value = self as? ParsedValue else {
      return Fields(source: .container(FieldContainer(try container(keyedBy: FieldName.self))))
    }
    guard value.kind == .object else { throw value.mismatch([String: Any].self) }
    return Fields(source: .document(value))
  }

  /// Returns the decoded string.
  func string() throws -> String {
    guard let value = self as? ParsedValue else { return try singleValueContainer().decode(String.self) }
    return try value.unwrap(value.string, String.self)
  }
}

/// How entities read a field: a missing, null or mistyped field does not make the rest unreadable.
///
/// Every entity's `init(from:)` is a list of these calls. Each tries the documented type first and other types only if
/// that fails, so leniency costs nothing if the server follows the documentation. The implementation is in
/// ``FieldSource``, by name; this type adds the keys.
struct Fields<Key: CodingKey> {
  fileprivate let source: FieldSource

  /// The object's place in the response.
  var codingPath: [any CodingKey] { source.codingPath }

  /// The names of all fields, for an object whose names are data.
  var names: [FieldName] { source.names }

  /// Whether the field exists, even if it is null.
  func contains(_ key: Key) -> Bool { source.contains(key.stringValue) }

  /// A field that the entity requires.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.decode(type, key.stringValue)
  }

  /// A string, or the text of a number or boolean.
  func string(_ key: Key) -> String? { source.string(key.stringValue) }

  /// A string; empty if there is none.
  func text(_ key: Key) -> String { source.string(key.stringValue) ?? "" }

  /// A string; `nil` if it is empty, for fields such as a URL or a language.
  func word(_ key: Key) -> String? { source.word(key.stringValue) }

  /// A name or a title, at most ``MastodonJSON/nameLimit`` long; empty if there is none.
  func name(_ key: Key) -> String { source.string(key.stringValue, limit: MastodonJSON.nameLimit) ?? "" }

  /// A name or a title, at most ``MastodonJSON/nameLimit`` long; `nil` if it is empty.
  func nameIfPresent(_ key: Key) -> String? { source.word(key.stringValue, limit: MastodonJSON.nameLimit) }

  /// An integer, also in a string, or a fraction rounded towards zero.
  func integer(_ key: Key) -> Int? { source.integer(key.stringValue) }

  /// A counter; zero if there is none.
  func count(_ key: Key) -> Int { source.integer(key.stringValue) ?? 0 }

  /// A number, also in a string.
  func number(_ key: Key) -> Double? { source.number(key.stringValue) }

  /// A boolean, also as a number or a string.
  func answer(_ key: Key) -> Bool? { source.answer(key.stringValue) }

  /// A boolean; `false` if there is none.
  func flag(_ key: Key) -> Bool { source.answer(key.stringValue) ?? false }

  /// A date in any form of ``MastodonDate``, or in seconds since 1970.
  func date(_ key: Key) -> Date? { source.date(key.stringValue) }

  /// A value of an enumeration that may grow.
  func choice<Choice: OpenEnum>(_ key: Key) -> Choice? {
    source.word(key.stringValue, limit: MastodonJSON.nameLimit).map { Choice(rawValue: $0) }
  }

  /// The id that the entity requires.
  func id<Entity>(_ key: Key) throws -> Identifier<Entity> {
    guard let id: Identifier<Entity> = idIfPresent(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "An entity without an id."))
    }
    return id
  }

  /// The id of another entity, if there is one.
  func idIfPresent<Entity>(_ key: Key) -> Identifier<Entity>? {
    source.identifier(key.stringValue).map { Identifier(rawValue: $0) }
  }

  /// A nested entity; `nil` if it is missing or unreadable.
  func entity<Entity: Decodable>(_ key: Key) -> Entity? { source.entity(key.stringValue) }

  /// A list without its unreadable elements.
  func list<Element: Decodable>(_ key: Key) -> [Element] { source.list(key.stringValue) ?? [] }

  /// A list without its unreadable elements; `nil` if it is missing.
  func listIfPresent<Element: Decodable>(_ key: Key) -> [Element]? { source.list(key.stringValue) }

  /// The fields of a nested object; `nil` if it is missing.
  func object<Nested: CodingKey>(_ key: Key, _ keys: Nested.Type) -> Fields<Nested>? {
    source.object(key.stringValue).map { Fields<Nested>(source: $0) }
  }
}
