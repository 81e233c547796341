public import FoundationEssentials
import Sandbox

/// The configuration of the embedded instance.
public struct SandboxOptions: Hashable, Sendable {
  /// The loopback port to serve on; 0 for a free one.
  ///
  /// Ignored inside the app, which needs no port.
  public var port: Int
  /// The seed of the content; the same seed gives the same content.
  public var seed: UInt64
  /// The SQLite file, or `nil` for memory.
  public var state: String?
  /// Whether the residents do nothing by themselves.
  public var isQuiet: Bool
  /// The number of additional events per second; `nil` for none.
  public var busy: Int?
  /// The number of requests that a client may send in five minutes when served on a port; `nil` for no limit.
  public var rateLimit: Int?
  /// The address to listen on when served on a port.
  public var address = "127.0.0.1"
  /// The rules for simulated failures when served on a port, as they are typed.
  public var faults: [String]
  /// The server software to imitate when served on a port; `nil` for Mastodon.
  public var quirks: String?
  /// The domain of the accounts that the instance reports; `nil` for the host of its API.
  public var domain: String?
  /// The time at which the instance's clock starts; ids, times and tokens then follow from it and the seed.
  ///
  /// `nil` for the current time.
  public var start: Date?
  /// How many of the instance's seconds pass in one.
  public var speed = 1.0
  /// The names of further accounts with tokens.
  public var users: [String] = []
  /// Whether a new instance has no residents and no posts.
  public var isEmpty = false
  /// The token of the account `you`; `nil` for a new one.
  public var token: String?
  /// Whether the routes below `/sandbox/` are served.
  public var hasAdmin = false
  /// The file with a line of JSON about each request; `nil` for none.
  public var log: String?
  /// The file for every request and its answer in the HTTP Archive format; `nil` for none.
  public var record: String?
  /// The file for the certificate of the authority that clients trust when served with TLS; `nil` for HTTP.
  public var authority: String?
  /// The file that says what residents do and when; `nil` for what they do by themselves.
  public var residents: String?
  /// Whether everything is refused that Mastodon refuses.
  public var isStrict = false
  /// The number of connections that may be open when served on a port.
  public var connectionLimit = 1000

  public init(
    port: Int = 0, seed: UInt64 = 1, state: String? = nil, isQuiet: Bool = false, faults: [String] = []
  ) {
    self.port = port
    self.seed = seed
    self.state = state
    self.isQuiet = isQuiet
    self.faults = faults
  }

  var activity: SandboxActivity {
    if let busy { return .busy(perSecond: busy) }
    return isQuiet || isEmpty || residents != nil ? .quiet : .resident
  }

  /// The host name or address by which this machine reaches the server.
  var host: String {
    switch address {
    case "0.0.0.0": "127.0.0.1"
    case "::", "::1": "[::1]"
    default: address.contains(":") ? "[\(address)]" : address
    }
  }
}
