/// A JSON value that keeps the order of its members, for readable output.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  case int(Int)
  /// A number with a fraction.
  case double(Double)
  /// A string; written with every control and direction character escaped, so that it is safe to print.
  case string(String)
  case array([JSONValue])
  /// Members in the order given.
  case object([Member])

  public struct Member: Hashable, Sendable {
    /// The name, in `snake_case`.
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  /// Creates a string, or null where there is none.
  public static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
  /// Creates a number, or null where there is none.
  public static func optional(_ value: Int?) -> JSONValue { value.map(JSONValue.int) ?? .null }
}

extension JSONValue {
  /// The object with one more member; any other value as it is.
  public func adding(_ member: Member) -> JSONValue {
    if case .object(let members) = self { .object(members + [member]) } else { self }
  }
}
