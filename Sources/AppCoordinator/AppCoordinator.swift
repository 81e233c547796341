import Accounts
public import AppEnvironment
import AppPreferences
public import FeatureKit
import FoundationEssentials
import IntentHandling
import LocalStore
import MastodonClient
import MastodonKit
import OnboardingFeature
import OwnershipKit
import PluginsFeature
import PushNotifications
import QuickLook
import SandboxHost
import Session
import TerminalKit

/// The root: owns what lives as long as the process, composes the features, and replaces the session.
///
/// The properties of this class and of ``SessionCoordinator`` make the ownership graph; docs/architecture.md draws it.
@MainActor
public final class AppCoordinator {
  /// The commands that need no token, as the whole of a run.
  public nonisolated static var commandsWithoutToken: Set<String> { SignInCoordinator.commandsWithoutToken }

  let dependencies: AppDependencies
  let run: RunContext
  /// Counts the objects of the app; owns none of them.
  let graph: ObjectGraph
  let scope: OwnerScope
  let preferences: UserPreferences
  let themes: ThemeStore
  let accounts: AccountManager
  let storage: Database
  let sandbox: EmbeddedSandbox
  let toasts: ToastCenter
  /// Drops what is cached when memory is short.
  let caches: CacheManager
  /// The pictures that were drawn last, and the files that viewers were given.
  let pictures: Cached<QuickLook>
  /// Records which commands ran, if the user wants that.
  let usageLog: OnDemand<UsageLog>

  let services: SessionCoordinator.Services
  private var signedIn: SessionAccount
  /// Everything that lives while it is.
  private(set) lazy var session = createSession()

  /// Signs in and out, and switches accounts.
  private(set) lazy var signIn = scope.add(createSignInCoordinator(), "sign-in coordinator")
  /// Shows, opens and saves attachments.
  private(set) lazy var quickLook = scope.add(createQuickLookCoordinator(), "quick look coordinator")
  /// Takes requests of other programs; made when there is a prompt, or when it is looked at.
  private(set) lazy var intents = createIntents()
  /// Finds and runs the user's plugins.
  private(set) lazy var plugins = scope.add(createPluginModel(), "plugins")
  /// Keeps push notifications arriving; made when the user asks for them, or where there is a subscription.
  private(set) lazy var pushes = createPushes()
  /// Whether no prompt of Howdah's was used on this machine before; known before this run creates its history file.
  let isFirstStart: Bool
  /// The history, and what numbers stand for, on this machine.
  let files: PromptFiles

  /// Messages for the prompt to print above the line that is typed.
  public var notes: ToastCenter { toasts }

  /// Creates the app for one run; nothing is asked of a server or of the sandbox yet.
  ///
  /// - Throws: ``AppError`` if the chosen account is not signed in here, or a file cannot be read.
  public init(dependencies: AppDependencies, choice: RunChoice) throws {
    let toasts = ToastCenter(now: dependencies.now)
    let report: @Sendable (StoreNotice) -> Void = { toasts.warn($0.words) }
    let file = PreferencesFile(locations: dependencies.locations)
    graph = ObjectGraph()
    let scope = graph.root(named: "app coordinator")
    self.dependencies = dependencies
    self.scope = scope
    run = RunContext(choice, alert: { _ in })
    isFirstStart = run.policy.isAttended && !dependencies.locations.hasHistory
    self.toasts = scope.add(toasts, "toast center")
    files = PromptFiles(
      locations: dependencies.locations, terminal: choice.terminal, now: dependencies.now,
      warn: { toasts.warn($0) })
    themes = scope.add(
      ThemeStore(files: ThemeFiles(locations: dependencies.locations), report: { toasts.warn($0) }), "theme")
    accounts = scope.add(
      AccountManager(
        locations: dependencies.locations, programs: dependencies.programs, now: dependencies.now, report: report),
      "account manager")
    storage = scope.add(
      Database(locations: dependencies.locations, now: dependencies.now, report: report), "storage")
    sandbox = scope.add(
      Self.createSandbox(dependencies, isLive: choice.isLive || choice.isFollowing, report: report), "sandbox")
    scope.add(dependencies.network, "network")
    caches = scope.add(
      CacheManager(
        pressure: PressureMonitor(
          read: dependencies.memoryPressure, wait: { try await dependencies.sleep(.seconds(2)) })), "cache manager")
    pictures = Self.createQuickLook(dependencies, caches: caches, scope: scope)
    usageLog = scope.lazy("usage log") {
      UsageLog(
        file: UsageFile(locations: dependencies.locations), now: dependencies.now, report: { toasts.warn($0.message) })
    }
    do {
      preferences = scope.add(
        try UserPreferences(file: file, themes: themes), "user preferences", note: { $0.theme.name })
      let account = try accounts.account(for: choice.accountChoice)
      // A prompt has nothing to show without an account; a script may still sign in.
      if run.policy.needsAccount, let obstacle = account.obstacle { throw obstacle }
      services = SessionCoordinator.Services(
        dependencies: dependencies, run: run, preferences: preferences, storage: storage, sandbox: sandbox,
        accounts: accounts, toasts: toasts, caches: caches,
        layouts: LayoutSettings(dependencies: dependencies, preferences: preferences, run: run), answers: AnswerLog(),
        scope: scope.keeping(.session))
      signedIn = try SessionAccount(account, services)
    } catch {
      throw AppError(error)
    }
    graph.setRoot(self)
    // Listed in the graph from the beginning.
    _ = (signIn, quickLook, intents, pushes, plugins)
    if run.policy.isAttended { for warning in preferences.warnings(about: file) { toasts.warn(warning) } }
    quickLook.clean()
    _ = session
  }

  /// Creates the sandbox, which is opened at its first use.
  private static func createSandbox(
    _ dependencies: AppDependencies, isLive: Bool, report: @escaping @Sendable (StoreNotice) -> Void
  ) -> EmbeddedSandbox {
    EmbeddedSandbox(
      options: dependencies.sandbox, clock: dependencies.sandboxClock, isLive: isLive,
      prepare: { try FileLocations.makeFile($0) },
      setAside: { [now = dependencies.now] in
        report(.setAside(path: $0, keptAs: try FileLocations.setAsideDatabase($0, at: now())))
      })
  }

  /// Replaces the session, and releases the old one with everything that was made for it.
  func install(_ account: SignedInAccount) throws {
    let next = try SessionAccount(account, services)
    if session.publisher.holdsPosts {
      Task { [toasts, old = session] in
        // They are the old account's.
        for toast in await old.publisher.sendHeld() { toasts.post(toast.text) }
      }
    }
    let watched = session.streams.watched.map { "Stopped watching \($0) as @\(session.identity.id)." }
    session.end()
    pushes.current?.stopWatching()
    toasts.forgetLines()
    if let watched { toasts.post(StyledText(watched)) }
    signedIn = next
    session = createSession()
    intents.current?.sendAccount()
  }

  /// Creates the session of the account that is signed in.
  private func createSession() -> SessionCoordinator {
    preferences.follow(signedIn.serverPreferences, signedIn.settings)
    // An account that was signed in before there was an archive.
    if run.policy.isAttended, let limit = archiveLimitToTell(signedIn.identity) {
      toasts.post(SignInContext.archiveNotice(limit: limit))
    }
    return SessionCoordinator(
      signedIn, services: services,
      root: SessionRoot(
        draftEnded: { [weak self] in self?.intents.current?.record($0, of: $1) },
        publish: { [weak self] in self?.intents.current?.send($0) },
        publishGap: { [weak self] in self?.intents.current?.sendGap() },
        watchPushes: { [weak self] in await self?.watchPushes() },
        createSheet: { [weak self] destination in
          guard let self else { throw AppError.cancelled }
          return try await createSheet(destination)
        }), plugins: createPlugins)
  }

  private func createSheet(_ destination: SheetDestination) async throws -> Screen {
    switch destination {
    case .media(let status, let index): try await createMediaScreen(status, index: index)
    case .settings(let section): try createSettingsScreen(section)
    case .signIn(let server): createSignInScreen(server)
    case .onboarding: createOnboardingScreen(at: .welcome, live: preferences.live.rawValue)
    case .composer, .list, .filter, .group, .server, .report, .profile: throw AppError.cancelled  // The session's own.
    }
  }

  /// Leaves the posts that are kept for a while drafts, and returns what to say about them.
  public func keepHeld() -> [String] {
    session.publisher.holdsPosts ? ["Unsent posts are saved as drafts: drafts"] : []
  }

  /// Sends the posts that are kept for a while at once, before the program ends, and returns each result.
  public func sendHeld() async -> [String] { await session.publisher.sendHeld().map(\.text.plain) }

  /// Waits until what was read is kept, before the program ends.
  public func settleArchive() async { await session.updates.archive.settle() }

  /// Ends everything in order: the streams, the network, the sandbox, the database.
  public func shutdown() async {
    session.end()
    await settleArchive()
    quickLook.close()
    pushes.current?.stopWatching()
    await intents.current?.stop()
    await dependencies.network.shutdown()
    await sandbox.close()
    do { try storage.close() } catch { toasts.warn(AppError(error).message) }
  }
}
