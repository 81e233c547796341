internal import Synchronization

/// Chooses the faults of a server by rules, and counts the requests that each rule matches.
///
/// Rules can be replaced while the server runs. The first matching rule whose turn it is wins.
public final class FaultInjector: Sendable {
  private struct State {
    var rules: [FaultRule]
    var seen: [Int]
    var random: SeededRandom
  }

  private let state: Mutex<State>
  private let seed: UInt64

  /// Creates an injector; the same seed gives the same random choices.
  public init(_ rules: [FaultRule] = [], seed: UInt64 = 1) {
    self.seed = seed
    state = Mutex(Self.start(rules, seed))
  }

  public var rules: [FaultRule] { state.withLock { $0.rules } }

  /// Replaces the rules and restarts all counts.
  public func replace(with rules: [FaultRule]) { state.withLock { $0 = Self.start(rules, seed) } }

  private static func start(_ rules: [FaultRule], _ seed: UInt64) -> State {
    State(rules: rules, seen: Array(repeating: 0, count: rules.count), random: SeededRandom(seed: seed))
  }

  /// The fault for a request; call it once per request.
  func fault(for request: SandboxRequest, isUpgrade: Bool) -> Fault? {
    state.withLock { state in
      var fault: Fault?
      for (index, rule) in state.rules.enumerated() where rule.matches(request, isUpgrade: isUpgrade) {
        // Every matching rule counts, even after a fault has been chosen: "first 3" means requests, not faults.
        state.seen[index] += 1
        let count = state.seen[index]
        let isDue =
          switch rule.frequency {
          case .always: true
          case .first(let limit): count <= limit
          case .after(let limit): count > limit
          case .every(let step): count.isMultiple(of: step)
          case .chance(let probability): Double.random(in: 0..<1, using: &state.random) < probability
          }
        if isDue, fault == nil { fault = rule.fault }
      }
      return fault
    }
  }
}
