import FoundationEssentials

/// Measures the wire without a network; each line is a name, a figure and its unit, for Benchmarks/bench.py.
@main enum WireBenchmark {
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "decode": try Decoding.measure()
    case "events": try await Events.measure()
    case "page": print(String(decoding: try Decoding.page(), as: UTF8.self))
    default: print("usage: WireBenchmark decode | events | page")
    }
  }

  /// Prints one figure.
  static func report(_ name: String, _ figure: Double, _ unit: String) {
    print("\(name)\t\(Double(Int(figure * 10)) / 10)\t\(unit)")
  }

  /// The shortest duration of a closure, of as many runs as fit into two seconds.
  static func quickest(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(2)
    var quickest = try clock.measure(body)
    while clock.now < end { quickest = min(quickest, try clock.measure(body)) }
    return quickest / .seconds(1)
  }
}
