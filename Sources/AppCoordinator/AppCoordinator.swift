import Accounts
import AppPreferences
import ComposerFeature
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import HomeFeature
import IntentHandling
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NotificationsFeature
import PushNotifications
import QuickLook
import SandboxHost
import SettingsFeature
import StatusKit
public import TerminalKit

/// The root: owns every object, composes the features, and answers what no feature can do alone.
///
/// Its stored properties are the ownership graph, and `docs/architecture.md` has them as a table. Downward references are
/// strong, upward ones weak, sideways ones do not exist.
@MainActor
public final class AppCoordinator {
  /// What the command line decides for one run.
  public struct Choice: Hashable, Sendable {
    /// The account to act as, `user@host`; `nil` for the current one.
    public var account: String?
    /// Whether to use the embedded instance although there is an account.
    public var usesSandbox: Bool
    /// Whether the embedded instance is used while no account is signed in, because a person sees that it is.
    public var fallsBackToSandbox: Bool
    /// Whether this run has somebody who reads along, so that streams are worth opening.
    public var isLive: Bool
    /// Whether somebody types at a prompt, and can go on with what is opened.
    public var isConversation: Bool
    /// Whether what is printed goes to a terminal.
    var isOnTerminal: Bool
    /// Whether what is printed is JSON, for another program.
    public var isData = false
    /// Whether what is printed appears as text on a terminal.
    ///
    /// Only then it changes what numbers mean and what counts as read.
    public var isShown: Bool { isOnTerminal && !isData }
    /// The terminal that this run belongs to, by a name that no other one has; `nil` for none.
    public var terminal: String?
    /// The width for this run, in columns; `nil` for the person's preference.
    public var width: Int?
    /// How many posts a page has; `nil` for the server's usual number.
    public var pageSize: Int?

    /// Makes a choice; by default a script of the current account.
    public init(
      account: String? = nil, usesSandbox: Bool = false, fallsBackToSandbox: Bool = false, isLive: Bool = false,
      isConversation: Bool = false, terminal: String? = nil, width: Int? = nil, pageSize: Int? = nil
    ) {
      self.account = account
      self.usesSandbox = usesSandbox
      self.fallsBackToSandbox = fallsBackToSandbox || isConversation
      self.isLive = isLive
      self.isConversation = isConversation
      self.terminal = terminal
      isOnTerminal = isConversation
      self.width = width
      self.pageSize = pageSize
    }
  }

  // Singletons: made once, kept for the process.
  let dependencies: AppDependencies
  var choice: Choice
  let preferences: UserPreferences
  let themes: ThemeStore
  let accounts: AccountManager
  let storage: Database
  let sandbox: EmbeddedSandbox
  let notices: ToastCenter
  /// Knows what was made and what is alive; owns nothing.
  let ledger = Ledger()

  /// Signs in and out, and switches accounts.
  private(set) lazy var signIn = createSignInCoordinator()
  /// Says what an address leads to; made at the first one.
  private(set) lazy var deepLinks = createDeepLinks()
  /// Records which commands ran; made once that is turned on or looked at.
  private(set) lazy var usageLog = createUsageLog()
  /// Carries out requests by other programs; created for a prompt, or when the user asks about them.
  var intents: IntentCoordinator?
  /// Manages push subscriptions; created on first use.
  var pushCoordinator: PushCoordinator?

  // Session: made at sign-in, dropped at sign-out and at a switch.
  private(set) var session: AccountSession
  private(set) var plugins: [Plugin] = []
  /// The tabs and what is open in them.
  private(set) lazy var router = createRouter()
  /// What the tabs show that a run may never look at.
  private(set) var overviews: Cached<Overviews>?
  /// Re-seeds what depends on the account, and watches its stream; keyed by the account.
  private(set) var lifecycle: KeyedTask<AccountIdentity>?
  /// Watches the stream of the public timeline that Home shows; keyed by both.
  var timelineWatch: KeyedTask<ShownTimeline>?
  /// What the account's stream said last of its connection.
  var streamConnection: StreamConnection?

  // Cached: made at its first use, dropped when memory is short.
  private(set) lazy var quickLook = createQuickLook()
  /// Looks at the memory while something is cached.
  private(set) lazy var pressure = createPressureMonitor()

  /// The history file that was made last, and whether it could be made.
  var preparedHistory: (file: String, isThere: Bool)?

  /// What happens meanwhile, for the prompt to print above the line that is typed.
  public var notes: AsyncStream<StyledText> { notices.stream }

  /// Makes the app for one run; nothing is asked of a server or of the embedded instance yet.
  ///
  /// - Throws: ``AppError`` if the chosen account is not signed in here, or a file cannot be read.
  public init(dependencies: AppDependencies, choice: Choice) throws {
    self.dependencies = dependencies
    self.choice = choice
    let notices = ToastCenter(now: dependencies.now)
    self.notices = notices
    let report: @Sendable (StoreNotice) -> Void = { notice in notices.post(StyledText(notice.words, .warning)) }
    let now = dependencies.now
    let locations = dependencies.locations
    let file = PreferencesFile(locations: locations)
    let themes = ThemeStore(
      files: ThemeFiles(locations: locations), report: { notices.post(StyledText($0, .warning)) })
    self.themes = themes
    let accounts = AccountManager(
      locations: locations, programs: dependencies.programs, now: now, report: report)
    let storage = Database(locations: locations, now: now, report: report)
    let sandbox = EmbeddedSandbox(
      options: dependencies.sandbox, clock: dependencies.sandboxClock, isLive: choice.isLive,
      prepare: { try FileLocations.makeFile($0) },
      setAside: { report(.setAside(path: $0, keptAs: try FileLocations.setAsideDatabase($0, at: now()))) })
    let identity: SignedInAccount
    do {
      preferences = try UserPreferences(file: file, themes: themes)
      identity = try accounts.account(for: choice.accountChoice)
      // A prompt has nothing to show without an account; a script may still sign in.
      if choice.isConversation, let obstacle = identity.obstacle { throw obstacle }
    } catch {
      throw AppError(error)
    }
    self.accounts = accounts
    self.storage = storage
    self.sandbox = sandbox
    let relay = StatusRelay()
    session = try Self.createSession(
      for: identity, dependencies: dependencies, accounts: accounts, storage: storage,
      sandbox: sandbox, relay: relay, notices: notices, choice: choice)
    self.relay = relay
    relay.coordinator = self
    enterSingletons()
    if choice.isConversation {
      for warning in preferences.warnings(about: file) { notices.post(StyledText(warning, .warning)) }
    }
    if choice.isLive { quickLook.clean() }
    compose()
  }

  /// Carries a changed post from the screen that changed it to all others.
  let relay: StatusRelay

  /// Takes another session in place of the present one, which is released with everything that was made for it.
  func install(_ account: SignedInAccount) throws {
    session = try Self.createSession(
      for: account, dependencies: dependencies, accounts: accounts, storage: storage,
      sandbox: sandbox, relay: relay, notices: notices, choice: choice)
    compose()
    intents?.sendAccount()
  }

  /// Makes the plugins for the present session, and the tabs that they bring.
  private func compose() {
    overviews = createOverviews()
    preferences.follow(session.serverPreferences, session.settings)
    plugins = createPlugins()
    router = createRouter()
    enterSession()
    if choice.isLive { startLifecycle() }
  }

  private func startLifecycle() {
    pushCoordinator?.stopWatching()
    let lifecycle = lifecycle ?? createLifecycle()
    self.lifecycle = lifecycle
    lifecycle.update(session.identity)
    watchShownTimeline()
  }

  /// Starts the lifecycle anew for the same account, after something that it depends on has changed.
  func restartLifecycle() {
    guard choice.isLive else { return }
    lifecycle?.update(nil)
    timelineWatch?.update(nil)
    startLifecycle()
  }

  /// Ends everything in order: the stream, the network, the embedded instance, the database.
  public func shutdown() async {
    lifecycle?.update(nil)
    quickLook.close()
    timelineWatch?.update(nil)
    pushCoordinator?.stopWatching()
    await intents?.stop()
    await dependencies.network.shutdown()
    await sandbox.close()
    do { try storage.close() } catch { notices.post(StyledText(AppError(error).words, .warning)) }
  }
}
