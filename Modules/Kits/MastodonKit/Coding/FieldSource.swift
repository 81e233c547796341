import FoundationEssentials

/// A reference to another decoder's container.
///
/// The container's layout is not known at compile time, so a struct that contains one is laid out at run time: every
/// copy of the fields would look up types.
final class FieldContainer {
  let container: KeyedDecodingContainer<FieldName>

  init(_ container: KeyedDecodingContainer<FieldName>) { self.container = container }
}

/// The source of an entity's fields: a ``JSONDocument`` or another decoder's container.
enum FieldSource {
  case document(ParsedValue)
  case container(FieldContainer)

  var codingPath: [any CodingKey] {
    switch self {
    case .document(let object): object.codingPath
    case .container(let box): box.container.codingPath
    }
  }

  var names: [FieldName] {
    switch self {
    case .document(let object): object.names.map { FieldName(stringValue: $0) }
    case .container(let box): box.container.allKeys
    }
  }

  func contains(_ name: String) -> Bool {
    switch self {
    case .document(let object): object.member(name) != nil
    case .container(let box): box.container.contains(FieldName(stringValue: name))
    }
  }

  func string(_ name: String, limit: Int = MastodonJSON.textLimit) -> String? {
    switch self {
    case .document(let object): return object.member(name)?.text.map { MastodonJSON.shortened($0, to: limit) }
    case .container(let box):
      let name = FieldName(stringValue: name)
      let container = box.container
      do {
        return try container.decodeIfPresent(String.self, forKey: name).map { MastodonJSON.shortened($0, to: limit) }
      } catch {
        return container.scalarText(name)
      }
    }
  }

  func word(_ name: String, limit: Int = MastodonJSON.textLimit) -> String? {
    guard let string = string(name, limit: limit), !string.isEmpty else { return nil }
    return string
  }

  /// An identifier; `nil` if it is too long, because a shortened one would identify something else.
  func identifier(_ name: String) -> String? {
    word(name).flatMap { $0.utf8.count <= MastodonJSON.identifierLimit ? $0 : nil }
  }

  func integer(_ name: String) -> Int? {
    switch self {
    case .document(let object):
      guard let value = object.member(name) else { return nil }
      if let integer: Int = value.integer() { return MastodonJSON.clamp(integer) }
    case .container(let box):
      do {
        return try box.container.decodeIfPresent(Int.self, forKey: FieldName(stringValue: name))
          .map(MastodonJSON.clamp)
      } catch {
        // Not an integer: it may be a fraction or a text.
      }
    }
    // The number is clamped, so it fits after its fraction is dropped.
    return number(name).map { Int($0) }
  }

  func number(_ name: String) -> Double? {
    switch self {
    case .document(let object):
      guard let value = object.member(name) else { return nil }
      if value.isNumber { return value.number.map(MastodonJSON.clamp) }
    case .container(let box):
      do {
        return try box.container.decodeIfPresent(Double.self, forKey: FieldName(stringValue: name))
          .map(MastodonJSON.clamp)
      } catch {
        // Not a number: it may be a text.
      }
    }
    guard let number = string(name).flatMap({ Double($0) }), number.isFinite else { return nil }
    return MastodonJSON.clamp(number)
  }

  func answer(_ name: String) -> Bool? {
    switch self {
    case .document(let object):
      guard let value = object.member(name) else { return nil }
      if let bool = value.bool { return bool }
    case .container(let box):
      do {
        return try box.container.decodeIfPresent(Bool.self, forKey: FieldName(stringValue: name))
      } catch {
        // Not a boolean: it may be a text or a number.
      }
    }
    return switch string(name) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  func date(_ name: String) -> Date? {
    guard case .document(let object) = self else { return string(name).flatMap(MastodonDate.parse) }
    guard let value = object.member(name) else { return nil }
    if value.isString { return value.document.withText(value.index, MastodonDate.parse) }
    return value.text.flatMap(MastodonDate.parse)
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    switch self {
    case .document(let object):
      guard let value = object.member(name) else {
        throw DecodingError.keyNotFound(FieldName(stringValue: name), object.context("There is no \(name)."))
      }
      return try value.decode(type)
    case .container(let box): return try box.container.decode(type, forKey: FieldName(stringValue: name))
    }
  }

  func entity<Entity: Decodable>(_ name: String) -> Entity? {
    // One unreadable member must not cost the whole entity.
    switch self {
    case .document(let object):
      guard let value = object.member(name), !value.isNull else { return nil }
      return try? value.expendable.decode(Entity.self)  // See above.
    case .container(let box):
      return (try? box.container.decodeIfPresent(Entity.self, forKey: FieldName(stringValue: name)))  // See above.
    }
  }

  func list<Element: Decodable>(_ name: String) -> [Element]? {
    switch self {
    case .document(let object):
      guard let value = object.member(name), value.kind == .array else { return nil }
      return LossyList<Element>(reading: value).elements
    case .container(let box):
      let name = FieldName(stringValue: name)
      let container = box.container
      guard container.contains(name) else { return nil }
      // A member that is not a list counts as missing.
      guard var elements = try? container.nestedUnkeyedContainer(forKey: name) else { return nil }
      return LossyList<Element>(reading: &elements).elements
    }
  }

  func object(_ name: String) -> FieldSource? {
    switch self {
    case .document(let object):
      guard let value = object.member(name), value.kind == .object else { return nil }
      return .document(value)
    case .container(let box):
      let name = FieldName(stringValue: name)
      let container = box.container
      guard container.contains(name) else { return nil }
      // A member that is not an object counts as missing.
      let nested = try? container.nestedContainer(keyedBy: FieldName.self, forKey: name)
      return nested.map { .container(FieldContainer($0)) }
    }
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// The text of a number or a boolean.
  fileprivate func scalarText(_ name: FieldName) -> String? {
    // An error means a value of another type, so the next type is tried.
    if let integer = try? decode(Int.self, forKey: name) { return String(integer) }
    if let integer = try? decode(UInt64.self, forKey: name) { return String(integer) }  // See above.
    if let number = try? decode(Double.self, forKey: name) { return String(number) }  // See above.
    return (try? decode(Bool.self, forKey: name)).map { String($0) }  // See above.
  }
}
