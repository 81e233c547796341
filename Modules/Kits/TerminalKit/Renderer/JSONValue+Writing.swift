extension JSONValue {
  /// The version of what Howdah prints as JSON, the first member of each answer.
  ///
  /// It grows when a member is renamed or removed, or its type changes; members are added without that.
  public static let schemaVersion = 1

  /// An answer for another program: an object on one line, which begins with the version of its schema.
  public static func answer(_ members: [Member]) -> String {
    JSONValue.object([Member("schema", .int(schemaVersion))] + members).serialized()
  }

  /// The members of a screen: its kind, its data, its items.
  ///
  /// An item without data gets its number, its reference and its text; a screen that has neither
  /// data nor items gets its text.
  public static func members(of document: Document) -> [Member] {
    var members = [Member("screen", .string(document.kind))]
    members += document.data
    let items = document.items
    if document.data.isEmpty && items.isEmpty && !document.blocks.isEmpty {
      let lines = PageLayout(width: .max).lines(of: document, showsHint: false)
      members.append(Member("text", .string(lines.map(\.plain).joined(separator: "\n"))))
    }
    if !document.data.contains(where: { $0.name == "items" }) {
      members.append(Member("items", .array(items.map { $0.data == .null ? Self.words(of: $0) : $0.data })))
    }
    return members
  }

  private static func words(of item: Item) -> JSONValue {
    .object([
      Member("number", .optional(item.number)),
      Member("kind", .optional(item.references.first?.kind.rawValue)),
      Member("id", .optional(item.references.first?.id)),
      Member("text", .string(item.spoken)),
    ])
  }

  /// Writes it on one line, with every control and bidirectional character escaped.
  public func serialized() -> String {
    var output = ""
    output.reserveCapacity(1024)
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += String(value)
    // JSON has no infinities and no NaN.
    case .double(let value): output += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &output)
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        Self.write(member.name, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      output += text
    } else {
      for scalar in text.unicodeScalars { write(scalar, to: &output) }
    }
    output += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to output: inout String) {
    switch scalar.value {
    case 0x0A: output += "\\n"
    case 0x0D: output += "\\r"
    case 0x22: output += "\\\""
    case 0x5C: output += "\\\\"
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      let hex = String(scalar.value, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    // Text can be hidden in these characters; surrogate escapes make it visible.
    case 0xE0000...0xE007F: output += "\\udb40\\u" + String(0xDC00 + scalar.value - 0xE0000, radix: 16)
    default: output.unicodeScalars.append(scalar)
    }
  }
}
