import Glibc

/// The smallest distributor: takes one request on a loopback port at a time, and hands it on as it came.
final class PushInbox {
  private let listener: Int32
  /// The machine and the port.
  let host: String
  /// The address that a server pushes to.
  var address: String { "http://\(host)/inbox" }

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw Problem("no port to listen on: \(errno)") }
    self.listener = listener
    host = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }

  deinit { close(listener) }

  /// Waits for a request, answers that it was taken, and gives its head and its body.
  func receive() throws -> (head: String, body: [UInt8]) {
    try wait(for: listener)
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let whole = Self.whole(bytes) {
        let answer = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = answer.utf8.withContiguousStorageIfAvailable {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return whole
      }
      try wait(for: connection)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { throw Problem("the push was cut off after \(bytes.count) bytes") }
      bytes += buffer[..<count]
    }
  }

  private func wait(for descriptor: Int32) throws {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 20_000) == 1 else { throw Problem("nothing is pushed") }
  }

  private static func whole(_ bytes: [UInt8]) -> (head: String, body: [UInt8])? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
      .flatMap { Int($0.dropFirst("Content-Length: ".count)) }
    let body = Array(bytes[end.upperBound...])
    return body.count == length ? (head, body) : nil
  }
}
