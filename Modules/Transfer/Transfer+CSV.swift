import FeatureKit
import TerminalKit

/// Comma-separated values, as RFC 4180 describes them.
enum CSV {
  /// A row and the number of its first line.
  struct Row: Hashable {
    var line: Int
    var fields: [String]
  }

  /// The longest row in bytes; no line of a real file comes near.
  static let longestRow = 16 << 10
  static let mostRows = 100_000

  /// One row as a line, with quotes only where they are needed.
  static func line(_ fields: [String]) -> String {
    fields.map { field in
      let field = Sanitizer.clean(field).split(whereSeparator: \.isNewline).joined(separator: " ")
      guard field.contains(where: { $0 == "," || $0 == "\"" }) || field.first == " " || field.last == " " else {
        return field
      }
      return "\"\(field.replacing("\"", with: "\"\""))\""
    }
    .joined(separator: ",")
  }

  /// The rows of a text; empty lines are left out.
  ///
  /// - Throws: ``AppError`` that names the line that cannot be read.
  static func rows(_ text: String) throws -> [Row] {
    var reader = Reader(bytes: Array(text.utf8))
    return try reader.rows()
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0
    var line = 1

    mutating func rows() throws -> [Row] {
      var rows: [Row] = []
      while index < bytes.count {
        let row = try row()
        if row.fields != [""] { rows.append(row) }
        guard rows.count <= CSV.mostRows else {
          throw AppError.validation(
            "The file has more than \(CSV.mostRows) lines.", suggestion: "Split it into smaller files.")
        }
      }
      return rows
    }

    private mutating func row() throws -> Row {
      let (start, first) = (index, line)
      var fields: [String] = []
      while true {
        fields.append(try field(rowStart: start, first))
        guard index < bytes.count else { break }
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: ",") { continue }
        if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
        line += 1
        break
      }
      return Row(line: first, fields: fields)
    }

    private mutating func field(rowStart: Int, _ first: Int) throws -> String {
      var content: [UInt8] = []
      var isQuoted = false
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        isQuoted = true
        index += 1
      }
      while index < bytes.count {
        let byte = bytes[index]
        guard index - rowStart <= CSV.longestRow else {
          throw AppError.validation(
            "Line \(first) is longer than \(CSV.longestRow >> 10) KB. Nothing was imported.",
            suggestion: "Use a file that Mastodon or Howdah exported.")
        }
        if isQuoted {
          if byte == UInt8(ascii: "\"") {
            guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else {
              index += 1
              isQuoted = false
              // What follows a closing quote belongs to the field only if it is not white space.
              continue
            }
            index += 1
          }
          if byte == UInt8(ascii: "\n") { line += 1 }
        } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          return String(decoding: content, as: UTF8.self)
        }
        content.append(byte)
        index += 1
      }
      guard !isQuoted else {
        throw AppError.validation(
          "The quote in line \(first) is not closed. Nothing was imported.", suggestion: "Correct it, then try again.")
      }
      return String(decoding: content, as: UTF8.self)
    }
  }
}
