import MastodonKit

/// The elements of a list that were read, in the server's order, and the gaps between them.
///
/// Pages are joined where they overlap or where one was asked for with the cursor below another. Elsewhere there may be
/// elements between them that were never read.
struct ArchivedList: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    /// Its id, as it is written in JSON.
    var id: String
    /// Its JSON with markers.
    var json: String
    /// When the server sent it, in seconds since 1970.
    var date: Double
    /// The server's cursor of what follows, if a page ended here.
    var cursor: String?
    /// Whether elements that were not read may follow.
    var hasGap = false
  }

  var items: [Item] = []
  /// Whether the last item is the end of the list.
  var isWhole = false
  /// When the newest page was read, in seconds since 1970.
  var date = 0.0

  /// The largest number of elements; of older ones, only the posts themselves are kept.
  static let limit = 800

  /// Adds a page as it was requested.
  ///
  /// - Parameter isLast: Whether the server says that nothing older follows.
  /// - Returns: The ids of elements that the server has left out between others, which are no longer in the list.
  @discardableResult
  mutating func add(
    _ page: [Item], at position: PageRequest.Position, limit: Int, isLast: Bool, at date: Double
  ) -> [String] {
    var gone: [String] = []
    switch position {
    case .newest, .offset:
      self.date = date
      gone = place(page, from: 0, isLast: isLast)
    case .older(let cursor):
      guard let index = index(of: cursor) else { return [] }
      items[index].hasGap = false
      if page.isEmpty {
        items.removeSubrange((index + 1)...)
        isWhole = true
      } else {
        gone = place(page, from: index + 1, isLast: isLast)
      }
    case .newer(let cursor), .between(let cursor, _): insert(page, above: cursor, at: date)
    case .since(let cursor):
      if page.count < limit {
        insert(page, above: cursor, at: date)
      } else {
        gone = place(page, from: 0, isLast: isLast)
      }
      self.date = date
    }
    if items.count > Self.limit {
      items.removeSubrange(Self.limit...)
      isWhole = false
    }
    return gone
  }

  /// Puts a page at an index; what was there before and is newer than its end is replaced, and returned if it is gone.
  private mutating func place(_ page: [Item], from index: Int, isLast: Bool) -> [String] {
    let above = Set(items[..<index].map(\.id))
    var page = page.filter { !above.contains($0.id) }
    let ids = Set(page.map(\.id))
    guard !page.isEmpty else { return [] }
    var gone: [String] = []
    var below = Array(items[index...])
    var hasGap = true
    let known = below.lastIndex { ids.contains($0.id) }
    if let known { gone = below[...known].map(\.id).filter { !ids.contains($0) && !above.contains($0) } }
    if isLast {
      (below, isWhole, hasGap) = ([], true, false)
    } else if let known {
      hasGap = below[known].hasGap
      below = below[(known + 1)...].filter { !ids.contains($0.id) }
      if below.isEmpty { hasGap = !isWhole }
    } else if below.isEmpty {
      isWhole = false
    }
    page[page.count - 1].hasGap = hasGap
    items.replaceSubrange(index..., with: page + below)
    return gone
  }

  /// Puts a page directly above an element.
  private mutating func insert(_ page: [Item], above cursor: Cursor, at date: Double) {
    guard let index = index(of: cursor) else { return }
    let above = Set(items[..<index].map(\.id))
    let new = page.filter { item in !above.contains(item.id) && item.id != items[index].id }
    // The page reaches what was read above it, or nothing is between them.
    if index > 0, new.count < page.count || page.isEmpty { items[index - 1].hasGap = false }
    if index == 0 { self.date = date }
    items.insert(contentsOf: new, at: index)
  }

  struct Part: Equatable {
    var items: [Item]
    /// The cursor of what follows; `nil` at the end of the list.
    var older: String?
    /// When the server sent the oldest of it, in seconds since 1970.
    var date: Double
    /// Whether elements that were not read may be directly above it.
    var isBelowGap = false
  }

  /// Returns the elements that a request asks for; `nil` if they were not read.
  ///
  /// - Parameter isPagedByID: Whether a page can start at any element. Otherwise it goes on to where one of the server's
  ///   ended.
  func part(_ position: PageRequest.Position, limit: Int, isPagedByID: Bool) -> Part? {
    switch position {
    case .newest: return down(from: 0, limit, isPagedByID)
    case .older(let cursor):
      guard let index = index(of: cursor) else { return nil }
      var part = down(from: index + 1, limit, isPagedByID)
      part?.isBelowGap = items[index].hasGap && index + 1 < items.count
      return part
    case .newer(let cursor):
      guard let index = index(of: cursor) else { return nil }
      var start = index
      while start > 0, index - start < limit, !items[start - 1].hasGap { start -= 1 }
      return Part(items: Array(items[start..<index]), older: nil, date: items[start..<index].map(\.date).min() ?? date)
    case .since(let cursor):
      guard let index = index(of: cursor) else { return nil }
      let found = Array(items[..<index].prefix(limit))
      return Part(items: found, older: nil, date: found.map(\.date).min() ?? date)
    case .between(let lower, let upper):
      guard let end = index(of: lower), let start = index(of: upper), start < end else { return nil }
      let found = Array(items[(start + 1)..<end].suffix(limit))
      return Part(items: found, older: nil, date: found.map(\.date).min() ?? date)
    case .offset: return nil
    }
  }

  private func down(from start: Int, _ limit: Int, _ isPagedByID: Bool) -> Part? {
    guard start < items.count else {
      // Below the last element that was read there is nothing to show. A cursor that leads to itself says that more follows.
      return date > 0 ? Part(items: [], older: isWhole ? nil : items.last.map { $0.cursor ?? $0.id }, date: date) : nil
    }
    var end = start
    repeat {
      end += 1
    } while end < items.count && !items[end - 1].hasGap
      && (end - start < limit || (!isPagedByID && items[end - 1].cursor == nil))
    let found = Array(items[start..<end])
    let isEnd = end == items.count && isWhole
    let cursor = found.last.flatMap { $0.cursor ?? (isPagedByID ? $0.id : nil) }
    return Part(items: found, older: isEnd ? nil : cursor, date: found.map(\.date).min() ?? date)
  }

  private func index(of cursor: Cursor) -> Int? {
    items.lastIndex { $0.cursor == cursor.value } ?? items.firstIndex { $0.id == cursor.value }
  }
}

/// A list as text: a line for the list, then one for each item. JSON has neither tabs nor line breaks outside of strings,
/// where they are escaped.
extension ArchivedList {
  var text: String {
    items.reduce("\(date)\t\(isWhole ? 1 : 0)\n") { text, item in
      text + "\(item.id)\t\(item.date)\t\(item.hasGap ? 1 : 0)\t\(item.cursor ?? "")\t\(item.json)\n"
    }
  }

  /// Reads a list; an unreadable line is left out.
  init(text: String) {
    for (number, line) in text.split(separator: "\n").enumerated() {
      let parts = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
      if number == 0 {
        date = parts.first.flatMap { Double($0) } ?? 0
        isWhole = parts.last == "1"
      } else if parts.count == 5 {
        items.append(
          Item(
            id: String(parts[0]), json: String(parts[4]), date: Double(parts[1]) ?? 0,
            cursor: parts[3].isEmpty ? nil : String(parts[3]), hasGap: parts[2] == "1"))
      }
    }
  }
}
