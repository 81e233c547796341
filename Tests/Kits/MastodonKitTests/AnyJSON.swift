/// Any JSON, as it stands.
enum AnyJSON: Equatable, Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let json = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ type: Value.Type) -> Value? {
      do { return try json.decode(type) } catch { return nil }
    }
    // The commonest first: what a value is not costs an error.
    if json.decodeNil() {
      self = .null
    } else if let string = read(String.self) {
      self = .string(string)
    } else if let number = read(Double.self) {
      self = .number(number)
    } else if let bool = read(Bool.self) {
      self = .bool(bool)
    } else if let array = read([AnyJSON].self) {
      self = .array(array)
    } else {
      self = .object(try json.decode([String: AnyJSON].self))
    }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  subscript(key: String) -> AnyJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}
