/// A picture's main colours in a few letters (github.com/woltapp/blurhash, Algorithm.md), to be drawn before it is there.
public struct Blurhash: Hashable, Sendable {
  public let across: Int
  public let down: Int
  /// Red, green and blue of each wave in linear light; the first is the average.
  private let waves: [SIMD3<Double>]

  /// Reads a hash; `nil` for anything else.
  public init?(_ text: String) {
    let digits = text.utf8.map { Self.values[Int($0)] }
    // The longest has nine waves each way.
    guard (6...166).contains(digits.count), !digits.contains(-1) else { return nil }
    func number(_ start: Int, _ count: Int) -> Int {
      var number = 0
      for digit in digits[start..<start + count] { number = number * 83 + digit }
      return number
    }
    let size = number(0, 1)
    guard size < 81 else { return nil }
    across = size % 9 + 1
    down = size / 9 + 1
    let count = across * down
    guard digits.count == 4 + 2 * count else { return nil }
    let average = number(2, 4)
    guard average < 1 << 24 else { return nil }
    let strongest = Double(number(1, 1) + 1) / 166
    var waves = [
      SIMD3(Self.light(average >> 16 & 0xFF), Self.light(average >> 8 & 0xFF), Self.light(average & 0xFF))
    ]
    for index in 1..<max(count, 1) {
      let value = number(4 + 2 * index, 2)
      guard value < 19 * 19 * 19 else { return nil }
      let parts = [value / 361, value / 19 % 19, value % 19].map { Self.squared(Double($0 - 9) / 9) * strongest }
      waves.append(SIMD3(parts[0], parts[1], parts[2]))
    }
    self.waves = waves
  }

  /// The colours of so many points, row by row.
  public func points(width: Int, height: Int) -> [Color] {
    guard width > 0, height > 0 else { return [] }
    let horizontal = Self.cosines(waves: across, points: width)
    let vertical = Self.cosines(waves: down, points: height)
    var result: [Color] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var color = SIMD3<Double>.zero
        for row in 0..<down {
          let below: Double = vertical[y * down + row]
          for column in 0..<across {
            let share: Double = horizontal[x * across + column] * below
            color += waves[row * across + column] * share
          }
        }
        result.append(Color(red: Self.byte(color.x), green: Self.byte(color.y), blue: Self.byte(color.z)))
      }
    }
    return result
  }

  /// The picture in cells of half blocks; `nil` where there are no colours.
  public func picture(columns: Int, rows: Int, colors: ColorDepth) -> Picture? {
    Picture(points: points(width: columns, height: rows * 2), width: columns, colors: colors)
  }

  /// cos(π·wave·point/points) for each point and each wave.
  private static func cosines(waves: Int, points: Int) -> [Double] {
    (0..<points).flatMap { point in
      (0..<waves).map { wave in cosine(Double(wave * point % (2 * points)) / Double(points)) }
    }
  }

  /// cos(πx) for x from 0 to 2; the mathematical library would be a dependency, and eight terms are exact enough.
  private static func cosine(_ halfTurns: Double) -> Double {
    // Into the first quarter, where the series is quick.
    var x = halfTurns > 1 ? 2 - halfTurns : halfTurns
    var sign = 1.0
    if x > 0.5 {
      x = 1 - x
      sign = -1
    }
    let square = (x * Double.pi) * (x * Double.pi)
    var term = 1.0
    var sum = 1.0
    for step in 1...8 {
      term *= -square / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return sign * sum
  }

  private static func squared(_ value: Double) -> Double { value < 0 ? -value * value : value * value }

  /// The light of a byte of sRGB, from 0 to 1.
  private static func light(_ byte: Int) -> Double { lights[byte] }

  /// The byte of sRGB for so much light: the one whose light is nearest.
  private static func byte(_ light: Double) -> UInt8 {
    var low = 0
    var high = 255
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] <= light { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }

  /// The light of each byte (IEC 61966-2-1).
  private static let lights: [Double] = (0..<256).map { linear(Double($0)) }

  /// The light from which on the next byte is nearer, as the byte itself is rounded.
  private static let thresholds: [Double] = (0..<255).map { linear(Double($0) + 0.5) }

  private static func linear(_ byte: Double) -> Double {
    let value = byte / 255
    return value <= 0.04045 ? value / 12.92 : power24((value + 0.055) / 1.055)
  }

  /// x to the power of 2.4: x² times the fifth root of x².
  private static func power24(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0
    for _ in 0..<60 {
      let fourth: Double = root * root * root * root
      root -= (root * fourth - square) / (5 * fourth)
    }
    return square * root
  }

  /// The value of each byte, -1 for none.
  private static let values: [Int] = {
    var values = [Int](repeating: -1, count: 256)
    let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
    for (index, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = index }
    return values
  }()
}
