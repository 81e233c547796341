internal import Synchronization

/// The rules by which a server fails, and how many requests each of them has seen.
///
/// Rules can be changed while the server runs. Among those that match a request the first whose turn it is decides.
public final class FaultInjector: Sendable {
  private struct State {
    var rules: [FaultRule]
    var seen: [Int]
    var random: SeededRandom
  }

  private let state: Mutex<State>
  private let seed: UInt64

  /// Writes the rules down; the same seed throws the same dice.
  public init(_ rules: [FaultRule] = [], seed: UInt64 = 1) {
    self.seed = seed
    state = Mutex(Self.start(rules, seed))
  }

  /// The rules that are in force.
  public var rules: [FaultRule] { state.withLock { $0.rules } }

  /// Puts other rules in force; all counting begins anew.
  public func replace(with rules: [FaultRule]) { state.withLock { $0 = Self.start(rules, seed) } }

  private static func start(_ rules: [FaultRule], _ seed: UInt64) -> State {
    State(rules: rules, seen: Array(repeating: 0, count: rules.count), random: SeededRandom(seed: seed))
  }

  /// What is to happen to a request; asked once for each.
  func fault(for request: SandboxRequest, isUpgrade: Bool) -> Fault? {
    state.withLock { state in
      var fault: Fault?
      for (index, rule) in state.rules.enumerated() where rule.matches(request, isUpgrade: isUpgrade) {
        // Every rule that matches counts, whether or not an earlier one has decided: "first 3" means requests.
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
