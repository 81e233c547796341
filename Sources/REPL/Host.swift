public import FeatureKit
public import TerminalKit

/// What the prompt needs from the app, as closures, so that tests need no app.
@MainActor
public struct Host {
  /// The verbs that can be typed now, the innermost layer first.
  public var layers: () -> [VerbLayer]
  /// The verbs of screens that are not shown, by the command or the name of the place that has them; for help.
  public var elsewhere: () -> [VerbLayer]
  /// The verbs that can be typed when a run begins; `nil` for any.
  public var verbsAtStart: () -> [Verb]? = { nil }
  /// The top screen: the open sheet's, else that of the last route or of the tab.
  public var screen: () -> Screen
  /// The user's location for the prompt: `sandbox · home`, `post by Rook`.
  public var location: () -> [String]
  /// The current account, `user@host`.
  public var account: () -> String
  /// Returns the layout for a width.
  public var layout: (_ width: Int) -> Layout
  /// Whether responses are sentences for a screen reader.
  public var isPlain: () -> Bool
  /// Whether the commands to type next are listed.
  public var showsHints: () -> Bool
  /// The current theme.
  public var theme: () -> Theme
  /// The width that the user set, or `nil` for the terminal's.
  public var width: () -> Int?
  /// Finds what an address refers to.
  public var resolve: (_ address: String, _ kind: Reference.Kind) async throws -> Reference
  /// Loads what numbers stood for at the end of the last run.
  public var recall: () -> [Int: [Reference]]
  /// Saves what numbers stand for and what is beside them, for the next run.
  public var remember: (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void
  /// Loads what was beside the numbers at the end of the last run.
  public var recallSummaries: () -> [Int: String] = { [:] }
  /// Whether they keep their meaning in the next run, as they do on a terminal.
  public var keepsNumbers: () -> Bool = { true }
  /// Returns what the labels of live lines stand for.
  public var lines: () -> LiveLines
  /// How many notifications and how many posts of the present timeline are new, for the prompt.
  public var counts: () -> (unread: Int, newPosts: Int)
  /// Returns the mentions and hashtags with this beginning, for completion: `@rook`, `#canal`.
  public var mentions: (_ beginning: String) -> [String]
  /// The hosts of servers that the user may mean, for completion.
  public var hosts: () -> [String]
  /// Lists a folder, for completion; empty if it cannot be read.
  public var files: (_ folder: String) -> [(name: String, isFolder: Bool)]
  /// Messages about events, to be printed above the line being typed.
  public var notes: AsyncStream<Note>
  /// The greeting for new users, or `nil`.
  public var greeting: () -> Document?
  /// Shows what other programs have requested; returns whether another screen is on top now.
  public var settle: () async -> Bool
  /// The command that Return stands for below the greeting, or `nil`.
  public var firstReturn: () -> String?
  /// Records the message of a command.
  public var remembered: (Toast) -> Void
  /// The history file of the current account, or `nil`.
  public var historyFile: () -> String?
  /// Whether lines with a text for others are saved there too.
  public var keepsTexts: () -> Bool
  /// The time since a fixed moment, for measuring durations.
  public var uptime: () -> Duration
  /// Which programs may be run from the prompt.
  public var shellAccess: () -> ShellAccess = { .off }
  /// Whether what is longer than the screen is shown in a pager.
  public var usesPager: () -> Bool = { false }
  /// The files that the output of a command can go to.
  public var userFiles = UserFiles.none
  /// The version of the program, which a record names.
  public var version = ""
  /// Whether the rest of an earlier line is suggested.
  public var suggestsHistory: () -> Bool = { false }
  /// Where the user's aliases are kept.
  public var aliases = AliasStore.none
  /// Whether links can be clicked, where the terminal is known to do that or not.
  public var showsLinks: (_ isKnown: Bool) -> Bool = { $0 }
  /// Whether the clipboard of a terminal is set that is known to have one, or to lack it.
  public var setsClipboard: (_ isKnown: Bool) -> Bool = { $0 }
  /// Whether the names of accounts have colours of their own.
  public var colorsNames: () -> Bool = { true }
  /// The commands of plugins that were found.
  public var pluginVerbs: () -> [Verb] = { [] }
  /// Looks for plugins; `shadow` says what else a word stands for.
  public var findPlugins: (_ shadow: (_ name: String) -> String?) async -> Void = { _ in }
  /// Looks whether plugins were installed, changed or removed; returns whether that is so.
  public var findPluginChanges: (_ shadow: (_ name: String) -> String?) async -> Bool = { _ in false }
  /// Asks a plugin what it does, if that is not known.
  public var describePlugin: (_ name: String) async -> Void = { _ in }
  /// Records that a verb failed, by the error's code.
  public var failed: (_ verb: String, _ code: String) -> Void = { _, _ in }
  /// Records that a verb ran, and how long it took.
  public var ran: (_ verb: String, _ duration: Duration) -> Void

  /// The number of changing requests sent to the server so far, by commands or otherwise.
  public var changesSent: () -> Int
  /// Makes a collection of what servers leave out of what one command asks for.
  public var omissions: () -> Omissions = { .none }
  /// Tells the app, before and after each command, whether the output is JSON for another program.
  public var setData: (Bool) -> Void

  /// The signed-in accounts, `user@host`, for completion.
  public var accounts: () -> [String] = { [] }
  /// Prepares another signed-in account for one command.
  public var acting: (_ account: String) async throws -> Acting = { name in
    throw AppError.unknownAccount(name, known: [])
  }

  /// Prepares a command that changes nothing, as another account if one is named.
  public var dryRun: (_ account: String?) async throws -> DryRun = { _ in
    throw AppError.usage("There is no dry run here.", suggestion: "Leave out --dry-run.")
  }

  /// Makes a host from its closures.
  public init(
    layers: @escaping () -> [VerbLayer], elsewhere: @escaping () -> [VerbLayer] = { [] },
    screen: @escaping () -> Screen, location: @escaping () -> [String],
    account: @escaping () -> String, layout: @escaping (_ width: Int) -> Layout, isPlain: @escaping () -> Bool,
    showsHints: @escaping () -> Bool, theme: @escaping () -> Theme, width: @escaping () -> Int?,
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference,
    recall: @escaping () -> [Int: [Reference]],
    remember: @escaping (_ shown: [Int: [Reference]], _ summaries: [Int: String]) -> Void,
    lines: @escaping () -> LiveLines, counts: @escaping () -> (unread: Int, newPosts: Int),
    mentions: @escaping (_ beginning: String) -> [String], hosts: @escaping () -> [String],
    files: @escaping (_ folder: String) -> [(name: String, isFolder: Bool)], notes: AsyncStream<Note>,
    greeting: @escaping () -> Document?,
    settle: @escaping () async -> Bool, firstReturn: @escaping () -> String?, remembered: @escaping (Toast) -> Void,
    historyFile: @escaping () -> String?, keepsTexts: @escaping () -> Bool,
    uptime: @escaping () -> Duration, ran: @escaping (_ verb: String, _ duration: Duration) -> Void,
    changesSent: @escaping () -> Int, setData: @escaping (Bool) -> Void
  ) {
    self.layers = layers
    self.elsewhere = elsewhere
    self.screen = screen
    self.location = location
    self.account = account
    self.layout = layout
    self.isPlain = isPlain
    self.showsHints = showsHints
    self.theme = theme
    self.width = width
    self.resolve = resolve
    self.recall = recall
    self.remember = remember
    self.lines = lines
    self.counts = counts
    self.mentions = mentions
    self.hosts = hosts
    self.files = files
    self.notes = notes
    self.greeting = greeting
    self.settle = settle
    self.firstReturn = firstReturn
    self.remembered = remembered
    self.historyFile = historyFile
    self.keepsTexts = keepsTexts
    self.uptime = uptime
    self.ran = ran
    self.changesSent = changesSent
    self.setData = setData
  }
}
