import FeatureKit
import PushKit

extension Push.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let unsubscribed = Push.State(account: "wren@shore.example", subscription: .loaded(nil))
    public let subscribed = Push.State.fixture(PushSubscription.fixtures.usual)
    /// Mentions only, from followed accounts only.
    public let choosy = Push.State.fixture(PushSubscription.fixtures.choosy)
    public let silenced = Push.State.fixture(PushSubscription.fixtures.silenced)
    /// The server has dropped it.
    public let lost = Push.State.fixture(PushSubscription.fixtures.usual, status: .lost)
    /// The server pushes to another address.
    public let elsewhere = Push.State.fixture(PushSubscription.fixtures.usual, status: .elsewhere)
    public let offline = Push.State.fixture(
      PushSubscription.fixtures.usual, status: .unknown(AppError.fixtures.noConnection))
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
  public static let fixtures = Fixtures()

  /// One for each kind of result.
  @MainActor
  public struct Fixtures {
    nonisolated init() {}

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

    /// No subscription, and no network.
    public var offline: Push.Service {
      Push.Service(
        account: { "wren@shore.example" }, subscription: { nil },
        subscribe: { _ in throw AppError.fixtures.noConnection }, unsubscribe: { false },
        receive: { _ in throw AppError.notFound("Nothing is pushed to anybody here.") })
    }
  }
}

extension Push.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    /// Answers every request with a fixture and does nothing.
    public let none = Push.Action(
      load: { .fixtures.subscribed }, subscribe: { _ in PushSubscription.fixtures.usual }, unsubscribe: { true },
      receive: { _ in ReceivedPush.fixtures.mention })
  }
}
