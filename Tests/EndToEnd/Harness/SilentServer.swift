import Glibc

/// A server on a loopback port that takes connections and answers nothing.
final class SilentServer {
  let port: UInt16
  private let listener: Int32
  private var connections: [Int32] = []

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
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    for descriptor in connections + [listener] { close(descriptor) }
  }

  /// Waits until somebody has connected.
  func waitForConnection() throws {
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 20_000) == 1 else { throw Problem("nobody connects") }
    connections.append(accept(listener, nil, nil))
  }
}
