/// A list that leaves out unreadable elements instead of failing.
public struct LossyList<Element> {
  /// The readable elements, in the server's order.
  public var elements: [Element]
  /// The number of elements that were left out.
  public var skipped: Int

  public init(_ elements: [Element] = [], skipped: Int = 0) {
    self.elements = elements
    self.skipped = skipped
  }
}

/// An answer that contains lists, without their unreadable elements.
public protocol ListAnswer {
  /// The number of elements that were left out.
  var skipped: Int { get }
}

extension LossyList: ListAnswer {}
extension LossyList: Sendable where Element: Sendable {}
extension LossyList: Equatable where Element: Equatable {}
extension LossyList: Hashable where Element: Hashable {}

extension LossyList: Decodable where Element: Decodable {
  /// Decodes a JSON array and skips everything that is not an `Element`.
  ///
  /// - throws: `DecodingError` if the JSON is not an array.
  public init(from decoder: any Decoder) throws {
    guard let value = decoder as? ParsedValue else {
      self.init(try [Element](from: decoder))
      return
    }
    guard value.kind == .array else { throw value.mismatch([Element].self) }
    self.init(reading: value)
  }

  init(reading array: ParsedValue) {
    self.init()
    let document = array.document
    let count = document.count(array.index)
    // The count is not trusted: a list of a million numbers is not a list of a million statuses.
    elements.reserveCapacity(min(count, 200))
    let end = document.next(array.index)
    var place = array.index + 1
    while place < end {
      guard elements.count + skipped < MastodonJSON.listLimit else {
        skipped = count - elements.count
        return
      }
      do {
        elements.append(try ParsedValue(document: document, index: place, isExpendable: true).decode(Element.self))
      } catch {
        skipped += 1
      }
      place = document.next(place)
    }
  }
}
