public import FoundationEssentials
public import IntentHandling
public import LocalStore
public import MastodonClient
public import PushNotifications
public import QuickLook
public import Sandbox

/// What the app takes from the world: made live in howdah's `main` alone, and from fixtures everywhere else.
public struct AppDependencies: Sendable {
  /// Where this person's files are.
  public var locations: FileLocations
  /// The clock.
  public var now: @Sendable () -> Date
  /// The time since some moment that stays the same, to measure with.
  public var uptime: @Sendable () -> Duration
  /// The clock of the embedded instance, which also waits.
  public var sandboxClock: SandboxClock
  /// How far local time is from UTC, in minutes east.
  public var utcOffsetMinutes: Int
  /// Makes an id that nobody else has: 26 letters and digits, so that it can be typed where a number can.
  public var makeID: @Sendable () -> String
  /// The way to a server over the network.
  public var network: NetworkStack
  /// Makes the transport to a server: over the network, or to a stub in a test.
  public var connect: @Sendable (ServerAddress, NetworkStack) -> Transport
  /// How a request that did not get through is sent again.
  public var retries: Retries
  /// What the embedded instance is made from.
  public var sandbox: SandboxOptions
  /// The way to show a page to the person.
  public var browser: BrowserOpener
  /// The other programs of this machine, by which a keyring is reached.
  public var programs: Programs
  /// How this machine shows media.
  public var media: MediaDisplay
  /// What the system says of its memory (`/proc/pressure/memory`); `nil` where it does not count that.
  public var memoryPressure: @Sendable () -> String?
  /// Where other programs find a Howdah that runs.
  public var intents: IntentPort
  /// What another program hands to this one, such as a push.
  public var input: PipedInput

  /// Makes dependencies; every part is needed.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
    sandboxClock: SandboxClock, utcOffsetMinutes: Int, makeID: @escaping @Sendable () -> String, network: NetworkStack,
    connect: @escaping @Sendable (ServerAddress, NetworkStack) -> Transport, retries: Retries, sandbox: SandboxOptions,
    browser: BrowserOpener, programs: Programs, media: MediaDisplay, memoryPressure: @escaping @Sendable () -> String?,
    intents: IntentPort, input: PipedInput
  ) {
    self.locations = locations
    self.now = now
    self.uptime = uptime
    self.sandboxClock = sandboxClock
    self.utcOffsetMinutes = utcOffsetMinutes
    self.makeID = makeID
    self.network = network
    self.connect = connect
    self.retries = retries
    self.sandbox = sandbox
    self.browser = browser
    self.programs = programs
    self.media = media
    self.memoryPressure = memoryPressure
    self.intents = intents
    self.input = input
  }
}

/// How the embedded instance is set up.
public struct SandboxOptions: Hashable, Sendable {
  /// The loopback port to serve on; 0 for a free one.
  ///
  /// Within the app it is not used: that way needs no port.
  public var port: Int
  /// The same number gives the same content.
  public var seed: UInt64
  /// The SQLite file, or `nil` for memory.
  public var state: String?
  /// Whether nothing happens by itself.
  public var isQuiet: Bool
  /// How many events a second a crowd makes besides, for who wants to see that.
  public var busy: Int?
  /// After how many calls in five minutes a caller is refused where it is served on a port; nil for never.
  public var rateLimit: Int?
  /// The address to listen on where it is served on a port.
  public var address = "127.0.0.1"
  /// The rules by which it fails where it is served on a port, as they are typed.
  public var faults: [String]
  /// The name of the server software that it imitates where it is served on a port; nil for Mastodon.
  public var quirks: String?

  /// Makes options.
  public init(
    port: Int = 0, seed: UInt64 = 1, state: String? = nil, isQuiet: Bool = false, faults: [String] = []
  ) {
    self.port = port
    self.seed = seed
    self.state = state
    self.isQuiet = isQuiet
    self.faults = faults
  }
}
