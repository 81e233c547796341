extension ServerAddress {
  /// Whether a download from this address is allowed.
  ///
  /// A post must not make this client connect to machines in the user's own network: only the account's own server may
  /// be there. Names are judged as they are written, before they are resolved.
  func isOpen(to home: ServerAddress) -> Bool { self == home || host == home.host && port == home.port || !isInside }

  /// Whether the host is this machine or in a private network.
  var isInside: Bool {
    if isLoopback { return true }
    if host.contains(":") { return Self.isInside(ipv6: host) }
    let parts = host.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    guard let last = parts.last else { return true }
    // A last label that begins with a digit is an IP address, also in forms that only some resolvers accept.
    if last.first?.isNumber == true { return Self.isInside(ipv4: parts) }
    return parts.count == 1 || ["localhost", "local", "internal", "lan", "home", "arpa", "test"].contains(last)
  }

  private static func isInside(ipv4 parts: [String]) -> Bool {
    let bytes = parts.compactMap { $0.count == 1 || $0.first != "0" ? UInt8($0) : nil }
    guard parts.count == 4, bytes.count == 4 else { return true }
    return switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19): true
    case (192, 0): bytes[2] == 0
    case (224..., _): true
    default: false
    }
  }

  private static func isInside(ipv6 host: String) -> Bool {
    // Only 2000::/3 is public; within it, 2002::/16 contains IPv4 addresses of any kind.
    let first = host.prefix { $0 != ":" }
    guard first.count == 4, let number = UInt16(first, radix: 16) else { return true }
    return number & 0xE000 != 0x2000 || number == 0x2002 || host.contains(".")
  }
}
