/// Parses server-sent events from the bytes of a response, in chunks of any size.
///
/// Follows the HTML standard: lines end with LF, CR or both, data lines are joined, a colon begins a comment, and
/// unknown fields are ignored. So are ids and retry times, because Mastodon sends none.
struct EventSourceParser: Hashable, Sendable {
  enum Output: Hashable, Sendable {
    case event(name: String, data: String)
    /// A comment, such as Mastodon's `:thump`.
    case comment
  }

  /// An event exceeded the limit.
  struct TooLarge: Error {}

  private let limit: Int
  private var line: [UInt8] = []
  private var wasCarriageReturn = false
  private var isFirstLine = true
  private var name = ""
  private var data: String?
  private var size = 0

  init(limit: Int) { self.limit = limit }

  /// Parses the next bytes and returns the items that they complete.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLarge) -> [Output] {
    var outputs: [Output] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where wasCarriageReturn: wasCarriageReturn = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        wasCarriageReturn = byte == UInt8(ascii: "\r")
        if let output = endLine() { outputs.append(output) }
      default:
        wasCarriageReturn = false
        size += 1
        guard size <= limit else { throw TooLarge() }
        line.append(byte)
      }
    }
    return outputs
  }

  private mutating func endLine() -> Output? {
    defer {
      line.removeAll(keepingCapacity: true)
      isFirstLine = false
    }
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard let first = line.first else { return endEvent() }
    guard first != UInt8(ascii: ":") else {
      size -= line.count
      return .comment
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    let field = line[..<(colon ?? line.endIndex)]
    var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      let text = String(decoding: value, as: UTF8.self)
      data = data.map { $0 + "\n" + text } ?? text
    default: size -= line.count
    }
    return nil
  }

  private mutating func endEvent() -> Output? {
    defer { (name, data, size) = ("", nil, 0) }
    guard let data else { return nil }
    return .event(name: name.isEmpty ? "message" : name, data: data)
  }
}
