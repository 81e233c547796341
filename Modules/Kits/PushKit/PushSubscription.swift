public import FeatureKit
public import MastodonKit

/// A server's subscription to push one account's notifications to an address.
public struct PushSubscription: Hashable, Sendable {
  /// The server's information about a subscription known on this machine.
  public enum Status: Hashable, Sendable {
    /// The server pushes to this address.
    case current
    case lost
    /// The server pushes to another address.
    case elsewhere
    /// The server could not be asked.
    case unknown(AppError)
  }

  /// The account, `user@host`.
  public var account: String
  public var endpoint: String
  public var alerts: [PushAlert]
  public var policy: WebPushSubscription.Policy
  /// The server's information about it.
  public var status: Status

  /// The host of the address, which is safe to show: anyone who knows the rest can push.
  public var host: String {
    var rest = endpoint[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }

  public init(
    account: String, endpoint: String, alerts: [PushAlert], policy: WebPushSubscription.Policy, status: Status
  ) {
    self.account = account
    self.endpoint = endpoint
    self.alerts = alerts
    self.policy = policy
    self.status = status
  }

  /// Subscriptions of an invented account.
  public static let fixtures = Fixtures()

  /// One for each kind of choice.
  public final class Fixtures: Sendable {
    public let usual = PushSubscription.fixture(PushAlert.allCases.filter(\.isOnByDefault), .all)
    /// Mentions only, from followed accounts only.
    public let choosy = PushSubscription.fixture([.mentions], .followed)
    /// No alerts, from nobody.
    public let silenced = PushSubscription.fixture([], .none)
  }

  private static func fixture(_ alerts: [PushAlert], _ policy: WebPushSubscription.Policy) -> PushSubscription {
    PushSubscription(
      account: "wren@shore.example", endpoint: "https://ntfy.example/upHx4Q0bWb2d7M?up=1", alerts: alerts,
      policy: policy, status: .current)
  }
}
