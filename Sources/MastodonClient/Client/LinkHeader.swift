internal import FoundationEssentials
internal import MastodonKit

/// The ways on from a page, as its `Link` headers name them.
///
/// Read leniently: semicolons without anything behind them, unquoted or missing relations, relative addresses and other
/// parameters occur in the wild and in the API's own documentation. Only a link's query is ever followed, on the path that
/// was asked before; a link to another host is none.
struct LinkHeader: Hashable, Sendable {
  /// Where older elements are.
  var older: Cursor?
  /// Where newer elements will be.
  var newer: Cursor?

  /// Reads all headers of an answer from this host.
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
    // A query with a cursor that is neither of the two usual ones is followed as it is.
    let whole = fields.isEmpty || names == ["limit"] ? nil : Cursor(query: FormEncoding.encode(fields))
    switch Self.relation(parameters) {
    case "next": older = older ?? value("max_id") ?? whole
    case "prev", "previous": newer = newer ?? value("min_id") ?? whole
    case nil:
      // One of Mastodon's own samples leaves the relation out; the cursor tells the direction.
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

  /// Whether an address is relative or names this host; a server behind a proxy may mistake its scheme and port.
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
