/// The elements that a list has gained since it was last loaded.
public struct Gap<Element: Identifiable & Sendable>: Sendable where Element.ID == Identifier<Element> {
  /// The elements, oldest first, each once.
  public var elements: [Element]
  /// Whether they are complete; if not, the list continues above the newest of them.
  public var isWhole: Bool

  public init(_ elements: [Element] = [], isWhole: Bool = true) {
    self.elements = elements
    self.isWhole = isWhole
  }

  /// Reads upwards from a known element, page by page, until nothing newer is left or the limit is reached.
  ///
  /// A short page is not the end, because servers filter their pages. A server that ignores the cursor sends the same
  /// page again, which is the end.
  ///
  /// - Parameter pages: The largest number of pages, so that a long absence does not cause a thousand requests.
  public init(
    above known: Element.ID, pages: Int, read: (PageRequest) async throws -> Page<Element>
  ) async throws {
    var found: [Element] = []
    var seen: Set<Element.ID> = []
    var cursor = Cursor(known.rawValue)
    for _ in 0..<pages {
      let page = try await read(PageRequest(.newer(than: cursor), limit: 40))
      let new = page.elements.filter { $0.id > known && seen.insert($0.id).inserted }
      found += new.reversed()
      guard !new.isEmpty, let next = page.newer, next != cursor else {
        self.init(found)
        return
      }
      cursor = next
    }
    self.init(found, isWhole: false)
  }
}

extension Gap: Equatable where Element: Equatable {}
