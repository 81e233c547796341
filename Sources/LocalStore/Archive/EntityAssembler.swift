/// Puts the posts and accounts of a response back in the place of their markers.
struct EntityAssembler {
  /// Returns an entity as it is kept; `nil` for one that is not, or no longer.
  let entity: (EntitySplitter.Kind, [UInt8]) throws -> [UInt8]?

  /// Returns the whole of a text with markers.
  ///
  /// An element of a list that is no longer kept is left out; elsewhere it is `null`. Of an entity without its account,
  /// nothing can be shown.
  func assemble(_ text: [UInt8], depth: Int = 0) throws -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count * 2)
    var place = 0
    let (start, quote) = (EntitySplitter.markerStart, UInt8(ascii: "\""))
    while place < text.count {
      guard text[place] == start[0], text[place...].starts(with: start), place + start.count < text.count,
        let kind = EntitySplitter.Kind(rawValue: text[place + start.count]),
        let end = text[(place + start.count)...].firstIndex(of: quote)
      else {
        let next = text[(place + 1)...].firstIndex(of: start[0]) ?? text.endIndex
        out += text[place..<next]
        place = next
        continue
      }
      let id = Array(text[(place + start.count + 1)..<end])
      place = end + 2
      // No server nests them deeper: a boost of a quote of a quote.
      if depth < 8, let json = try entity(kind, id) {
        out += try assemble(json, depth: depth + 1)
      } else if out.last == UInt8(ascii: ":") {
        out += "null".utf8
      } else if place < text.count, text[place] == UInt8(ascii: ",") {
        place += 1
      } else if out.last == UInt8(ascii: ",") {
        out.removeLast()
      }
    }
    return out
  }
}
