/// Takes the elements out of JSON that is read in pieces: one value after the other, or the `orderedItems` of one.
///
/// Only one element is in memory at a time. Whether it is JSON is left to who reads it.
struct JSONItems {
  /// The longest element that is handed over, in bytes.
  static let longest = 1 << 20

  /// The elements that have come, in their order; one that was too long is empty.
  private var items: [[UInt8]] = []
  /// Whether the text ended outside of any element.
  var isComplete: Bool { depth == 0 && !isInText }

  private var item: [UInt8] = []
  private var isTooLong = false
  private var depth = 0
  private var isInText = false, isEscaped = false
  /// Whether a list of elements is being read, or has been read from this value.
  private var list = List.none
  /// Where the last text of the outermost object began.
  private var nameStart = 0
  private var nameState = Name.none

  private enum List { case none, open, over }
  private enum Name { case none, named, colon }

  /// Hands over what has come.
  mutating func take() -> [[UInt8]] {
    defer { items = [] }
    return items
  }

  mutating func read(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let first = rest.first {
      // Most of it is within texts.
      let text = isInText && !isEscaped ? rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") } : []
      append(text)
      rest = rest[(rest.startIndex + text.count)...]
      if text.isEmpty {
        read(first)
        rest.removeFirst()
      }
    }
  }

  private mutating func read(_ byte: UInt8) {
    if isInText {
      append(byte)
      if isEscaped { return isEscaped = false }
      if byte == UInt8(ascii: "\\") { return isEscaped = true }
      guard byte == UInt8(ascii: "\"") else { return }
      isInText = false
      if depth == 1, list == .none, item[min(nameStart, item.count)...].elementsEqual(Self.name) { nameState = .named }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      (isInText, nameStart) = (true, item.count)
      append(byte)
      nameState = .none
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if byte == UInt8(ascii: "["), nameState == .colon { return begin() }
      depth += 1
      append(byte)
      nameState = .none
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if list == .open, depth == 2 {
        finish()
        list = .over
        return depth = 1
      }
      depth = max(depth - 1, 0)
      append(byte)
      if depth == 0 { finish() }
    case 0x09, 0x0A, 0x0D, 0x20:
      // Between values, a line ends one that is neither a text nor an object.
      if depth == 0 { finish() } else if !item.isEmpty { append(byte) }
    case UInt8(ascii: ",") where list == .open && depth == 2: finish()
    default:
      nameState = byte == UInt8(ascii: ":") && nameState == .named ? .colon : .none
      append(byte)
    }
  }

  private mutating func begin() {
    (list, depth, item, nameState, isTooLong) = (.open, 2, [], .none, false)
  }

  private mutating func append(_ byte: UInt8) { append(CollectionOfOne(byte)) }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    guard list != .over || depth == 0 else { return }
    if item.count + bytes.count <= Self.longest { item += bytes } else { isTooLong = true }
  }

  mutating func finish() {
    defer { (item, isTooLong, nameStart) = ([], false, 0) }
    if depth == 0, list == .over { return list = .none }
    guard item.contains(where: { $0 > 0x20 }) else { return }
    items.append(isTooLong ? [] : item)
  }

  private static let name = Array(#""orderedItems""#.utf8)
}
