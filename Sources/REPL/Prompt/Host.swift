public import FeatureKit
public import TerminalKit

/// The app, as a prompt or a script uses it.
@MainActor
public protocol Host: AnyObject, Sendable {
  /// The current account, `user@host`.
  var account: String { get }
  /// The user's settings, as they are now.
  var promptSettings: PromptSettings { get }
  var promptPlace: PromptPlace { get }
  /// The top screen: the open sheet's, else that of the last route or of the tab.
  var screen: Screen { get }
  /// The greeting for new users, and the command that Return stands for below it.
  var greeting: Document? { get }
  var firstReturn: String? { get }
  /// Messages about events, to be printed above the line being typed, and those of commands.
  var notes: ToastCenter { get }
  /// The files that the output of a command can go to.
  var userFiles: UserFiles { get }
  var aliases: AliasStore { get }
  /// The version of the program, which a record names.
  var version: String { get }
  /// The time since a fixed moment, for measuring durations.
  var uptime: Duration { get }
  /// Waits; throws when cancelled.
  var sleep: @Sendable (Duration) async throws -> Void { get }
  func layout(width: Int) -> Layout
  /// Puts small pictures into a page, as far as they can be drawn in a moment.
  func drawThumbnails(in document: Document, _ layout: Layout) async -> Document

  /// Takes what other programs have set and which accounts they have signed out, before a line runs; returns why the line no
  /// longer means what it did, if so.
  func refresh() -> AppError?
  /// Shows what other programs have requested; returns whether another screen is on top now.
  func settle() async -> Bool
  /// Tells the app, before and after each command, whether the output is JSON for another program, and whether the user sees it.
  func setData(_ isData: Bool, isShown: Bool)

  /// The verbs that can be typed now, the innermost layer first; of a command that has gone to a screen of its own, there.
  func layers(on screen: Screen?) -> [VerbLayer]
  /// The verbs of screens that are not shown, by the command or the name of the place that has them; for help.
  var layersElsewhere: [VerbLayer] { get }
  /// The verbs that can be typed when a run begins; `nil` for any.
  var verbsAtStart: [Verb]? { get }
  var pluginCommands: PluginCommands { get }
  /// What the help has besides the commands; asked for when help is.
  var helpTables: HelpTables { get }
  /// Prepares another signed-in account for one command, whose screens are shown among the current account's, or refused.
  func acting(as account: String, opensScreens: Bool) async throws -> Acting
  /// Whether what can't be sent in the present run waits in the outbox.
  var queuesUnsent: Bool { get }
  /// Prepares a command whose changes are put into the outbox, as another account if one is named.
  ///
  /// - Parameters:
  ///   - mayHaveArrived: Whether the command was sent before, without an answer.
  ///   - isAgreed: Whether every question is answered with yes, also later.
  func deferring(as account: String?, mayHaveArrived: Bool, isAgreed: Bool) async throws -> Acting
  /// Prepares a command that changes nothing, as another account if one is named.
  func dryRun(as account: String?) async throws -> DryRun

  /// Finds what an address refers to.
  func resolve(_ address: String, kind: Reference.Kind) async throws -> Reference
  /// Finds the post that a waiting one has become; one that still waits is itself.
  func post(ofDraft id: String) throws -> Reference
  /// Loads what numbers stood for at the end of the last run.
  func recall() -> [Int: [Reference]]
  /// Saves what numbers stand for and what is beside them, for the next run.
  func remember(_ shown: [Int: [Reference]], summaries: [Int: String])
  /// Returns the mentions and hashtags with this beginning, for completion: `@rook`, `#canal`.
  func mentions(beginning: String) -> [String]
  /// The hosts of servers that the user may mean, for completion.
  var hosts: [String] { get }
  /// The signed-in accounts, `user@host`, for completion.
  var accountNames: [String] { get }
  /// What waits to be sent for each post, by its id: `favourite`.
  var waitingActs: [String: [String]] { get }

  /// Records that a verb ran, and how long it took.
  func record(verb: String, took duration: Duration)
  /// Records that a verb failed, for a bug report.
  func remember(failure code: String, of verb: String)
  /// What is sent to servers, and what they leave out, from now on.
  func createOmissions() -> Omissions
  /// The history file of the current account, or `nil`.
  func prepareHistoryFile() -> String?
}

/// The host of an app without accounts, files, plugins and records.
public protocol LoneHost: Host {}

extension LoneHost {
  public var account: String { "" }
  public var promptSettings: PromptSettings { PromptSettings() }
  public var greeting: Document? { nil }
  public var firstReturn: String? { nil }
  public var userFiles: UserFiles { .none }
  public var aliases: AliasStore { .none }
  public var version: String { "" }
  public func drawThumbnails(in document: Document, _ layout: Layout) async -> Document { document }
  public func refresh() -> AppError? { nil }
  public func settle() async -> Bool { false }
  public func setData(_ isData: Bool, isShown: Bool) {}
  public var layersElsewhere: [VerbLayer] { [] }
  public var verbsAtStart: [Verb]? { nil }
  public var pluginCommands: PluginCommands { .none }
  public var helpTables: HelpTables { HelpTables() }
  public func acting(as account: String, opensScreens: Bool) async throws -> Acting { throw AppError.noAccounts }
  public var queuesUnsent: Bool { false }
  public func deferring(as account: String?, mayHaveArrived: Bool, isAgreed: Bool) async throws -> Acting {
    throw AppError.noAccounts
  }
  public func dryRun(as account: String?) async throws -> DryRun { throw AppError.noAccounts }
  public func post(ofDraft id: String) throws -> Reference { .waitingPost(id) }
  public func recall() -> [Int: [Reference]] { [:] }
  public func remember(_ shown: [Int: [Reference]], summaries: [Int: String]) {}
  public func mentions(beginning: String) -> [String] { [] }
  public var hosts: [String] { [] }
  public var accountNames: [String] { [] }
  public var waitingActs: [String: [String]] { [:] }
  public func record(verb: String, took duration: Duration) {}
  public func remember(failure code: String, of verb: String) {}
  public func createOmissions() -> Omissions {
    Omissions(take: { [] }, archived: { nil }, unreached: { nil }, hasSentChanges: { false })
  }
  public func prepareHistoryFile() -> String? { nil }
}

extension AppError {
  fileprivate static var noAccounts: AppError {
    .usage("There are no accounts here.", suggestion: "Leave out the option.")
  }
}
