/// Takes the posts and accounts out of a response, so that each is kept once, however often it is read.
///
/// A post or account becomes a marker, `{"@":"s117"}` or `{"@":"a5"}`. The bytes of a marker cannot be part of a string,
/// whose quotes are escaped, and a server's own member of that name gets another one.
struct EntitySplitter {
  /// A kind of entity, as it is written in a marker.
  enum Kind: UInt8, Sendable {
    case status = 0x73
    case account = 0x61
  }

  /// A post or an account whose own posts and accounts are markers.
  struct Entity: Equatable, Sendable {
    let kind: Kind
    let id: [UInt8]
    let json: [UInt8]
  }

  struct Element: Equatable, Sendable {
    let id: [UInt8]
    let json: [UInt8]
  }

  /// The entities, each after those that it contains.
  private(set) var entities: [Entity] = []
  /// The elements of the response if it is a list of objects; `nil` otherwise.
  private(set) var elements: [Element]?
  /// The whole response with markers.
  var skeleton: [UInt8] { out }

  private let text: [UInt8]
  private var place = 0
  private var out: [UInt8] = []

  /// Splits a response; `nil` for one that is not JSON.
  init?(_ text: [UInt8]) {
    self.text = text
    out.reserveCapacity(text.count)
    skipSpace()
    if peek == UInt8(ascii: "[") {
      guard list() else { return nil }
    } else {
      guard value(depth: 0) != nil else { return nil }
    }
    skipSpace()
    guard place == text.count else { return nil }
  }

  static let markerStart = Array(#"{"@":""#.utf8)

  static func marker(_ kind: Kind, _ id: [UInt8]) -> [UInt8] {
    markerStart + [kind.rawValue] + id + Array("\"}".utf8)
  }

  private var peek: UInt8? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF
    {
      place += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    place += 1
    out.append(byte)
    return true
  }

  /// Reads the list that a response is.
  private mutating func list() -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    var found: [Element] = []
    if take(UInt8(ascii: "]")) {
      elements = []
      return true
    }
    repeat {
      let start = out.count
      guard let id = value(depth: 1) else { return false }
      found.append(Element(id: id, json: Array(out[start...])))
    } while take(UInt8(ascii: ","))
    elements = found
    return take(UInt8(ascii: "]"))
  }

  /// Reads a value; returns the id of an object, empty for one without and for anything else, `nil` for invalid text.
  private mutating func value(depth: Int) -> [UInt8]? {
    skipSpace()
    guard depth < 128, let first = peek else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["):
      guard take(first) else { return nil }
      if take(UInt8(ascii: "]")) { return [] }
      repeat { guard value(depth: depth + 1) != nil else { return nil } } while take(UInt8(ascii: ","))
      return take(UInt8(ascii: "]")) ? [] : nil
    case UInt8(ascii: "\""): return string() == nil ? nil : []
    default:
      let start = place
      while let byte = peek, byte > 0x20, ![0x2C, 0x5D, 0x7D].contains(byte) { place += 1 }
      guard place > start else { return nil }
      out += text[start..<place]
      return []
    }
  }

  /// Copies a string; returns what is between its quotes, with its escapes.
  private mutating func string() -> ArraySlice<UInt8>? {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { return nil }
    let start = place
    place += 1
    while let byte = peek, byte != UInt8(ascii: "\"") { place += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard place < text.count else { return nil }
    place += 1
    out += text[start..<place]
    return text[(start + 1)..<(place - 1)]
  }

  private mutating func object(depth: Int) -> [UInt8]? {
    let start = out.count
    guard take(UInt8(ascii: "{")) else { return nil }
    // Which of the telling members it has, as bits.
    var (id, names): ([UInt8], Int) = ([], 0)
    if !take(UInt8(ascii: "}")) {
      repeat {
        guard let name = string() else { return nil }
        if name == Self.at { out.replaceSubrange((out.count - 1)..., with: "@\"".utf8) }
        guard take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        let isText = peek == UInt8(ascii: "\"")
        let content = out.count
        guard value(depth: depth + 1) != nil else { return nil }
        if name == Self.id { id = Array(isText ? out[(content + 1)..<(out.count - 1)] : out[content...]) }
        if let index = Self.telling.firstIndex(of: name) { names |= 1 << index }
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { return nil }
    }
    guard let kind = Self.kind(names), !id.isEmpty, id.count <= 1000, id.allSatisfy({ $0 > 0x20 }) else { return id }
    entities.append(Entity(kind: kind, id: id, json: Array(out[start...])))
    out.removeSubrange(start...)
    out += Self.marker(kind, id)
    return id
  }

  private static let (id, at) = (ArraySlice("id".utf8), ArraySlice("@".utf8))

  /// The members that tell what an object is: the first four a post, the others an account.
  private static let telling = ["content", "visibility", "account", "created_at", "acct", "display_name"].map {
    ArraySlice($0.utf8)
  }

  private static func kind(_ names: Int) -> Kind? {
    if names & 0b1111 == 0b1111 { return .status }
    return names & 0b110000 == 0b110000 ? .account : nil
  }
}
