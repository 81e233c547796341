import FoundationEssentials

/// The name of a field: one type for all entities.
///
/// A decoder's containers are generic in their keys, and the runtime looks each such type up at its first use, which a
/// one-shot command pays for; so every entity shares this one, and its own keys are only names.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The fields of the object that is decoded, by an entity's own keys.
  func fields<Key: CodingKey>(_ keys: Key.Type) throws -> Fields<Key> {
    Fields(container: try container(keyedBy: FieldName.self))
  }
}

/// How the entities read a field: what is missing, null or of the wrong kind is no reason to lose the rest.
///
/// Every entity's `init(from:)` is a list of these calls. Each tries what Mastodon documents first and looks at other kinds
/// only after that failed, so leniency costs nothing where the server keeps to the documents.
struct Fields<Key: CodingKey> {
  fileprivate let container: KeyedDecodingContainer<FieldName>

  /// Where in the answer the object is.
  var codingPath: [any CodingKey] { container.codingPath }

  /// The names of all fields, for an object whose names are data.
  var names: [FieldName] { container.allKeys }

  /// Whether there is such a field, even if it is null.
  func contains(_ key: Key) -> Bool { container.contains(name(key)) }

  /// A field without which the entity is nothing.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try container.decode(type, forKey: name(key))
  }

  private func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try container.decodeIfPresent(type, forKey: name(key))
  }

  private func name(_ key: Key) -> FieldName { FieldName(stringValue: key.stringValue) }

  /// A string, or a number or boolean as text.
  func string(_ key: Key) -> String? {
    do { return try container.decodeIfPresent(String.self, forKey: name(key)) } catch { return scalarText(key) }
  }

  /// A string, empty where there is none.
  func text(_ key: Key) -> String { string(key) ?? "" }

  /// A string where an empty one says nothing, such as an address or a language.
  func word(_ key: Key) -> String? {
    guard let string = string(key), !string.isEmpty else { return nil }
    return string
  }

  /// An integer, or one in a string, or a fraction without its fraction.
  func integer(_ key: Key) -> Int? {
    do { return try container.decodeIfPresent(Int.self, forKey: name(key)) } catch {
      return number(key).flatMap(Int.init(lenient:))
    }
  }

  /// A counter, zero where there is none.
  func count(_ key: Key) -> Int { integer(key) ?? 0 }

  /// A number, or one in a string.
  func number(_ key: Key) -> Double? {
    do { return try container.decodeIfPresent(Double.self, forKey: name(key)) } catch {
      return string(key).flatMap { Double($0) }
    }
  }

  /// A boolean, or one as a number or a word.
  func answer(_ key: Key) -> Bool? {
    do {
      return try container.decodeIfPresent(Bool.self, forKey: name(key))
    } catch {
      return string(key).flatMap { ["true": true, "1": true, "false": false, "0": false][$0] }
    }
  }

  /// A boolean, false where there is none.
  func flag(_ key: Key) -> Bool { answer(key) ?? false }

  /// A date in any of the forms of ``MastodonDate``, or in seconds since 1970.
  func date(_ key: Key) -> Date? { string(key).flatMap(MastodonDate.parse) }

  /// A word of an enumeration that may grow.
  func choice<Choice: OpenEnum>(_ key: Key) -> Choice? { word(key).map(Choice.init(rawValue:)) }

  /// The id without which an entity is nothing.
  func id<Entity>(_ key: Key) throws -> Identifier<Entity> {
    guard let id: Identifier<Entity> = idIfPresent(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "An entity without an id."))
    }
    return id
  }

  /// The id of another entity, if it is named.
  func idIfPresent<Entity>(_ key: Key) -> Identifier<Entity>? { word(key).map(Identifier.init(rawValue:)) }

  /// A nested entity that may be missing or unreadable.
  func entity<Entity: Decodable>(_ key: Key) -> Entity? {
    do { return try decodeIfPresent(Entity.self, forKey: key) } catch { return nil }
  }

  /// A list without the elements that could not be read.
  func list<Element: Decodable>(_ key: Key) -> [Element] { listIfPresent(key) ?? [] }

  /// A list without the elements that could not be read, if it is there.
  func listIfPresent<Element: Decodable>(_ key: Key) -> [Element]? {
    guard contains(key) else { return nil }
    do {
      var elements = try container.nestedUnkeyedContainer(forKey: name(key))
      return LossyList<Element>(reading: &elements).elements
    } catch {
      return nil
    }
  }

  /// The fields of a nested object, none where it is missing.
  func object<Nested: CodingKey>(_ key: Key, _ keys: Nested.Type) -> Fields<Nested>? {
    guard contains(key) else { return nil }
    do {
      return Fields<Nested>(container: try container.nestedContainer(keyedBy: FieldName.self, forKey: name(key)))
    } catch {
      return nil
    }
  }

  /// What a number or a boolean says as text.
  private func scalarText(_ key: Key) -> String? {
    do { return String(try container.decode(Int.self, forKey: name(key))) } catch {}
    do { return String(try container.decode(UInt64.self, forKey: name(key))) } catch {}
    do { return String(try container.decode(Double.self, forKey: name(key))) } catch {}
    do { return String(try container.decode(Bool.self, forKey: name(key))) } catch { return nil }
  }
}

extension Int {
  /// Drops the fraction, and refuses what no integer can hold.
  fileprivate init?(lenient number: Double) { self.init(exactly: number.rounded(.towardZero)) }
}
