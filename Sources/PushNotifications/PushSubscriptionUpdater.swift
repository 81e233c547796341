import FeatureKit
import LocalStore
import MastodonKit
import PushKit
import TerminalKit

/// Makes a server's push subscription match the tokens and the preferences of an account.
///
/// A value, so that a task that waits for a server retains nothing else.
@MainActor
struct PushSubscriptionUpdater {
  let file: PushFile
  let dependencies: PushCoordinator.Dependencies

  /// Brings the server up to date; retries while it cannot be reached.
  ///
  /// Each step leaves the server and this machine consistent, so the task may be cancelled between any two of them.
  func update(_ tokens: PushTokens) async {
    var failures = 0
    while !Task.isCancelled, let service = dependencies.service(tokens.account) {
      do {
        return try await update(tokens, at: service)
      } catch {
        let error = AppError(error)
        guard case .network = error else {
          if error != .cancelled, !Task.isCancelled {
            dependencies.post(
              StyledText("Pushes for @\(tokens.account) may not arrive. \(error.message)", .warning))
          }
          return
        }
        failures += 1
        do { try await dependencies.pause(failures) } catch { return }  // Cancelled.
      }
    }
  }

  private func update(_ tokens: PushTokens, at service: PushSubscriptionService) async throws {
    let found = try await service.subscription()
    let preferences = try file.preferences(of: tokens.account)
    // A user who has unsubscribed meanwhile is not subscribed again.
    guard !Task.isCancelled, preferences.isSubscribed else { return }
    guard let found, found.endpoint == tokens.endpoint.url else {
      return try await subscribe(service, tokens, preferences)
    }
    if !preferences.isMet(by: found) {
      _ = try await service.update(preferences.alertsByName, preferences.knownPolicy)
    }
    guard !Task.isCancelled, found.serverKey != preferences.serverKey else { return }
    try file.update(tokens.account) { stored in
      var latest = stored
      if latest?.isSubscribed == true { latest?.serverKey = found.serverKey }
      return latest
    }
  }

  /// Subscribes at the server and stores the key that it signs with.
  func subscribe(
    _ service: PushSubscriptionService, _ tokens: PushTokens, _ preferences: PushPreferences
  ) async throws {
    let answer: WebPushSubscription
    do {
      answer = try await service.subscribe(PushSubscriptionDraft(tokens, preferences))
    } catch MastodonError.forbidden(let host, _, _) {
      throw AppError.forbidden("This sign-in has no permission for pushes. Sign in again: login \(host)")
    }
    try file.update(tokens.account) { stored in
      var latest = stored ?? preferences
      latest.serverKey = answer.serverKey
      return latest
    }
  }
}

// MARK: - Conversions

extension PushFile {
  /// The push preferences of an account, or the defaults.
  func preferences(of account: String) throws -> PushPreferences { try load(account) ?? .standard(account) }
}

extension PushPreferences {
  /// The preferences of an account that has not changed any.
  static func standard(_ account: String) -> PushPreferences {
    let alerts = PushAlert.allCases.filter(\.isOnByDefault)
    return PushPreferences(id: account, alerts: Set(alerts.map(\.kind.rawValue)), policy: "all")
  }

  /// Each type with whether it is pushed, as the server expects it.
  var alertsByName: [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: PushAlert.allCases.map { ($0.kind.rawValue, alerts.contains($0.kind.rawValue)) })
  }

  var knownPolicy: WebPushSubscription.Policy { WebPushSubscription.Policy(rawValue: policy) }

  /// Whether a subscription matches the preferences; types that the server does not know are ignored.
  func isMet(by subscription: WebPushSubscription) -> Bool {
    let differs = subscription.alerts.contains { (alertsByName[$0.key.rawValue] ?? $0.value) != $0.value }
    return !differs && (subscription.policy.map { $0 == knownPolicy } ?? true)
  }
}

extension PushSubscriptionDraft {
  fileprivate init(_ tokens: PushTokens, _ preferences: PushPreferences) {
    self.init(
      endpoint: tokens.endpoint.url, publicKey: tokens.keys.publicText, authentication: tokens.keys.authenticationText,
      alerts: preferences.alertsByName, policy: preferences.knownPolicy)
  }
}
