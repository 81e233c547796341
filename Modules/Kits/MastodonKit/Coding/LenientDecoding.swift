import FoundationEssentials

/// The name of a field, or the position of an element: one type for all entities.
///
/// A decoder's containers are generic in their keys, and the runtime looks each such type up at its first use, which a
/// one-shot command pays for; so every entity shares this one, and its own keys are only names.
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
  /// The fields of the object that is decoded, by an entity's own keys.
  func fields<Key: CodingKey>(_ keys: Key.Type) throws -> Fields<Key> {
    guard let value = self as? ParsedValue else {
      return Fields(source: .container(FieldContainer(try container(keyedBy: FieldName.self))))
    }
    guard value.kind == .object else { throw value.mismatch([String: Any].self) }
    return Fields(source: .document(value))
  }

  /// The one string that is decoded.
  func string() throws -> String {
    guard let value = self as? ParsedValue else { return try singleValueContainer().decode(String.self) }
    return try value.unwrap(value.string, String.self)
  }
}

/// How the entities read a field: what is missing, null or of the wrong kind is no reason to lose the rest.
///
/// Every entity's `init(from:)` is a list of these calls. Each tries what Mastodon documents first and looks at other kinds
/// only after that failed, so leniency costs nothing where the server keeps to the documents.
/// What they do is written once, in ``FieldSource``, by name; here the names get their types.
struct Fields<Key: CodingKey> {
  fileprivate let source: FieldSource

  /// Where in the answer the object is.
  var codingPath: [any CodingKey] { source.codingPath }

  /// The names of all fields, for an object whose names are data.
  var names: [FieldName] { source.names }

  /// Whether there is such a field, even if it is null.
  func contains(_ key: Key) -> Bool { source.contains(key.stringValue) }

  /// A field without which the entity is nothing.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.decode(type, key.stringValue)
  }

  /// A string, or a number or boolean as text.
  func string(_ key: Key) -> String? { source.string(key.stringValue) }

  /// A string, empty where there is none.
  func text(_ key: Key) -> String { source.string(key.stringValue) ?? "" }

  /// A string where an empty one says nothing, such as an address or a language.
  func word(_ key: Key) -> String? { source.word(key.stringValue) }

  /// A name or a title, empty where there is none; bounded by ``MastodonJSON/nameLimit``.
  func name(_ key: Key) -> String { source.string(key.stringValue, limit: MastodonJSON.nameLimit) ?? "" }

  /// A name or a title where an empty one says nothing; bounded by ``MastodonJSON/nameLimit``.
  func nameIfPresent(_ key: Key) -> String? { source.word(key.stringValue, limit: MastodonJSON.nameLimit) }

  /// An integer, or one in a string, or a fraction without its fraction.
  func integer(_ key: Key) -> Int? { source.integer(key.stringValue) }

  /// A counter, zero where there is none.
  func count(_ key: Key) -> Int { source.integer(key.stringValue) ?? 0 }

  /// A number, or one in a string.
  func number(_ key: Key) -> Double? { source.number(key.stringValue) }

  /// A boolean, or one as a number or a word.
  func answer(_ key: Key) -> Bool? { source.answer(key.stringValue) }

  /// A boolean, false where there is none.
  func flag(_ key: Key) -> Bool { source.answer(key.stringValue) ?? false }

  /// A date in any of the forms of ``MastodonDate``, or in seconds since 1970.
  func date(_ key: Key) -> Date? { source.date(key.stringValue) }

  /// A word of an enumeration that may grow.
  func choice<Choice: OpenEnum>(_ key: Key) -> Choice? {
    source.word(key.stringValue, limit: MastodonJSON.nameLimit).map { Choice(rawValue: $0) }
  }

  /// The id without which an entity is nothing.
  func id<Entity>(_ key: Key) throws -> Identifier<Entity> {
    guard let id: Identifier<Entity> = idIfPresent(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "An entity without an id."))
    }
    return id
  }

  /// The id of another entity, if it is named.
  func idIfPresent<Entity>(_ key: Key) -> Identifier<Entity>? {
    source.identifier(key.stringValue).map { Identifier(rawValue: $0) }
  }

  /// A nested entity that may be missing or unreadable.
  func entity<Entity: Decodable>(_ key: Key) -> Entity? { source.entity(key.stringValue) }

  /// A list without the elements that could not be read.
  func list<Element: Decodable>(_ key: Key) -> [Element] { source.list(key.stringValue) ?? [] }

  /// A list without the elements that could not be read, if it is there.
  func listIfPresent<Element: Decodable>(_ key: Key) -> [Element]? { source.list(key.stringValue) }

  /// The fields of a nested object, none where it is missing.
  func object<Nested: CodingKey>(_ key: Key, _ keys: Nested.Type) -> Fields<Nested>? {
    source.object(key.stringValue).map { Fields<Nested>(source: $0) }
  }
}
