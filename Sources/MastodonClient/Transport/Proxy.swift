internal import Glibc
internal import MastodonKit

/// A proxy that connects to servers on the client's behalf.
struct Proxy: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// HTTP, by its method CONNECT.
    case http
    /// SOCKS 5; the proxy resolves the server's name.
    case socks
  }

  let kind: Kind
  let host: String
  let port: Int
  /// `name:password`, decoded.
  let credentials: Secret?
  /// The address without name and password, and the environment variable: `http://proxy.example:3128 (HTTPS_PROXY)`.
  let name: String
  let variable: String

  /// Parses the value of an environment variable: `[SCHEME://][NAME:PASSWORD@]HOST[:PORT]`; without a scheme it is `http`.
  ///
  /// - throws: ``ProxyTrouble``, which repeats nothing of the value but its scheme.
  init(parsing value: String, of variable: String) throws(ProxyTrouble) {
    var rest = Substring(value).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    var scheme = "http"
    if let separator = rest.firstRange(of: "://") {
      scheme = rest[..<separator.lowerBound].lowercased()
      rest = rest[separator.upperBound...]
    }
    let unreadable = ProxyTrouble(name: variable, variable: variable, problem: .unreadable)
    switch scheme {
    case "http": kind = .http
    case "socks5", "socks5h": kind = .socks
    case _ where !scheme.isEmpty && scheme.utf8.count <= 12 && scheme.utf8.allSatisfy(Self.isSchemeByte):
      throw ProxyTrouble(name: variable, variable: variable, problem: .unsupported(scheme: scheme))
    default: throw unreadable
    }
    var credentials: Secret?
    if let at = rest.lastIndex(of: "@") {
      guard let decoded = Self.decoded(rest[..<at]) else { throw unreadable }
      credentials = Secret(decoded.contains(":") ? decoded : decoded + ":")
      rest = rest[rest.index(after: at)...]
    }
    rest = rest.prefix { !"/?#".contains($0) }
    let hasPort = (rest.lastIndex(of: "]").map { rest[$0...] } ?? rest).contains(":")
    let address: ServerAddress
    do { address = try ServerAddress(parsing: "https://\(rest)") } catch { throw unreadable }
    (host, self.credentials, self.variable) = (address.host, credentials, variable)
    port = hasPort ? address.port : kind == .http ? 80 : 1080
    name = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port) (\(variable))"
    guard kind == .http || credentials == nil else {
      throw ProxyTrouble(name: name, variable: variable, problem: .passwordForSOCKS)
    }
  }

  /// A percent-encoded text as it is written; `nil` if it is none, or has controls.
  private static func decoded(_ text: Substring) -> String? {
    guard let bytes = PercentCoding.bytes(text) else { return nil }
    return bytes.contains { $0 < 0x20 } ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "+-.".utf8.contains(byte)
  }

  func failure(_ problem: ProxyTrouble.Problem) -> TransportFailure {
    .unreachable(.proxy(ProxyTrouble(name: name, variable: variable, problem: problem)))
  }
}

/// The proxies that the environment names, and the hosts that are reached without one.
public struct ProxySettings: Hashable, Sendable {
  /// The choice that a variable names.
  private enum Choice: Hashable, Sendable {
    case proxy(Proxy)
    case unusable(ProxyTrouble)
  }

  private var choices: [ServerAddress.Scheme: Choice] = [:]
  private var exceptions: [Exception] = []

  /// Creates settings without a proxy.
  public init() {}

  /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`; their names in lower case come first, as in curl.
  public init(environment: [String: String]) {
    func value(_ name: String) -> (name: String, value: String)? {
      [name.lowercased(), name].lazy.compactMap { name in environment[name].map { (name, $0) } }
        .first { !$0.1.allSatisfy(\.isWhitespace) }
    }
    for (scheme, name) in [(ServerAddress.Scheme.https, "HTTPS_PROXY"), (.http, "HTTP_PROXY")] {
      guard let (variable, value) = value(name) ?? value("ALL_PROXY") else { continue }
      do throws(ProxyTrouble) {
        choices[scheme] = .proxy(try Proxy(parsing: value, of: variable))
      } catch {
        choices[scheme] = .unusable(error)
      }
    }
    exceptions = (value("NO_PROXY")?.value ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Exception($0) }
  }

  /// The proxy to a server; `nil` for a direct connection.
  ///
  /// A server on this machine is out of reach for a proxy on another one, which must not be told what is sent there.
  ///
  /// - throws: `TransportFailure.unreachable` for a proxy that can't be used: it is never bypassed.
  func proxy(to server: ServerAddress) throws(TransportFailure) -> Proxy? {
    guard let choice = choices[server.scheme], !exceptions.contains(where: { $0.covers(server) }) else { return nil }
    switch choice {
    case .proxy(let proxy): return server.isLoopback && !ServerAddress.isLoopback(proxy.host) ? nil : proxy
    case .unusable(let trouble): throw .unreachable(.proxy(trouble))
    }
  }

  /// The summary for a bug report: the proxies without names and passwords, or that there is none.
  public var summary: String {
    let named = ServerAddress.Scheme.allCases.compactMap { scheme in
      choices[scheme].map { choice in
        switch choice {
        case .proxy(let proxy): proxy.name
        case .unusable(let trouble): "\(trouble.name), which can't be used"
        }
      }
    }
    let names = named.count == 2 && named[0] == named[1] ? [named[0]] : named
    guard !names.isEmpty else { return "none" }
    let count = exceptions.count
    return names.joined(separator: ", ")
      + (count > 0 ? "; NO_PROXY has \(count) \(count == 1 ? "entry" : "entries")" : "")
  }
}

extension ProxySettings {
  /// An entry of `NO_PROXY`: `*`, a name with all names below it, an address, or a network such as `10.0.0.0/8`.
  private struct Exception: Hashable, Sendable {
    private let host: String
    private let port: Int?
    /// The network's bytes and the length of its prefix in bits.
    private let network: [UInt8]?
    private let bits: Int

    init?(_ text: Substring) {
      var text = text.lowercased()
      if text.hasPrefix("*.") { text.removeFirst() }
      var port: Int?
      if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
        port = Int(text[text.index(after: close)...].dropFirst())
        text = String(text[text.index(after: text.startIndex)..<close])
      } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
        port = Int(text[text.index(after: colon)...])
        text = String(text[..<colon])
      }
      self.port = port
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      network = Self.bytes(String(parts[0]))
      bits = parts.count == 2 ? Int(parts[1]) ?? -1 : (network?.count ?? 0) * 8
      if text.hasPrefix(".") { text.removeFirst() }
      while text.hasSuffix(".") { text.removeLast() }
      host = text
      guard !host.isEmpty else { return nil }
    }

    func covers(_ server: ServerAddress) -> Bool {
      if host == "*" { return true }
      guard port == nil || port == server.port else { return false }
      if let network {
        guard let address = Self.bytes(server.host), address.count == network.count else { return false }
        guard (0...network.count * 8).contains(bits) else { return false }
        return (0..<bits).allSatisfy { bit in
          let mask = UInt8(0x80) >> UInt8(bit % 8)
          return network[bit / 8] & mask == address[bit / 8] & mask
        }
      }
      let name = server.host.hasSuffix(".") ? String(server.host.dropLast()) : server.host
      return name == host || name.hasSuffix(".\(host)")
    }

    /// The bytes of an IP address; `nil` for a name.
    private static func bytes(_ host: String) -> [UInt8]? {
      let isLong = host.contains(":")
      var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
      return inet_pton(isLong ? AF_INET6 : AF_INET, host, &bytes) == 1 ? bytes : nil
    }
  }
}
