public import FeatureKit
public import LocalStore
public import Observation
import Synchronization
public import TerminalKit

/// The user's settings: read once at start, written to disk at each change.
///
/// Posting defaults are kept for each account; a value in the settings file is their default for every account.
///
/// A value that was set here takes precedence over the server's, and that over the standard one. Values that are set here
/// are not sent to the server.
@MainActor
@Observable
public final class UserPreferences {
  /// What is set on this machine, for every account.
  private var machine: StoredSettings { didSet { storeArchiveOptions() } }
  var account = StoredSettings(values: [:], changes: { nil }) { _, _ in }
  @ObservationIgnored let themes: ThemeStore
  /// Whether the terminal's background is light, as far as it is known.
  public var isOnLight = false
  /// The current account's preferences on its server, owned by the session.
  @ObservationIgnored weak var server: ServerPreferences?
  /// The options of the archive, which is written while the main thread draws.
  private nonisolated let archive: Mutex<ArchiveOptions>

  /// Creates preferences from stored values; unknown names and values stay on disk and are ignored here.
  public init(_ machine: StoredSettings, themes: ThemeStore) {
    self.machine = machine
    self.themes = themes
    archive = Mutex(ArchiveOptions(isOn: false, limit: nil, keepsPrivate: false))
    storeArchiveOptions()
  }

  /// Reads the preferences from a file, which then gets all changes.
  ///
  /// - Throws: ``AppError`` if the file cannot be read.
  public convenience init(file: PreferencesFile, themes: ThemeStore) throws {
    self.init(try StoredSettings(file: file), themes: themes)
  }

  /// The value of every setting of this machine, by name.
  var values: [String: String] { machine.values }

  /// Stores a value, or removes it with `nil`; if it cannot be stored, the old value stays.
  public func set(_ name: Name, to value: String?) throws {
    if name.isPerAccount {
      try account.write(name.rawValue, value)
      account.values[name.rawValue] = value
      return
    }
    try machine.write(name.rawValue, value)
    machine.values[name.rawValue] = value
    if name == .theme { themes.forget() }
  }

  /// Takes the values that another process has stored since the last call.
  public func refresh() {
    if let values = machine.changes() {
      machine.values = values
      themes.forget()
    }
    if let values = account.changes() { account.values = values }
  }

  /// Switches to the settings of another account and its server.
  public func follow(_ server: ServerPreferences, _ account: StoredSettings) {
    self.server = server
    self.account = account
  }

  /// The effective value of a setting and where it comes from.
  public func setting(_ name: Name) -> (value: String, origin: Setting.Origin) {
    if name.isPerAccount, let value = account.values[name.rawValue], name.allows(value) {
      return (name.currentWord(for: value), .here)
    }
    if let value = values[name.rawValue], name.allows(value) {
      return (name.currentWord(for: value), name.isPerAccount ? .allAccounts : .here)
    }
    if let value = server?.values.flatMap(name.value) { return (value, .server) }
    return (name.standard, .standard)
  }

  private func value<Value: RawRepresentable<String>>(_ name: Name, or standard: Value) -> Value {
    Value(rawValue: setting(name).value) ?? standard
  }

  /// The theme; the standard one where the stored name is unknown.
  public var theme: Theme {
    let name = values[Name.theme.rawValue] ?? Name.theme.standard
    guard name == Self.automaticTheme else { return themes.theme(name) }
    return isOnLight ? .day : .dusk
  }

  /// The theme that follows the terminal's background.
  public nonisolated static let automaticTheme = "auto"

  public var followsBackground: Bool { setting(.theme).value == Self.automaticTheme }

  /// Whether the names of accounts have colours of their own.
  public var colorsNames: Bool { setting(.nameColors).value == "on" }
  /// Whether links can be clicked: `auto`, `on` or `off`.
  public var hyperlinks: String { setting(.hyperlinks).value }
  /// Whether `copy` sets the terminal's clipboard: `auto`, `on` or `off`.
  public var clipboard: String { setting(.clipboard).value }

  /// The maximum line width in columns, or `nil` for the terminal's width.
  public var width: Int? {
    values[Name.width.rawValue].flatMap { Int($0) }.flatMap { Self.widths.contains($0) ? $0 : nil }
  }

  /// The number of posts on a page at the prompt, or `nil` for as many as fit the terminal.
  public var page: Int? {
    values[Name.page.rawValue].flatMap { Int($0) }.flatMap { Self.pages.contains($0) ? $0 : nil }
  }

  /// The number of seconds for which a post is kept before it is sent, or `nil` for none.
  public var hold: Int? {
    values[Name.hold.rawValue].flatMap { Int($0) }.flatMap { Self.holds.contains($0) ? $0 : nil }
  }

  /// Whether what cannot be sent waits in the outbox by itself.
  ///
  /// - Parameter isAtPrompt: Whether a user typed it at the prompt, and not in a shell or a script.
  public func queuesUnsent(atPrompt isAtPrompt: Bool) -> Bool {
    switch setting(.outbox).value {
    case "on": true
    case "off": false
    default: isAtPrompt
    }
  }

  public nonisolated static let holds = 5...120

  /// The accepted numbers of posts on a page.
  public nonisolated static let pages = 1...20

  /// The accepted widths, in columns.
  public nonisolated static let widths = 20...500

  public var color: Color { value(.color, or: .auto) }
  public var time: Layout.TimeFormat { value(.time, or: .relative) }
  /// The amount of the attachments that is shown.
  public var media: Layout.MediaExpansion { value(.media, or: .default) }
  /// The way in which images are drawn in the terminal.
  public var pictures: Pictures { value(.pictures, or: .auto) }
  /// Whether posts in lists show their first picture.
  public var showsThumbnails: Bool { setting(.picturesInTimelines).value != "off" }
  /// Whether posts behind content warnings are folded.
  public var contentWarnings: Layout.Expansion { value(.contentWarnings, or: .fold) }
  /// Whether a timeline shows a post once, however often it is boosted.
  public var foldsRepeats: Bool { setting(.repeats).value == "fold" }
  public var hiddenPosts: Set<TimelineOptions.Kind> {
    // A damaged value was reported when the settings were read.
    Set((try? Self.postKinds(setting(.hiddenPosts).value)) ?? [])
  }
  /// The number of lines of a post in a list.
  public var density: Layout.Density { value(.density, or: .normal) }
  /// Whether command names and durations are recorded.
  public var usageLog: Bool { setting(.usageLog).value == "on" }
  /// Whether and how much of what is read is kept on this machine.
  public nonisolated var archiveOptions: ArchiveOptions { archive.withLock(\.self) }

  private func storeArchiveOptions() {
    let value = setting(.archive).value
    let options = ArchiveOptions(
      isOn: value != "off", limit: value == "forever" ? nil : Self.archiveLimit(value) ?? Self.standardArchiveLimit,
      keepsPrivate: setting(.archivePrivate).value == "on")
    archive.withLock { $0 = options }
  }

  private nonisolated static let standardArchiveLimit = 500 << 20
  /// The limit as it can be typed: `500MB`, `forever`, `off`.
  public var archiveLimit: String {
    let value = setting(.archive).value
    return value == "on" ? "500MB" : value
  }

  /// A size such as 500MB or 2GB in bytes; `nil` for anything else, and for less than 10 MB.
  nonisolated static func archiveLimit(_ value: String) -> Int? {
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number < 1_000_000 else { return nil }
    let shift: Int? =
      switch value.dropFirst(digits.count).drop(while: { $0 == " " }).uppercased() {
      case "MB", "M": 20
      case "GB", "G": 30
      default: nil
      }
    return shift.map { number << $0 }.flatMap { $0 >= 10 << 20 ? $0 : nil }
  }
  /// Whether what is longer than the screen is shown in a pager.
  public var usesPager: Bool { setting(.pager).value == "on" }
  /// Which programs the prompt may run: none (`off`), those after `|` (`pipes`), or also those after `!` (`on`).
  public var shell: String { setting(.shell).value }
  /// Whether the user supports the project; only `about` uses it, to say thank you.
  public var isSupporter: Bool { setting(.supporter).value == "yes" }
  /// Which typed lines are kept for the next run.
  public var history: History { value(.history, or: .commands) }
  public var live: Live { value(.live, or: .on) }

  /// The value of the setting `language` that leaves the choice to the server.
  public nonisolated static let noLanguage = "auto"
}
