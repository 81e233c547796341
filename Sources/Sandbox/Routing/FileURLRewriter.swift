import Glibc

/// Replaces the instance's host in URLs of files by the host of the request.
///
/// The instance's domain does not resolve. In identifiers of accounts and statuses it can stay, but clients have to
/// fetch files.
struct FileURLRewriter: Sendable {
  private let origin: [UInt8]
  private let replacement: [UInt8]
  private static let files = ["media/", "avatars/", "headers/", "emoji/", "thumbnail.png"].map { Array($0.utf8) }

  /// `nil` for the instance's own host, and for requests without one.
  init?(_ request: SandboxRequest, instance: InstanceInfo) {
    guard let host = request.host, host != instance.domain, let address = request.origin else { return nil }
    origin = Array("\(instance.origin)/".utf8)
    replacement = Array("\(address)/".utf8)
  }

  func rewrite(_ body: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let found = next(in: body, from: index) {
      index = found + origin.count
      guard leadsToFile(body[index...]) else { continue }
      result += body[copied..<found]
      result += replacement
      copied = index
    }
    guard copied > 0 else { return body }
    return result + body[copied...]
  }

  /// The next occurrence of the instance's origin.
  private func next(in body: [UInt8], from start: Int) -> Int? {
    body.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var index = start
      while index + origin.count <= bytes.count, let hit = memchr(base + index, Int32(origin[0]), bytes.count - index) {
        index = UnsafeRawPointer(hit) - base
        if index + origin.count <= bytes.count, memcmp(hit, origin, origin.count) == 0 { return index }
        index += 1
      }
      return nil
    }
  }

  func rewrite(_ frame: String) -> String { String(decoding: rewrite(Array(frame.utf8)), as: UTF8.self) }

  private func leadsToFile(_ path: ArraySlice<UInt8>) -> Bool {
    Self.files.contains { path.starts(with: $0) }
  }
}
