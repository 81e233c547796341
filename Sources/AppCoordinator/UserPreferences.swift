import FeatureKit
import LocalStore
import MastodonKit
import Observation
import StatusKit
import TerminalKit

/// What the person likes: read once at start, kept on disk at each change.
///
/// How one posts is kept for each account; a line in the settings' file is the default for every account.
///
/// The rule where this machine and the account's server both have a say: what was set here wins; what was never set here
/// follows the server; what neither says is Howdah's own. Nothing that is set here is sent to the server.
@MainActor
@Observable
final class UserPreferences {
  /// Whether and how live events are shown.
  enum Live: String, CaseIterable, Sendable {
    /// New posts and notifications appear above the line that is typed.
    case on
    /// Only what concerns the person appears.
    case quiet
    /// No stream is opened.
    case off
  }

  /// When colours are used.
  enum Color: String, CaseIterable, Sendable {
    /// At a terminal that has them, unless `NO_COLOR` is set.
    case auto
    /// Always.
    case always
    /// Never.
    case never
  }

  /// How pictures are shown at a terminal.
  enum Pictures: String, CaseIterable, Sendable {
    /// As the terminal can, as far as it says.
    case auto
    /// In words alone.
    case off
    /// In half blocks.
    case blocks
    /// By kitty's protocol, whatever the terminal says.
    case kitty
    /// By iTerm2's.
    case iterm
    /// In sixels.
    case sixel
  }

  /// What of the lines typed at the prompt is kept for the next run.
  enum History: String, CaseIterable, Sendable {
    /// Commands, without texts for others.
    case commands
    /// Every line.
    case all
    /// Nothing.
    case off
  }

  /// The value of every setting, by name.
  private var values: [String: String]
  /// What was set for the present account alone.
  private var own = AccountSettings(values: [:]) { _, _ in }
  @ObservationIgnored private let write: (String, String?) throws -> Void
  @ObservationIgnored private let themes: ThemeShelf
  /// What the present account's server says; the session owns it.
  @ObservationIgnored private weak var server: ServerPreferences?

  /// Takes the values read from disk; unknown names and values are kept there and ignored here.
  init(values: [String: String], themes: ThemeShelf, write: @escaping (String, String?) throws -> Void) {
    self.values = values
    self.themes = themes
    self.write = write
  }

  /// Keeps a value on disk, or forgets it with `nil`, then takes it; if the disk refuses, the old value stays.
  func set(_ name: Name, to value: String?) throws {
    if name.isPerAccount {
      try own.write(name.rawValue, value)
      own.values[name.rawValue] = value
      return
    }
    try write(name.rawValue, value)
    values[name.rawValue] = value
    if name == .theme { themes.forget() }
  }

  /// What of the values on disk means nothing to this version, in words; it stays there.
  var mistakes: [String] {
    let wrong = Name.allCases.flatMap { name in
      [values[name.rawValue], name.isPerAccount ? own.values[name.rawValue] : nil].compactMap(\.self).compactMap {
        value in
        name.allows(value) ? nil : "\(name.rawValue) cannot be “\(value)”; it counts as not set."
      }
    }
    // The account manager reads that one.
    let vault = values[AppCoordinator.vaultSetting].flatMap { value in
      VaultName(rawValue: value) == nil ? "there is no vault “\(value)”; none counts as chosen." : nil
    }
    let unknown = values.keys.filter { Name(rawValue: $0) == nil && $0 != AppCoordinator.vaultSetting }.sorted()
    return wrong + [vault].compactMap(\.self) + unknown.map { "there is no setting “\($0)” in this version." }
  }

  /// Follows another account, and its server, from now on.
  func follow(_ server: ServerPreferences, _ own: AccountSettings) {
    self.server = server
    self.own = own
  }

  /// The names of the settings, as typed and as written in the file.
  enum Name: String, CaseIterable {
    case theme, width, color, time, media, live, pictures, visibility, sensitive, language, history
    case contentWarnings = "content-warnings"
    case usageLog = "usage-log"
    case supporter
  }

  /// The value of a setting as it counts now, and who says so.
  func setting(_ name: Name) -> (value: String, origin: Setting.Origin) {
    if name.isPerAccount, let value = own.values[name.rawValue], name.allows(value) {
      return (name.word(for: value), .here)
    }
    if let value = values[name.rawValue], name.allows(value) {
      return (name.word(for: value), name.isPerAccount ? .allAccounts : .here)
    }
    if let value = server?.values.flatMap(name.value) { return (value, .server) }
    return (name.standard, .standard)
  }

  private func value<Value: RawRepresentable<String>>(_ name: Name, or standard: Value) -> Value {
    Value(rawValue: setting(name).value) ?? standard
  }

  /// The theme; the standard one where the file names none that exists.
  var theme: Theme { themes.theme(values[Name.theme.rawValue] ?? Name.theme.standard) }

  /// The widest a line may be, or `nil` for the terminal's width.
  var width: Int? { values[Name.width.rawValue].flatMap { Int($0) }.flatMap { Self.widths.contains($0) ? $0 : nil } }

  /// The widths that can be chosen, in columns.
  nonisolated static let widths = 20...500

  /// When colours are used.
  var color: Color { value(.color, or: .auto) }
  /// How times are written.
  var time: Layout.TimeFormat { value(.time, or: .relative) }
  /// How much is said of media.
  var media: Layout.MediaExpansion { value(.media, or: .default) }
  /// How pictures are shown.
  var pictures: Pictures { value(.pictures, or: .auto) }
  /// Whether content warnings are folded.
  var contentWarnings: Layout.Expansion { value(.contentWarnings, or: .fold) }
  /// Whether the names of verbs and their times are written down.
  var usageLog: Bool { setting(.usageLog).value == "on" }
  /// Whether this user supports the program; `about` says thank you, and nothing else depends on it.
  var isSupporter: Bool { setting(.supporter).value == "yes" }
  /// What of the lines typed is kept.
  var history: History { value(.history, or: .commands) }
  /// Whether live events are shown.
  var live: Live { value(.live, or: .on) }

  /// An account with the posting defaults that were set here in place of its server's.
  func applied(to account: Account) -> Account {
    let here = { (name: Name) in
      [.here, .allAccounts].contains(self.setting(name).origin) ? self.setting(name).value : nil
    }
    let (visibility, sensitive, language) = (here(.visibility), here(.sensitive), here(.language))
    // What the server has for a default may be no language: Takahe says `unk` and refuses it of a post.
    let isOdd = account.source?.language.map { !LanguageCode.isListed($0) } ?? false
    guard visibility != nil || sensitive != nil || language != nil || isOdd else { return account }
    var account = account
    var source = account.source ?? Account.Source()
    if isOdd { source.language = nil }
    if let visibility { source.privacy = Visibility(typed: visibility) ?? .public }
    if let sensitive { source.sensitive = sensitive == "yes" }
    if let language { source.language = language == Self.noLanguage ? nil : language }
    account.source = source
    return account
  }

  /// What stands for a language that nobody has named: the server guesses.
  nonisolated static let noLanguage = "auto"
}

/// What was set for one account alone: its values, and the way to keep one.
struct AccountSettings {
  /// The value of every setting, by name.
  var values: [String: String]
  /// Keeps a value on disk, or forgets it with `nil`.
  let write: (String, String?) throws -> Void
}

extension UserPreferences.Name {
  /// Whether it says how one posts, and is kept for each account.
  var isPerAccount: Bool { [.visibility, .sensitive, .language].contains(self) }

  /// What it is where neither this machine nor the server says anything.
  var standard: String {
    switch self {
    case .theme: Theme.dusk.name
    case .width, .color: "auto"
    case .time: Layout.TimeFormat.relative.rawValue
    case .media: Layout.MediaExpansion.default.rawValue
    case .contentWarnings: Layout.Expansion.fold.rawValue
    case .live: UserPreferences.Live.on.rawValue
    case .pictures: UserPreferences.Pictures.auto.rawValue
    case .visibility: Visibility.public.word
    case .sensitive, .supporter: "no"
    case .usageLog: "off"
    case .history: UserPreferences.History.commands.rawValue
    case .language: UserPreferences.noLanguage
    }
  }

  /// The words that it can be, where they are few.
  var choices: [String]? {
    switch self {
    case .theme, .width, .language: nil
    case .color: UserPreferences.Color.allCases.map(\.rawValue)
    case .time: Layout.TimeFormat.allCases.map(\.rawValue)
    case .media: Layout.MediaExpansion.allCases.map(\.rawValue)
    case .contentWarnings: Layout.Expansion.allCases.map(\.rawValue)
    case .live: UserPreferences.Live.allCases.map(\.rawValue)
    case .pictures: UserPreferences.Pictures.allCases.map(\.rawValue)
    case .visibility: Self.visibilities.map(\.word)
    case .sensitive, .supporter: ["no", "yes"]
    case .usageLog: ["off", "on"]
    case .history: UserPreferences.History.allCases.map(\.rawValue)
    }
  }

  /// Whether a value that somebody wrote into the file means something.
  func allows(_ value: String) -> Bool {
    if self == .language { return value == standard || PostLanguage(value) != nil }
    if self == .width { return value == standard || Int(value).map(UserPreferences.widths.contains) == true }
    return choices?.contains(word(for: value)) ?? true
  }

  /// Who may see a new post unless its author says otherwise; one for those mentioned alone would mention nobody.
  static let visibilities: [Visibility] = [.public, .unlisted, .private]

  /// A value in today's words, whatever word the file has for it.
  func word(for value: String) -> String {
    guard self == .visibility else { return value }
    return Visibility(typed: value, among: Self.visibilities)?.word ?? value
  }

  /// What a server says of it, if that is the server's to say.
  func value(of server: Preferences) -> String? {
    switch self {
    case .visibility: server.visibility.word
    case .sensitive: server.sensitive ? "yes" : "no"
    case .language:
      server.language.flatMap { LanguageCode.isListed($0) ? $0 : nil } ?? UserPreferences.noLanguage
    case .media:
      switch server.expandMedia {
      case .showAll: Layout.MediaExpansion.show.rawValue
      case .hideAll: Layout.MediaExpansion.hide.rawValue
      case .default: Layout.MediaExpansion.default.rawValue
      case .unknown: nil
      }
    case .contentWarnings: (server.expandSpoilers ? Layout.Expansion.show : .fold).rawValue
    case .theme, .width, .color, .time, .live, .pictures, .usageLog, .history, .supporter: nil
    }
  }
}
