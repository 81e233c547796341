public import FeatureKit
public import MastodonKit

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
    public var subscription: Subscription?

    /// Makes a state.
    public init(account: String, phase: Phase = .idle, subscription: Subscription? = nil) {
      self.account = account
      self.phase = phase
      self.subscription = subscription
    }
  }

  /// That a server pushes to an address.
  public struct Subscription: Hashable, Sendable {
    /// The account that the pushes are for, `user@host`.
    public var account: String
    /// Where the pushes go.
    public var endpoint: String
    /// What about.
    public var alerts: [Alert]
    /// From whom.
    public var policy: WebPushSubscription.Policy
    /// What the server says of it.
    public var standing: Standing

    /// The machine that the pushes go to: all of the address that may be said in passing, since who knows the rest can push.
    public var host: String {
      var rest = endpoint[...]
      if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
      return String(rest.prefix { $0 != "/" && $0 != "?" })
    }

    /// Makes a subscription.
    public init(
      account: String, endpoint: String, alerts: [Alert], policy: WebPushSubscription.Policy, standing: Standing
    ) {
      self.account = account
      self.endpoint = endpoint
      self.alerts = alerts
      self.policy = policy
      self.standing = standing
    }
  }

  /// What the server says of a subscription that is known here.
  public enum Standing: Hashable, Sendable {
    /// It pushes to this address.
    case current
    /// It pushes nowhere.
    case lost
    /// It pushes to another address.
    case elsewhere
    /// It could not be asked.
    case unasked(AppError)
  }

  /// A push as it came from standard input is read with these.
  public struct Delivery: Hashable, Sendable {
    /// How it is encrypted, unless its own lines say so.
    public var contentEncoding: String?
    /// The header field `Encryption`, unless it is among its own lines.
    public var encryption: String?
    /// The header field `Crypto-Key`, unless it is among its own lines.
    public var cryptoKey: String?
    /// Whether it is written in base64.
    public var isBase64: Bool

    /// Makes a delivery; by default everything is in the push itself.
    public init(
      contentEncoding: String? = nil, encryption: String? = nil, cryptoKey: String? = nil, isBase64: Bool = false
    ) {
      self.contentEncoding = contentEncoding
      self.encryption = encryption
      self.cryptoKey = cryptoKey
      self.isBase64 = isBase64
    }
  }

  /// A push that was opened.
  public struct Received: Hashable, Sendable {
    /// The account that it is for, `user@host`.
    public var account: String
    /// Whether that is the account in use.
    public var isForAccountInUse: Bool
    /// The notification that it is about.
    public var notification: Notification.ID?
    /// What happened.
    public var kind: Notification.Kind?
    /// What happened, in the server's words.
    public var title: String
    /// The beginning of what it is about; may be empty.
    public var body: String
    /// Whether the server's signature was on it and is right; one that is wrong is refused.
    public var isSigned: Bool

    /// Makes a push.
    public init(
      account: String, isForAccountInUse: Bool = true, notification: Notification.ID? = nil,
      kind: Notification.Kind? = nil, title: String, body: String = "", isSigned: Bool = false
    ) {
      self.account = account
      self.isForAccountInUse = isForAccountInUse
      self.notification = notification
      self.kind = kind
      self.title = title
      self.body = body
      self.isSigned = isSigned
    }
  }

  /// What the screen cannot do by itself; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Finds out what is pushed to the account in use.
    public var load: () async -> State
    /// Lets the server push to an address, or to the present one again.
    public var subscribe: (_ endpoint: String?) async throws -> Subscription
    /// Lets it push no longer; `false` if it did not.
    public var unsubscribe: () async throws -> Bool
    /// Opens the push on standard input.
    public var receive: (Delivery) async throws -> Received

    /// Makes an action from its parts.
    public init(
      load: @escaping () async -> State, subscribe: @escaping (_ endpoint: String?) async throws -> Subscription,
      unsubscribe: @escaping () async throws -> Bool, receive: @escaping (Delivery) async throws -> Received
    ) {
      self.load = load
      self.subscribe = subscribe
      self.unsubscribe = unsubscribe
      self.receive = receive
    }
  }
}
