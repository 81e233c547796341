/// The sandbox's accounts, by their `acct`: the user's and the residents'.
enum Resident: String, CaseIterable, Codable, Sendable {
  case you, wren, rook, heron, chinatsu, zoe, tides, moss
  case pool = "pool@shore.example"
  case noura = "noura@dunes.example"
  case juniper = "juniper@shore.example"

  var acct: String { rawValue }

  /// The residents who post and reply: all but the user and the bot.
  static let humans = allCases.filter { $0 != .you && $0 != .tides }

  var language: String {
    switch self {
    case .chinatsu: "ja"
    case .noura: "ar"
    default: "en"
    }
  }
}

/// A reproducible random number generator (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Codable, Sendable, Equatable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random duration, in whole milliseconds.
  mutating func seconds(_ range: ClosedRange<Double>) -> Double {
    let steps = Int((range.upperBound - range.lowerBound) * 1000)
    return range.lowerBound + Double(Int.random(in: 0...max(steps, 0), using: &self)) / 1000
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &self) }

  /// Returns `true` with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
