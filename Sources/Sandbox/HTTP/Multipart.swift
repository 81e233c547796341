import FoundationEssentials

enum Multipart {
  struct File: Sendable, Equatable {
    var name: String
    /// The declared type; not trusted, see ``MediaFormat``.
    var contentType: String
    var body: [UInt8]

    init(name: String, contentType: String, body: [UInt8]) {
      self.name = name
      self.contentType = contentType
      self.body = body
    }

    /// `nil` unless the text is `data:TYPE;base64,DATA`.
    init?(dataURL text: String) {
      let marker = ";base64,"
      guard text.hasPrefix("data:"), let end = text.firstRange(of: marker),
        let data = Data(base64Encoded: String(text[end.upperBound...]))
      else { return nil }
      name = "file"
      contentType = String(text[..<end.lowerBound].dropFirst("data:".count))
      body = [UInt8](data)
    }
  }

  struct Part: Sendable {
    var name: String
    var file: File?
    var text: String
  }

  static func parts(of body: [UInt8], type: String) -> [Part] {
    guard let boundary = parameter("boundary", of: type[...]), !boundary.isEmpty else { return [] }
    let delimiter = Array("--\(boundary)".utf8)
    var starts: [Int] = []
    var index = 0
    while let start = find(delimiter, in: body, from: index) {
      starts.append(start)
      index = start + delimiter.count
    }
    return zip(starts, starts.dropFirst()).compactMap { start, end in
      part(of: body, from: min(start + delimiter.count + 2, end), to: end)
    }
  }

  private static func part(of body: [UInt8], from start: Int, to end: Int) -> Part? {
    guard let head = find(Array("\r\n\r\n".utf8), in: body, from: start), head + 4 <= end else { return nil }
    let headers = String(decoding: body[start..<head], as: UTF8.self).split(separator: "\r\n")
    func header(_ name: String) -> Substring? { headers.first { $0.lowercased().hasPrefix("\(name):") } }
    guard let disposition = header("content-disposition"), let name = parameter("name", of: disposition) else {
      return nil
    }
    // The line break before a delimiter is part of it.
    let content = body[head + 4..<max(head + 4, end - 2)]
    guard let filename = parameter("filename", of: disposition) else {
      return Part(name: name, file: nil, text: String(decoding: content, as: UTF8.self))
    }
    let type = header("content-type")?.drop { $0 != ":" }.dropFirst().drop { $0 == " " } ?? ""
    return Part(name: name, file: File(name: filename, contentType: String(type), body: Array(content)), text: "")
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
    guard let first = needle.first, body.count >= needle.count, start <= body.count - needle.count else { return nil }
    // Videos have up to 100 MB: iterators and bounds checks would dominate.
    return body.withUnsafeBufferPointer { bytes in
      var position = start
      let last = bytes.count - needle.count
      while position <= last {
        if bytes[position] == first, bytes[position..<position + needle.count].elementsEqual(needle) { return position }
        position += 1
      }
      return nil
    }
  }
}
