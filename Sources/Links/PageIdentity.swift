public import MastodonKit

/// A page's address in the one form in which two spellings of it are equal.
///
/// Some servers answer a search for a link with every post that mentions it. Only a result whose own address is the one
/// that was asked for is the page; see ``SearchResults/status(at:)``.
struct PageIdentity: Hashable, Sendable {
  /// The host as DNS has it, with the port where that is not the usual one.
  let host: String
  /// The path without its last slash and the query; `@name` and `@name/id` for the pages that all servers have.
  let path: String
  /// The account that the address names, `rook` or `pool@shore.example`; `nil` where it names none.
  let handle: String?
  /// The post's id in the address; `nil` where it names none.
  let statusID: String?

  /// Reads an address; `nil` for what is no page on the web or hides its host behind a name.
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
    // Older and newer ways into the same web app.
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

  /// The same page is what has the same host and path; over TLS or not makes no other page.
  static func == (left: PageIdentity, right: PageIdentity) -> Bool {
    left.host == right.host && left.path == right.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(path)
  }

  /// What the usual shapes of paths name; case makes no other account.
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
    guard let host = Punycode.host(String(name)), !host.isEmpty else { return nil }
    return port.isEmpty || port == (scheme == "https" ? "443" : "80") ? host : "\(host):\(port)"
  }

  /// The text with everything that may stand as it is decoded, and everything else encoded in capitals.
  private static func normalised(_ text: some StringProtocol) -> String {
    let source = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = nibble(source[index + 1]),
        let low = nibble(source[index + 2])
      {
        append(high << 4 | low, to: &result)
        index += 3
      } else {
        // What separates stays what it is, unlike what is encoded in order not to.
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

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70, 97...102: (byte & 0xDF) - 55
    default: nil
    }
  }
}

extension Status {
  /// Whether this post's page is the one at an address.
  func isAt(_ page: PageIdentity) -> Bool {
    PageIdentity(uri) == page || url.flatMap { PageIdentity($0) } == page
  }
}

extension Account {
  /// Whether this account's page is the one at an address.
  func isAt(_ page: PageIdentity) -> Bool {
    uri.flatMap { PageIdentity($0) } == page || url.flatMap { PageIdentity($0) } == page
  }
}

extension SearchResults {
  /// The post whose own address is the one that was searched for, whatever else the server found.
  public func status(at address: String) -> Status? {
    guard let page = PageIdentity(address) else { return nil }
    return statuses.first { $0.isAt(page) }
  }

  /// The account whose own page is the one that was searched for, whatever else the server found.
  public func account(at address: String) -> Account? {
    guard let page = PageIdentity(address) else { return nil }
    return accounts.first { $0.isAt(page) }
  }
}
