/// The destination of a server's messages while no program is listening.
public struct WebPushSubscription: Hashable, Sendable, Identifiable {
  public var id: Identifier<WebPushSubscription>
  public var endpoint: String = ""
  /// Whether they follow the final standards rather than their drafts.
  public var standard: Bool = false
  public var serverKey: String = ""
  public var alerts: [Notification.Kind: Bool] = [:]
  /// The accounts whose notifications are sent.
  public var policy: Policy?

  /// The accounts whose notifications are sent.
  public enum Policy: OpenEnum {
    case all
    case followed
    /// Those of accounts that follow you.
    case follower
    case `none`
    case unknown(String)

    public static let names: KeyValuePairs<Policy, String> = [
      .all: "all", .followed: "followed", .follower: "follower", .none: "none",
    ]
  }
}

extension WebPushSubscription: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    endpoint = json.text("endpoint")
    standard = json.flag("standard")
    serverKey = json.text("server_key")
    alerts = Self.alerts(json)
    policy = json.choice("policy")
  }
}

extension WebPushSubscription {
  private static func alerts(_ json: Fields) -> [Notification.Kind: Bool] {
    let alerts = json.dictionary("alerts") { $0.answer($1) }
    return alerts.reduce(into: [:]) { $0[Notification.Kind(rawValue: $1.key)] = $1.value }
  }
}
