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

  /// Rewrites a response body.
  func rewrite(_ body: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index + origin.count < body.count {
      guard body[index] == origin[0], leadsToFile(body[index...]) else {
        index += 1
        continue
      }
      result += body[copied..<index]
      result += replacement
      index += origin.count
      copied = index
    }
    guard copied > 0 else { return body }
    return result + body[copied...]
  }

  /// Rewrites a frame of a stream.
  func rewrite(_ frame: String) -> String { String(decoding: rewrite(Array(frame.utf8)), as: UTF8.self) }

  private func leadsToFile(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: origin) else { return false }
    let path = rest.dropFirst(origin.count)
    return Self.files.contains { path.starts(with: $0) }
  }
}
