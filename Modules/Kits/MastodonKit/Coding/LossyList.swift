/// A list that leaves out unreadable elements instead of failing.
public struct LossyList<Element> {
  /// The readable elements, in the server's order.
  public var elements: [Element]
  /// The number of elements that were left out.
  public var skipped: Int

  /// Creates a list.
  public init(_ elements: [Element] = [], skipped: Int = 0) {
    self.elements = elements
    self.skipped = skipped
  }
}

extension LossyList: Sendable where Element: Sendable {}
extension LossyList: Equatable where Element: Equatable {}
extension LossyList: Hashable where Element: Hashable {}

extension LossyList: Decodable where Element: Decodable {
  /// Decodes a JSON array and skips everything that is not an `Element`.
  ///
  /// - throws: `DecodingError` if the JSON is not an array.
  public init(from decoder: any Decoder) throws {
    if let value = decoder as? ParsedValue {
      guard value.kind == .array else { throw value.mismatch([Element].self) }
      self.init(reading: value)
    } else {
      var container = try decoder.unkeyedContainer()
      self.init(reading: &container)
    }
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

  init(reading container: inout some UnkeyedDecodingContainer) {
    self.init()
    if let count = container.count { elements.reserveCapacity(min(count, 200)) }
    while !container.isAtEnd {
      guard elements.count + skipped < MastodonJSON.listLimit else {
        skipped = (container.count ?? elements.count) - elements.count
        return
      }
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        skipped += 1
        // A failed decode does not move the container to the next element.
        do { _ = try container.decode(AnyElement.self) } catch { return }
      }
    }
  }
}

extension LossyList: Encodable where Element: Encodable {
  /// Encodes the elements as a JSON array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }
}

/// Skips one element of any type.
private struct AnyElement: Decodable {
  init(from decoder: any Decoder) {}
}
