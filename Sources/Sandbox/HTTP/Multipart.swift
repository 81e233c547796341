/// Reads the text fields of a multipart form; files are left to media uploads.
enum Multipart {
  static func fields(of body: [UInt8], type: String) -> [(name: String, value: String)] {
    guard let boundary = parameter("boundary", of: type[...]), !boundary.isEmpty else { return [] }
    let delimiter = Array("--\(boundary)".utf8)
    var fields: [(name: String, value: String)] = []
    var starts: [Int] = []
    var index = 0
    while let start = find(delimiter, in: body, from: index) {
      starts.append(start)
      index = start + delimiter.count
    }
    for (start, end) in zip(starts, starts.dropFirst()) {
      let part = body[min(start + delimiter.count + 2, end)..<end]
      guard let head = find(Array("\r\n\r\n".utf8), in: body, from: part.startIndex), head + 4 <= end else { continue }
      let headers = String(decoding: body[part.startIndex..<head], as: UTF8.self)
      guard
        let disposition = headers.split(separator: "\r\n").first(where: {
          $0.lowercased().hasPrefix("content-disposition:")
        }), let name = parameter("name", of: disposition), parameter("filename", of: disposition) == nil
      else { continue }
      // The line break before the next delimiter belongs to the delimiter.
      fields.append((name, String(decoding: body[head + 4..<max(head + 4, end - 2)], as: UTF8.self)))
    }
    return fields
  }

  /// The value of `name=value` or `name="value"` after a semicolon.
  private static func parameter(_ name: String, of header: Substring) -> String? {
    for piece in header.split(separator: ";").dropFirst() {
      let sides = piece.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ $0 != " " }) == name else { continue }
      return sides[1].filter { $0 != "\"" && $0 != "\r" && $0 != "\n" }
    }
    return nil
  }

  private static func find(_ needle: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    guard !needle.isEmpty, body.count >= needle.count, start <= body.count - needle.count else { return nil }
    return (start...(body.count - needle.count)).first { position in
      body[position] == needle[0] && body[position..<position + needle.count].elementsEqual(needle)
    }
  }
}
