/// The residents' images, generated on request so that none has to be shipped.
///
/// They are small PNG files in shades of grey and blue, always the same, whatever the extension of their names: a
/// client has to detect the format.
struct GeneratedImage {
  /// Generates the image with a name, or its small version; `nil` if there is none.
  static func file(named name: String) -> [UInt8]? {
    switch name {
    case "heron.jpg", "heron-small.jpg": heron.png
    case "wheel.jpg": wheel.png
    default: nil
    }
  }

  private let width: Int
  private let height: Int
  /// Shades from 0 (black) to 255 (nearly white).
  private var shades: [UInt8]

  /// Starts with a vertical gradient.
  init(width: Int, height: Int, ground: (_ y: Double) -> Double) {
    self.width = width
    self.height = height
    shades = []
    for row in 0..<height {
      // Noise, because the gradient would show as stripes.
      for column in 0..<width {
        let grain = Double((row * 31 + column * 17 + row * column % 7) % 3) - 1
        shades.append(Self.byte(ground(Double(row) / Double(height)) + grain))
      }
    }
  }

  private static func byte(_ shade: Double) -> UInt8 { UInt8(min(max(shade, 0), 255)) }

  /// Shades all pixels inside a shape, with coordinates relative to the height.
  mutating func fill(_ shade: Double, _ isInside: (_ x: Double, _ y: Double) -> Bool) {
    for row in 0..<height {
      for column in 0..<width where isInside(Double(column) / Double(height), Double(row) / Double(height)) {
        shades[row * width + column] = Self.byte(shade)
      }
    }
  }

  mutating func ellipse(_ shade: Double, _ x: Double, _ y: Double, _ across: Double, _ down: Double) {
    fill(shade) { ($0 - x) * ($0 - x) / (across * across) + ($1 - y) * ($1 - y) / (down * down) <= 1 }
  }

  mutating func line(
    _ shade: Double, _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ width: Double
  ) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = dx * dx + dy * dy
    fill(shade) { x, y in
      let along = min(max(((x - from.x) * dx + (y - from.y) * dy) / length, 0), 1)
      let (offX, offY) = (x - from.x - along * dx, y - from.y - along * dy)
      return offX * offX + offY * offY <= width * width
    }
  }

  /// A heron at the edge of a canal in fog, with a lock gate behind it.
  private static var heron: GeneratedImage {
    var picture = GeneratedImage(width: 160, height: 120) { $0 < 0.62 ? 205 - 40 * $0 : 120 + 60 * ($0 - 0.62) }
    // The gate, with one balance beam missing on the right.
    picture.fill(150) { x, y in (0.2...0.52).contains(x) && (0.34...0.66).contains(y) }
    picture.line(138, (0.02, 0.36), (0.34, 0.33), 0.018)
    for x in [0.2, 0.36, 0.52] { picture.line(140, (x, 0.3), (x, 0.68), 0.012) }
    // The edge of the canal.
    picture.fill(92) { x, y in y > 0.86 - 0.03 * x }
    // The bird: leg, body, neck, head and beak.
    picture.line(58, (0.86, 0.62), (0.87, 0.86), 0.008)
    picture.ellipse(78, 0.85, 0.54, 0.11, 0.075)
    picture.line(66, (0.76, 0.58), (0.69, 0.66), 0.018)
    picture.line(88, (0.93, 0.5), (0.97, 0.4), 0.022)
    picture.line(88, (0.97, 0.4), (0.92, 0.32), 0.019)
    picture.line(96, (0.92, 0.32), (0.955, 0.25), 0.018)
    picture.ellipse(82, 0.97, 0.235, 0.032, 0.024)
    picture.line(60, (0.99, 0.235), (1.09, 0.25), 0.007)
    return picture
  }

  private static var wheel: GeneratedImage {
    var picture = GeneratedImage(width: 96, height: 96) { 190 - 50 * $0 }
    for (shade, size) in [(50.0, 0.44), (165.0, 0.39), (60.0, 0.06)] { picture.ellipse(shade, 0.5, 0.5, size, size) }
    let ends = [(0.0, 0.39), (0.276, 0.276), (0.39, 0.0), (0.276, -0.276)]
    for (x, y) in ends { picture.line(80, (0.5 - x, 0.5 - y), (0.5 + x, 0.5 + y), 0.006) }
    return picture
  }

  /// The image as a PNG file with an 8-bit palette (w3.org/TR/png-3).
  var png: [UInt8] {
    var header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height))
    header += [8, 3, 0, 0, 0]
    var palette: [UInt8] = []
    for shade in 0..<256 {
      // Dark shades are bluish.
      let blue = min(shade + (255 - shade) / 8, 255)
      palette += [UInt8(shade * 240 / 255), UInt8(shade * 247 / 255), UInt8(blue)]
    }
    var rows: [UInt8] = []
    for row in 0..<height { rows += [0] + shades[row * width..<(row + 1) * width] }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let chunks = [("IHDR", header), ("PLTE", palette), ("IDAT", Self.stored(rows)), ("IEND", [])]
    for (name, body) in chunks { file += Self.chunk(name, body) }
    return file
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    var check: UInt32 = 0xFFFF_FFFF
    for byte in content {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bytes(UInt32(body.count)) + content + bytes(~check)
  }

  /// Encodes in zlib's format without compression (RFC 1950, RFC 1951).
  private static func stored(_ body: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    while start < body.count {
      let count = min(body.count - start, 0xFFFF)
      let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
      result += [start + count == body.count ? 1 : 0, low, high, ~low, ~high] + body[start..<start + count]
      start += count
    }
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in body {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return result + bytes(second << 16 | first)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
