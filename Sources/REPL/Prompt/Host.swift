public import FeatureKit
public import TerminalKit

/// The prompt's dependencies on the app, so that tests need no app.
@MainActor
public struct Host {
  /// The user's settings, as they are now.
  public var settings: () -> PromptSettings
  /// Takes what other programs have set and which accounts they have signed out, before a line runs; returns why the line no
  /// longer means what it did, if so.
  public var refresh: () -> AppError?
  /// The top screen: the open sheet's, else that of the last route or of the tab.
  public var screen: () -> Screen
  public var place: () -> PromptPlace
  public var layout: (_ width: Int) -> Layout
  /// Puts small pictures into a page, as far as they can be drawn in a moment.
  public var drawThumbnails: (Document, Layout) async -> Document
  /// The greeting for new users, and the command that Return stands for below it; `nil` for none.
  public var greeting: () -> (document: Document, firstReturn: String?)?
  /// Shows what other programs have requested; returns whether another screen is on top now.
  public var settle: () async -> Bool
  /// Tells the app, before and after each command, whether the output is JSON for another program.
  public var setData: (Bool) -> Void
  /// The time since a fixed moment, for measuring durations.
  public var uptime: () -> Duration
  /// Waits; throws when cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  public var commands: Commands
  /// The references to posts, accounts and files.
  public var references: References
  public var records: Records
  /// Messages about events, to be printed above the line being typed, and those of commands.
  public var notes: ToastCenter
  /// The files that the output of a command can go to.
  public var userFiles: UserFiles
  public var aliases: AliasStore
  /// The version of the program, which a record names.
  public var version: String

  public init(
    settings: @escaping () -> PromptSettings, refresh: @escaping () -> AppError?, screen: @escaping () -> Screen,
    place: @escaping () -> PromptPlace, layout: @escaping (_ width: Int) -> Layout,
    drawThumbnails: @escaping (Document, Layout) async -> Document,
    greeting: @escaping () -> (document: Document, firstReturn: String?)?, settle: @escaping () async -> Bool,
    setData: @escaping (Bool) -> Void, uptime: @escaping () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, commands: Commands, references: References,
    records: Records, notes: ToastCenter, userFiles: UserFiles, aliases: AliasStore, version: String
  ) {
    self.settings = settings
    self.refresh = refresh
    self.screen = screen
    self.place = place
    self.layout = layout
    self.drawThumbnails = drawThumbnails
    self.greeting = greeting
    self.settle = settle
    self.setData = setData
    self.uptime = uptime
    self.sleep = sleep
    self.commands = commands
    self.references = references
    self.records = records
    self.notes = notes
    self.userFiles = userFiles
    self.aliases = aliases
    self.version = version
  }

  /// The current account, `user@host`.
  var account: String { place().account }
}

extension Host {
  /// The host of an app without accounts, files, plugins and records.
  public static func alone(
    screen: @escaping () -> Screen, place: @escaping () -> PromptPlace, layout: @escaping (_ width: Int) -> Layout,
    uptime: @escaping () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    layers: @escaping (_ screen: Screen?) -> [VerbLayer],
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference, notes: ToastCenter
  ) -> Host {
    let missing = AppError.usage("There are no accounts here.", suggestion: "Leave out the option.")
    return Host(
      settings: { PromptSettings() }, refresh: { nil }, screen: screen, place: place, layout: layout,
      drawThumbnails: { document, _ in document }, greeting: { nil }, settle: { false }, setData: { _ in },
      uptime: uptime, sleep: sleep,
      commands: Commands(
        layers: layers, elsewhere: { [] }, atStart: { nil }, plugins: .none, help: { HelpTables() },
        acting: { _, _ in throw missing }, later: { _ in throw missing }, dryRun: { _ in throw missing }),
      references: References(
        resolve: resolve, recall: { [:] }, recallSummaries: { [:] }, remember: { _, _ in }, mentions: { _ in [] },
        hosts: { [] }, accounts: { [] }, waiting: { [:] }),
      records: Records(
        ran: { _, _ in }, failed: { _, _ in },
        omissions: { Omissions(take: { [] }, archived: { nil }, hasSentChanges: { false }) }, historyFile: { nil }),
      notes: notes, userFiles: .none, aliases: .none, version: "")
  }
}

extension Host {
  @MainActor
  public struct Commands {
    /// The verbs that can be typed now, the innermost layer first; of a command that has gone to a screen of its own, there.
    public var layers: (_ screen: Screen?) -> [VerbLayer]
    /// The verbs of screens that are not shown, by the command or the name of the place that has them; for help.
    public var elsewhere: () -> [VerbLayer]
    /// The verbs that can be typed when a run begins; `nil` for any.
    public var atStart: () -> [Verb]?
    public var plugins: PluginCommands
    /// What the help has besides the commands; asked for when help is.
    public var help: () -> HelpTables
    /// Prepares another signed-in account for one command, whose screens are shown among the current account's, or refused.
    public var acting: (_ account: String, _ opensScreens: Bool) async throws -> Acting
    /// Prepares a command whose changes are put into the outbox, as another account if one is named.
    public var later: (_ account: String?) async throws -> Acting
    /// Prepares a command that changes nothing, as another account if one is named.
    public var dryRun: (_ account: String?) async throws -> DryRun

    public init(
      layers: @escaping (_ screen: Screen?) -> [VerbLayer], elsewhere: @escaping () -> [VerbLayer],
      atStart: @escaping () -> [Verb]?, plugins: PluginCommands, help: @escaping () -> HelpTables,
      acting: @escaping (_ account: String, _ opensScreens: Bool) async throws -> Acting,
      later: @escaping (_ account: String?) async throws -> Acting,
      dryRun: @escaping (_ account: String?) async throws -> DryRun
    ) {
      self.layers = layers
      self.elsewhere = elsewhere
      self.atStart = atStart
      self.plugins = plugins
      self.help = help
      self.acting = acting
      self.later = later
      self.dryRun = dryRun
    }
  }

  /// The references to posts, accounts and files.
  @MainActor
  public struct References {
    public var resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference
    /// Loads what numbers stood for at the end of the last run.
    public var recall: () -> [Int: [Reference]]
    public var recallSummaries: () -> [Int: String]
    /// Saves what numbers stand for and what is beside them, for the next run.
    public var remember: (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void
    /// Returns the mentions and hashtags with this beginning, for completion: `@rook`, `#canal`.
    public var mentions: (_ beginning: String) -> [String]
    /// The hosts of servers that the user may mean, for completion.
    public var hosts: () -> [String]
    /// The signed-in accounts, `user@host`, for completion.
    public var accounts: () -> [String]
    /// What waits to be sent for each post, by its id: `favourite`.
    public var waiting: () -> [String: [String]]

    public init(
      resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
      recall: @escaping () -> [Int: [Reference]], recallSummaries: @escaping () -> [Int: String],
      remember: @escaping (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void,
      mentions: @escaping (_ beginning: String) -> [String], hosts: @escaping () -> [String],
      accounts: @escaping () -> [String], waiting: @escaping () -> [String: [String]]
    ) {
      self.resolve = resolve
      self.recall = recall
      self.recallSummaries = recallSummaries
      self.remember = remember
      self.mentions = mentions
      self.hosts = hosts
      self.accounts = accounts
      self.waiting = waiting
    }
  }

  @MainActor
  public struct Records {
    /// Records that a verb ran, and how long it took.
    public var ran: (_ verb: String, _ duration: Duration) -> Void
    public var failed: (_ verb: String, _ code: String) -> Void
    /// What is sent to servers, and what they leave out, from now on.
    public var omissions: () -> Omissions
    /// The history file of the current account, or `nil`.
    public var historyFile: () -> String?

    public init(
      ran: @escaping (_ verb: String, _ duration: Duration) -> Void,
      failed: @escaping (_ verb: String, _ code: String) -> Void, omissions: @escaping () -> Omissions,
      historyFile: @escaping () -> String?
    ) {
      self.ran = ran
      self.failed = failed
      self.omissions = omissions
      self.historyFile = historyFile
    }
  }
}
