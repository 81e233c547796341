import FeatureKit
import MastodonKit

extension Push.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// Nothing is pushed.
    public let unsubscribed = Push.State(account: "wren@shore.example", phase: .loaded)
    /// What is usual is pushed.
    public let subscribed = Push.State.fixture(Push.Subscription.fixtures.usual)
    /// Only mentions, and only from those whom one follows.
    public let choosy = Push.State.fixture(Push.Subscription.fixtures.choosy)
    /// The address is there, and nothing comes.
    public let silenced = Push.State.fixture(Push.Subscription.fixtures.silenced)
    /// The server has forgotten it, as it does when an address answers that it is gone.
    public let lost = Push.State.fixture(Push.Subscription.fixtures.usual, standing: .lost)
    /// Somebody subscribed another address with the same sign-in.
    public let elsewhere = Push.State.fixture(Push.Subscription.fixtures.usual, standing: .elsewhere)
    /// The server cannot be reached.
    public let offline = Push.State.fixture(
      Push.Subscription.fixtures.usual, standing: .unasked(AppError.fixtures.noConnection))
    /// The keys cannot be had.
    public let failed = Push.State(
      account: "wren@shore.example", phase: .failed(.unknown("The keyring did not answer within 5 seconds.")))
  }

  private static func fixture(_ subscription: Push.Subscription, standing: Push.Standing = .current) -> Push.State {
    var subscription = subscription
    subscription.standing = standing
    return Push.State(account: subscription.account, phase: .loaded, subscription: subscription)
  }
}

extension Push.Subscription {
  /// Subscriptions of an invented account.
  public static let fixtures = Fixtures()

  /// One for each way to choose.
  public struct Fixtures: Sendable {
    /// As it is at first.
    public let usual = Push.Subscription.fixture(Push.Alert.allCases.filter(\.isUsual), .all)
    /// Little, from few.
    public let choosy = Push.Subscription.fixture([.mentions], .followed)
    /// Nothing, from nobody.
    public let silenced = Push.Subscription.fixture([], .none)
  }

  private static func fixture(_ alerts: [Push.Alert], _ policy: WebPushSubscription.Policy) -> Push.Subscription {
    Push.Subscription(
      account: "wren@shore.example", endpoint: "https://ntfy.example/upHx4Q0bWb2d7M?up=1", alerts: alerts,
      policy: policy, standing: .current)
  }
}

extension Push.Received {
  /// Pushes with fixed words.
  public static let fixtures = Fixtures()

  /// One for each way that a push can look.
  public struct Fixtures: Sendable {
    /// Somebody answered.
    public let mention = Push.Received(
      account: "wren@shore.example", notification: "90002", kind: .mention, title: "You were mentioned by Rook",
      body: "@wren Is the tide table of the north pier right?", isSigned: true)
    /// Somebody follows, and has nothing to say.
    public let follow = Push.Received(
      account: "wren@shore.example", notification: "90003", kind: .follow, title: "Heron followed you")
    /// For another account than the one in use.
    public let another = Push.Received(
      account: "lamp@garden.example", isForAccountInUse: false, notification: "7", kind: .favourite,
      title: "Moss favorited your post", body: "The lamp is lit.", isSigned: true)
    /// A long beginning, in another language.
    public let long = Push.Received(
      account: "wren@shore.example", notification: "90004", kind: .status, title: "Chinatsu 千夏 just posted",
      body: "海辺の本屋が今日から開いています。" + String(repeating: "波の音を聞きながら本を読めます。", count: 8), isSigned: true)
    /// Words that try to take over the terminal.
    public let hostile = Push.Received(
      account: "wren@shore.example", notification: "90005", kind: .mention,
      title: "You were mentioned by \u{1B}]0;root\u{07}Eve\u{202E}evE",
      body: "\u{1B}[2J\u{1B}[31mrm -rf\r\n› logout\u{0}", isSigned: true)
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
        account: { "wren@shore.example" }, subscription: { Push.Subscription.fixtures.usual },
        subscribe: { endpoint in
          var subscription = Push.Subscription.fixtures.usual
          subscription.endpoint = endpoint ?? subscription.endpoint
          return subscription
        },
        unsubscribe: { true }, receive: { _ in Push.Received.fixtures.mention })
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
