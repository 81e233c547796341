public import FeatureKit
public import MastodonKit
public import TerminalKit

extension PagedList<Status> {
  /// The posts as they are printed.
  public var list: StatusList { StatusList(visible, revealed: revealed, deleted: deleted) }

  /// Shows a post's new form.
  public mutating func replace(_ status: Status) {
    update { $0 = StatusList.replacing(status.displayed, in: $0) }
  }

  /// Shows that a post is gone; it keeps its number and is no longer unread.
  public mutating func remove(_ id: Status.ID) {
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
  /// - Parameters:
  ///   - blocks: The posts.
  ///   - options: The request.
  ///   - emptyText: The text if the whole list is empty.
  public func closing(_ blocks: [Block], options: TimelineOptions, emptyText: String) -> [Block] {
    var blocks = blocks
    if blocks.isEmpty {
      let isNothing = leftOut.isEmpty && older == nil
      let text =
        switch (isNothing, leftOut.isEmpty, cameEmpty) {
        case (true, _, _): options.range.isNewestPage ? emptyText : "No posts there."
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
    if let text = leftOut.text { blocks += [.blank, .paragraph(StyledText(text, .secondary))] }
    return blocks
  }
}
