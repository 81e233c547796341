import ConcurrencyKit
import FeatureKit
import LocalStore
import MastodonKit
import PushFeature
import TerminalKit
import WebPush

/// Keeps pushes arriving: knows the keys of each account, what it wants, and what its server was told of both.
///
/// Made when it is first needed; most runs never ask for it.
@MainActor
final class PushCenter {
  /// What the center needs of the world.
  struct World {
    /// The way to the server of an account, while that is the one in use.
    var service: @MainActor (_ account: String) -> PushSubscriptionService?
    /// Says something above the prompt.
    var say: @MainActor (StyledText) -> Void
    /// Makes keys that nobody can guess.
    var makeKeys: @MainActor () -> PushKeys
    /// Returns when it is time to try what failed so many times again.
    var pause: @Sendable (_ failures: Int) async throws -> Void
  }

  let secrets: Secrets
  let file: PushFile
  private let world: World
  /// Keeps what the server knows current; keyed by the tokens of the account in use.
  private var upkeep: KeyedTask<PushTokens>?

  init(secrets: Secrets, file: PushFile, world: World) {
    self.secrets = secrets
    self.file = file
    self.world = world
  }

  /// The account whose server is kept current, for the graph.
  var watched: String? { upkeep?.key.map { "@\($0.account)" } }

  // MARK: - What is kept

  /// The address and the keys of an account; `nil` while nothing is pushed to it.
  func tokens(of account: String) async throws -> PushTokens? {
    guard let secret = try await AppCoordinator.aside({ [secrets] in try secrets.secret(account, .push) }) else {
      return nil
    }
    guard let tokens = PushTokens(account: account, secret: secret) else {
      throw AppError.unknown(
        "The push keys of @\(account) are damaged: push unsubscribe forgets them, push subscribe ADDRESS makes new ones."
      )
    }
    return tokens
  }

  /// What an account wants to be pushed; the usual, where it never said.
  func wish(of account: String) throws -> PushWish { try file.wish(of: account) }

  private func keep(_ tokens: PushTokens?, of account: String) async throws {
    try await AppCoordinator.aside { [secrets] in try secrets.keep(tokens?.secret, account, .push) }
  }

  /// Forgets an account that has signed out; its server forgets the subscription with the sign-in.
  func forget(_ account: String) throws {
    if upkeep?.key?.account == account { rest() }
    try file.update(account) { _ in nil }
  }

  // MARK: - What the person asks for

  /// What is pushed to an account, and what the server says of it.
  func subscription(of account: String) async throws -> Push.Subscription? {
    guard let tokens = try await tokens(of: account) else { return nil }
    let standing: Push.Standing
    do {
      let found = try await service(of: account).subscription()
      standing = found.map { $0.endpoint == tokens.endpoint.url ? .current : .elsewhere } ?? .lost
    } catch {
      standing = .unasked(AppError(error))
    }
    return Push.Subscription(tokens, try wish(of: account), standing)
  }

  /// Lets the server push to an address, or to the present one again.
  ///
  /// The keys are kept before the server hears of them, so that nothing is pushed that could not be read; if the server
  /// refuses, those before are kept again.
  func subscribe(_ account: String, to address: String?) async throws -> Push.Subscription {
    let service = try service(of: account)
    let former = try await formerTokens(of: account, isNeeded: address == nil)
    let tokens: PushTokens
    if let address {
      let endpoint = try PushEndpoint(parsing: address)
      // A push that is on its way to the same address can still be read.
      let keys = former.flatMap { $0.endpoint == endpoint ? $0.keys : nil } ?? world.makeKeys()
      tokens = PushTokens(account: account, endpoint: endpoint, keys: keys)
    } else {
      guard let former else {
        throw AppError.usage(
          "Nothing is pushed to @\(account) yet, so the address is needed.",
          suggestion: "Usage: push subscribe ADDRESS")
      }
      tokens = former
    }
    let wish = try wish(of: account)
    if tokens != former { try await keep(tokens, of: account) }
    do {
      try await server.tell(service, of: tokens, wish)
    } catch {
      if tokens != former { await restore(former, of: account) }
      throw AppError(error)
    }
    return Push.Subscription(tokens, wish, .current)
  }

  /// Damaged keys are worth nothing, so new ones may take their place.
  private func formerTokens(of account: String, isNeeded: Bool) async throws -> PushTokens? {
    do { return try await tokens(of: account) } catch AppError.unknown(_) where !isNeeded { return nil }
  }

  private func restore(_ former: PushTokens?, of account: String) async {
    do { try await keep(former, of: account) } catch {
      world.say(StyledText("The former push keys could not be kept. \(AppError(error).words)", .warning))
    }
  }

  /// Lets the server push no longer, and forgets the keys; `false` if there were none.
  func unsubscribe(_ account: String) async throws -> Bool {
    let hadKeys = try await AppCoordinator.aside { [secrets] in try secrets.secret(account, .push) } != nil
    // Also where nothing is known here: another run may have been stopped half-way.
    let isWatched = upkeep?.key?.account == account
    // What looks after it must not subscribe again behind its back.
    if isWatched { rest() }
    do { try await service(of: account).unsubscribe() } catch {
      if isWatched { await watch(account) }
      throw error
    }
    try await keep(nil, of: account)
    try file.update(account) { kept in
      var wish = kept
      wish?.serverKey = nil
      return wish
    }
    return hadKeys
  }

  /// Changes what an account wants to be pushed; the server is told first, so that nothing is said here that is not so.
  func change(_ account: String, _ change: (inout PushWish) -> Void) async throws {
    var wish = try wish(of: account)
    change(&wish)
    if wish.isSubscribed, let tokens = try await tokens(of: account) {
      let service = try service(of: account)
      do {
        _ = try await service.update(wish.alertsByName, wish.knownPolicy)
      } catch MastodonError.notFound {
        try await server.tell(service, of: tokens, wish)
      }
    }
    try file.update(account) { kept in
      // Another run may have changed something else meanwhile.
      var latest = kept ?? .usual(account)
      change(&latest)
      return latest
    }
  }

  private func service(of account: String) throws -> PushSubscriptionService {
    guard let service = world.service(account) else { throw AppError.cancelled }
    return service
  }
}

// MARK: - Upkeep

extension PushCenter {
  /// Keeps the server of the account in use current from now on, where something is pushed to it.
  ///
  /// It is looked at anew although the tokens may be the same: another sign-in is another subscription.
  func watch(_ account: String) async {
    rest()
    do {
      guard try wish(of: account).isSubscribed, let tokens = try await tokens(of: account), !Task.isCancelled,
        world.service(account) != nil
      else { return }
      let task = upkeep ?? KeyedTask { [server] tokens in await server.keepCurrent(tokens) }
      upkeep = task
      task.update(tokens)
    } catch {
      world.say(StyledText("Pushes are not looked after. \(AppError(error).words)", .warning))
    }
  }

  /// Stops looking after any server.
  func rest() { upkeep?.update(nil) }

  /// Waits until the present tokens are known to the server, for tests and for leaving in order.
  func settled() async { await upkeep?.finished() }

  /// What a server is told; the task that tells it holds this, and not the center.
  private var server: PushUpkeep { PushUpkeep(file: file, world: world) }
}

extension Push.Subscription {
  fileprivate init(_ tokens: PushTokens, _ wish: PushWish, _ standing: Push.Standing) {
    self.init(
      account: tokens.account, endpoint: tokens.endpoint.url,
      alerts: Push.Alert.allCases.filter { wish.alerts.contains($0.kind.rawValue) }, policy: wish.knownPolicy,
      standing: standing)
  }
}
