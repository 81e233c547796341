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
