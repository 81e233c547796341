public import FeatureKit
public import MastodonKit
public import TerminalKit

extension PagedList<Status> {
  /// The posts as they are printed.
  public var list: StatusList {
    var list = StatusList(visible, revealed: revealed, deleted: deleted)
    (list.repeats, list.shownBefore) = (repeats, shownBefore)
    return list
  }

  public mutating func replace(_ status: Status) {
    update { $0 = StatusList.replacing(status.displayed, in: $0) }
  }

  /// Shows that a post is gone; it keeps its number and is no longer unread.
  ///
  /// Where one of several boosts in a row is gone, the row shows the others.
  public mutating func remove(_ id: Status.ID) {
    for row in repeats.keys { repeats[row]?.removeAll { $0.id == id } }
    if let next = repeats[id]?.first, next.contentID != id {
      repeats[id]?.removeFirst()
      return update { if $0.id == id { ($0.account, $0.createdAt) = (next.account, next.createdAt) } }
    }
    let gone = { (status: Status) in status.id == id || status.displayed.id == id }
    let kept = Set(visible.filter(gone).map(\.id))
    deleted.formUnion(kept)
    edit { posts in posts.removeAll { gone($0) && !kept.contains($0.id) } }
    unreadIDs.remove(id)
  }

  /// Opens a post's warnings and filters.
  public mutating func reveal(_ id: Status.ID) { revealed.insert(id) }

  /// The text in place of posts, and what options hide of the page.
  ///
  /// - Parameter emptyText: The text if the whole list is empty.
  public func closing(_ blocks: [Block], options: TimelineOptions, emptyText: String) -> [Block] {
    var blocks = blocks
    if blocks.isEmpty {
      let isNothing = leftOut.isEmpty && older == nil
      let text =
        switch (isNothing, leftOut.isEmpty, cameEmpty) {
        case (true, _, _): unreadableText ?? (options.range.isNewestPage ? emptyText : "No posts there.")
        case (_, false, _): "Nothing to show on this page."
        // Some servers send an empty page with a link to an older one.
        case (_, true, true): "The server sent no posts for this page."
        case (_, true, false): "Your filters hide everything on this page."
        }
      blocks = [.paragraph(StyledText(text, .secondary))]
    }
    if let stopText, showsOldestFetched {
      let line = Block.paragraph(StyledText(stopText, .secondary))
      blocks = isOldestFirst ? [line, .blank] + blocks : blocks + [.blank, line]
    }
    var notes = leftOut.text.map { [$0 + leftOut.wayBack(besides: options)] } ?? []
    if let text = foldedText { notes.append(text) }
    for note in notes { blocks += [.blank, .paragraph(StyledText(note, .secondary))] }
    return blocks
  }

  /// The sentence about posts on the page that have no row of their own, or a short one; `nil` if each has one.
  private var foldedText: String? {
    let rows = visible.map(\.id)
    let (joined, before) = (rows.reduce(0) { $0 + (repeats[$1]?.count ?? 0) }, rows.count(where: shownBefore.contains))
    let parts = [
      joined == 0 ? nil : "\(CountText.of(joined, "repeat")) of \(joined == 1 ? "a post" : "posts") above",
      before == 0 ? nil : "\(CountText.of(before, "post")) shown before",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "Folded: \(parts.joined(separator: ", ")). To list each: set repeats show"
  }
}
