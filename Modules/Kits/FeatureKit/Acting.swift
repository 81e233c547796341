public import TerminalKit

/// Another signed-in account that one command acts as, without switching to it.
@MainActor
public struct Acting {
  /// The account, `user@host`.
  public let account: String
  /// The commands that run as the account.
  public let verbs: [Verb]
  /// Finds what an address refers to on the account's server.
  public let resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference
  /// Finds on the account's server what the current account's server knows by another id.
  public let translated: (Reference) async throws -> Reference
  /// The number of changing requests sent for the account.
  public let changesSent: () -> Int
  /// Who can see new posts of the account, unless a command says so: `public`.
  public let visibility: () async -> String
  /// Whether it has opened a screen among the current account's.
  public let hasOpenedScreen: () -> Bool

  /// Creates a value from its closures, which own what the command needs.
  public init(
    account: String, verbs: [Verb],
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
    translated: @escaping (Reference) async throws -> Reference, changesSent: @escaping () -> Int,
    visibility: @escaping () async -> String, hasOpenedScreen: @escaping () -> Bool
  ) {
    self.visibility = visibility
    self.hasOpenedScreen = hasOpenedScreen
    self.account = account
    self.verbs = verbs
    self.resolve = resolve
    self.translated = translated
    self.changesSent = changesSent
  }
}

/// A command that lists the requests that would change something in place of sending them.
///
/// It runs in a session of its own, so that nothing of it stays: no draft, no mark on a screen, nothing to undo.
@MainActor
public struct DryRun {
  /// The account and its commands.
  public let acting: Acting
  /// Thrown where the command would open a screen.
  public let opensScreen: AppError
  /// Tells the app whether what it shows is only tried, so that nothing of it counts as read.
  public let setTried: (Bool) -> Void
  /// The requests that the command would send.
  public let requests: () -> [PlannedRequest]
  /// The requests that the app would send by itself for what it shows, such as how far it was read.
  public let visits: () -> [PlannedRequest]
  public let isComplete: () -> Bool

  public init(
    acting: Acting, opensScreen: AppError, setTried: @escaping (Bool) -> Void,
    requests: @escaping () -> [PlannedRequest], visits: @escaping () -> [PlannedRequest],
    isComplete: @escaping () -> Bool
  ) {
    self.acting = acting
    self.opensScreen = opensScreen
    self.setTried = setTried
    self.requests = requests
    self.visits = visits
    self.isComplete = isComplete
  }
}
