public import FoundationEssentials
public import IntentHandling
public import LocalStore
public import MastodonClient
public import PushNotifications
public import QuickLook
public import Sandbox
public import SandboxHost

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
