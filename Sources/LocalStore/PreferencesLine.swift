/// One line of the settings file, preserved byte for byte until its value is set.
struct PreferencesLine: Hashable {
  private var bytes: [UInt8]
  /// The name of its setting; `nil` for a comment and every other line.
  private(set) var name: String?
  private(set) var value = ""

  init(name: String, value: String) {
    self.init(Array("\(name) = \(Self.quoted(value))".utf8))
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let text = String(validating: bytes, as: UTF8.self), let equals = text.firstIndex(of: "=") else { return }
    let name = Self.trimmed(text[..<equals])
    guard !name.isEmpty, !name.hasPrefix("#"), !name.contains(where: \.isWhitespace) else { return }
    self.name = String(name)
    value = Self.unquoted(Self.trimmed(text[text.index(after: equals)...]))
  }

  /// The text of a line that is not a setting, a comment or empty; `nil` for these.
  var stray: String? {
    guard name == nil else { return nil }
    let text = Self.trimmed(String(decoding: bytes, as: UTF8.self)[...])
    return text.isEmpty || text.hasPrefix("#") ? nil : String(text)
  }

  static func all(in bytes: [UInt8]) -> [PreferencesLine] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { PreferencesLine(Array($0)) }
    // Text after the last line break is a line unless it is empty.
    if lines.last?.bytes.isEmpty == true { lines.removeLast() }
    return lines
  }

  static func bytes(of lines: [PreferencesLine]) -> [UInt8] {
    lines.flatMap { $0.bytes + [0x0A] }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func quoted(_ value: String) -> String {
    let needsQuotes = value.hasPrefix("\"") || value.contains(where: \.isNewline) || trimmed(value[...]) != value[...]
    guard needsQuotes else { return value }
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func unquoted(_ value: Substring) -> String {
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return String(value) }
    var result = ""
    var escaped = false
    for scalar in value.unicodeScalars.dropFirst().dropLast() {
      if escaped {
        result.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
