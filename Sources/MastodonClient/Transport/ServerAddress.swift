public import MastodonKit

/// A server's scheme, host and port; never plain http to another machine.
///
/// It parses what users type: `mastodon.example`, `https://mastodon.example/about`, `localhost:3000`,
/// `@me@mastodon.example`, `bücher.example`.
public struct ServerAddress: Hashable, Sendable {
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// Unencrypted, on this machine only.
    case http
    case https
  }

  public let scheme: Scheme
  /// The host: a name as in DNS, so in lower case and `xn--…` for another script, or an IP address, IPv6 without brackets.
  public let host: String
  public let port: Int

  /// Creates an address from its parts.
  ///
  /// - throws: `MastodonError.unreachable` for plain http to another machine, `.rejected` for an invalid host.
  public init(scheme: Scheme, host: String, port: Int? = nil) throws(MastodonError) {
    guard let host = HostName.ascii(host), Self.isHost(host), port.map((1...65_535).contains) ?? true else {
      throw .rejected(host: host.lowercased(), words: "That isn't a server name.")
    }
    guard scheme == .https || Self.isLoopback(host) else {
      throw .unreachable(host: host, reason: .plainText)
    }
    self.scheme = scheme
    self.host = host
    self.port = port ?? (scheme == .https ? 443 : 80)
  }

  /// Parses what the user typed; without a scheme it is https, or http on this machine.
  ///
  /// - throws: `MastodonError.unreachable` for plain http to another machine, `.rejected` for an invalid host.
  public init(parsing text: String) throws(MastodonError) {
    var rest = text.drop(while: \.isWhitespace)
    var scheme: Scheme?
    if let separator = rest.firstRange(of: "://"), rest[..<separator.lowerBound].allSatisfy(\.isLetter) {
      switch rest[..<separator.lowerBound].lowercased() {
      case "https", "wss": scheme = .https
      case "http", "ws": scheme = .http
      default: throw .rejected(host: text, words: "Use an https address.")
      }
      rest = rest[separator.upperBound...]
    }
    rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    if let at = rest.lastIndex(of: "@") {
      // The part before it can be a password, which must not appear in an error or a log.
      let host = rest[rest.index(after: at)...]
      guard !Self.hasUserInfo(text) else { throw .rejected(host: String(host), words: Self.userInfoRefusal) }
      rest = host
    }
    let (host, port) = try Self.split(rest, in: text)
    try self.init(scheme: scheme ?? (Self.isLoopback(host.lowercased()) ? .http : .https), host: host, port: port)
  }

  /// Whether a name or a password precedes the host, as in `https://shore.example@elsewhere.example`.
  ///
  /// Such an address is misleading. A handle without a scheme, `me@shore.example`, is not one.
  public static func hasUserInfo(_ text: String) -> Bool {
    var rest = text.drop(while: \.isWhitespace)
    var isAddress = rest.hasPrefix("//")
    if let separator = rest.firstRange(of: "://"), rest[..<separator.lowerBound].allSatisfy(\.isLetter) {
      isAddress = true
      rest = rest[separator.upperBound...]
    } else if isAddress {
      rest = rest.dropFirst(2)
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if isAddress { return authority.contains("@") }
    let handle = authority.hasPrefix("@") ? authority.dropFirst() : authority
    guard let at = handle.lastIndex(of: "@") else { return false }
    return handle[..<at].contains { $0 == "@" || $0 == ":" }
  }

  /// The error message for an address with a name before its host.
  public static let userInfoRefusal = "Remove the name before the host."

  public var isLoopback: Bool { Self.isLoopback(host) }

  /// The host, with the port if it is not the scheme's default; shown to users and part of an account's name.
  public var name: String {
    let written = host.contains(":") ? "[\(host)]" : host
    return port == (scheme == .https ? 443 : 80) ? written : "\(written):\(port)"
  }

  /// The address as the beginning of a URL, without a trailing slash.
  public var origin: String { "\(scheme.rawValue)://\(name)" }

  private static func split(_ text: Substring, in whole: String) throws(MastodonError) -> (host: String, port: Int?) {
    let refusal = MastodonError.rejected(host: whole, words: "That isn't a server name.")
    var host = text
    var port: Substring?
    if text.first == "[" {
      guard let close = text.firstIndex(of: "]") else { throw refusal }
      host = text[text.index(after: text.startIndex)..<close]
      let tail = text[text.index(after: close)...]
      guard tail.isEmpty || tail.first == ":" else { throw refusal }
      port = tail.isEmpty ? nil : tail.dropFirst()
    } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    guard let port else { return (String(host), nil) }
    guard let number = Int(port), port.first != "+" else { throw refusal }
    return (String(host), number)
  }

  /// Valid host names in their DNS form and IPv6 addresses.
  private static func isHost(_ host: String) -> Bool {
    if host.contains(":") { return host.utf8.allSatisfy { $0 == UInt8(ascii: ":") || isNameByte($0) } }
    return !host.isEmpty && host.utf8.count <= 253 && host.utf8.allSatisfy(isNameByte)
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { (1...63).contains($0.utf8.count) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The name `localhost`, 127.0.0.0/8 and ::1; nothing that would have to be resolved.
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" || host == "0:0:0:0:0:0:0:1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
  }
}

extension ServerAddress: CustomStringConvertible {
  public var description: String { origin }
}
