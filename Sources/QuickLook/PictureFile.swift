/// The picture that a file's first bytes describe; what its name or its server says is not believed.
public struct PictureFile: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, webp
  }

  public let format: Format
  public let width: Int
  public let height: Int
  /// Whether it moves, as far as its head tells.
  public let isAnimated: Bool

  /// The number of a file's first bytes that are read; a camera puts a small copy of the picture before its size.
  public static let peek = 1 << 20

  /// The most points that a picture may have before a program is asked to unpack it: four bytes for each.
  public static let maximumPoints = 60_000_000
  private static let maximumSide = 20_000

  /// Whether another program may be asked to unpack it.
  ///
  /// A few bytes can say that they are a picture of a hundred thousand points each way, and some programs believe them.
  public var isReasonable: Bool {
    width <= Self.maximumSide && height <= Self.maximumSide && width * height <= Self.maximumPoints
  }

  /// Reads a head; `nil` for what is not a picture of a known kind, or too short to tell its size.
  public init?(head: [UInt8]) {
    let reader = HeadReader(bytes: head)
    if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      self.init(.png, reader.png)
    } else if reader.has([0xFF, 0xD8, 0xFF], at: 0) {
      self.init(.jpeg, reader.jpeg)
    } else if reader.has(Array("GIF87a".utf8), at: 0) || reader.has(Array("GIF89a".utf8), at: 0) {
      self.init(.gif, reader.gif)
    } else if reader.has(Array("RIFF".utf8), at: 0), reader.has(Array("WEBP".utf8), at: 8) {
      self.init(.webp, reader.webp)
    } else {
      return nil
    }
  }

  private init?(_ format: Format, _ facts: HeadReader.Facts?) {
    guard let facts, facts.width > 0, facts.height > 0 else { return nil }
    self.format = format
    width = facts.width
    height = facts.height
    isAnimated = facts.isAnimated
  }
}

/// Reads numbers from a file's head; what lies beyond its end is `nil`.
private struct HeadReader {
  typealias Facts = (width: Int, height: Int, isAnimated: Bool)

  let bytes: [UInt8]

  func has(_ signature: [UInt8], at start: Int) -> Bool { bytes.dropFirst(start).starts(with: signature) }

  private func byte(_ index: Int) -> Int? { bytes.indices.contains(index) ? Int(bytes[index]) : nil }

  private func big(_ start: Int, _ count: Int) -> Int? { number(start..<start + count) }

  private func little(_ start: Int, _ count: Int) -> Int? { number((start..<start + count).reversed()) }

  private func number(_ indices: some Sequence<Int>) -> Int? {
    var value = 0
    for index in indices {
      guard let byte = byte(index) else { return nil }
      value = value << 8 | byte
    }
    return value
  }

  private func name(_ start: Int) -> String? {
    bytes.count >= start + 4 ? String(decoding: bytes[start..<start + 4], as: UTF8.self) : nil
  }

  /// The first chunk has the size; one before the points may say that there are more pictures (APNG).
  var png: Facts? {
    guard big(8, 4) == 13, name(12) == "IHDR", let width = big(16, 4), let height = big(20, 4) else { return nil }
    var position = 33
    while let length = big(position, 4), let name = name(position + 4), name != "IDAT" {
      if name == "acTL" { return (width, height, (big(position + 8, 4) ?? 0) > 1) }
      position += 12 + length
    }
    return (width, height, false)
  }

  /// Walks over the segments to the one that begins a frame.
  var jpeg: Facts? {
    var position = 2
    while byte(position) == 0xFF, let kind = byte(position + 1) {
      switch kind {
      case 0xFF: position += 1
      case 0x01, 0xD0...0xD8: position += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(kind):
        guard let height = big(position + 5, 2), let width = big(position + 7, 2) else { return nil }
        return (width, height, false)
      default:
        guard kind != 0xD9, kind != 0xDA, let length = big(position + 2, 2), length >= 2 else { return nil }
        position += 2 + length
      }
    }
    return nil
  }

  /// The screen's size, and whether a second picture follows the first.
  var gif: Facts? {
    guard let width = little(6, 2), let height = little(8, 2), let flags = byte(10) else { return nil }
    var position = 13 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
    var pictures = 0
    while let kind = byte(position), pictures < 2 {
      if kind == 0x21 {
        position += 2
      } else if kind == 0x2C, let flags = byte(position + 9) {
        pictures += 1
        position += 11 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
      } else {
        break
      }
      // Sub-blocks, up to the empty one.
      while let length = byte(position), length > 0 { position += 1 + length }
      position += 1
    }
    return (width, height, pictures > 1)
  }

  /// Lossy, lossless and extended files each say it in their own way.
  var webp: Facts? {
    switch name(12) {
    case "VP8 ":
      guard has([0x9D, 0x01, 0x2A], at: 23), let width = little(26, 2), let height = little(28, 2) else { return nil }
      return (width & 0x3FFF, height & 0x3FFF, false)
    case "VP8L":
      guard byte(20) == 0x2F, let bits = little(21, 4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, false)
    case "VP8X":
      guard let flags = byte(20), let width = little(24, 3), let height = little(27, 3) else { return nil }
      return (width + 1, height + 1, flags & 0x02 != 0)
    default: return nil
    }
  }
}
