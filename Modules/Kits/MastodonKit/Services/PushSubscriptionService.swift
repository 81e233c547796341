/// Creates, changes and deletes a push subscription.
///
/// A server stores one subscription for each sign-in.
public struct PushSubscriptionService: Sendable {
  /// The subscription of this sign-in; `nil` if there is none.
  public var subscription: @Sendable () async throws -> WebPushSubscription?
  public var subscribe: @Sendable (PushSubscriptionDraft) async throws -> WebPushSubscription
  /// Changes which types of notifications are pushed, and from which accounts.
  public var update: @Sendable ([String: Bool], WebPushSubscription.Policy) async throws -> WebPushSubscription
  public var unsubscribe: @Sendable () async throws -> Void

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
  public static let fixtures = Fixtures()

  public struct Fixtures: Sendable {
    /// Has no subscription, and accepts every change.
    public let willing = PushSubscriptionService(
      subscription: { nil },
      subscribe: { draft in
        let alerts = draft.alerts.map { (Notification.Kind(rawValue: $0.key), $0.value) }
        return WebPushSubscription(
          id: "1", endpoint: draft.endpoint, standard: true, serverKey: "BKey",
          alerts: Dictionary(uniqueKeysWithValues: alerts), policy: draft.policy)
      },
      update: { _, policy in WebPushSubscription(id: "1", policy: policy) }, unsubscribe: {})
    public let offline = PushSubscriptionService(
      subscription: { throw MastodonError.fixtures.offline }, subscribe: { _ in throw MastodonError.fixtures.offline },
      update: { _, _ in throw MastodonError.fixtures.offline }, unsubscribe: { throw MastodonError.fixtures.offline })
  }
}
