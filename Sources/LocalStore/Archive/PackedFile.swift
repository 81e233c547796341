import Glibc

/// A file whose content is read as a stream: a `.tar`, `.tar.gz` or `.zip`, or a text by itself.
///
/// Nothing is written anywhere, so the names in it lead nowhere. Its kind is told by its first bytes.
final class PackedFile {
  /// A part of a wanted file, in its order.
  struct Piece: Equatable {
    /// The name without folders.
    var name: String
    var bytes: [UInt8]
    var isLast: Bool
  }

  private enum Form {
    /// The file itself; `nil` once it is being read.
    case text(String?)
    case tar
    case zip([Entry])
  }

  /// A file in a `.zip`.
  private struct Entry {
    var name: String
    var method: Int
    var start: Int, length: Int
  }

  /// The wanted file that is being read.
  private struct Current {
    var name: String
    /// The bytes that follow; `nil` for as many as there are.
    var left: Int?
    /// The bytes after it that fill its last block.
    var padding = 0
  }

  private let file: PackedBytes.File
  private let wanted: Set<String>
  private var form = Form.text(nil)
  private var source: PackedBytes
  private var current: Current?

  /// Opens a file.
  ///
  /// - Parameter wanted: The names of the files in it that are read; a text is read whatever its name.
  /// - Throws: ``StoreError`` if it cannot be opened, ``PackedBytes/Failure`` for one that is damaged; `nil` if it does
  ///   not exist.
  init?(_ path: String, _ wanted: Set<String>) throws {
    guard let file = try PackedBytes.File(path) else { return nil }
    (self.file, self.wanted) = (file, wanted)
    source = PackedBytes(file, .plain)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let first = try source.read(4)
    let isPacked = first.starts(with: [0x1F, 0x8B])
    if first.starts(with: [0x50, 0x4B]) {
      form = .zip(try entries())
    } else {
      let isTar = Self.size(inHeader: try PackedBytes(file, isPacked ? .gzip : .plain).read(512)) != nil
      form = isTar ? .tar : .text(name)
      source = PackedBytes(file, isPacked ? .gzip : .plain)
    }
  }

  /// The next piece of a wanted file; `nil` at the end.
  func next() throws -> Piece? {
    guard let now = try current ?? opened() else { return nil }
    let bytes = try source.read(min(now.left ?? .max, 1 << 16))
    guard let left = now.left else {
      current = bytes.isEmpty ? nil : now
      return Piece(name: now.name, bytes: bytes, isLast: bytes.isEmpty)
    }
    guard !bytes.isEmpty || left == 0 else { throw PackedBytes.Failure.cutOff }
    let isLast = bytes.count == left
    if isLast { try source.skip(now.padding) }
    current = isLast ? nil : Current(name: now.name, left: left - bytes.count, padding: now.padding)
    return Piece(name: now.name, bytes: bytes, isLast: isLast)
  }

  /// Goes to the start of the next wanted file; `nil` if there is none.
  private func opened() throws -> Current? {
    switch form {
    case .text(let name):
      form = .text(nil)
      return name.map { Current(name: $0) }
    case .tar: return try openedInTar()
    case .zip(let entries):
      guard let entry = entries.first else { return nil }
      form = .zip(Array(entries.dropFirst()))
      // What stands before the content has a length of its own.
      let head = try PackedBytes(file, .plain, at: entry.start).read(30)
      guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count == 30 else { throw PackedBytes.Failure.damaged }
      let start = entry.start + 30 + head.number(at: 26, 2) + head.number(at: 28, 2)
      guard entry.method == 0 || entry.method == 8, head.number(at: 6, 2) & 1 == 0 else {
        throw PackedBytes.Failure.unknownMethod
      }
      source = PackedBytes(file, entry.method == 8 ? .deflate : .plain, at: start, length: entry.length)
      return Current(name: entry.name)
    }
  }

  /// The wanted file that a path in the file names: in it, or in a folder that was packed.
  private func wantedName(_ path: [UInt8]) -> String? {
    let parts = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self).split(separator: "/").drop { $0 == "." }
    guard path.first != UInt8(ascii: "/") else { return nil }
    return parts.count <= 2 ? parts.last.map(String.init).flatMap { wanted.contains($0) ? $0 : nil } : nil
  }

  // MARK: - tar

  private func openedInTar() throws -> Current? {
    while true {
      let header = try source.read(512)
      // Two blocks of zeros end it, and some programs leave them out.
      guard header.contains(where: { $0 != 0 }) else { return nil }
      guard let size = Self.size(inHeader: header) else {
        throw header.count < 512 ? PackedBytes.Failure.cutOff : .damaged
      }
      let padding = (512 - size % 512) % 512
      let isFile = header[156] == 0 || header[156] == UInt8(ascii: "0")
      if isFile, let name = wantedName(Array(header[..<100])) {
        return Current(name: name, left: size, padding: padding)
      }
      try source.skip(size + padding)
    }
  }

  /// The size of the file that a header of a `.tar` describes; `nil` for something else.
  private static func size(inHeader header: [UInt8]) -> Int? {
    guard header.count == 512 else { return nil }
    func octal(_ range: Range<Int>) -> Int? {
      let digits = header[range].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
    let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
    guard octal(148..<156) == sum else { return nil }
    guard header[124] & 0x80 != 0 else { return octal(124..<136) }
    // A size beyond eight gigabytes is a number in bytes.
    let size = header[128..<136].reduce(0) { ($0 & 0xFF_FFFF_FFFF_FFFF) << 8 | Int($1) }
    return size >= 0 && size < 1 << 50 ? size : nil
  }

  // MARK: - zip

  /// The wanted files by the list at the end of a `.zip`.
  private func entries() throws -> [Entry] {
    let tail = try PackedBytes(file, .plain, at: max(0, file.size - 66_000)).read(66_000)
    guard let end = tail.lastRange(of: [0x50, 0x4B, 5, 6]), tail.count - end >= 22 else {
      throw PackedBytes.Failure.cutOff
    }
    var (start, length) = (tail.number(at: end + 16, 4), tail.number(at: end + 12, 4))
    if start == 0xFFFF_FFFF || length == 0xFFFF_FFFF {
      // Beyond four gigabytes, another record has the numbers.
      guard let large = tail.lastRange(of: [0x50, 0x4B, 6, 6]), tail.count - large >= 56 else {
        throw PackedBytes.Failure.damaged
      }
      (start, length) = (tail.number(at: large + 48, 8), tail.number(at: large + 40, 8))
    }
    guard start <= file.size, length <= 256 << 20 else { throw PackedBytes.Failure.damaged }
    let list = PackedBytes(file, .plain, at: start, length: length)
    var entries: [Entry] = []
    while true {
      let head = try list.read(46)
      if head.isEmpty { return entries }
      guard head.starts(with: [0x50, 0x4B, 1, 2]), head.count == 46 else { throw PackedBytes.Failure.damaged }
      let name = try list.read(head.number(at: 28, 2))
      let extra = try list.read(head.number(at: 30, 2))
      try list.skip(head.number(at: 32, 2))
      guard let name = wantedName(name) else { continue }
      // What does not fit is in a further field, in this order.
      var large = Self.large(in: extra)
      func number(_ short: Int) -> Int { short == 0xFFFF_FFFF && !large.isEmpty ? large.removeFirst() : short }
      _ = number(head.number(at: 24, 4))
      let length = number(head.number(at: 20, 4))
      entries.append(
        Entry(name: name, method: head.number(at: 10, 2), start: number(head.number(at: 42, 4)), length: length))
    }
  }

  /// The large numbers in the further fields of a file in a `.zip`.
  private static func large(in extra: [UInt8]) -> [Int] {
    var rest = extra[...]
    while rest.count >= 4 {
      let field = Array(rest.prefix(4))
      let content = Array(rest.dropFirst(4).prefix(field.number(at: 2, 2)))
      if field.number(at: 0, 2) == 1 {
        return stride(from: 0, to: content.count - 7, by: 8).map { content.number(at: $0, 8) }
      }
      rest = rest.dropFirst(4 + content.count)
    }
    return []
  }
}

extension [UInt8] {
  /// A number of so many bytes, the lowest first; what is missing is zero.
  fileprivate func number(at place: Int, _ count: Int) -> Int {
    let bytes = dropFirst(place).prefix(count)
    // A negative one is none.
    return bytes.reversed().reduce(0) { ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int($1) }
  }

  /// Where bytes occur last.
  fileprivate func lastRange(of bytes: [UInt8]) -> Int? {
    indices.last { self[$0] == bytes[0] && self[$0...].starts(with: bytes) }
  }
}
