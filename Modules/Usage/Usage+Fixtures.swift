import FoundationEssentials
import MastodonKit

extension Usage.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Recording was never turned on.
    public let off = Usage.State(isOn: false, records: [], file: file)
    public let empty = Usage.State(isOn: true, records: [], file: file)
    public let several = Usage.State(isOn: true, records: Usage.Record.fixtures.morning, file: file)
    /// Recording was turned off after one run.
    public let stopped = Usage.State(isOn: false, records: Array(Usage.Record.fixtures.morning.prefix(1)), file: file)
  }

  private static let file = "~/.local/state/howdah/usage.log"
}

extension Usage.Record {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Seven runs of four commands.
    public let morning: [Usage.Record] = [
      ("home", 212, 90), ("open", 88, 84), ("fav", 41, 83), ("fav", 39, 82), ("home", 10_412, 60), ("post", 733, 12),
      ("fav", 125_000, 3),
    ].map { Usage.Record(time: .fixture(minutesAgo: $0.2), command: $0.0, milliseconds: $0.1) }
  }
}

extension Usage.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Usage.Action(clear: {})
  }
}
