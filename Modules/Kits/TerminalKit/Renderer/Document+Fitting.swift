extension Document {
  /// The number of items that fit on a page of so many rows, together with the title and the hint; at least one.
  ///
  /// - Parameters:
  ///   - width: The columns of the page.
  ///   - showsPictures: Whether pictures take up rows.
  ///   - isExactWidth: Whether the user has asked for this width.
  ///   - fromEnd: Whether the last items are kept, and not the first.
  public func itemsThatFit(
    rows: Int, width: Int, showsPictures: Bool, isExactWidth: Bool = false, fromEnd: Bool = false
  )
    -> Int
  {
    var layout = PageLayout(width: width, isExact: isExactWidth)
    (layout.showsPictures, layout.reservesThumbnails) = (showsPictures, showsPictures)
    let gutter = Gutter(items: items, isNarrow: layout.isNarrow)
    // What precedes an item, such as a blank line, is only printed together with it.
    var heights: [Int] = []
    var height = 0
    for block in blocks {
      height += layout.lines(of: [block], width: layout.pageWidth, gutter: gutter).count
      guard case .item = block else { continue }
      heights.append(height)
      height = 0
    }
    var frame = self
    frame.blocks = []
    var left = rows - layout.lines(of: frame, showsHint: true).count - (hint == nil ? 0 : 1)
    var count = 0
    for height in fromEnd ? heights.reversed() : heights {
      left -= height
      guard left >= 0 else { break }
      count += 1
    }
    return max(count, 1)
  }
}
