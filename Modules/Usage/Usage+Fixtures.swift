import FoundationEssentials
import MastodonKit

extension Usage.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// As it is at first.
    public let off = Usage.State(isOn: false, records: [], file: file)
    /// Just begun.
    public let empty = Usage.State(isOn: true, records: [], file: file)
    /// A morning.
    public let several = Usage.State(isOn: true, records: Usage.Record.fixtures.morning, file: file)
    /// Something is there from before.
    public let stopped = Usage.State(isOn: false, records: Array(Usage.Record.fixtures.morning.prefix(1)), file: file)
  }

  private static let file = "~/.local/state/howdah/usage.log"
}

extension Usage.Record {
  /// Runs of an invented morning.
  public static let fixtures = Fixtures()

  /// Runs with fixed times.
  public struct Fixtures: Sendable {
    /// Seven runs of four verbs.
    public let morning: [Usage.Record] = [
      ("home", 212, 90), ("open", 88, 84), ("fav", 41, 83), ("fav", 39, 82), ("home", 10_412, 60), ("post", 733, 12),
      ("fav", 125_000, 3),
    ].map { Usage.Record(time: .fixture(minutesAgo: $0.2), verb: $0.0, milliseconds: $0.1) }
  }
}

extension Usage.Action {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews and tests.
  @MainActor
  public struct Fixtures {
    /// Keeps the log.
    public let none = Usage.Action(
      clear: {})
  }
}
