import ConcurrencyKit
import FeatureKit
public import LocalStore
public import MastodonKit
public import PushKit
public import TerminalKit

/// Manages push subscriptions: the keys of each account, its preferences, and what its server knows of both.
///
/// Created on first use; most runs never need it.
@MainActor
public final class PushCoordinator {
  public struct Dependencies {
    /// The push service of an account's server; `nil` unless the account is the current one.
    public var service: @MainActor (_ account: String) -> PushSubscriptionService?
    /// Shows a message above the prompt.
    public var post: @MainActor (StyledText) -> Void
    public var makeKeys: @MainActor () -> PushKeys
    /// Waits before the next attempt, after a number of failures.
    public var pause: @Sendable (_ failures: Int) async throws -> Void

    public init(
      service: @escaping @MainActor (_ account: String) -> PushSubscriptionService?,
      post: @escaping @MainActor (StyledText) -> Void, makeKeys: @escaping @MainActor () -> PushKeys,
      pause: @escaping @Sendable (_ failures: Int) async throws -> Void
    ) {
      self.service = service
      self.post = post
      self.makeKeys = makeKeys
      self.pause = pause
    }
  }

  /// Waits between attempts: half a minute at first, ten minutes at most.
  public static let backOff: @Sendable (_ failures: Int) async throws -> Void = { failures in
    try await Task.sleep(for: .seconds(min(600, 15 << min(failures, 6))))
  }

  let secrets: Secrets
  let file: PushFile
  private let dependencies: Dependencies
  /// Keeps the server's subscription up to date; keyed by the tokens of the current account.
  private var updating: KeyedTask<PushTokens>?

  /// Creates a coordinator that reads nothing before it is used.
  public init(secrets: Secrets, file: PushFile, dependencies: Dependencies) {
    self.secrets = secrets
    self.file = file
    self.dependencies = dependencies
  }

  /// The account whose subscription is kept up to date, for the ownership graph.
  public var watched: String? { updating?.key.map { "@\($0.account)" } }

  // MARK: - Stored values

  /// The address and the keys of an account; `nil` if it has no subscription.
  func tokens(of account: String) async throws -> PushTokens? {
    guard let secret = try await secret(of: account) else { return nil }
    guard let tokens = PushTokens(account: account, secret: secret) else {
      throw AppError.unknown(
        "The push keys of @\(account) are damaged. Type push subscribe ADDRESS to replace them."
      )
    }
    return tokens
  }

  /// The push preferences of an account, or the defaults.
  func preferences(of account: String) throws -> PushPreferences { try file.preferences(of: account) }

  private func secret(of account: String) async throws -> String? {
    try await offMainActor { [secrets] in try secrets.secret(account, .push) }
  }

  private func store(_ tokens: PushTokens?, of account: String) async throws {
    try await offMainActor { [secrets] in try secrets.keep(tokens?.secret, account, .push) }
  }

  /// Deletes the preferences of an account that has signed out, whose server drops the subscription with the token.
  ///
  /// A failure is reported, since it is not a reason to stay signed in.
  public func forget(_ account: String) {
    if updating?.key?.account == account { stopWatching() }
    do { try file.update(account) { _ in nil } } catch {
      dependencies.post(StyledText(AppError(error).message, .warning))
    }
  }

  // MARK: - Commands

  /// The subscription of an account, and what its server says about it; `nil` if there is none.
  public func subscription(of account: String) async throws -> PushSubscription? {
    guard let tokens = try await tokens(of: account) else { return nil }
    let status: PushSubscription.Status
    do {
      let found = try await service(of: account).subscription()
      status = found.map { $0.endpoint == tokens.endpoint.url ? .current : .elsewhere } ?? .lost
    } catch {
      status = .unknown(AppError(error))
    }
    return PushSubscription(tokens, try preferences(of: account), status)
  }

  /// Subscribes an account to pushes at `address`, or renews the subscription if `address` is `nil`.
  ///
  /// The keys are stored before the server gets them, so that no push arrives that cannot be decrypted. If the server
  /// refuses, the previous keys are restored.
  public func subscribe(_ account: String, to address: String?) async throws -> PushSubscription {
    let service = try service(of: account)
    let previous = try await previousTokens(of: account, isNeeded: address == nil)
    let tokens: PushTokens
    if let address {
      let endpoint = try PushEndpoint(parsing: address)
      // Keeping the keys of the same address lets pushes on their way still be decrypted.
      let keys = previous.flatMap { $0.endpoint == endpoint ? $0.keys : nil } ?? dependencies.makeKeys()
      tokens = PushTokens(account: account, endpoint: endpoint, keys: keys)
    } else {
      guard let previous else {
        throw AppError.usage(
          "@\(account) has no push subscription yet, so an address is needed.",
          suggestion: "Usage: push subscribe ADDRESS")
      }
      tokens = previous
    }
    let preferences = try preferences(of: account)
    if tokens != previous { try await store(tokens, of: account) }
    do {
      try await updater.subscribe(service, tokens, preferences)
    } catch {
      if tokens != previous { await restore(previous, of: account) }
      throw AppError(error)
    }
    return PushSubscription(tokens, preferences, .current)
  }

  /// Damaged keys are useless, so they may be replaced.
  private func previousTokens(of account: String, isNeeded: Bool) async throws -> PushTokens? {
    do { return try await tokens(of: account) } catch AppError.unknown(_) where !isNeeded { return nil }
  }

  private func restore(_ previous: PushTokens?, of account: String) async {
    do { try await store(previous, of: account) } catch {
      dependencies.post(
        StyledText("The previous push keys could not be restored. \(AppError(error).message)", .warning))
    }
  }

  /// Cancels the subscription and deletes the keys; returns `false` if there were none.
  public func unsubscribe(_ account: String) async throws -> Bool {
    let hadKeys = try await secret(of: account) != nil
    // The server is asked even without keys: an earlier run may have been interrupted halfway.
    let isWatched = updating?.key?.account == account
    // Otherwise the updater could renew the subscription meanwhile.
    if isWatched { stopWatching() }
    do { try await service(of: account).unsubscribe() } catch {
      if isWatched { await watch(account) }
      throw error
    }
    try await store(nil, of: account)
    try file.update(account) { stored in
      var preferences = stored
      preferences?.serverKey = nil
      return preferences
    }
    return hadKeys
  }

  /// Changes an account's push preferences, on the server first: a change that it refuses is not stored.
  public func change(_ account: String, _ change: (inout PushPreferences) -> Void) async throws {
    var preferences = try preferences(of: account)
    change(&preferences)
    if preferences.isSubscribed, let tokens = try await tokens(of: account) {
      let service = try service(of: account)
      do {
        _ = try await service.update(preferences.alertsByName, preferences.knownPolicy)
      } catch MastodonError.notFound {
        try await updater.subscribe(service, tokens, preferences)
      }
    }
    try file.update(account) { stored in
      // Another process may have changed something else meanwhile.
      var latest = stored ?? .standard(account)
      change(&latest)
      return latest
    }
  }

  private func service(of account: String) throws -> PushSubscriptionService {
    guard let service = dependencies.service(account) else { throw AppError.cancelled }
    return service
  }
}

// MARK: - Keeping the subscription up to date

extension PushCoordinator {
  /// Keeps the subscription of the current account up to date from now on, if it has one.
  ///
  /// The check runs again even if the tokens are unchanged, since another sign-in is another subscription.
  public func watch(_ account: String) async {
    stopWatching()
    do {
      guard try preferences(of: account).isSubscribed, let tokens = try await tokens(of: account), !Task.isCancelled,
        dependencies.service(account) != nil
      else { return }
      let task = updating ?? KeyedTask { [updater] tokens in await updater.update(tokens) }
      updating = task
      task.update(tokens)
    } catch {
      dependencies.post(StyledText("The push subscription could not be checked. \(AppError(error).message)", .warning))
    }
  }

  /// Stops keeping any subscription up to date.
  public func stopWatching() { updating?.update(nil) }

  /// Waits until the server knows the current tokens, for tests.
  public func settled() async { await updating?.finished() }

  /// A value, so that its task does not retain the coordinator.
  private var updater: PushSubscriptionUpdater { PushSubscriptionUpdater(file: file, dependencies: dependencies) }
}

extension PushSubscription {
  fileprivate init(_ tokens: PushTokens, _ preferences: PushPreferences, _ status: Status) {
    self.init(
      account: tokens.account, endpoint: tokens.endpoint.url,
      alerts: PushAlert.allCases.filter { preferences.alerts.contains($0.kind.rawValue) },
      policy: preferences.knownPolicy, status: status)
  }
}
