/// The position of one value in a JSON text, so that a mutant is made by replacing bytes.
struct JSONField: Sendable {
  /// The path, such as `[0].poll.options`.
  let path: String
  /// The bytes of the value.
  let value: Range<Int>
  /// The bytes of the member or element with one of the commas around it; `nil` for the outermost value.
  let member: Range<Int>?

  /// Finds every value of a text; of a list, in the first two elements only, since the others are of the same kind.
  static func all(in json: [UInt8]) throws -> [JSONField] {
    var scanner = Scanner(json: json)
    try scanner.scanValue(path: "", member: nil, isListed: true)
    return scanner.fields
  }

  private struct Scanner {
    let json: [UInt8]
    var position = 0
    var fields: [JSONField] = []

    var byte: UInt8 { position < json.count ? json[position] : 0 }

    mutating func skipSpace() { while [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 } }

    /// Scans a value; `member` is where its member or element begins.
    mutating func scanValue(path: String, member: Int?, isListed: Bool) throws {
      skipSpace()
      let (start, index) = (position, fields.count)
      if isListed { fields.append(JSONField(path: path, value: start..<start, member: nil)) }
      switch byte {
      case UInt8(ascii: "{"): try scanMembers(path: path, isListed: isListed)
      case UInt8(ascii: "["): try scanElements(path: path, isListed: isListed)
      case UInt8(ascii: "\""): _ = try scanString()
      default: while position < json.count, !" \n\r\t,]}".utf8.contains(byte) { position += 1 }
      }
      guard position > start else { throw Problem("no JSON at byte \(start)") }
      let end = position
      skipSpace()
      guard isListed else { return }
      var range = member.map { $0..<end }
      if let whole = range, byte == UInt8(ascii: ",") {
        range = whole.lowerBound..<(position + 1)
      } else if let whole = range, let comma = commaBefore(whole.lowerBound) {
        range = comma..<end
      }
      fields[index] = JSONField(path: path.isEmpty ? "." : path, value: start..<end, member: range)
    }

    private func commaBefore(_ start: Int) -> Int? {
      var index = start - 1
      while index > 0, [0x20, 0x0A, 0x0D, 0x09].contains(json[index]) { index -= 1 }
      return index > 0 && json[index] == UInt8(ascii: ",") ? index : nil
    }

    private mutating func scanMembers(path: String, isListed: Bool) throws {
      position += 1
      skipSpace()
      while byte != UInt8(ascii: "}") {
        skipSpace()
        let member = position
        let name = try scanString()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw Problem("no colon at byte \(position)") }
        position += 1
        try scanValue(path: "\(path).\(name)", member: member, isListed: isListed)
        if byte == UInt8(ascii: ",") { position += 1 } else if byte != UInt8(ascii: "}") { throw Problem("no object") }
      }
      position += 1
    }

    private mutating func scanElements(path: String, isListed: Bool) throws {
      position += 1
      skipSpace()
      var number = 0
      while byte != UInt8(ascii: "]") {
        skipSpace()
        try scanValue(path: "\(path)[\(number)]", member: position, isListed: isListed && number < 2)
        number += 1
        if byte == UInt8(ascii: ",") { position += 1 } else if byte != UInt8(ascii: "]") { throw Problem("no list") }
      }
      position += 1
    }

    private mutating func scanString() throws -> String {
      guard byte == UInt8(ascii: "\"") else { throw Problem("no string at byte \(position)") }
      let start = position + 1
      position = start
      while byte != UInt8(ascii: "\"") {
        guard position < json.count else { throw Problem("no end of string") }
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
      return String(decoding: json[start..<position - 1], as: UTF8.self)
    }
  }
}
