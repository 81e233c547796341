/// Puts the address by which a client came in place of the instance's own, where that leads to files.
///
/// The instance has a name that nobody finds on a network. Accounts and statuses are known by it all the same, as their
/// addresses are names too; a picture has to be fetched.
struct FileURLRewriter: Sendable {
  private let origin: [UInt8]
  private let replacement: [UInt8]
  private static let folders = ["media/", "avatars/", "headers/"].map { Array($0.utf8) }

  /// Nil without a host, and for one that could not stand in an address.
  init?(host: String?, instance: InstanceInfo) {
    guard let host, !host.isEmpty, host != instance.domain,
      host.utf8.allSatisfy({ byte in
        (48...58).contains(byte) || (65...91).contains(byte) || (97...122).contains(byte)
          || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "]")].contains(byte)
      })
    else { return nil }
    origin = Array("\(instance.origin)/".utf8)
    replacement = Array("http://\(host)/".utf8)
  }

  /// An answer whose files the client can fetch.
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

  /// A frame of a stream whose files the client can fetch.
  func rewrite(_ frame: String) -> String { String(decoding: rewrite(Array(frame.utf8)), as: UTF8.self) }

  private func leadsToFile(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: origin) else { return false }
    let path = rest.dropFirst(origin.count)
    return Self.folders.contains { path.starts(with: $0) }
  }
}
