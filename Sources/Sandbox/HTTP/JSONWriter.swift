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

  mutating func value(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  mutating func value(_ number: Int) { literal(String(number)) }
  mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }
  mutating func null() { literal("null") }

  mutating func value(_ text: String?) {
    if let text { value(text) } else { null() }
  }

  mutating func id(_ id: Int64) { value(String(id)) }

  mutating func id(_ id: Int64?) {
    if let id { self.id(id) } else { null() }
  }

  mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

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

  mutating func field(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }
  mutating func field(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }
  mutating func field(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }
  mutating func field(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }
  mutating func field(_ name: StaticString, id: Int64) {
    key(name)
    self.id(id)
  }
  mutating func field(_ name: StaticString, id: Int64?) {
    key(name)
    self.id(id)
  }
  mutating func field(_ name: StaticString, raw json: String) {
    key(name)
    raw(json)
  }
  mutating func field(_ name: StaticString, raw json: [UInt8]) {
    key(name)
    raw(json)
  }
  mutating func field(_ name: StaticString, texts: [String]) {
    key(name)
    array(texts) { $0.value($1) }
  }
  mutating func null(_ name: StaticString) {
    key(name)
    null()
  }
  mutating func field(_ name: StaticString, time: Moment?) {
    key(name)
    value(time?.text)
  }

  mutating func field(_ name: StaticString, object write: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try object(write)
  }

  mutating func field<Element>(
    _ name: StaticString, array elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    key(name)
    try array(elements, write)
  }
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
