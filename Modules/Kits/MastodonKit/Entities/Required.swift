extension Fields {
  /// The word without which an entity is nothing, also where it is sent as a number.
  func required(_ key: Key) throws -> String { try required(key, word(key)) }

  /// The name without which an entity is nothing.
  func requiredName(_ key: Key) throws -> String { try required(key, nameIfPresent(key)) }

  private func required(_ key: Key, _ word: String?) throws -> String {
    guard let word else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "Something without \(key.stringValue)."))
    }
    return word
  }

  /// A nested object whose names are data, such as languages; values that cannot be read are left out.
  func dictionary<Value>(_ key: Key, _ value: (Fields<FieldName>, FieldName) -> Value?) -> [String: Value] {
    guard let object = object(key, FieldName.self) else { return [:] }
    return object.names.reduce(into: [:]) { $0[$1.stringValue] = value(object, $1) }
  }
}
