public import FeatureKit
public import TerminalKit

/// What the prompt needs of the app, as closures, so that it can be driven by any root and tested without one.
@MainActor
public struct Host {
  /// The verbs that can be typed now, the innermost layer first.
  public var layers: () -> [VerbLayer]
  /// The screen on top: the presented sheet's, else the tab's path's last.
  public var screen: () -> Screen
  /// Where the person is, for the prompt: `sandbox · home`, `post by Rook`.
  public var location: () -> [String]
  /// Whose account it is, `user@host`.
  public var account: () -> String
  /// The layout for a width.
  public var layout: (_ width: Int) -> Layout
  /// The theme to draw with.
  public var theme: () -> Theme
  /// The width that the person set, or `nil` for the terminal's.
  public var width: () -> Int?
  /// Finds the thing behind an address.
  public var resolve: (_ address: String, _ kind: String) async throws -> Reference
  /// What the numbers of the last printed screen stand for, from an earlier run.
  public var recall: () -> [Int: [Reference]]
  /// Keeps what the numbers stand for, for the next run.
  public var remember: ([Int: [Reference]]) -> Void
  /// What may be mentioned and begins so, for completion: `@rook`, `#canal`.
  public var mentions: (_ beginning: String) -> [String]
  /// What happened meanwhile, to be printed above the line that is typed.
  public var notes: AsyncStream<StyledText>
  /// What a newcomer reads first, or `nil` if there is nothing to say.
  public var greeting: () -> Document?
  /// Does what was kept waiting until the line was done; whether another screen is on top now.
  public var settle: () async -> Bool
  /// The command that Return stands for below the greeting, until something else is typed; `nil` for none.
  public var firstReturn: () -> String?
  /// Remembers what a verb has answered.
  public var remembered: (Toast) -> Void
  /// The file in which the present account's lines are kept for the next run; `nil` for none.
  public var historyFile: () -> String?
  /// Whether lines with a text for others are kept there too.
  public var keepsTexts: () -> Bool
  /// The time since some moment that stays the same, to measure with.
  public var uptime: () -> Duration
  /// Hears that a verb ran, by its name, and how long it took.
  public var ran: (_ verb: String, _ duration: Duration) -> Void

  /// How many requests that change something were sent to the server so far, also by others than commands.
  public var changesSent: () -> Int
  /// Hears before each command, and behind it, whether what is printed is JSON for another program.
  public var setData: (Bool) -> Void

  /// Makes a host; every part is needed.
  public init(
    layers: @escaping () -> [VerbLayer], screen: @escaping () -> Screen, location: @escaping () -> [String],
    account: @escaping () -> String, layout: @escaping (_ width: Int) -> Layout, theme: @escaping () -> Theme,
    width: @escaping () -> Int?,
    resolve: @escaping (_ address: String, _ kind: String) async throws -> Reference,
    recall: @escaping () -> [Int: [Reference]], remember: @escaping ([Int: [Reference]]) -> Void,
    mentions: @escaping (_ beginning: String) -> [String], notes: AsyncStream<StyledText>,
    greeting: @escaping () -> Document?,
    settle: @escaping () async -> Bool, firstReturn: @escaping () -> String?, remembered: @escaping (Toast) -> Void,
    historyFile: @escaping () -> String?, keepsTexts: @escaping () -> Bool,
    uptime: @escaping () -> Duration, ran: @escaping (_ verb: String, _ duration: Duration) -> Void,
    changesSent: @escaping () -> Int, setData: @escaping (Bool) -> Void
  ) {
    self.layers = layers
    self.screen = screen
    self.location = location
    self.account = account
    self.layout = layout
    self.theme = theme
    self.width = width
    self.resolve = resolve
    self.recall = recall
    self.remember = remember
    self.mentions = mentions
    self.notes = notes
    self.greeting = greeting
    self.settle = settle
    self.firstReturn = firstReturn
    self.remembered = remembered
    self.historyFile = historyFile
    self.keepsTexts = keepsTexts
    self.uptime = uptime
    self.ran = ran
    self.changesSent = changesSent
    self.setData = setData
  }
}
