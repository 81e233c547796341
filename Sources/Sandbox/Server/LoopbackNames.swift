import NIOCore
import NIOHTTP1

/// The names and addresses by which only this machine can be meant.
enum LoopbackNames {
  /// Whether a host, with or without a port, is this machine: `localhost`, a name below it, `[::1]` or `127.x.x.x`.
  static func contains(_ host: String) -> Bool {
    if host.hasPrefix("[") { return host.prefix { $0 != "]" } == "[::1" }
    let name = host.prefix { $0 != ":" }.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension HTTPRequestHead {
  /// Whether the `Host` header names this machine.
  ///
  /// Prevents DNS rebinding: a website could point its own domain to the loopback address and read the responses.
  var isAddressedHere: Bool {
    guard let host = headers.first(name: "Host") else { return true }
    return LoopbackNames.contains(host) || host.prefix { $0 != ":" }.lowercased() == "sandbox.example"
  }
}

extension Channel {
  /// Whether the client is on this machine.
  var hasLoopbackPeer: Bool {
    guard let address = remoteAddress?.ipAddress else { return false }
    return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }
}

extension SandboxRequest {
  /// Creates a request from a connection.
  ///
  /// - Parameters:
  ///   - trustsProxy: Whether to keep the headers of a proxy, which only a proxy on this machine may send.
  ///   - isSecure: Whether the connection is encrypted.
  init(_ head: HTTPRequestHead, body: [UInt8], trustsProxy: Bool, isSecure: Bool = false) {
    self.init(head.method.rawValue, head.uri, body: body)
    self.isSecure = isSecure
    for (name, value) in head.headers where trustsProxy || !name.lowercased().hasPrefix("x-forwarded-") {
      headers.append(name, value)
    }
  }
}
