/// The `Decoder` containers, for types with a synthesised `init(from:)`.
///
/// Entities do not use them.
extension ParsedValue: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The path to the value, found from the root; empty if errors are discarded.
  var codingPath: [any CodingKey] {
    guard !isExpendable else { return [] }
    var path: [any CodingKey] = []
    var place = document.root
    while place.index != index, let (key, inner) = place.step(towards: index) {
      path.append(key)
      place = inner
    }
    return path
  }

  /// The member or element that contains a later node.
  private func step(towards target: Int) -> (FieldName, ParsedValue)? {
    let isObject = kind == .object
    var place = index + 1
    var position = 0
    while place < document.next(index) {
      let value = isObject ? place + 1 : place
      if target < document.next(value) {
        let key = isObject ? FieldName(stringValue: document.text(place)) : FieldName(position: position)
        return (key, sibling(at: value))
      }
      place = document.next(value)
      position += 1
    }
    return nil
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard kind == .object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(JSONMembers<Key>(object: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate func elements() throws -> JSONElements {
    guard kind == .array else { throw mismatch([Any].self) }
    return JSONElements(array: self)
  }

  fileprivate func fixed<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try unwrap(number: integer(as: type))
  }
}

extension ParsedValue: SingleValueDecodingContainer {
  func decodeNil() -> Bool { isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try unwrap(bool, type) }
  func decode(_ type: String.Type) throws -> String { try unwrap(string, type) }
  func decode(_ type: Double.Type) throws -> Double { try unwrap(number: number) }
  func decode(_ type: Float.Type) throws -> Float { try unwrap(number: number.map(Float.init)) }
  func decode(_ type: Int.Type) throws -> Int { try fixed(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try fixed(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try fixed(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try fixed(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try fixed(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try fixed(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try fixed(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try fixed(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try fixed(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try fixed(type) }
}

/// The members of an object by a type's own keys.
private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: ParsedValue

  var codingPath: [any CodingKey] { object.codingPath }
  var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { object.member(key.stringValue) != nil }

  private func value(_ key: any CodingKey) throws -> ParsedValue {
    guard let value = object.member(key.stringValue) else {
      throw DecodingError.keyNotFound(key, object.context("There is no \(key.stringValue)."))
    }
    return value
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try value(key).elements() }

  func superDecoder() throws -> any Decoder { try value(FieldName(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// The elements of an array, in order.
private struct JSONElements: UnkeyedDecodingContainer {
  private let array: ParsedValue
  private var place: Int
  private(set) var currentIndex = 0

  init(array: ParsedValue) {
    self.array = array
    place = array.index + 1
  }

  var codingPath: [any CodingKey] { array.codingPath }
  var count: Int? { array.document.count(array.index) }
  var isAtEnd: Bool { place >= array.document.next(array.index) }

  /// Reads the next element; does not advance if it is unreadable.
  private mutating func next<Value>(_ read: (ParsedValue) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(Value.self, array.context("The list has no more elements."))
    }
    let value = try read(array.sibling(at: place))
    place = array.document.next(place)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, array.sibling(at: place).isNull else { return false }
    return try next { $0.isNull }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next { try $0.elements() } }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
