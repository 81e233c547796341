import Accounts
import AppEnvironment
import AppPreferences
public import FeatureKit
import HomeFeature
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import OnboardingFeature
import OwnershipKit
import Session
import StatusKit
import Subprocesses
public import TerminalKit

/// The parts of the root that a prompt or a script needs.
extension AppCoordinator {
  /// The commands that are available now: those of the open sheet or of the screen on top, then the global ones.
  ///
  /// Below an open sheet, screens are out of reach; the global commands stay, so that the user can look something up while
  /// writing.
  public var layers: [VerbLayer] { layers(on: nil) }

  /// The same for a command that has gone to a screen of its own.
  public func layers(on screen: Screen?) -> [VerbLayer] {
    guard let obstacle = session.obstacle else { return allLayers(on: screen) }
    // Only what other servers show to everybody can be pushed without an account, and be acted on there.
    let isReading = session.router.current.sheet == nil && !session.router.current.path.isEmpty
    return allLayers(on: screen).enumerated().map { index, layer in
      isReading && index == 0
        ? layer : layer.map { [session] in $0.needsAccount ? session.parts.withoutAccount($0, obstacle) : $0 }
    }
  }

  /// The commands that are available when a run begins, but for those that lead back from where it has gone.
  public var verbsAtStart: [Verb]? {
    let router = session.router
    let start = router.tabs.first.map { router.root(of: $0).verbs() } ?? []
    return start + (allLayers(on: nil).last?.verbs ?? []).filter { !["back", "top", "close"].contains($0.name) }
  }

  private func allLayers(on own: Screen?) -> [VerbLayer] {
    let (router, links) = (session.router, session.parts.linkCommands)
    let posts = VerbGroup { [session] in session.parts.statusVerbs }
    let anywhere = VerbLayer(
      "Anywhere",
      session.plugins.map(\.commands) + [
        posts, VerbGroup { links.verbs }, VerbGroup { router.verbs },
        VerbGroup { [signIn] in
          router.guardingUnsaved(signIn.accountVerbs, ["login", "register", "logout", "switch"]) + [signIn.vaultVerb]
        }, VerbGroup { router.quitVerbs },
      ])
    let global = anywhere.map { links.extended($0, by: anywhere) }
    guard let sheet = router.current.sheet else {
      let screen = VerbLayer("On this screen", [VerbGroup((own ?? router.screen).verbs)])
      return [screen.map { links.extended($0, by: anywhere) }, global]
    }
    // What a number stands for on the screen below may be known to that screen alone.
    let below = VerbGroup {
      let names = Set((posts.verbs + links.verbs).map(\.name))
      return (own ?? router.screenBelowSheet).verbs().filter { names.contains($0.name) }
    }.map { links.extended($0, by: anywhere) }
    let top = VerbLayer(
      sheet.screen.textInput == nil ? "On this sheet" : "While writing", [VerbGroup { router.sheetVerbs ?? [] }])
    return [
      top.map { links.extended($0, by: anywhere, isSheet: true) },
      global.preceded(by: below).map(router.belowSheet),
    ]
  }

  /// The commands of the features' screens, as their previews have them; for help on what cannot be typed here.
  public var layersElsewhere: [VerbLayer] {
    session.plugins.map { plugin in VerbLayer(plugin.id, [VerbGroup { plugin.previews().flatMap { $0.verbs() } }]) }
  }

  /// The settings that concern the prompt and what it prints, as they are now.
  public var promptSettings: PromptSettings {
    var settings = PromptSettings()
    settings.isPlain = run.options.isPlain ?? preferences.isPlain ?? run.options.isDumb
    settings.showsHints = preferences.showsHints
    settings.theme = preferences.theme
    settings.width = session.services.layouts.width
    settings.color = preferences.color.rawValue
    settings.colorsNames = preferences.colorsNames
    settings.hyperlinks = PromptSettings.Choice(rawValue: preferences.hyperlinks) ?? .auto
    // Elsewhere, no link can be clicked.
    if !run.options.isOnTerminal, settings.hyperlinks == .on { settings.hyperlinks = .off }
    settings.clipboard = PromptSettings.Choice(rawValue: preferences.clipboard) ?? .auto
    settings.shellAccess = PromptSettings.ShellAccess(rawValue: preferences.shell) ?? .off
    settings.usesPager = preferences.usesPager
    settings.suggestsHistory = preferences.suggestsHistory
    settings.keepsTexts = preferences.history == .all
    settings.keepsNumbers = files.keepsNumbers
    settings.desktopMethod = preferences.desktopMethod.rawValue
    return settings
  }

  public func layout(width: Int) -> Layout { session.services.layouts.layout(width: width) }

  /// Sets where the output goes, which may be known only after the whole command line was read.
  public func setOutput(isTerminal: Bool, isData: Bool) {
    run.options.isOnTerminal = isTerminal
    run.options.isData = isData
  }

  /// Sets where a long command says how far it is.
  public func setProgressLine(_ line: ProgressLine) { run.progressLine = line }

  /// Sets how a run without a prompt shows a line on the desktop.
  public func setAlert(_ alert: @escaping @MainActor (Note) -> Void) { run.alert = alert }

  /// Sets whether the output is JSON from now on, which a single command may ask for.
  public func setData(_ isData: Bool, isShown: Bool) {
    (run.options.isData, run.options.isRedirected) = (isData, !isShown)
  }

  /// Sets the width for this run.
  public func override(width: Int) { run.options.width = width }

  /// Ends ``notes``, so that a reader can wait until all are read.
  public func finishNotes() { toasts.finish() }

  public var followsBackground: Bool { preferences.followsBackground }

  /// Sets whether the terminal's background is light.
  public func setBackground(isLight: Bool) { preferences.isOnLight = isLight }

  /// Takes over what a terminal of this kind has last said of its background, if it was ever asked.
  public func recallBackground(of terminal: String) {
    if let isLight = background(of: terminal).isLight() { setBackground(isLight: isLight) }
  }

  /// Sets what a terminal of this kind has said of its background, and remembers it for single commands.
  public func setBackground(isLight: Bool, saidBy terminal: String) {
    setBackground(isLight: isLight)
    background(of: terminal).keep(isLight: isLight)
  }

  private func background(of terminal: String) -> BackgroundFile {
    BackgroundFile(locations: dependencies.locations, terminal: terminal)
  }

  /// Remembers the code of an error and the command, for a bug report; never what was typed after it.
  public func remember(failure code: String, of verb: String) {
    run.failures = (run.failures + ["\(verb): \(code)"]).suffix(10)
  }

  /// Shows a text on the desktop with `notify-send`; nobody waits for it, and a failure is reported once in a run.
  public func showOnDesktop(_ text: String) {
    guard let path = dependencies.programs.find("notify-send") else {
      return reportDesktop("notify-send is not installed")
    }
    guard dependencies.programs.hasSessionBus() else { return reportDesktop("there is no session bus") }
    Task { [weak self, programs = dependencies.programs] in
      do throws(Programs.Failure) {
        let answer = try await programs.answer(
          of: path, Programs.Call(["--app-name=Howdah", "--", "Howdah", text], limit: 5000))
        if answer.code != 0 { self?.reportDesktop("notify-send ended with code \(answer.code)") }
      } catch {
        switch error {
        case .cannotStart, .tooMuch: self?.reportDesktop("notify-send cannot be run")
        case .timedOut: self?.reportDesktop("notify-send did not end within 5 seconds")
        case .interrupted: break
        }
      }
    }
  }

  private func reportDesktop(_ reason: String) {
    guard !run.hasReportedDesktop else { return }
    run.hasReportedDesktop = true
    toasts.post(
      StyledText("No notifications on the desktop: \(reason). ", .warning)
        + StyledText("set desktop-method · set desktop-notifications off", .hint))
  }

  /// The file of the prompt's history for the current account, created if necessary; `nil` if the user wants none or it cannot
  /// be created.
  public func prepareHistoryFile() -> String? {
    preferences.history == .off ? nil : files.history(of: session.identity.id)
  }

  /// The name of the current account, `user@host`.
  public var account: String { session.identity.id }

  /// The time since a fixed moment.
  public var uptime: Duration { dependencies.uptime() }

  /// Waits; throws when cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void { dependencies.sleep }

  /// Whether the current account is the sandbox's.
  public var isSandbox: Bool { session.identity.isSandbox }

  /// Runs what the user typed after `|` or `!`.
  ///
  /// - Throws: ``AppError`` if it cannot be started.
  public func runShell(_ command: String, input: [UInt8]?) async throws -> Int32 {
    do { return try await dependencies.shell.run(command, input) } catch { throw AppError(error) }
  }

  /// Ends the programs that run without the terminal, such as plugins, before a signal ends this one.
  public nonisolated static func endPrograms() { Programs.endAll() }

  /// Runs a program in a shell without the terminal; returns its exit code and what it wrote.
  ///
  /// - Throws: ``AppError``.
  public func captureShell(_ command: String, input: [UInt8]) async throws -> (code: Int32, output: [UInt8]) {
    do { return try await dependencies.shell.runCapturing(command, input) } catch { throw AppError(error) }
  }

  public var aliases: AliasStore {
    let file = AliasFile(locations: dependencies.locations)
    return AliasStore(
      load: { do { return try file.load() } catch { throw AppError(error) } },
      save: { do { try file.save($0) } catch { throw AppError(error) } },
      remove: { do { try file.remove($0) } catch { throw AppError(error) } })
  }

  /// Resolves a URL or an account's address.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if the server does not know it.
  public func resolve(_ address: String, kind: Reference.Kind) async throws -> Reference {
    try await session.account.deepLinks().reference(to: DeepLink(parsing: address))
  }

  private var names: NameCompletion { NameCompletion(accounts: accounts, storage: storage) }

  /// The hosts of servers that the user may mean, for completion.
  public var hosts: [String] { names.hosts }

  /// Completions of `@…`, `#…` and `:…` from what is stored, and at a prompt from the posts in Home and in the notifications.
  ///
  /// There they are also from what the server has told, which is asked in the background.
  public func mentions(beginning: String) -> [String] {
    guard run.policy.completes else {
      let name = String(beginning.dropFirst())
      let archived = beginning.hasPrefix("@") && !name.isEmpty ? storage.archived(name, of: session.identity.id) : []
      return names.words(beginning: beginning, in: archived)
    }
    let notified = session.notifications.state.notifications.compactMap(\.status)
    return names.words(beginning: beginning, in: session.home.state.list.statuses + notified)
      + session.account.serverNames().words(beginning: beginning)
  }

  /// Lets the user edit a text in another program and returns what it has saved.
  ///
  /// - Throws: ``AppError`` if there is no program, if it failed, or if it left no text.
  public func edit(_ text: String) async throws -> String {
    do { return try await dependencies.editor.edit(text) } catch { throw AppError(error) }
  }

  /// Records that a command ran, if the user wants that; never what was typed after it.
  public func record(verb: String, took duration: Duration) {
    session.streams.reopenIfAnswered()
    if preferences.usageLog { usageLog().record(verb, took: duration) }
  }

  /// The references of the numbers of the last screen on this terminal; empty if they cannot be read.
  public func recall() -> [Int: [Reference]] {
    toasts.restoreLines(from: files.numbers(of: session.identity.id))
  }

  /// The summaries beside those numbers.
  public func recallSummaries() -> [Int: String] { files.summaries(of: session.identity.id) }

  /// Saves what the numbers and labels stand for, for the next run on this terminal.
  ///
  /// A run whose output is not shown there changes nothing, so that a script does not change what the user's next command means.
  public func remember(_ shown: [Int: [Reference]], summaries: [Int: String] = [:]) {
    if run.options.isShown {
      files.save(
        shown.merging(toasts.lines.stored) { first, _ in first },
        summaries: summaries.filter { isForEverybody(shown[$0.key] ?? []) }, of: session.identity.id)
    }
  }

  /// Whether what is beside a number may be kept on the disk: only accounts, hashtags and posts that everybody can read.
  private func isForEverybody(_ references: [Reference]) -> Bool {
    let isKnown = references.allSatisfy { [.status, .account, .tag].contains($0.kind) }
    let statuses = references.filter { $0.kind == .status }.map { session.updates.shown(Status.ID($0.id)) }
    return isKnown
      && statuses.allSatisfy { status in
        status.map { [.public, .unlisted].contains($0.displayed.visibility) } ?? false
      }
  }

  /// The text below the first screen: at the first start in the sandbox the greeting, later the drafts that are left.
  public var greeting: Document? {
    isFirstStart && session.identity.isSandbox ? Onboarding.greeting : session.composers.draftNote
  }

  /// The command that Return on an empty line runs below the greeting of the first start; `nil` otherwise.
  public var firstReturn: String? { isFirstStart && session.identity.isSandbox ? "onboarding permissions" : nil }

  public var screen: Screen { session.router.screen }

  /// Finds the post that a waiting one has become; one that still waits is itself.
  public func post(ofDraft id: String) throws -> Reference { try session.publisher.post(ofDraft: id) }

  /// What waits in the outbox for each post, by its id: `favourite`.
  public var waitingActs: [String: [String]] { session.publisher.waitingActs }

  /// The account, the tab, the screen and the sheet.
  public var location: [String] {
    [session.identity.isSandbox ? "sandbox" : session.identity.id] + session.router.location
  }

  /// The same with what is new: the notifications that the user has not seen, and the posts of Home in its tab.
  public var promptPlace: PromptPlace {
    var place = PromptPlace(
      path: location, unread: session.notifications.unseen,
      newPosts: session.router.selected == "home" ? session.home.state.unread : 0)
    place.unreadElsewhere = session.streams.unreadElsewhere
    return place
  }
}
