/// A recording that the sandbox's residents have posted, made from numbers: a hum that swells and fades.
///
/// The file's name says Ogg and its bytes are WAV, so that a client has to detect the format.
enum GeneratedSound {
  /// Generates the recording with a name; `nil` if there is none.
  static func file(named name: String) -> [UInt8]? { name == "hum.ogg" ? wav(hum) : nil }

  private static let rate = 1000

  /// 184 seconds of 100 Hz with an overtone, which swell and fade.
  private static var hum: [UInt8] {
    (0..<rate * 184).map { index in
      // Triangles need no trigonometry.
      let (low, high) = (triangle(index, period: 10), triangle(index, period: 7))
      let loudness = 60 + triangle(index, period: rate * 46) / 2
      return UInt8(clamping: 128 + (low * 3 + high) * loudness / 512)
    }
  }

  /// From -100 to 100.
  private static func triangle(_ index: Int, period: Int) -> Int {
    let phase = index % period * 400 / period
    return phase < 200 ? phase - 100 : 300 - phase
  }

  /// Wraps samples of one byte in a WAV file.
  private static func wav(_ samples: [UInt8]) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
      + bytes(1, 2) + bytes(rate, 4) + bytes(rate, 4) + bytes(1, 2) + bytes(8, 2) + Array("data".utf8)
      + bytes(samples.count, 4) + samples
  }
}
