public import FeatureKit
public import TerminalKit

/// The prompt's dependencies on the app, so that tests need no app.
@MainActor
public struct Host {
  /// The user's settings, as they are now.
  public var settings: () -> PromptSettings
  /// Takes what other programs have set and which accounts they have signed out, before a line runs; returns why the line no
  /// longer means what it did, if so.
  public var refresh: () -> AppError? = { nil }
  /// The top screen: the open sheet's, else that of the last route or of the tab.
  public var screen: () -> Screen
  public var place: () -> PromptPlace
  public var layout: (_ width: Int) -> Layout
  /// Puts small pictures into a page, as far as they can be drawn in a moment.
  public var drawThumbnails: (Document, Layout) async -> Document = { document, _ in document }
  /// The greeting for new users, and the command that Return stands for below it; `nil` for none.
  public var greeting: () -> (document: Document, firstReturn: String?)? = { nil }
  /// Shows what other programs have requested; returns whether another screen is on top now.
  public var settle: () async -> Bool = { false }
  /// Tells the app, before and after each command, whether the output is JSON for another program.
  public var setData: (Bool) -> Void = { _ in }
  /// The time since a fixed moment, for measuring durations.
  public var uptime: () -> Duration
  /// Waits; throws when cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  public var commands: Commands
  /// The references to posts, accounts and files.
  public var references: References
  public var records = Records()
  /// Messages about events, to be printed above the line being typed, and those of commands.
  public var notes: ToastCenter
  /// The files that the output of a command can go to.
  public var userFiles = UserFiles.none
  public var aliases = AliasStore.none
  /// The version of the program, which a record names.
  public var version = ""

  /// Creates a host of an app that nobody else asks for anything.
  public init(
    settings: @escaping () -> PromptSettings, screen: @escaping () -> Screen, place: @escaping () -> PromptPlace,
    layout: @escaping (_ width: Int) -> Layout, uptime: @escaping () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, commands: Commands, references: References,
    notes: ToastCenter
  ) {
    self.settings = settings
    self.screen = screen
    self.place = place
    self.layout = layout
    self.uptime = uptime
    self.sleep = sleep
    self.commands = commands
    self.references = references
    self.notes = notes
  }

  /// The current account, `user@host`.
  var account: String { place().account }
}

extension Host {
  @MainActor
  public struct Commands {
    /// The verbs that can be typed now, the innermost layer first; of a command that has gone to a screen of its own, there.
    public var layers: (_ screen: Screen?) -> [VerbLayer]
    /// The verbs of screens that are not shown, by the command or the name of the place that has them; for help.
    public var elsewhere: () -> [VerbLayer] = { [] }
    /// The verbs that can be typed when a run begins; `nil` for any.
    public var atStart: () -> [Verb]? = { nil }
    public var plugins = PluginCommands.none
    /// What the help has besides the commands; asked for when help is.
    public var help: () -> HelpTables = { HelpTables() }
    /// Prepares another signed-in account for one command, whose screens are shown among the current account's, or refused.
    public var acting: (_ account: String, _ opensScreens: Bool) async throws -> Acting = { name, _ in
      throw AppError.unknownAccount(name, known: [])
    }
    /// Prepares a command whose changes are put into the outbox, as another account if one is named.
    public var later: (_ account: String?) async throws -> Acting = { _ in
      throw AppError.usage("There is no outbox here.", suggestion: "Leave out --later.")
    }
    /// Prepares a command that changes nothing, as another account if one is named.
    public var dryRun: (_ account: String?) async throws -> DryRun = { _ in
      throw AppError.usage("There is no dry run here.", suggestion: "Leave out --dry-run.")
    }

    /// Creates the commands of an app without other screens, plugins and accounts.
    public init(layers: @escaping (_ screen: Screen?) -> [VerbLayer]) { self.layers = layers }
  }

  /// The references to posts, accounts and files.
  @MainActor
  public struct References {
    public var resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference
    /// Loads what numbers stood for at the end of the last run.
    public var recall: () -> [Int: [Reference]]
    public var recallSummaries: () -> [Int: String] = { [:] }
    /// Saves what numbers stand for and what is beside them, for the next run.
    public var remember: (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void
    /// Returns the mentions and hashtags with this beginning, for completion: `@rook`, `#canal`.
    public var mentions: (_ beginning: String) -> [String] = { _ in [] }
    /// The hosts of servers that the user may mean, for completion.
    public var hosts: () -> [String] = { [] }
    /// The signed-in accounts, `user@host`, for completion.
    public var accounts: () -> [String] = { [] }
    /// What waits to be sent for each post, by its id: `favourite`.
    public var waiting: () -> [String: [String]] = { [:] }
    /// Lists a folder, for completion; empty if it cannot be read.
    public var files: (_ folder: String) -> [(name: String, isFolder: Bool)] = { _ in [] }

    /// Creates the references of an app without completion.
    public init(
      resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
      recall: @escaping () -> [Int: [Reference]],
      remember: @escaping (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void
    ) {
      self.resolve = resolve
      self.recall = recall
      self.remember = remember
    }
  }

  @MainActor
  public struct Records {
    /// Records that a verb ran, and how long it took.
    public var ran: (_ verb: String, _ duration: Duration) -> Void = { _, _ in }
    public var failed: (_ verb: String, _ code: String) -> Void = { _, _ in }
    /// The number of changing requests sent to the server so far, by commands or otherwise.
    public var changesSent: () -> Int = { 0 }
    /// What servers leave out of what a command asks for that begins now.
    public var omissions: () -> Omissions = { .none }
    /// The history file of the current account, or `nil`.
    public var historyFile: () -> String? = { nil }
  }
}
