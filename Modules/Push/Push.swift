public import FeatureKit
public import PushKit

/// Being told by the server itself when no program of yours is listening: where that arrives, what about, and reading it.
///
/// A server pushes to an address that a distributor has given you; who carries it from there to this program is up to you.
public enum Push {
  /// What is pushed to one account.
  public struct State: Hashable, Sendable {
    /// The account, `user@host`.
    public var account: String
    /// The subscription; loaded as `nil` while nothing is pushed.
    public var subscription: Loadable<PushSubscription?>

    /// Makes a state.
    public init(account: String, subscription: Loadable<PushSubscription?> = .idle) {
      self.account = account
      self.subscription = subscription
    }
  }

  /// What the screen cannot do by itself; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Finds out what is pushed to the account in use.
    public var load: () async -> State
    /// Lets the server push to an address, or to the present one again.
    public var subscribe: (_ endpoint: String?) async throws -> PushSubscription
    /// Lets it push no longer; `false` if it did not.
    public var unsubscribe: () async throws -> Bool
    /// Opens the push on standard input.
    public var receive: (PushReadingOptions) async throws -> ReceivedPush

    /// Makes an action from its parts.
    public init(
      load: @escaping () async -> State, subscribe: @escaping (_ endpoint: String?) async throws -> PushSubscription,
      unsubscribe: @escaping () async throws -> Bool,
      receive: @escaping (PushReadingOptions) async throws -> ReceivedPush
    ) {
      self.load = load
      self.subscribe = subscribe
      self.unsubscribe = unsubscribe
      self.receive = receive
    }
  }
}
