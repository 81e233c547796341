import FeatureKit
import FoundationEssentials
import IntentKit
import TerminalKit

extension Intents.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    private static let path = "/run/user/1000/howdah/intents.sock"
    private static let time = Date(timeIntervalSince1970: 1_763_734_920)

    public let quiet = Intents.State(socket: .open(path))
    public let busy = Intents.State(
      socket: .open(path), subscribers: 2,
      requests: [
        IntentRecord(time: time, summary: "open a post", outcome: "waiting for Return"),
        IntentRecord(
          time: time.addingTimeInterval(-120), summary: "compose a text", outcome: "saved as a draft"),
        IntentRecord(
          time: time.addingTimeInterval(-4000), summary: "open a link",
          outcome: "refused: shore.example found nothing at https://nowhere.example/@someone/1."),
      ])
    public let one = Intents.State(socket: .open(path), subscribers: 1)
    /// A Howdah that was started later owns the socket.
    public let taken = Intents.State(socket: .taken(path))
    /// There is no folder for a socket.
    public let closed = Intents.State(socket: .closed("XDG_RUNTIME_DIR is not set."))
    public let hostile = Intents.State(
      socket: .open(path),
      requests: [IntentRecord(time: time, summary: "open a link", outcome: "refused: \u{1B}[2J\u{202E}evil")])
  }
}

extension Intents.Action {
  /// Actions that repeat their arguments.
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let echo = Intents.Action(
      compose: { .success("compose: \($0)") },
      open: { .success("open: \($0)") },
      unread: { UnreadSummary.fixtures.one }, whoami: { IntentResponder.fixtures.alone },
      events: { AsyncThrowingStream { $0.finish() } })
  }
}
