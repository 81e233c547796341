import Dispatch
import Glibc
import Synchronization

/// A port in front of a server that passes everything on and remembers the request lines.
final class LoggingProxy {
  let port: UInt16
  private let listener: Int32
  private let log: Log
  private let ended = DispatchSemaphore(value: 0)

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
    let connections = Mutex(0)
    /// The ends of connections, for the message of a test that fails.
    let ends = Mutex<[String]>([])
    /// The number of bytes of requests that are let through on each connection; `nil` for all.
    let limit: Mutex<Int?>

    init(limit: Int?) { self.limit = Mutex(limit) }

    func note(_ end: String) { ends.withLock { $0.append(end) } }
  }

  /// One end of a connection, and the end that it is passed on to.
  private struct Pipe {
    var from: Int32
    var to: Int32
    var isRequest: Bool
    /// The number of bytes that were passed on.
    var passed = 0
  }

  /// The address to sign in to.
  var host: String { "127.0.0.1:\(port)" }

  /// Starts to listen.
  ///
  /// - Parameter limit: The number of bytes of requests that are let through on each connection until ``open()``; `nil`
  /// for all.
  init(to server: UInt16, limit: Int? = nil) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // What waits here is held back by the client, and not by a buffer of as many megabytes as the system has.
    var size: Int32 = 65_536
    if limit != nil { setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw Problem("no port to listen on: \(errno)") }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let log = Log(limit: limit)
    self.log = log
    DispatchQueue(label: "proxy").async { [ended] in
      Self.serve(listener, server, log)
      ended.signal()
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    ended.wait()
    close(listener)
  }

  /// The method and the path of each request since the last call.
  func take() -> [String] {
    log.lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Lets some more bytes of each connection's requests through.
  func pass(_ bytes: Int) { log.limit.withLock { $0 = $0.map { $0 + bytes } } }

  /// Lets everything through from now on.
  func open() { log.limit.withLock { $0 = nil } }

  /// The ends of connections so far.
  func ends() -> [String] { log.ends.withLock(\.self) }

  /// The number of connections since the last call.
  func takeConnections() -> Int {
    log.connections.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  private static func serve(_ listener: Int32, _ server: UInt16, _ log: Log) {
    var pipes: [Pipe] = []
    defer { for pipe in pipes { close(pipe.from) } }
    while true {
      var entries = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      let limit = log.limit.withLock(\.self)
      // A request beyond the limit waits in its connection; its end is noticed nonetheless.
      entries += pipes.map { pipe in
        let waits = pipe.isRequest && limit.map { pipe.passed >= $0 } == true
        return pollfd(fd: pipe.from, events: waits ? 0 : Int16(POLLIN), revents: 0)
      }
      let count = poll(&entries, nfds_t(entries.count), limit == nil ? -1 : 50)
      // A signal that another test handles ends the waiting, not the proxy.
      if count == 0 || (count < 0 && errno == EINTR) { continue }
      guard count > 0 else { return log.note("the proxy cannot wait any more: \(errno)") }
      if entries[0].revents & Int16(POLLHUP | POLLERR) != 0 { return }
      if entries[0].revents != 0 {
        pipes += accepted(listener, server)
        log.connections.withLock { $0 += 1 }
      }
      for entry in entries.dropFirst() where entry.revents != 0 {
        guard let index = pipes.firstIndex(where: { $0.from == entry.fd }), !pass(&pipes[index], log) else { continue }
        let pipe = pipes[index]
        log.note("\(pipe.isRequest ? "the client" : "the server") closed after \(pipe.passed) bytes")
        pipes.removeAll { $0.from == pipe.from || $0.from == pipe.to }
        close(pipe.from)
        close(pipe.to)
      }
    }
  }

  private static func accepted(_ listener: Int32, _ server: UInt16) -> [Pipe] {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return [] }
    let behind = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isConnected = withUnsafePointer(to: address(port: server)) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(behind, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(client)
      close(behind)
      return []
    }
    return [Pipe(from: client, to: behind, isRequest: true), Pipe(from: behind, to: client, isRequest: false)]
  }

  /// Passes on what has arrived; `false` at the end of the connection.
  private static func pass(_ pipe: inout Pipe, _ log: Log) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(pipe.from, &buffer, buffer.count, 0)
    guard count > 0 else {
      if count < 0 { log.note("errno \(errno) at the \(pipe.isRequest ? "client" : "server")") }
      return count < 0 && errno == EINTR
    }
    pipe.passed += count
    if pipe.isRequest {
      let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\r\n").filter {
        $0.hasSuffix(" HTTP/1.1")
      }
      log.lines.withLock { $0 += lines.map { String($0.dropLast(9).prefix { $0 != "?" }) } }
    }
    var sent = 0
    while sent < count {
      let written = buffer.withUnsafeBytes {
        send(pipe.to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 || errno == EINTR else {
        log.note("errno \(errno) while writing to the \(pipe.isRequest ? "server" : "client")")
        return false
      }
      sent += max(written, 0)
    }
    return true
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
