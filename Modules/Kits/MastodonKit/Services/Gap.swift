/// What came into a list while nobody watched.
public struct Gap<Element: Identifiable & Sendable>: Sendable where Element.ID == Identifier<Element> {
  /// The elements, oldest first, each once.
  public var elements: [Element]
  /// Whether that is all; if not, the list goes on above the newest of them.
  public var isWhole: Bool

  /// Makes a gap from its elements.
  public init(_ elements: [Element] = [], isWhole: Bool = true) {
    self.elements = elements
    self.isWhole = isWhole
  }

  /// Reads upwards from a known element, page by page, until nothing newer is left or so many pages were read.
  ///
  /// A short page is not the end, since servers filter what they send. A server that takes no notice of where a page
  /// should begin gives the same page again, which is.
  ///
  /// - Parameters:
  ///   - known: The newest element that is known.
  ///   - pages: How many pages are read at most, so that a month away is no thousand requests.
  ///   - read: Reads one page.
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
