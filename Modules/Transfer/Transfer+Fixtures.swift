import MastodonKit

extension Transfer.Outcome {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let dryRun = Fixtures.outcome(isDryRun: true) { $0.already = 3 }
    public let unchanged = Fixtures.outcome(isDryRun: true) {
      ($0.added, $0.changed) = ([], [])
      $0.already = 5000
    }
    public let empty = Fixtures.outcome(isDryRun: true) { ($0.added, $0.changed) = ([], []) }
    /// Some lines were not imported.
    public let failures = Fixtures.outcome { outcome in
      outcome.failures = [
        Transfer.Failure(
          line: 4, name: "rook at shore", reason: "It is not an account's address.", code: "invalid_input"),
        Transfer.Failure(
          line: 91, name: "@gone@harbour.example", reason: "There is no such account, or its server does not answer.",
          code: "not_found"),
      ]
    }
    /// It was stopped half-way.
    public let stopped = Fixtures.outcome { outcome in
      outcome.untried = Array(repeating: Transfer.Entry(line: 6, name: "zoe@shore.example"), count: 4120)
    }
    /// Wide characters, and text with control sequences for the terminal.
    public let hostile = Fixtures.outcome { outcome in
      outcome.kind = .lists
      outcome.isDryRun = true
      outcome.added = [Transfer.Entry(line: 1, name: "rook@shore.example", list: "活字 \u{1B}[2J=HYPERLINK(\"x\")")]
      outcome.changed = []
      outcome.failures = [
        Transfer.Failure(
          line: 2, name: "\u{1B}]0;x\u{7}", reason: "It is not an account's address.", code: "invalid_input")
      ]
    }

    private static func outcome(
      isDryRun: Bool = false, _ change: (inout Transfer.Outcome) -> Void
    ) -> Transfer.Outcome {
      var outcome = Transfer.Outcome(kind: .follows, isDryRun: isDryRun)
      outcome.added = [
        Transfer.Entry(line: 2, name: "wren@garden.example"), Transfer.Entry(line: 3, name: "pool@shore.example"),
      ]
      outcome.changed = [
        Transfer.Entry(line: 5, name: "rook@shore.example", options: FollowOptions(showsReblogs: false))
      ]
      change(&outcome)
      return outcome
    }
  }
}
