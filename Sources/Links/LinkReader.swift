import MastodonClient
import MastodonKit
import TerminalKit

/// Parses links, without any request.
///
/// It is strict: what a browser would guess is refused here, because a link may be made so that two programs read it
/// differently.
enum LinkReader {
  /// The schemes other than http and https.
  static let ownSchemes: Set<String> = ["howdah", "web+ap", "web+mastodon", "acct"]

  static func link(in text: String, isNested: Bool) throws(DeepLink.Refusal) -> DeepLink {
    guard text.utf8.count <= DeepLink.maximumBytes else { throw .tooLong }
    let text = text.trimmed
    guard let first = text.first else { throw .noLink("") }
    guard text.unicodeScalars.allSatisfy({ !$0.isHidden && !$0.properties.isWhitespace }) else { throw .characters }
    // Out of a sentence, a handle may come with its full stop or comma.
    if first == "@", let last = text.lastIndex(where: { !".,;:!?)".contains($0) }) {
      return .account(try account(text[...last]))
    }
    if first == "#" { return .tag(try tag(text.dropFirst())) }
    guard let scheme = scheme(of: text) else { return try bare(text) }
    switch scheme.name {
    case "https": return .page(try page(scheme.rest, .https))
    case "http": return .page(try page(scheme.rest, .http))
    // FEP-07d7: the same page, for ActivityPub software.
    case "web+ap": return .page(try page(scheme.rest, .https))
    case "web+mastodon": return try webMastodon(scheme.rest)
    case "acct": return .account(try account(scheme.rest))
    case "howdah":
      // A link nested twice is never needed.
      guard !isNested else { throw .scheme("howdah") }
      return try own(scheme.rest)
    default: throw .scheme(scheme.name)
    }
  }

  /// The scheme before the first colon if it is valid (RFC 3986, 3.1), and the rest.
  static func scheme(of text: String) -> (name: String, rest: Substring)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon]
    guard let first = name.first, first.isASCII, first.isLetter,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return (name.lowercased(), text[text.index(after: colon)...])
  }

  /// `user@host`, or a page without its `https://`.
  private static func bare(_ text: String) throws(DeepLink.Refusal) -> DeepLink {
    if text.contains("/"), text.prefix(while: { $0 != "/" }).contains(".") {
      return .page(try page("//\(text)"[...], .https))
    }
    guard text.contains("@") else { throw .noLink(text) }
    return .account(try account(text))
  }
}

// MARK: - Accounts and hashtags

extension LinkReader {
  /// `@rook`, `rook`, `@pool@shore.example`: as servers look them up, without the leading `@`.
  static func account(_ text: some StringProtocol) throws(DeepLink.Refusal) -> String {
    let address = text.hasPrefix("@") ? String(text.dropFirst()) : String(text)
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard let name = parts.first, (1...2).contains(parts.count), (1...128).contains(name.utf8.count),
      name.unicodeScalars.allSatisfy({ isWord($0) || $0 == "." || $0 == "-" })
    else { throw .noLink(String(text)) }
    guard parts.count == 2 else { return String(name) }
    return "\(name)@\(try server(parts[1], .https).name)"
  }

  /// A hashtag's name: letters, digits and underscores, but not only digits.
  static func tag(_ text: some StringProtocol) throws(DeepLink.Refusal) -> String {
    guard (1...256).contains(text.utf8.count), text.unicodeScalars.allSatisfy({ isWord($0) || isJoiner($0) }),
      text.contains(where: { !$0.isNumber })
    else { throw .noLink("#\(text)") }
    return String(text)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
      true
    default: scalar == "·"
    }
  }

  /// Invisible joiners that some scripts need within words.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }
}

// MARK: - Pages

extension LinkReader {
  /// A page, starting at the two slashes.
  private static func page(
    _ text: Substring, _ scheme: ServerAddress.Scheme
  ) throws(DeepLink.Refusal) -> DeepLink.WebPage {
    guard text.hasPrefix("//"), !text.contains("\\") else { throw .noLink("\(scheme.rawValue):\(text)") }
    let whole = text.dropFirst(2).prefix { $0 != "#" }
    guard !whole.unicodeScalars.contains(where: \.isInvisible) else { throw .characters }
    let authority = whole.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { throw .userInfo }
    let address = try server(authority, scheme)
    let tail = whole.dropFirst(authority.count)
    let path = tail.prefix { $0 != "?" }
    var steps: [String] = []
    for step in path.split(separator: "/") {
      let step = try decoded(step)
      guard !step.unicodeScalars.contains(where: \.isInvisible) else { throw .characters }
      steps.append(step)
    }
    let place = place(steps, at: address.name)
    // Query parameters after a known path are usually for tracking.
    let kept = place == .unknown ? String(tail) : String(path)
    guard let url = Sanitizer.cleanURL(address.origin + kept) else { throw .characters }
    return DeepLink.WebPage(url: url, host: address.name, place: place)
  }

  private static func server(
    _ text: some StringProtocol, _ scheme: ServerAddress.Scheme
  ) throws(DeepLink.Refusal) -> ServerAddress {
    let shown = String(text)
    // The port separately, because a name in another script becomes longer.
    var (name, port) = (shown, "")
    if !shown.hasPrefix("["), let colon = shown.lastIndex(of: ":") {
      (name, port) = (String(shown[..<colon]), String(shown[colon...]))
    }
    guard let host = HostName.ascii(name) else { throw .host(shown) }
    do {
      return try ServerAddress(
        parsing: "\(scheme.rawValue)://\(host)\(port)")
    } catch {
      guard scheme == .http else { throw .host(shown) }
      // A valid name gets the error about plain http.
      _ = try server(text, .https)
      throw .plainText(host)
    }
  }

  /// The place that the components of a path refer to.
  private static func place(_ steps: [String], at host: String) -> DeepLink.Place {
    var steps = steps[...]
    // Prefixes of the web app in older and newer versions.
    if let first = steps.first, ["web", "deck"].contains(first) { steps.removeFirst() }
    guard let first = steps.first, let second = steps.dropFirst().first else {
      guard let only = steps.first, only.hasPrefix("@") else { return .unknown }
      return named(only.dropFirst(), at: host)
    }
    let last = steps[steps.index(before: steps.endIndex)]
    switch (first, steps.count) {
    case ("users", 2): return named(second, at: host)
    case ("users", 4) where steps[steps.startIndex + 2] == "statuses" && isID(last): return .status(id: last)
    case ("tags", 2), ("tag", 2):
      do { return .tag(try tag(second)) } catch { return .unknown }
    case (_, 2) where first.hasPrefix("@") && isID(second): return .status(id: second)
    case (_, 3) where first.hasPrefix("@") && ["statuses", "posts"].contains(second) && isID(last):
      return .status(id: last)
    case (_, 2) where first.hasPrefix("@"): return named(first.dropFirst(), at: host)
    default: return .unknown
    }
  }

  /// An account on a server's page, which may be of another server.
  private static func named(_ name: some StringProtocol, at host: String) -> DeepLink.Place {
    do {
      return .account(try account(name.contains("@") ? String(name) : "\(name)@\(host)"))
    } catch {
      return .unknown
    }
  }

  /// Whether it is an id and not a name such as `media` or `with_replies`.
  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.contains(where: \.isNumber)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == 45 || byte == 95
      }
  }
}

// MARK: - Links of our own

extension LinkReader {
  private static func own(_ text: Substring) throws(DeepLink.Refusal) -> DeepLink {
    let (path, query) = try parts(text)
    switch (path.first ?? "", path.count) {
    case ("compose", 1): return .compose(try words(query["text"] ?? ""))
    case ("open", 1): return try link(in: query["url"] ?? "", isNested: true)
    case ("tab", 2): return .tab(try plain(path[1]))
    case ("account", 2): return .account(try account(path[1]))
    case ("tag", 2): return .tag(try tag(path[1]))
    case ("status", 2) where isID(path[1]): return .status(path[1])
    // A tab by its name only.
    case (let name, 1) where !name.isEmpty: return .tab(try plain(name))
    default: throw .place(path.joined(separator: "/"))
    }
  }

  /// The links for which Mastodon's web app registers itself.
  private static func webMastodon(_ text: Substring) throws(DeepLink.Refusal) -> DeepLink {
    let (path, query) = try parts(text)
    switch path {
    case ["share"]: return .compose(try words(query["text"] ?? ""))
    case ["follow"]:
      let address = query["uri"] ?? ""
      return .account(try account(address.hasPrefix("acct:") ? address.dropFirst(5) : address[...]))
    default: throw .place(path.joined(separator: "/"))
    }
  }

  private static func parts(
    _ text: Substring
  ) throws(DeepLink.Refusal) -> (path: [String], query: [String: String]) {
    let whole = text.prefix { $0 != "#" }
    let path = whole.prefix { $0 != "?" }
    var steps: [String] = []
    for step in path.split(separator: "/") { steps.append(try decoded(step)) }
    var query: [String: String] = [:]
    for pair in whole.dropFirst(path.count + 1).split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      let value = pair.dropFirst(name.count + 1)
      // Of repeated parameters the first counts.
      let key = try decoded(name)
      if query[key] == nil { query[key] = try decoded(Substring(value.replacing("+", with: " ")), allowsLines: true) }
    }
    return (steps, query)
  }

  /// A name from a fixed list.
  private static func plain(_ text: String) throws(DeepLink.Refusal) -> String {
    guard text.utf8.count <= 40, text.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }) else {
      throw .place(text)
    }
    return text
  }

  private static func words(_ text: String) throws(DeepLink.Refusal) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: " ")
  }

  /// Decodes percent escapes; refuses what is not text or contains hidden characters.
  private static func decoded(_ text: Substring, allowsLines: Bool = false) throws(DeepLink.Refusal) -> String {
    guard let bytes = PercentCoding.bytes(text), let result = String(validating: bytes, as: UTF8.self) else {
      throw .characters
    }
    let isClean = result.unicodeScalars.allSatisfy { scalar in
      !scalar.isHidden || (allowsLines && ["\n", "\r", "\t"].contains(scalar))
    }
    guard isClean else { throw .characters }
    return result
  }
}
