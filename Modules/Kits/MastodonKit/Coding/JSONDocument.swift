/// A parsed JSON text, whose values are read from its bytes on demand.
///
/// It owns a copy of the bytes. A string with escapes is unescaped in place when it is first read.
final class JSONDocument {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let nodes: JSONNodes
  private let hasEscapedNames: Bool
  /// The members of large objects by name, built on demand.
  private var indexes: [Int: [String: Int]] = [:]

  init(_ text: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    guard text.count <= MastodonJSON.sizeLimit else { throw JSONSyntaxError(reason: .tooLong, offset: text.count) }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 8)
    if let start = text.baseAddress {
      UnsafeMutableRawPointer(bytes).copyMemory(from: start, byteCount: text.count)
    }
    (bytes + text.count).initialize(repeating: 0, count: 8)
    var scanner = JSONScanner(bytes, count: text.count)
    do {
      try scanner.scan()
    } catch {
      scanner.nodes.deallocate()
      bytes.deallocate()
      throw error
    }
    self.bytes = bytes
    nodes = scanner.nodes
    hasEscapedNames = scanner.hasEscapedNames
  }

  deinit {
    nodes.deallocate()
    bytes.deallocate()
  }

  var root: ParsedValue { ParsedValue(document: self, index: 0) }

  func kind(_ index: Int) -> JSONNode.Kind { nodes[index].kind }

  /// The number of elements or members of a container.
  func count(_ index: Int) -> Int { Int(nodes[index].length) }

  /// The node after a value and its contents: the next element, or the next member's name.
  func next(_ index: Int) -> Int { Int(nodes[index].next) }

  /// Returns the value of an object's member; of two with the same name, the first.
  func member(_ name: String, of object: Int) -> Int? {
    // No entity has that many members; an object whose names are data may, and all of them are read.
    if nodes[object].length > 64 { return indexedMember(name, of: object) }
    var name = name
    return name.withUTF8 { name in
      guard let start = name.baseAddress, !hasEscapedNames else { return unescapedMember(name, of: object) }
      let length = UInt32(truncatingIfNeeded: name.count)
      let signature = JSONNode.signature(of: start, count: name.count)
      let end = Int(nodes[object].next)
      var index = object + 1
      while index < end {
        let node = nodes[index]
        if node.next == signature, node.length == length, raw(node).elementsEqual(name) { return index + 1 }
        index = Int(nodes[index + 1].next)
      }
      return nil
    }
  }

  /// Does the same if some names have escapes, or if the name is empty.
  private func unescapedMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    var index = object + 1
    while index < nodes[object].next {
      unescape(index)
      if raw(nodes[index]).elementsEqual(name) { return index + 1 }
      index = Int(nodes[index + 1].next)
    }
    return nil
  }

  private func indexedMember(_ name: String, of object: Int) -> Int? {
    if let members = indexes[object] { return members[name] }
    var members: [String: Int] = [:]
    var index = object + 1
    while index < nodes[object].next {
      let name = text(index)
      if members[name] == nil { members[name] = index + 1 }
      index = Int(nodes[index + 1].next)
    }
    indexes[object] = members
    return members[name]
  }

  /// Returns the text of a string, a name or a number; invalid UTF-8 becomes U+FFFD.
  func text(_ index: Int) -> String {
    unescape(index)
    return String(decoding: raw(nodes[index]), as: UTF8.self)
  }

  /// Calls a closure with the bytes of a string or a number.
  func withText<Result>(_ index: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unescape(index)
    return read(raw(nodes[index]))
  }

  private func raw(_ node: JSONNode) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(node.offset), count: Int(node.length))
  }

  private func unescape(_ index: Int) {
    let node = nodes[index]
    guard node.kind == .escapedString || node.kind == .escapedName else { return }
    nodes[index].length = UInt32(JSONEscapes.resolve(bytes + Int(node.offset), count: Int(node.length)))
    nodes[index].kind = node.kind == .escapedName ? .name : .string
  }
}

/// Replaces escapes by their characters in place: none becomes longer.
enum JSONEscapes {
  /// Unescapes a string whose escapes are valid; returns its new length in bytes.
  ///
  /// An unpaired surrogate becomes U+FFFD, so that one broken emoji does not cost a post.
  static func resolve(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var source = 0
    var target = 0
    while source < count {
      let byte = bytes[source]
      guard byte == UInt8(ascii: "\\") else {
        bytes[target] = byte
        source += 1
        target += 1
        continue
      }
      let escape = bytes[source + 1]
      guard escape == UInt8(ascii: "u") else {
        bytes[target] = character(escape)
        source += 2
        target += 1
        continue
      }
      var scalar = unit(bytes + source)
      source += 6
      if scalar & 0xFC00 == 0xD800, source + 6 <= count, bytes[source] == UInt8(ascii: "\\"),
        bytes[source + 1] == UInt8(ascii: "u"), unit(bytes + source) & 0xFC00 == 0xDC00
      {
        scalar = 0x1_0000 + (scalar & 0x3FF) << 10 + unit(bytes + source) & 0x3FF
        source += 6
      }
      for unit in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
        bytes[target] = unit
        target += 1
      }
    }
    return target
  }

  private static func character(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// The value of the four digits of a `\u`.
  private static func unit(_ escape: UnsafeMutablePointer<UInt8>) -> UInt32 {
    (2..<6).reduce(0) { $0 << 4 | (escape[$1].hexadecimalDigit ?? 0) }
  }
}
