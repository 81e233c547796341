import FeatureKit
import MastodonKit
import StatusKit

extension Rules.State {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let empty = Rules.State()
    let some = Rules.State([
      PostRule(id: 1, .hide, "match:/crypto|nft/i in:home", hits: 12),
      PostRule(id: 2, .alert, "#canal from:@rook", hits: 1), PostRule(id: 4, .hide, "is:boost time:22:00-07:00"),
    ])
    /// One of another version, and rows that are no rules.
    let damaged = Rules.State([PostRule(id: 1, .hide, "color:red lock", hits: 3)], damaged: 2)
    /// A rule that tries to take over the terminal, and a long one.
    let hostile = Rules.State([
      PostRule(id: 1, .hide, "\u{1B}[31mlock\u{202E}\u{7}\ngate"),
      PostRule(id: 2, .hide, Array(repeating: "boats or locks", count: 12).joined(separator: " or "), hits: 4),
    ])
  }
}

extension Rules.Trial {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let none = Rules.Trial("match:/crypto/i", tested: 8)
    let some = Rules.Trial(
      "frost or rain", tested: 8, hits: [.init(2, Status.fixtures.marked), .init(5, Status.fixtures.wideCharacters)])
    let hostile = Rules.Trial("lock", tested: 1, hits: [.init(1, Status.fixtures.hostile)])
  }
}

extension Rules.Action {
  static var fixtures: Fixtures { Fixtures() }

  @MainActor
  struct Fixtures {
    let none = Rules.Action(
      all: { Rules.State() }, add: { PostRule(id: 1, $0, $1) }, delete: { _ in }, check: { _ in },
      shown: { _ in ([:], ArchiveQuery.Reader(host: "shore.example", zone: .utc)) })
  }
}
