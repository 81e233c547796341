/// One value of a document, from which an entity reads itself.
///
/// It is the `Decoder` that ``MastodonJSON`` hands to entities; ``Fields`` and the project's other leaves notice it and read the
/// document directly, which needs no container and no generic type that the runtime would have to look up.
struct JSONValue {
  let document: JSONDocument
  let index: Int
  /// Whether nobody will see the error if this value cannot be read, so that it need not say where the value is.
  var isExpendable = false

  var kind: JSONNode.Kind { document.kind(index) }
  var isNull: Bool { kind == .null }
  var isString: Bool { kind == .string || kind == .escapedString }
  var isNumber: Bool { kind == .integer || kind == .fraction }

  /// The same value, where a failure costs no more than the value.
  var expendable: JSONValue { JSONValue(document: document, index: index, isExpendable: true) }

  func sibling(at index: Int) -> JSONValue {
    JSONValue(document: document, index: index, isExpendable: isExpendable)
  }

  /// A member of an object, even if it is null.
  func member(_ name: String) -> JSONValue? { document.member(name, of: index).map(sibling) }

  /// The names of an object's members, each once.
  var names: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    names.reserveCapacity(document.count(index))
    var place = index + 1
    while place < document.next(index) {
      let name = document.text(place)
      if seen.insert(name).inserted { names.append(name) }
      place = document.next(place + 1)
    }
    return names
  }

  /// A string as it stands.
  var string: String? { isString ? document.text(index) : nil }

  /// A boolean as it stands.
  var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A number, if it is an integer of this type; `2.0` and `2e3` are.
  func integer<Value: FixedWidthInteger>(as type: Value.Type = Int.self) -> Value? {
    switch kind {
    case .integer: document.withText(index) { JSONNumber.integer($0, as: type) }
    case .fraction: number.flatMap { Value(exactly: $0) }
    default: nil
    }
  }

  /// A number, rounded to the nearest that there is.
  var number: Double? { isNumber ? document.withText(index, JSONNumber.double) : nil }

  /// A string, or what a number or boolean says as text.
  ///
  /// An integer keeps all its digits: it may be an id.
  var text: String? {
    switch kind {
    case .string, .escapedString, .integer: document.text(index)
    case .fraction: integer().map { String($0 as Int) } ?? number.map { String($0) }
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }

  /// Reads a value of any type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Types are compared, not asked what they conform to: that would be a search through all conformances of the program.
    if type == String.self { return unsafeBitCast(try decode(String.self), to: type) }
    if type == Int.self { return unsafeBitCast(try decode(Int.self), to: type) }
    if type == Double.self { return unsafeBitCast(try decode(Double.self), to: type) }
    return try Value(from: self)
  }

  /// What was read, or the error for a value of the wrong kind.
  func unwrap<Value>(_ value: Value?, _ wanted: Any.Type) throws -> Value {
    if let value { return value }
    throw mismatch(wanted)
  }

  /// The same for a number, which may also be beyond what its type can hold.
  func unwrap<Value: Numeric>(number value: Value?) throws -> Value {
    if let value { return value }
    guard isNumber else { throw mismatch(Value.self) }
    throw DecodingError.dataCorrupted(context("A number that \(Value.self) has no value for."))
  }

  /// The error for a value of the wrong kind.
  func mismatch(_ wanted: Any.Type) -> DecodingError {
    if isNull { return .valueNotFound(wanted, context("A null in place of \(wanted).")) }
    return .typeMismatch(wanted, context("Not what \(wanted) is made of."))
  }

  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }
}
