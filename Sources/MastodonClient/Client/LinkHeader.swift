internal import MastodonKit

/// The cursors in a page's `Link` headers.
///
/// Parsed leniently: empty parameters, unquoted or missing relations, relative URLs and unknown parameters occur in
/// practice and in the API's documentation. Only the query of a link is used, on the path that was requested; a link to
/// another host is ignored.
struct LinkHeader: Hashable, Sendable {
  var older: Cursor?
  var newer: Cursor?

  /// Parses all `Link` headers of a response from this host.
  init(_ texts: [String], host: String) {
    for text in texts {
      var rest = text[...]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let url = rest[rest.index(after: open)..<close]
        let tail = rest[rest.index(after: close)...]
        let end = tail.firstIndex(of: "<") ?? tail.endIndex
        if Self.isHost(host, of: url) { read(url, parameters: tail[..<end]) }
        rest = tail[end...]
      }
    }
  }

  private mutating func read(_ url: Substring, parameters: Substring) {
    guard let mark = url.firstIndex(of: "?") else { return }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    let fields = FormEncoding.decode(query).filter { !$0.value.isEmpty && $0.name != "access_token" }
    let names = Set(fields.map(\.name))
    guard !names.isDisjoint(with: Self.cursors) || Self.relation(parameters) != nil else { return }
    func value(_ name: String) -> Cursor? { fields.first { $0.name == name }.map { Cursor($0.value) } }
    // A query whose cursor is neither of the two usual ones is used as it is.
    let whole = fields.isEmpty || names == ["limit"] ? nil : Cursor(query: FormEncoding.encode(fields))
    switch Self.relation(parameters) {
    case "next": older = older ?? value("max_id") ?? whole
    case "prev", "previous": newer = newer ?? value("min_id") ?? whole
    case nil:
      // One of Mastodon's own samples has no relation; the cursor tells the direction.
      if names.contains("max_id") { older = older ?? value("max_id") }
      if names.contains("min_id") || names.contains("since_id") { newer = newer ?? value("min_id") ?? whole }
    default: break
    }
  }

  /// The parameters that are known to be cursors.
  private static let cursors: Set<String> = ["max_id", "min_id", "since_id", "offset", "cursor", "page"]

  private static func relation(_ parameters: Substring) -> String? {
    for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else { continue }
      return parts[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }.lowercased()
    }
    return nil
  }

  /// Whether a URL is relative or names this host; a server behind a proxy may get its scheme and port wrong.
  private static func isHost(_ host: String, of url: Substring) -> Bool {
    let rest: Substring
    if let separator = url.firstRange(of: "://") {
      rest = url[separator.upperBound...]
    } else if url.hasPrefix("//") {
      rest = url.dropFirst(2)
    } else {
      return true
    }
    var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    let name = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    return name.lowercased() == host
  }
}
