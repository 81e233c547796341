/// Generates blurhashes.
///
/// The sandbox does not decode images: a hash is derived from the bytes, so that it is stable and valid for clients to
/// draw.
enum Blurhash {
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  static func invented(for bytes: [UInt8]) -> String {
    var seed: UInt64 = 0xCBF2_9CE4_8422_2325
    // The start and a sample of the rest distinguish images well enough.
    let stride = max(1, bytes.count / 4096)
    for index in Swift.stride(from: 0, to: bytes.count, by: stride) {
      seed = (seed ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
    var random = SeededRandom(seed: seed)
    // 4 × 3 components with moderate colours and low contrast.
    let colour = (0..<3).reduce(0) { sum, _ in sum << 8 | Int.random(in: 64...200, using: &random) }
    let waves = (0..<11).map { _ in
      (0..<3).reduce(0) { sum, _ in sum * 19 + Int.random(in: 6...12, using: &random) }
    }
    return digits(3 + 2 * 9, 1) + digits(24, 1) + digits(colour, 4) + waves.map { digits($0, 2) }.joined()
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    var number = number
    var text: [Character] = []
    for _ in 0..<count {
      text.insert(alphabet[number % 83], at: 0)
      number /= 83
    }
    return String(text)
  }
}
