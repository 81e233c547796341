/// Scans JSON once and records the position of each value in a flat list.
///
/// It is strict: everything outside the grammar of RFC 8259 is refused, except a UTF-8 byte order mark, which is
/// skipped. It is not recursive, so depth costs no stack, and each byte is read once. Invalid UTF-8 is replaced when a
/// string is read.
struct JSONScanner {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private var position = 0
  private(set) var nodes: JSONNodes
  private(set) var hasEscapedNames = false

  /// Takes bytes that are followed by at least eight zeros, so that looking ahead needs no check.
  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    end = count
    // Mastodon's responses have a value or a name for each 20 to 25 bytes.
    nodes = JSONNodes(capacity: count / 20 + 8)
  }

  mutating func scan() throws(JSONSyntaxError) {
    // The open containers, innermost first: each stores its parent's index where its end will be.
    var container = Self.outermost
    var depth = 0
    if end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    while true {
      guard nodes.count < MastodonJSON.valueLimit else { throw failure(.tooMany) }
      skipSpace()
      var opened = false
      switch bytes[position] {
      case UInt8(ascii: "\""): try string(.string)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = bytes[position] == UInt8(ascii: "{")
        depth += 1
        guard depth <= MastodonJSON.depthLimit else { throw failure(.tooDeep) }
        let index = nodes.count
        nodes.append(JSONNode(isObject ? .object : .array, offset: position, length: 0, next: container))
        container = UInt32(index)
        position += 1
        skipSpace()
        opened = bytes[position] != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if opened, isObject { try name() }
      case UInt8(ascii: "t"): try literal("true", .true)
      case UInt8(ascii: "f"): try literal("false", .false)
      case UInt8(ascii: "n"): try literal("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
      default: throw failure(.unexpectedByte)
      }
      if opened { continue }
      guard try endContainers(&container, depth: &depth) else { return }
    }
  }

  /// Scans what is between a value and the next one; `false` at the end of the text.
  private mutating func endContainers(_ container: inout UInt32, depth: inout Int) throws(JSONSyntaxError) -> Bool {
    while container != Self.outermost {
      skipSpace()
      let index = Int(container)
      let isObject = nodes[index].kind == .object
      switch bytes[position] {
      case UInt8(ascii: ","):
        position += 1
        nodes[index].length += 1
        if isObject {
          skipSpace()
          try name()
        }
        return true
      case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
        position += 1
        // Only a container that is not empty has more nodes than its own.
        if nodes.count > index + 1 { nodes[index].length += 1 }
        container = nodes[index].next
        nodes[index].next = UInt32(nodes.count)
        depth -= 1
      default: throw failure(.unexpectedByte)
      }
    }
    skipSpace()
    guard position == end else { throw failure(.trailingBytes) }
    return false
  }

  private static let outermost = UInt32.max

  private mutating func skipSpace() {
    while true {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Returns an error at this position; at the end of the text, the reason is that it is truncated.
  private func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: position >= end ? .truncated : reason, offset: min(position, end))
  }

  private mutating func name() throws(JSONSyntaxError) {
    guard bytes[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
    let index = nodes.count
    try string(.name)
    if nodes[index].kind == .escapedName {
      hasEscapedNames = true
    } else {
      let name = nodes[index]
      nodes[index].next = JSONNode.signature(of: bytes + Int(name.offset), count: Int(name.length))
    }
    skipSpace()
    guard bytes[position] == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
    position += 1
  }

  private mutating func string(_ kind: JSONNode.Kind) throws(JSONSyntaxError) {
    let start = position + 1
    var kind = kind
    position = start
    while true {
      let special = Self.specials(in: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self).littleEndian)
      guard special != 0 else {
        position += 8
        continue
      }
      position += special.trailingZeroBitCount / 8
      switch bytes[position] {
      case UInt8(ascii: "\""):
        nodes.append(JSONNode(kind, offset: start, length: position - start, next: UInt32(nodes.count + 1)))
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = kind == .name || kind == .escapedName ? .escapedName : .escapedString
        try escape()
      default: throw failure(.controlCharacter)
      }
    }
  }

  /// Marks each of eight bytes that ends the plain part of a string: a quote, a backslash, a control character.
  ///
  /// Exact up to the first marked byte, which is the only one that is used.
  @inline(__always) private static func specials(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let found =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- ones &* 0x20) & ~word)
    return found & (ones &* 0x80)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      for digit in 2..<6 where bytes[position + digit].hexadecimalDigit == nil {
        throw escapeFailure(at: position + digit)
      }
      position += 6
    default: throw escapeFailure(at: position + 1)
    }
  }

  private func escapeFailure(at place: Int) -> JSONSyntaxError {
    place >= end
      ? JSONSyntaxError(reason: .truncated, offset: end) : JSONSyntaxError(reason: .badEscape, offset: position)
  }

  private mutating func number() throws(JSONSyntaxError) {
    let start = position
    var kind = JSONNode.Kind.integer
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if bytes[position] == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if bytes[position] == UInt8(ascii: ".") {
      kind = .fraction
      position += 1
      try digits()
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      kind = .fraction
      position += 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    if bytes[position].isDecimalDigit { throw failure(.badNumber) }
    nodes.append(JSONNode(kind, offset: start, length: position - start, next: UInt32(nodes.count + 1)))
  }

  /// Scans at least one digit.
  private mutating func digits() throws(JSONSyntaxError) {
    guard bytes[position].isDecimalDigit else { throw failure(.badNumber) }
    while bytes[position].isDecimalDigit { position += 1 }
  }

  private mutating func literal(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONSyntaxError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard bytes[position + index] == word.utf8Start[index] else {
        position += index
        throw failure(.unexpectedByte)
      }
    }
    nodes.append(
      JSONNode(kind, offset: position, length: word.utf8CodeUnitCount, next: UInt32(nodes.count + 1)))
    position += word.utf8CodeUnitCount
  }
}

extension UInt8 {
  var isDecimalDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
