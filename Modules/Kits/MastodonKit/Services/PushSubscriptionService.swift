/// Asks a server to push to an address, changes what it pushes, and lets it stop.
///
/// A server keeps one subscription for each sign-in.
public struct PushSubscriptionService: Sendable {
  /// What is pushed for this sign-in; `nil` if nothing is.
  public var subscription: @Sendable () async throws -> WebPushSubscription?
  /// Lets the server push, in place of what it pushed before.
  public var subscribe: @Sendable (PushSubscriptionDraft) async throws -> WebPushSubscription
  /// Changes which types of notifications are pushed, and whose.
  public var update: @Sendable ([String: Bool], WebPushSubscription.Policy) async throws -> WebPushSubscription
  /// Lets the server push no longer; nothing happens if it does not.
  public var unsubscribe: @Sendable () async throws -> Void

  /// Makes the service from its parts.
  public init(
    subscription: @escaping @Sendable () async throws -> WebPushSubscription?,
    subscribe: @escaping @Sendable (PushSubscriptionDraft) async throws -> WebPushSubscription,
    update: @escaping @Sendable ([String: Bool], WebPushSubscription.Policy) async throws -> WebPushSubscription,
    unsubscribe: @escaping @Sendable () async throws -> Void
  ) {
    self.subscription = subscription
    self.subscribe = subscribe
    self.update = update
    self.unsubscribe = unsubscribe
  }
}

extension PushSubscriptionService {
  /// Services that answer from fixtures, at once and without a network.
  public static let fixtures = Fixtures()

  /// One service for each way that a server can be about pushes.
  public struct Fixtures: Sendable {
    /// Pushes nothing yet, and takes whatever it is told.
    public let willing = PushSubscriptionService(
      subscription: { nil },
      subscribe: { draft in
        let alerts = draft.alerts.map { (Notification.Kind(rawValue: $0.key), $0.value) }
        return WebPushSubscription(
          id: "1", endpoint: draft.endpoint, standard: true, serverKey: "BKey",
          alerts: Dictionary(uniqueKeysWithValues: alerts), policy: draft.policy)
      },
      update: { _, policy in WebPushSubscription(id: "1", policy: policy) }, unsubscribe: {})
    /// Fails as it does without a network.
    public let offline = PushSubscriptionService(
      subscription: { throw MastodonError.fixtures.offline }, subscribe: { _ in throw MastodonError.fixtures.offline },
      update: { _, _ in throw MastodonError.fixtures.offline }, unsubscribe: { throw MastodonError.fixtures.offline })
  }
}
