public import FeatureKit
public import MastodonClient
public import TerminalKit

/// The parts of the current session that signing in and out reads.
public struct CurrentSession: Sendable {
  /// Identifies the account in use.
  public let identity: AccountIdentity
  public let server: ServerAddress
  /// Keeps the account's token fresh; `nil` in the sandbox and while signed out.
  public let tokens: RenewingTokens?
  /// The state of the live updates; `nil` in a run without them.
  public let liveUpdates: LiveUpdates?

  /// The state of the live updates, for the list of accounts.
  public struct LiveUpdates: Sendable {
    /// The name of the state in data.
    public let name: String
    public let text: StyledText

    public init(name: String, text: StyledText) {
      self.name = name
      self.text = text
    }
  }

  public init(
    identity: AccountIdentity, server: ServerAddress, tokens: RenewingTokens?, liveUpdates: LiveUpdates?
  ) {
    self.identity = identity
    self.server = server
    self.tokens = tokens
    self.liveUpdates = liveUpdates
  }
}

/// The app's services for ``SignInCoordinator``.
@MainActor
public struct SignInContext {
  let session: @MainActor () throws -> CurrentSession
  let choice: @MainActor () throws -> AccountChoice
  let isInteractive: @MainActor () -> Bool
  let install: @MainActor (SignedInAccount) throws -> Void
  let forgetChoice: @MainActor () -> Void
  let askForServer: @MainActor () -> Response
  let restartStream: @MainActor () -> Void
  let refreshServerPreferences: @MainActor () async -> Void
  let post: @MainActor (StyledText) -> Void
  let forgetPushes: @MainActor (_ account: String) -> Void
  let texts: @MainActor (_ account: String) throws -> String?
  let forgetTexts: @MainActor (_ account: String, _ keepingTexts: Bool) throws -> Void
  let archiveLimit: @MainActor () -> String?
  let unread: @MainActor @Sendable (_ account: String) async throws -> Int

  /// Creates a context; every part is needed.
  ///
  /// - Parameters:
  ///   - isInteractive: Whether the user can be asked for more than one line.
  ///   - forgetChoice: Drops the account chosen on the command line, after it was signed out.
  ///   - texts: The drafts and what waits to be sent, counted in words; `nil` if there is nothing.
  ///   - forgetTexts: Deletes what this machine has read and searched with an account, and its texts unless they are kept.
  ///   - archiveLimit: How much of what is read is kept on this machine, `500MB`; `nil` for nothing, and if the user was told.
  ///   - unread: Asks an account's server for the number of its unread notifications.
  public init(
    session: @escaping @MainActor () throws -> CurrentSession, choice: @escaping @MainActor () throws -> AccountChoice,
    isInteractive: @escaping @MainActor () -> Bool, install: @escaping @MainActor (SignedInAccount) throws -> Void,
    forgetChoice: @escaping @MainActor () -> Void, askForServer: @escaping @MainActor () -> Response,
    restartStream: @escaping @MainActor () -> Void, refreshServerPreferences: @escaping @MainActor () async -> Void,
    post: @escaping @MainActor (StyledText) -> Void, forgetPushes: @escaping @MainActor (_ account: String) -> Void,
    texts: @escaping @MainActor (_ account: String) throws -> String?,
    forgetTexts: @escaping @MainActor (_ account: String, _ keepingTexts: Bool) throws -> Void,
    archiveLimit: @escaping @MainActor () -> String?,
    unread: @escaping @MainActor @Sendable (_ account: String) async throws -> Int
  ) {
    self.session = session
    self.choice = choice
    self.isInteractive = isInteractive
    self.install = install
    self.forgetChoice = forgetChoice
    self.askForServer = askForServer
    self.restartStream = restartStream
    self.refreshServerPreferences = refreshServerPreferences
    self.post = post
    self.forgetPushes = forgetPushes
    self.texts = texts
    self.forgetTexts = forgetTexts
    self.archiveLimit = archiveLimit
    self.unread = unread
  }

  /// The notice that what the user reads is kept on this machine.
  public static func archiveNotice(limit: String) -> StyledText {
    let size = limit == "forever" ? "" : ", up to \(limit)"
    return StyledText(
      "What you read is kept on this machine\(size): archive shows it, set archive off ends it.", .secondary)
  }
}
