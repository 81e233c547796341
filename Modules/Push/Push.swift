public import FeatureKit
public import PushKit

/// Being told by the server itself when no program of yours is listening: where that arrives, what about, and reading it.
///
/// A server pushes to an address that a distributor has given you; who carries it from there to this program is up to you.
public enum Push {
  /// What is pushed to one account.
  public struct State: Hashable, Sendable {
    /// How far one has got to know it.
    public enum Phase: Hashable, Sendable {
      /// It was not asked for yet.
      case idle
      /// It is known.
      case loaded
      /// It cannot be known, for this reason.
      case failed(AppError)
    }

    /// The account, `user@host`.
    public var account: String
    /// How far one has got.
    public var phase: Phase
    /// The subscription; `nil` while nothing is pushed.
    public var subscription: PushSubscription?

    /// Makes a state.
    public init(account: String, phase: Phase = .idle, subscription: PushSubscription? = nil) {
      self.account = account
      self.phase = phase
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
