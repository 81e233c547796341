import FeatureKit
import FoundationEssentials
import TerminalKit

extension Intents.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    private static let path = "/run/user/1000/howdah/intents.sock"
    private static let time = Date(timeIntervalSince1970: 1_763_734_920)

    /// Nobody has asked for anything.
    public let quiet = Intents.State(door: .open(path))
    /// A busy day.
    public let busy = Intents.State(
      door: .open(path), subscribers: 2,
      requests: [
        Intents.Request(time: time, words: "open a post", outcome: "waits for Return"),
        Intents.Request(
          time: time.addingTimeInterval(-120), words: "write a text", outcome: "kept as a draft"),
        Intents.Request(
          time: time.addingTimeInterval(-4000), words: "open a link",
          outcome: "refused: shore.example knows nothing at https://nowhere.example/@someone/1."),
      ])
    /// One listener.
    public let one = Intents.State(door: .open(path), subscribers: 1)
    /// Another Howdah was started later.
    public let taken = Intents.State(door: .taken(path))
    /// There is no folder to be found in.
    public let closed = Intents.State(door: .closed("XDG_RUNTIME_DIR is not set."))
    /// Somebody tries to take over the terminal.
    public let hostile = Intents.State(
      door: .open(path),
      requests: [Intents.Request(time: time, words: "open a link", outcome: "refused: \u{1B}[2J\u{202E}evil")])
  }
}

extension Intents.Unread {
  /// Fixed counts.
  public static let fixtures = Fixtures()

  /// One for each way to say it.
  public struct Fixtures: Sendable {
    /// Nothing.
    public let none = Intents.Unread(account: "wren@garden.example", notifications: 0, hasMore: false, home: 0)
    /// One of each.
    public let one = Intents.Unread(account: "wren@garden.example", notifications: 1, hasMore: false, home: 1)
    /// More than were counted, and no timeline was shown.
    public let many = Intents.Unread(account: "wren@garden.example", notifications: 40, hasMore: true, home: nil)
  }
}

extension Intents.Who {
  /// Fixed answers.
  public static let fixtures = Fixtures()

  /// One for each way to say it.
  public struct Fixtures: Sendable {
    /// A Howdah runs.
    public let running = Intents.Who(account: "wren@garden.example", isSandbox: false, process: 4021)
    /// None does.
    public let alone = Intents.Who(account: "you@sandbox", isSandbox: true, process: nil)
  }
}

extension Intents.Action {
  /// Actions that say what they were asked.
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  /// Ways in which the root can answer.
  @MainActor
  public struct Fixtures {
    /// Says it back.
    public let echo = Intents.Action(
      compose: { .toast(Toast(.success, StyledText("compose: \($0)"))) },
      open: { .toast(Toast(.success, StyledText("open: \($0)"))) },
      unread: { Intents.Unread.fixtures.one }, whoami: { Intents.Who.fixtures.alone },
      events: { AsyncThrowingStream { $0.finish() } })
  }
}
