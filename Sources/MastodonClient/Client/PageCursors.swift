internal import FoundationEssentials
internal import MastodonKit

/// The cursors of a response: from its `Link` header, or derived from the elements if there is none.
struct PageCursors {
  var older: Cursor?
  /// The cursor of elements to come.
  var newer: Cursor?

  /// Finds the cursors.
  ///
  /// Without a header, an offset advances while there are elements, and ids are cursors themselves; an empty page ends
  /// the list. A list with cursors of its own cannot continue without the header.
  init(
    _ response: HTTPResponse, _ context: EndpointContext, paging: EndpointPaging, count: Int, first: String?,
    last: String?
  ) {
    let texts = response.headers.filter { $0.name.lowercased() == "link" }.map(\.value)
    let links = LinkHeader(texts, host: context.server.host)
    older = links.older
    newer = links.newer
    guard let page = context.page else { return }
    if texts.isEmpty {
      switch paging {
      case .ids: older = last.map { Cursor($0) }
      case .offset where count > 0: older = Cursor(offset: page.offset + count)
      case .offset, .link, .none: break
      }
    }
    if newer == nil, paging == .ids {
      // An empty page above a cursor keeps the cursor, or the next request would start from the top.
      newer = first.map { Cursor($0) } ?? page.lowerEnd
    }
  }
}

extension Page {
  /// Reads one page; a server without links is paged by what `id` returns.
  ///
  /// Elements whose `key` occurred before are dropped, because some servers send elements twice.
  init(
    _ response: HTTPResponse, _ context: EndpointContext, paging: EndpointPaging, id: (Element) -> String?,
    key: (Element) -> some Hashable
  ) throws where Element: Decodable {
    // 206: the server is still building the list, and may send no body. An empty list would read as a complete one.
    let isUnderWay = response.status == 206
    let list =
      isUnderWay && response.body.isEmpty
      ? LossyList() : try MastodonJSON.decode(LossyList<Element>.self, from: response.body)
    if list.skipped > 0 { context.skip(list.skipped) }
    if isUnderWay, list.elements.isEmpty { throw MastodonError.processing(host: context.server.name, seconds: nil) }
    var cursors = PageCursors(
      response, context, paging: paging, count: list.elements.count + list.skipped,
      first: list.elements.first.flatMap(id), last: list.elements.last.flatMap(id))
    var elements = list.elements.droppingRepeats(of: key)
    if paging != .link, let wanted = context.page, elements.count > max(wanted.limit, Self.elementLimit) {
      // The server ignores the limit: the next page starts where this one is cut. Where only the server knows the
      // cursors, they point past the whole page, so nothing may be cut; `MastodonJSON.listLimit` bounds it.
      let count = max(wanted.limit, Self.elementLimit)
      elements = Array(wanted.goesUp ? elements.suffix(count) : elements.prefix(count))
      if paging == .ids, wanted.goesUp, let first = elements.first.flatMap(id) { cursors.newer = Cursor(first) }
      if paging == .ids, !wanted.goesUp, let last = elements.last.flatMap(id) { cursors.older = Cursor(last) }
      if paging == .offset { cursors.older = Cursor(offset: wanted.offset + count) }
    }
    self.init(elements, older: cursors.older, newer: cursors.newer, skipped: list.skipped)
    // Of an empty one nothing is kept.
    bytes = elements.isEmpty ? 0 : response.body.count
  }

  /// The maximum number of elements of an oversized page, if the next page can start anywhere: servers allow 80 at
  /// most.
  private static var elementLimit: Int { 80 }
}
