import FeatureKit
import MastodonKit
import PushKit

extension Push.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// Nothing is pushed.
    public let unsubscribed = Push.State(account: "wren@shore.example", subscription: .loaded(nil))
    /// What is usual is pushed.
    public let subscribed = Push.State.fixture(PushSubscription.fixtures.usual)
    /// Only mentions, and only from those whom one follows.
    public let choosy = Push.State.fixture(PushSubscription.fixtures.choosy)
    /// The address is there, and nothing comes.
    public let silenced = Push.State.fixture(PushSubscription.fixtures.silenced)
    /// The server has forgotten it, as it does when an address answers that it is gone.
    public let lost = Push.State.fixture(PushSubscription.fixtures.usual, status: .lost)
    /// Somebody subscribed another address with the same sign-in.
    public let elsewhere = Push.State.fixture(PushSubscription.fixtures.usual, status: .elsewhere)
    /// The server cannot be reached.
    public let offline = Push.State.fixture(
      PushSubscription.fixtures.usual, status: .unknown(AppError.fixtures.noConnection))
    /// The keys cannot be had.
    public let failed = Push.State(
      account: "wren@shore.example", subscription: .failed(.unknown("The keyring did not answer within 5 seconds.")))
  }

  private static func fixture(_ subscription: PushSubscription, status: PushSubscription.Status = .current)
    -> Push.State
  {
    var subscription = subscription
    subscription.status = status
    return Push.State(account: subscription.account, subscription: .loaded(subscription))
  }
}

extension Push.Service {
  /// Services that answer from fixtures.
  public static let fixtures = Fixtures()

  /// One for each way that the world can be.
  @MainActor
  public struct Fixtures {
    nonisolated init() {}

    /// Everything goes as asked.
    public var willing: Push.Service {
      Push.Service(
        account: { "wren@shore.example" }, subscription: { PushSubscription.fixtures.usual },
        subscribe: { endpoint in
          var subscription = PushSubscription.fixtures.usual
          subscription.endpoint = endpoint ?? subscription.endpoint
          return subscription
        },
        unsubscribe: { true }, receive: { _ in ReceivedPush.fixtures.mention })
    }

    /// Nothing is pushed, and nothing can be asked.
    public var offline: Push.Service {
      Push.Service(
        account: { "wren@shore.example" }, subscription: { nil },
        subscribe: { _ in throw AppError.fixtures.noConnection }, unsubscribe: { false },
        receive: { _ in throw AppError.notFound("Nothing is pushed to anybody here.") })
    }
  }
}
