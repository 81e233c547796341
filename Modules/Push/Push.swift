public import FeatureKit
public import PushKit

/// Push notifications: the subscription of the current account, and reading pushes from standard input.
///
/// The server pushes to an address of a distributor; the user arranges how pushes get from there to this program.
public enum Push {
  public struct State: Hashable, Sendable {
    /// The account, `user@host`.
    public var account: String
    /// The subscription; loaded as `nil` while nothing is pushed.
    public var subscription: Loadable<PushSubscription?> = .idle
  }

  /// The actions that the screen cannot do by itself; the root carries them out.
  @MainActor
  public struct Action {
    /// Loads the current account's subscription.
    public var load: () async -> State
    /// Subscribes at an address, or renews the subscription.
    public var subscribe: (_ endpoint: String?) async throws -> PushSubscription
    /// Cancels the subscription; returns `false` if there was none.
    public var unsubscribe: () async throws -> Bool
    /// Decrypts the push on standard input.
    public var receive: (PushReadingOptions) async throws -> ReceivedPush
  }
}
