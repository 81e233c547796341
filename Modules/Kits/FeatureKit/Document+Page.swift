public import TerminalKit

extension Document {
  /// The number of the document's items on a page: as many as the user wants, else as fit the terminal.
  ///
  /// - Parameters:
  ///   - layout: The terminal; without rows, all items are on the page.
  ///   - fromEnd: Whether the last items are counted.
  public func itemsOnPage(_ layout: Layout, fromEnd: Bool = false) -> Int {
    guard let rows = layout.height else {
      return layout.form == .spoken ? min(layout.page ?? items.count, items.count) : items.count
    }
    return layout.page
      ?? itemsThatFit(
        rows: rows, width: layout.width, showsPictures: layout.pictures != nil, isExactWidth: layout.isExactWidth,
        fromEnd: fromEnd)
  }
}
