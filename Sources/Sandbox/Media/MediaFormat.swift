/// The format of a file, detected by its first bytes; names and declared types are not trusted.
enum MediaFormat: String, Sendable, CaseIterable {
  case png, jpeg, gif, webp, mp4, webm, ogg, mp3, wav, flac

  init?(of bytes: [UInt8]) {
    func has(_ signature: [UInt8], at start: Int = 0) -> Bool {
      bytes.count >= start + signature.count && bytes[start..<start + signature.count].elementsEqual(signature)
    }
    func says(_ text: String, at start: Int = 0) -> Bool { has(Array(text.utf8), at: start) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if says("GIF87a") || says("GIF89a") {
      self = .gif
    } else if says("RIFF"), says("WEBP", at: 8) {
      self = .webp
    } else if says("RIFF"), says("WAVE", at: 8) {
      self = .wav
    } else if says("ftyp", at: 4) {
      self = .mp4
    } else if has([0x1A, 0x45, 0xDF, 0xA3]) {
      self = .webm
    } else if says("OggS") {
      self = .ogg
    } else if says("ID3") || has([0xFF, 0xFB]) || has([0xFF, 0xF3]) {
      self = .mp3
    } else if says("fLaC") {
      self = .flac
    } else {
      return nil
    }
  }

  /// The type's name in the API.
  var type: String {
    switch self {
    case .png, .jpeg, .gif, .webp: "image"
    case .mp4, .webm: "video"
    case .ogg, .mp3, .wav, .flac: "audio"
    }
  }

  var contentType: String {
    switch self {
    case .png, .jpeg, .gif, .webp: "image/\(rawValue)"
    case .mp4, .webm: "video/\(rawValue)"
    case .mp3: "audio/mpeg"
    case .ogg, .wav, .flac: "audio/\(rawValue)"
    }
  }

  /// The size in an image's header; `nil` for other formats and truncated headers.
  func size(of bytes: [UInt8]) -> PixelSize? {
    let reader = HeaderReader(bytes: bytes)
    return switch self {
    case .png: reader.png()
    case .jpeg: reader.jpeg()
    case .gif: reader.gif()
    case .webp: reader.webp()
    case .mp4, .webm, .ogg, .mp3, .wav, .flac: nil
    }
  }
}

struct PixelSize: Sendable, Equatable {
  var width: Int
  var height: Int

  init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// The number of pixels; the greatest number that there is for a header that claims more.
  var area: Int {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : area
  }

  /// The largest size of the same shape within a number of pixels.
  func fitting(_ points: Int) -> PixelSize {
    let scale = (Double(points) / (Double(width) * Double(height))).squareRoot()
    guard scale < 1 else { return self }
    var small = self
    small.width = max(1, Int((Double(width) * scale).rounded()))
    small.height = max(1, Int((Double(height) * scale).rounded()))
    return small
  }
}

/// Reads numbers from a file's header; `nil` beyond its end.
private struct HeaderReader {
  let bytes: [UInt8]

  private func byte(_ index: Int) -> Int? { bytes.indices.contains(index) ? Int(bytes[index]) : nil }

  private func big(_ start: Int, _ count: Int) -> Int? { number((start..<start + count).map(byte)) }
  private func little(_ start: Int, _ count: Int) -> Int? { number((start..<start + count).reversed().map(byte)) }

  private func number(_ digits: [Int?]) -> Int? {
    var value = 0
    for digit in digits {
      guard let digit else { return nil }
      value = value << 8 | digit
    }
    return value
  }

  func png() -> PixelSize? { PixelSize(big(16, 4), big(20, 4)) }
  func gif() -> PixelSize? { PixelSize(little(6, 2), little(8, 2)) }

  /// Searches the segments for a frame header.
  func jpeg() -> PixelSize? {
    var position = 2
    while let marker = byte(position), marker == 0xFF, let kind = byte(position + 1) {
      if kind == 0xFF {
        position += 1
      } else if (0xC0...0xCF).contains(kind), kind != 0xC4, kind != 0xC8, kind != 0xCC {
        return PixelSize(big(position + 7, 2), big(position + 5, 2))
      } else if let length = big(position + 2, 2), length >= 2 {
        position += 2 + length
      } else {
        return nil
      }
    }
    return nil
  }

  /// Reads the size from a lossy, lossless or extended WebP file.
  func webp() -> PixelSize? {
    guard bytes.count > 16 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return PixelSize(little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
    case "VP8L":
      guard let bits = little(21, 4) else { return nil }
      return PixelSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X": return PixelSize(little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
    default: return nil
    }
  }
}
