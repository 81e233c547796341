import Accounts
import AppPreferences
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NotificationsFeature
import SandboxHost
import TerminalKit

extension AppCoordinator {
  /// Makes everything that exists because an account is signed in.
  static func createSession(
    for account: SignedInAccount, dependencies: AppDependencies, accounts: AccountManager, storage: Database,
    sandbox: EmbeddedSandbox, relay: StatusRelay, notices: ToastCenter, choice: Choice
  ) throws -> AccountSession {
    let tokens = createTokens(
      for: account, dependencies: dependencies, accounts: accounts, notices: notices)
    let client = try createClient(for: account, tokens: tokens, dependencies: dependencies, sandbox: sandbox)
    var state = Home.State(me: account.identity.accountID)
    if let pageSize = choice.pageSize { state.limit = pageSize }
    return AccountSession(
      identity: account.identity, obstacle: account.obstacle, client: client,
      tokens: tokens,
      serverPreferences: ServerPreferences(
        storage: !account.identity.isOnServer
          ? .none
          : .file(ServerPreferencesFile(locations: dependencies.locations, account: account.identity.id)),
        service: client.profileService),
      settings: try createSettings(for: account, dependencies: dependencies),
      drafts: account.obstacle.map(DraftService.refusing) ?? storage.draftService(account: account.identity.id),
      home: Home.Model(
        state: state, timelines: client.timelineService, statuses: client.statusService,
        // A script reads for nobody, and pays for no database.
        positions: choice.isConversation ? storage.readingPositions(account: account.identity.id) : .none,
        now: dependencies.now,
        statusChanged: { [weak relay] in relay?.changed($0) }, statusRemoved: { [weak relay] in relay?.removed($0) }),
      notifications: Notifications.Model(
        state: Notifications.State(me: account.identity.accountID), service: client.notificationService,
        reader: { [weak relay] in
          let choice = relay?.coordinator?.choice
          return Notifications.Reader(marks: choice?.isShown ?? false, counts: choice?.isData ?? false)
        }))
  }

  /// Reads what was set for the account; a file that cannot be read is an error, since it may say who sees a post.
  private static func createSettings(
    for account: SignedInAccount, dependencies: AppDependencies
  ) throws -> AccountSettings {
    if let obstacle = account.obstacle { return AccountSettings(values: [:]) { _, _ in throw obstacle } }
    return try AccountSettings(
      file: PreferencesFile(locations: dependencies.locations, account: account.identity.id))
  }

  private static func createClient(
    for account: SignedInAccount, tokens: RenewingTokens?, dependencies: AppDependencies, sandbox: EmbeddedSandbox
  ) throws -> MastodonClient {
    guard let server = account.server else {
      guard account.identity.isSandbox else {
        // No request leaves, whatever asks for one.
        return MastodonClient(
          server: try ServerAddress(scheme: .https, host: "signed-out.invalid"), transport: .signedOut,
          tokens: .signedOut, userAgent: AppVersion.userAgent, now: dependencies.now)
      }
      return MastodonClient(
        server: try ServerAddress(scheme: .https, host: "sandbox.example"), transport: .sandbox(sandbox),
        tokens: TokenSource { await sandbox.token() },
        userAgent: AppVersion.userAgent, now: dependencies.now)
    }
    return MastodonClient(
      server: server, transport: dependencies.connect(server, dependencies.network),
      tokens: tokens?.source ?? .signedOut, userAgent: AppVersion.userAgent,
      retries: dependencies.retries, now: dependencies.now)
  }

  /// Makes what keeps the account's token fresh; what it needs for that is read when a token has to be renewed.
  private static func createTokens(
    for account: SignedInAccount, dependencies: AppDependencies, accounts: AccountManager, notices: ToastCenter
  ) -> RenewingTokens? {
    guard let server = account.server else { return nil }
    return RenewingTokens(
      account.token,
      access: accounts.tokenAccess(for: account.identity.id, at: server, connector: dependencies.connector) { error in
        notices.post(
          StyledText(
            "A new token could not be kept, so the next run signs in again. \(AppError(error).words)", .warning))
      })
  }

  /// Makes the task that belongs to the signed-in account; it holds the root weakly, or neither would ever be released.
  func createLifecycle() -> KeyedTask<AccountIdentity> {
    KeyedTask { [weak self] identity in
      let stream = await self?.seed(identity)
      guard !Task.isCancelled, let unstreamed = self?.unstreamed(identity) else { return }
      self?.streamConnection = nil
      let events = LiveEvents(coordinator: self)
      self?.ledger.enter(.streamWatcher, events)
      if let stream {
        for await signal in stream.signals(.user) {
          guard !Task.isCancelled, self?.session.identity == identity else { return }
          await events.take(signal)
        }
      } else {
        await events.take(.connection(.ended(unstreamed)))
      }
      // Where there is no stream, asking now and then is the next best.
      while events.mustAsk, !Task.isCancelled, self?.session.identity == identity {
        do { try await Task.sleep(for: LiveEvents.betweenQuestions) } catch { return }
        await events.ask()
      }
    }
  }

  /// Why this account has no stream where its server offers none; `nil` where no events are wanted.
  private func unstreamed(_ identity: AccountIdentity) -> MastodonError? {
    guard session.identity == identity, preferences.live != .off else { return nil }
    return .unsupported(host: session.client.server.name, operation: "stream live events")
  }

  /// Asks the server who is signed in and what it is like, and answers the stream to watch, if one is wanted.
  func seed(_ identity: AccountIdentity) async -> StreamService? {
    guard session.identity == identity else { return nil }
    let session = session
    await session.introduce()
    guard !Task.isCancelled, self.session === session else { return nil }
    await session.serverPreferences.refresh()
    guard !Task.isCancelled, self.session === session else { return nil }
    await watchPushes()
    guard !Task.isCancelled, self.session === session, preferences.live != .off,
      session.capabilities?.offers(.streaming) ?? true
    else { return nil }
    return session.streams
  }
}
