extension AnyJSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    switch self {
    case .null: try json.encodeNil()
    case .bool(let value): try json.encode(value)
    case .number(let value): try json.encode(value)
    case .string(let value): try json.encode(value)
    case .array(let value): try json.encode(value)
    case .object(let value): try json.encode(value)
    }
  }
}

extension AnyJSON {
  /// This value with another one in place of each that is neither an array nor an object.
  func mapLeaves(_ change: (AnyJSON) -> AnyJSON) -> AnyJSON {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapLeaves(change) })
    case .object(let members): .object(members.mapValues { $0.mapLeaves(change) })
    default: change(self)
    }
  }

  /// This object with another value for one field, or without it; the field of a list is that of its first element.
  func replacing(_ path: ArraySlice<String>, with value: AnyJSON?) -> AnyJSON {
    guard let name = path.first else { return value ?? .null }
    switch self {
    case .array(let elements) where name.isEmpty:
      return .array(elements.prefix(1).map { $0.replacing(path.dropFirst(), with: value) })
    case .object(var members):
      let name = name == "<lang>" ? "de" : name
      members[name] = path.count == 1 ? value : members[name]?.replacing(path.dropFirst(), with: value)
      return .object(members)
    default: return self
    }
  }
}
