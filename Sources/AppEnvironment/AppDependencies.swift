package import Accounts
public import FeatureKit
public import FoundationEssentials
public import IntentHandling
public import LocalStore
public import MastodonClient
public import PluginKit
public import PushNotifications
public import QuickLook
public import Sandbox
public import SandboxHost
public import Subprocesses

/// The app's dependencies: made live only by howdah's `main`, and from fixtures everywhere else.
public struct AppDependencies: Sendable {
  public var locations: FileLocations
  public var now: @Sendable () -> Date
  /// The time since a fixed moment, for measurements.
  public var uptime: @Sendable () -> Duration
  public var sleep: @Sendable (Duration) async throws -> Void
  /// The clock of the sandbox, which can also wait.
  public var sandboxClock: SandboxClock
  /// The user's time zone, which may be another one after a journey.
  public var zone: @Sendable () -> LocalZone
  /// Creates a unique id of 26 letters and digits, which can be typed where a number can.
  public var makeID: @Sendable () -> String
  /// The network: connections, TLS, limits.
  public var network: NetworkStack
  /// Creates the transport to a server: over the network, or to a stub in a test.
  public var connect: @Sendable (ServerAddress, NetworkStack) -> Transport
  /// Keeps the requests that a dry run does not send; `nil` for a run that sends them.
  public internal(set) var recorder: RequestRecorder?
  public var retries: Retries
  public var sandbox: SandboxOptions
  public var browser: BrowserOpener
  /// Runs what the user types after `|` or `!`.
  public var shell = ShellProgram.none
  /// Lets the user edit a text in another program.
  public var editor = TextEditor.none
  /// Runs other programs of this machine, such as a keyring's.
  public var programs: Programs
  /// Creates access to the plugins of this machine; `report` is told of damaged files.
  public var plugins: @Sendable (_ report: @escaping @Sendable (StoreNotice) -> Void) -> PluginService
  public var media: MediaDisplay
  /// The system's memory pressure (`/proc/pressure/memory`); `nil` where it is not reported.
  public var memoryPressure: @Sendable () -> String?
  /// The port where other programs find a running Howdah.
  public var intents: IntentPort
  /// Reads what another program pipes in, such as a push message.
  public var input: PipedInput
  /// The files in memory that replace the user's files on disk; `nil` for the disk.
  public var userFiles: MemoryFiles?
  /// The facts about this machine for a bug report.
  public var machine = MachineFacts()

  /// Connects to the servers that accounts sign in to.
  package var connector: ServerConnector {
    ServerConnector(
      network: network, connect: { recording(connect($0, $1)) }, retries: retries, userAgent: AppVersion.userAgent,
      now: now)
  }
}
