import MastodonKit

import struct FoundationEssentials.Date

/// Writes JSON directly into bytes.
///
/// A page of 40 posts is 100 kB; building a tree first would cost more than reading it from the database.
struct JSONWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ write: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try write(&self)
    close(UInt8(ascii: "}"))
  }

  mutating func array(_ write: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try write(&self)
    close(UInt8(ascii: "]"))
  }

  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    try array { writer in for element in elements { try write(&writer, element) } }
  }

  mutating func array<Element>(
    objects elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    try array(elements) { writer, element in try writer.object { try write(&$0, element) } }
  }

  /// Writes a key that needs no escaping.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that is not a literal.
  mutating func field(dynamic name: String, _ write: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    try write(&self)
  }

  /// Writes a value; `nil` as null.
  mutating func value(_ value: (some JSONValue)?) {
    if let value { value.write(to: &self) } else { null() }
  }

  mutating func text(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  mutating func null() { raw("null") }

  mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  mutating func raw(_ json: String) { raw(json.utf8) }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      var start = 0
      for index in buffer.indices {
        let byte = buffer[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        bytes.append(contentsOf: buffer[start..<index])
        start = index + 1
        escape(byte)
      }
      bytes.append(contentsOf: buffer[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: (byte < 16 ? "u000" : "u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    }
  }

  mutating func field(_ name: StaticString, _ value: (some JSONValue)?) {
    key(name)
    self.value(value)
  }

  mutating func null(_ name: StaticString) { field(name, raw: "null") }

  /// Writes a field that is already JSON; `nil` as null.
  mutating func field(_ name: StaticString, raw json: String?) {
    key(name)
    raw(json ?? "null")
  }

  mutating func field(_ name: StaticString, raw json: [UInt8]?) {
    key(name)
    if let json { raw(json) } else { null() }
  }

  mutating func field(_ name: StaticString, object write: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try object(write)
  }

  /// Writes a field that a closure writes; `nil` as null.
  mutating func field<Value>(
    _ name: StaticString, of value: Value?, _ write: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    key(name)
    if let value { try write(&self, value) } else { null() }
  }

  mutating func field<Element>(
    _ name: StaticString, array elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    key(name)
    try array(elements, write)
  }

  mutating func field<Element>(
    _ name: StaticString, objects: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    key(name)
    try array(objects: objects, write)
  }

  static func bytes(_ write: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try write(&writer)
    return writer.bytes
  }

  /// JSON as text, for the database and for streams.
  static func text(_ write: (inout JSONWriter) throws -> Void) rethrows -> String {
    String(decoding: try bytes(write), as: UTF8.self)
  }

  static func object(_ write: (inout JSONWriter) throws -> Void) rethrows -> String {
    try text { try $0.object(write) }
  }

  static func objects<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows -> String {
    try text { try $0.array(objects: elements, write) }
  }

  static func texts(_ texts: some Sequence<String>) -> String { text { $0.value(Array(texts)) } }
}

/// A value that has one form in JSON.
protocol JSONValue {
  func write(to writer: inout JSONWriter)
}

extension String: JSONValue {
  func write(to writer: inout JSONWriter) { writer.text(self) }
}

extension Int: JSONValue {
  func write(to writer: inout JSONWriter) { writer.raw(String(self)) }
}

extension Bool: JSONValue {
  func write(to writer: inout JSONWriter) { writer.raw(self ? "true" : "false") }
}

/// An id, which the API writes as text.
extension Int64: JSONValue {
  func write(to writer: inout JSONWriter) { writer.text(String(self)) }
}

extension Moment: JSONValue {
  func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension Array: JSONValue where Element: JSONValue {
  func write(to writer: inout JSONWriter) { writer.array(self) { $0.value($1) } }
}

/// A point in time with the precision of the database: milliseconds since 1970.
struct Moment: Hashable, Comparable, Sendable, Codable {
  var milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }
  init(_ date: Date) { self.init(clamping: date.timeIntervalSince1970 * 1000) }

  /// Limits a time to the years that the API's format can express, 0 to 9999.
  private init(clamping milliseconds: Double) {
    self.milliseconds = Int64(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999).rounded())
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
  var seconds: Int64 { milliseconds / 1000 }
  /// ISO 8601, as in the API.
  var text: String { MastodonDate.format(date) }
  /// The date without the time, as in the API.
  var dayText: String { MastodonDate.formatDay(date) }

  static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
  static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(clamping: Double(moment.milliseconds) + (seconds * 1000).rounded())
  }
}
