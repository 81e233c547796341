public import MastodonKit

/// The URL of a page in a normal form, so that different spellings compare equal.
///
/// Some servers answer a search for a URL with every post that mentions it. Only a result whose own URL matches is the
/// page; see ``SearchResults/status(at:)``.
struct PageIdentity: Hashable, Sendable {
  /// The host as in DNS, with the port if it is not the default.
  let host: String
  /// The path without a trailing slash, and the query; `@name` and `@name/id` for the usual pages.
  let path: String
  /// The account in the URL, `rook` or `pool@shore.example`; `nil` if there is none.
  let handle: String?
  /// The post's id in the URL; `nil` if there is none.
  let statusID: String?

  /// Parses a URL; `nil` if it is not a web page or has a user name before its host.
  init?(_ address: String) {
    guard let colon = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let whole = address[colon.upperBound...].prefix { $0 != "#" }
    let authority = whole.prefix { $0 != "/" && $0 != "?" }
    guard !authority.isEmpty, !authority.contains("@"), !authority.contains("\\") else { return nil }
    guard let host = Self.host(authority, scheme) else { return nil }
    let tail = whole.dropFirst(authority.count)
    let rawPath = tail.prefix { $0 != "?" }
    let query = tail.dropFirst(rawPath.count)
    var steps = rawPath.split(separator: "/").map(Self.normalised)
    // Prefixes of the web app in older and newer versions.
    if let first = steps.first, ["web", "deck"].contains(first), steps.dropFirst().first?.hasPrefix("@") == true {
      steps.removeFirst()
    }
    self.host = host
    let named = query.count > 1 ? (handle: nil, id: nil) : Self.named(steps, at: host)
    (handle, statusID) = named
    guard let handle else {
      path = steps.map { "/" + $0 }.joined() + (query.count > 1 ? Self.normalised(query) : "")
      return
    }
    path = "/@" + handle + (statusID.map { "/" + $0 } ?? "")
  }

  /// Pages are equal if host and path are; the scheme does not matter.
  static func == (left: PageIdentity, right: PageIdentity) -> Bool {
    left.host == right.host && left.path == right.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(path)
  }

  /// The place that the usual paths refer to; account names are case-insensitive.
  private static func named(_ steps: [String], at host: String) -> (handle: String?, id: String?) {
    guard let first = steps.first else { return (nil, nil) }
    var rest = steps.dropFirst()
    let name: Substring
    if first.hasPrefix("@") {
      name = first.dropFirst()
    } else if first == "users", let second = rest.popFirst() {
      name = second[...]
    } else {
      return (nil, nil)
    }
    guard !name.isEmpty else { return (nil, nil) }
    var handle = name.lowercased()
    if handle.hasSuffix("@\(host)") { handle = String(handle.dropLast(host.count + 1)) }
    if let middle = rest.first, rest.count == 2, ["statuses", "posts"].contains(middle) { rest.removeFirst() }
    switch rest.count {
    case 0: return (handle, nil)
    case 1: return (handle, rest.first)
    default: return (nil, nil)
    }
  }

  private static func host(_ authority: Substring, _ scheme: String) -> String? {
    var (name, port) = (authority, Substring())
    if let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) {
      (name, port) = (authority[..<colon], authority[authority.index(after: colon)...])
    }
    if name.last == "." { name.removeLast() }
    guard let host = HostName.ascii(String(name)), !host.isEmpty else { return nil }
    return port.isEmpty || port == (scheme == "https" ? "443" : "80") ? host : "\(host):\(port)"
  }

  /// The text with unreserved characters decoded, and everything else encoded in upper case.
  private static func normalised(_ text: some StringProtocol) -> String {
    let source = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = PercentCoding.nibble(source[index + 1]),
        let low = PercentCoding.nibble(source[index + 2])
      {
        append(high << 4 | low, to: &result)
        index += 3
      } else {
        // Reserved characters keep their meaning, so they stay as they are, encoded or not.
        if reserved.contains(source[index]) { result.append(source[index]) } else { append(source[index], to: &result) }
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let reserved = Set("!$&'()*+,;=:/?%".utf8)

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "@"):
      result.append(byte)
    default:
      let hex = Array("0123456789ABCDEF".utf8)
      result += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
    }
  }
}

extension Status {
  func isAt(_ page: PageIdentity) -> Bool {
    PageIdentity(uri) == page || url.flatMap { PageIdentity($0) } == page
  }
}

extension Account {
  func isAt(_ page: PageIdentity) -> Bool {
    uri.flatMap { PageIdentity($0) } == page || url.flatMap { PageIdentity($0) } == page
  }
}

extension SearchResults {
  /// The post whose own URL was searched for, whatever else the server found.
  public func status(at address: String) -> Status? {
    guard let page = PageIdentity(address) else { return nil }
    return statuses.first { $0.isAt(page) }
  }

  /// The account whose own URL was searched for, whatever else the server found.
  public func account(at address: String) -> Account? {
    guard let page = PageIdentity(address) else { return nil }
    return accounts.first { $0.isAt(page) }
  }
}
