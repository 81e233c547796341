extension Fields {
  /// A string that the entity requires, also if it is sent as a number.
  func required(_ key: Key) throws -> String { try required(key, word(key)) }

  /// A name that the entity requires.
  func requiredName(_ key: Key) throws -> String { try required(key, nameIfPresent(key)) }

  private func required(_ key: Key, _ word: String?) throws -> String {
    guard let word else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "Something without \(key.stringValue)."))
    }
    return word
  }

  /// A nested object whose names are data, such as languages; unreadable values are left out.
  func dictionary<Value>(_ key: Key, _ value: (Fields<FieldName>, FieldName) -> Value?) -> [String: Value] {
    guard let object = object(key, FieldName.self) else { return [:] }
    return object.names.reduce(into: [:]) { $0[$1.stringValue] = value(object, $1) }
  }
}
