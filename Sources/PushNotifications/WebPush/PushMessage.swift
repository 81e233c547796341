/// An encrypted push: its body, and the header fields needed to decrypt it.
public struct PushMessage: Hashable, Sendable {
  public var body: [UInt8]
  /// The content encoding: `aes128gcm`, or `aesgcm` of the drafts before the standard.
  public var contentEncoding: String?
  /// The header field with the salt, if it is not in the body.
  public var encryption: String?
  /// The header field with the sender's public key, if it is not in the body.
  public var cryptoKey: String?
  /// The header field with the server's signature (RFC 8292).
  public var authorization: String?

  /// The maximum length in bytes: push services accept bodies of 4096, and header fields are not much longer.
  public static let limit = 65_536
}

extension PushMessage {
  /// Parses the body alone, or header fields as in an HTTP request, an empty line and the body.
  ///
  /// - Throws: ``PushFailure`` if the input is empty, too long, or shorter than its `Content-Length`.
  public init(reading bytes: [UInt8]) throws(PushFailure) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.limit else { throw .tooLong(limit: Self.limit) }
    guard let head = PushHead(bytes) else {
      self.init(body: bytes)
      return
    }
    var body = bytes[head.end...]
    if let length = head["content-length"].flatMap({ Int($0) }) {
      guard body.count >= length else { throw .cutOff }
      body = body.prefix(max(0, length))
    }
    guard !body.isEmpty else { throw .empty }
    self.init(
      body: Array(body), contentEncoding: head["content-encoding"], encryption: head["encryption"],
      cryptoKey: head["crypto-key"], authorization: head["authorization"])
  }
}

/// The header fields before a body, perhaps after a request line.
struct PushHead {
  private var fields: [(name: String, value: String)] = []
  /// The index at which the body begins.
  let end: Int

  /// Parses header fields; `nil` if the bytes do not begin with any.
  ///
  /// A body is not mistaken for them: it begins with sixteen random bytes.
  init?(_ bytes: [UInt8]) {
    var lines: [String] = []
    var rest = bytes[...]
    while true {
      guard let feed = rest.firstIndex(of: 0x0A) else { return nil }
      var line = rest[..<feed]
      if line.last == 0x0D { line = line.dropLast() }
      rest = rest[(feed + 1)...]
      if line.isEmpty { break }
      guard line.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else { return nil }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    end = rest.startIndex
    if let first = lines.first, first.split(separator: " ").last?.hasPrefix("HTTP/") == true { lines.removeFirst() }
    for line in lines {
      if line.first == " " || line.first == "\t", !fields.isEmpty {
        // A long field may continue on the next line.
        fields[fields.count - 1].value += Self.trimmed(line[...])
        continue
      }
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        line[..<colon].utf8.allSatisfy(Self.isNameByte)
      else { return nil }
      fields.append((line[..<colon].lowercased(), Self.trimmed(line[line.index(after: colon)...])))
    }
    guard !fields.isEmpty else { return nil }
  }

  /// The value of a field; fields of the same name are joined by commas.
  subscript(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ",")
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}

/// The parameters of `Encryption` and `Crypto-Key`: groups separated by commas, parameters by semicolons.
struct PushParameters {
  private let groups: [[String: String]]

  init(_ field: String) {
    groups = field.split(separator: ",").map { group in
      var parts: [String: String] = [:]
      for part in group.split(separator: ";") {
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { continue }
        let value = sides[1].filter { $0 != "\"" && $0 != " " && $0 != "\t" }
        parts[sides[0].filter { $0 != " " && $0 != "\t" }.lowercased()] = value
      }
      return parts
    }
  }

  /// The first value of a parameter.
  subscript(_ part: String) -> String? { groups.lazy.compactMap { $0[part] }.first }

  /// The value of a parameter in the group with this key ID, or the first value.
  func value(_ part: String, keyID: String?) -> String? {
    if let keyID, let group = groups.first(where: { $0["keyid"] == keyID && $0[part] != nil }) { return group[part] }
    return self[part]
  }
}
