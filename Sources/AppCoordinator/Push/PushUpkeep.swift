import FeatureKit
import LocalStore
import MastodonKit
import PushFeature
import TerminalKit
import WebPush

/// Makes a server know where an account's pushes go, and what it wants.
///
/// A value of its own, so that a task which waits for a server keeps nobody alive but itself.
@MainActor
struct PushUpkeep {
  let file: PushFile
  let world: PushCenter.World

  /// Makes the server know the tokens and what is wanted; tries again while it cannot be reached.
  ///
  /// Each step leaves the server and this machine in order, so it may be cancelled between any two of them.
  func keepCurrent(_ tokens: PushTokens) async {
    var failures = 0
    while !Task.isCancelled, let service = world.service(tokens.account) {
      do {
        return try await bringUpToDate(tokens, at: service)
      } catch {
        let error = AppError(error)
        guard case .network = error else {
          if error != .cancelled, !Task.isCancelled {
            world.say(StyledText("Pushes for @\(tokens.account) may not arrive. \(error.words)", .warning))
          }
          return
        }
        failures += 1
        do { try await world.pause(failures) } catch { return }
      }
    }
  }

  private func bringUpToDate(_ tokens: PushTokens, at service: PushSubscriptionService) async throws {
    let found = try await service.subscription()
    let wish = try file.wish(of: tokens.account)
    // Whoever has unsubscribed meanwhile is not subscribed again.
    guard !Task.isCancelled, wish.isSubscribed else { return }
    guard let found, found.endpoint == tokens.endpoint.url else {
      return try await tell(service, of: tokens, wish)
    }
    if !wish.isMet(by: found) {
      _ = try await service.update(wish.alertsByName, wish.knownPolicy)
    }
    guard !Task.isCancelled, found.serverKey != wish.serverKey else { return }
    try file.update(tokens.account) { kept in
      var latest = kept
      if latest?.isSubscribed == true { latest?.serverKey = found.serverKey }
      return latest
    }
  }

  /// Subscribes, and remembers with which key the server signs.
  func tell(_ service: PushSubscriptionService, of tokens: PushTokens, _ wish: PushWish) async throws {
    let answer: WebPushSubscription
    do {
      answer = try await service.subscribe(PushSubscriptionDraft(tokens, wish))
    } catch MastodonError.forbidden(let host, _, _) {
      throw AppError.forbidden("This sign-in may not be pushed to: login \(host) asks the server for that.")
    }
    try file.update(tokens.account) { kept in
      var latest = kept ?? wish
      latest.serverKey = answer.serverKey
      return latest
    }
  }
}

// MARK: - In other words

extension PushFile {
  /// What an account wants to be pushed; the usual, where it never said.
  func wish(of account: String) throws -> PushWish { try load(account) ?? .usual(account) }
}

extension PushWish {
  /// What is wanted unless somebody says otherwise.
  static func usual(_ account: String) -> PushWish {
    PushWish(id: account, alerts: Set(Push.Alert.allCases.filter(\.isUsual).map(\.kind.rawValue)), policy: "all")
  }

  /// Every type, wanted or not, as a server is told.
  var alertsByName: [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: Push.Alert.allCases.map { ($0.kind.rawValue, alerts.contains($0.kind.rawValue)) })
  }

  var knownPolicy: WebPushSubscription.Policy { WebPushSubscription.Policy(rawValue: policy) }

  /// Whether the server pushes what is wanted; a type that it does not know is not held against it.
  func isMet(by subscription: WebPushSubscription) -> Bool {
    let differs = subscription.alerts.contains { (alertsByName[$0.key.rawValue] ?? $0.value) != $0.value }
    return !differs && (subscription.policy.map { $0 == knownPolicy } ?? true)
  }
}

extension PushSubscriptionDraft {
  fileprivate init(_ tokens: PushTokens, _ wish: PushWish) {
    self.init(
      endpoint: tokens.endpoint.url, publicKey: tokens.keys.publicText, authentication: tokens.keys.authenticationText,
      alerts: wish.alertsByName, policy: wish.knownPolicy)
  }
}
