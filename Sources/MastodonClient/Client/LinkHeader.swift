internal import MastodonKit

/// The ways on from a page, as its `Link` header names them.
///
/// Read leniently: semicolons without anything behind them, unquoted or missing relations and other parameters occur
/// in the wild and in the API's own documentation.
struct LinkHeader: Hashable, Sendable {
  /// Where older elements are.
  var older: Cursor?
  /// Where newer elements will be.
  var newer: Cursor?

  init(_ text: String) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let url = rest[rest.index(after: open)..<close]
      let tail = rest[rest.index(after: close)...]
      let end = tail.firstIndex(of: "<") ?? tail.endIndex
      read(url, parameters: tail[..<end])
      rest = tail[end...]
    }
  }

  private mutating func read(_ url: Substring, parameters: Substring) {
    guard let mark = url.firstIndex(of: "?") else { return }
    let query = FormEncoding.decode(url[url.index(after: mark)...].prefix { $0 != "#" })
    func cursor(_ name: String) -> Cursor? {
      query.first { $0.name == name && !$0.value.isEmpty }.map { Cursor($0.value) }
    }
    switch Self.relation(parameters) {
    case "next": older = older ?? cursor("max_id")
    case "prev", "previous": newer = newer ?? cursor("min_id") ?? cursor("since_id")
    case nil:
      // One of Mastodon's own samples leaves the relation out; the cursor tells the direction.
      older = older ?? cursor("max_id")
      newer = newer ?? cursor("min_id") ?? cursor("since_id")
    default: break
    }
  }

  private static func relation(_ parameters: Substring) -> String? {
    for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else { continue }
      return parts[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }.lowercased()
    }
    return nil
  }
}

extension Page where Element: Identifiable, Element.ID == Identifier<Element> {
  /// Makes a page from what was read; a server that sends no links pages by the ids of its elements.
  init(_ list: LossyList<Element>, links: LinkHeader?, request: PageRequest) {
    // An empty page above a cursor leaves the cursor where it is, or the next look would start from the top.
    let kept: Cursor? = if case .newer(let cursor) = request.position { cursor } else { nil }
    let first = list.elements.first.map { Cursor($0.id.rawValue) }
    let last = list.elements.last.map { Cursor($0.id.rawValue) }
    self.init(
      list.elements, older: links.map(\.older) ?? last, newer: links?.newer ?? first ?? kept, skipped: list.skipped)
  }
}
