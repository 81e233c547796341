/// A value of a parsed ``JSONDocument``, read in place.
///
/// This is the `Decoder` that ``MastodonJSON`` passes to entities. ``Fields`` and the project's other basic types recognise it and
/// read the document directly, without a container and without generic types that the runtime would have to look up.
struct ParsedValue {
  let document: JSONDocument
  let index: Int
  /// Whether an error about this value is discarded, so that it need not contain the coding path.
  var isExpendable = false

  var kind: JSONNode.Kind { document.kind(index) }
  var isNull: Bool { kind == .null }
  var isString: Bool { kind == .string || kind == .escapedString }
  var isNumber: Bool { kind == .integer || kind == .fraction }

  /// The same value, for a caller that discards errors.
  var expendable: ParsedValue { ParsedValue(document: document, index: index, isExpendable: true) }

  func sibling(at index: Int) -> ParsedValue {
    ParsedValue(document: document, index: index, isExpendable: isExpendable)
  }

  /// A member of an object, even if it is null.
  func member(_ name: String) -> ParsedValue? { document.member(name, of: index).map(sibling) }

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

  /// The text of a string; `nil` for any other kind.
  var string: String? { isString ? document.text(index) : nil }

  /// A boolean; `nil` for any other kind.
  var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// An integer that fits the type; `2.0` and `2e3` are integers.
  func integer<Value: FixedWidthInteger>(as type: Value.Type = Int.self) -> Value? {
    switch kind {
    case .integer: document.withText(index) { JSONNumber.integer($0, as: type) }
    case .fraction: number.flatMap { Value(exactly: $0) }
    default: nil
    }
  }

  /// A number, rounded to the nearest `Double`.
  var number: Double? { isNumber ? document.withText(index, JSONNumber.double) : nil }

  /// A string, or the text of a number or boolean.
  ///
  /// An integer keeps all its digits, because it may be an id.
  var text: String? {
    switch kind {
    case .string, .escapedString, .integer: document.text(index)
    case .fraction: integer().map { String($0 as Int) } ?? number.map { String($0) }
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Comparing types is cheap; asking for a conformance would search all conformances in the program.
    if type == String.self, let value = try decode(String.self) as? Value { return value }
    if type == Int.self, let value = try decode(Int.self) as? Value { return value }
    if type == Double.self, let value = try decode(Double.self) as? Value { return value }
    return try Value(from: self)
  }

  /// Returns the value, or throws the error for a value of the wrong kind.
  func unwrap<Value>(_ value: Value?, _ wanted: Any.Type) throws -> Value {
    if let value { return value }
    throw mismatch(wanted)
  }

  /// Returns the number, or throws the error for a value of the wrong kind or out of the type's range.
  func unwrap<Value: Numeric>(number value: Value?) throws -> Value {
    if let value { return value }
    guard isNumber else { throw mismatch(Value.self) }
    throw DecodingError.dataCorrupted(context("The number is out of the range of \(Value.self)."))
  }

  /// Returns the error for a value of the wrong kind.
  func mismatch(_ wanted: Any.Type) -> DecodingError {
    if isNull { return .valueNotFound(wanted, context("Expected \(wanted), found null.")) }
    return .typeMismatch(wanted, context("Expected \(wanted)."))
  }

  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }
}
