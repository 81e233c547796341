/// The people of the town, by the name that others type.
enum Resident: String, CaseIterable, Codable, Sendable {
  case you, wren, rook, heron, chinatsu, zoe, tides, moss
  case pool = "pool@shore.example"
  case noura = "noura@dunes.example"
  case juniper = "juniper@shore.example"

  var acct: String { rawValue }

  /// The residents who talk: everybody but the reader and the program.
  static let humans = allCases.filter { $0 != .you && $0 != .tides }

  /// What they write in, unless they say otherwise.
  var language: String {
    switch self {
    case .chinatsu: "ja"
    case .noura: "ar"
    default: "en"
    }
  }
}

/// Numbers that depend on the seed alone (SplitMix64).
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

  /// A number between two others, to the millisecond.
  mutating func seconds(_ range: ClosedRange<Double>) -> Double {
    let steps = Int((range.upperBound - range.lowerBound) * 1000)
    return range.lowerBound + Double(Int.random(in: 0...max(steps, 0), using: &self)) / 1000
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &self) }

  /// True so many times out of a hundred.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
