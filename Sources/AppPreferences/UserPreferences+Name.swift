public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension UserPreferences {
  /// The names of the settings, as typed and as written in the file.
  public enum Name: String, CaseIterable, Sendable {
    /// The colour theme.
    case theme
    /// The maximum line width.
    case width
    /// The number of posts on a page at the prompt.
    case page
    /// When colours are used.
    case color
    /// Whether the names of accounts have colours of their own.
    case nameColors = "name-colors"
    /// Whether links can be clicked.
    case hyperlinks
    /// Whether `copy` sets the terminal's clipboard.
    case clipboard
    /// The format of times.
    case time
    /// The amount of the attachments that is shown.
    case media
    /// Which live events are shown.
    case live
    /// The kinds of notifications that are not listed unless they are asked for.
    case hiddenNotifications = "hidden-notifications"
    /// The kinds of notifications that the desktop shows too.
    case desktopNotifications = "desktop-notifications"
    /// The method of desktop notifications.
    case desktopMethod = "desktop-method"
    /// The part of the day without announcements.
    case quietHours = "quiet-hours"
    /// The way in which images are drawn in the terminal.
    case pictures
    /// Who can see new posts.
    case visibility
    /// Whether the attachments of new posts are marked as sensitive.
    case sensitive
    /// The language of new posts.
    case language
    /// Who can quote new posts.
    case quotePolicy = "quote-policy"
    /// The number of seconds for which a post is kept before it is sent.
    case hold
    /// Where what cannot be sent waits by itself.
    case outbox
    /// Which typed lines are kept for the next run.
    case history
    /// Whether posts behind content warnings are folded.
    case contentWarnings = "content-warnings"
    /// The number of lines of a post in a list.
    case density
    /// Whether a timeline shows a post once.
    case repeats
    /// The kinds of posts that timelines leave out.
    case hiddenPosts = "hidden-posts"
    /// Whether responses are sentences for a screen reader.
    case plain
    /// Whether the commands to type next are listed.
    case hints
    /// Whether the rest of an earlier line is suggested while one is typed.
    case autosuggest
    /// The spoken form of mentions and hashtags.
    case spokenSymbols = "spoken-symbols"
    /// The template for a spoken post.
    case spokenPost = "spoken-post"
    /// Whether command names and durations are recorded.
    case usageLog = "usage-log"
    /// Whether what is read is kept on this machine, and how much of it.
    case archive
    /// Whether posts are kept that only some accounts may read.
    case archivePrivate = "archive-private"
    /// Whether what is longer than the screen is shown in a pager.
    case pager
    /// Which programs the prompt may run.
    case shell
    /// The program that suggests alt text.
    case altTextCommand = "alt-text-command"
    /// The program that lists misspelt words.
    case spellingCommand = "spelling-command"
    /// The program that translates posts in place of the server.
    case translateCommand = "translate-command"
    /// Whether the user supports the project.
    case supporter
  }
}

extension UserPreferences.Name {
  /// The name of the ``Setting``.
  public var setting: Setting.Name { Setting.Name(rawValue: rawValue) }

  /// Whether it is a posting default, which is kept for each account.
  public var isPerAccount: Bool { [.visibility, .sensitive, .language, .quotePolicy].contains(self) }

  /// The value where neither this machine nor the server has one.
  public var standard: String {
    switch self {
    case .theme: UserPreferences.automaticTheme
    case .width, .page, .color, .plain, .hyperlinks, .clipboard: "auto"
    case .hints, .autosuggest, .nameColors: "on"
    case .spokenSymbols: SpokenSymbols.verbatim.rawValue
    case .spokenPost: UserPreferences.standardSpeech
    case .time: Layout.TimeFormat.relative.rawValue
    case .media: Layout.MediaExpansion.default.rawValue
    case .contentWarnings: Layout.Expansion.fold.rawValue
    case .density: Layout.Density.normal.rawValue
    case .live: UserPreferences.Live.on.rawValue
    case .repeats: "fold"
    case .hiddenNotifications, .hiddenPosts: UserPreferences.noKinds
    case .desktopNotifications: UserPreferences.noAlerts
    case .desktopMethod: UserPreferences.DesktopMethod.auto.rawValue
    case .pictures: UserPreferences.Pictures.auto.rawValue
    case .visibility: Visibility.public.word
    case .quotePolicy: QuotePolicy.public.rawValue
    case .sensitive, .supporter: "no"
    case .usageLog, .pager, .hold, .quietHours: "off"
    case .archive: "500MB"
    case .archivePrivate: "on"
    case .shell: "pipes"
    case .outbox: "prompt"
    case .altTextCommand, .spellingCommand, .translateCommand: "off"
    case .history: UserPreferences.History.commands.rawValue
    case .language: UserPreferences.noLanguage
    }
  }

  /// The accepted words, if there are only a few.
  var choices: [String]? {
    switch self {
    case .theme, .width, .page, .hold, .language, .spokenPost, .hiddenNotifications, .desktopNotifications,
      .hiddenPosts, .quietHours, .archive, .altTextCommand, .spellingCommand, .translateCommand:
      nil
    case .desktopMethod: UserPreferences.DesktopMethod.allCases.map(\.rawValue)
    case .plain, .hyperlinks, .clipboard: ["auto", "on", "off"]
    case .spokenSymbols: SpokenSymbols.allCases.map(\.rawValue)
    case .color: UserPreferences.Color.allCases.map(\.rawValue)
    case .time: Layout.TimeFormat.allCases.map(\.rawValue)
    case .media: Layout.MediaExpansion.allCases.map(\.rawValue)
    case .contentWarnings: Layout.Expansion.allCases.map(\.rawValue)
    case .density: Layout.Density.allCases.map(\.rawValue)
    case .repeats: ["fold", "show"]
    case .live: UserPreferences.Live.allCases.map(\.rawValue)
    case .pictures: UserPreferences.Pictures.allCases.map(\.rawValue)
    case .visibility: Self.visibilities.map(\.word)
    case .quotePolicy: QuotePolicy.known.map(\.rawValue)
    case .sensitive, .supporter: ["no", "yes"]
    case .usageLog, .pager: ["off", "on"]
    case .archivePrivate: ["on", "off"]
    case .shell: ["off", "pipes", "on"]
    case .outbox: ["off", "prompt", "on"]
    case .hints, .autosuggest, .nameColors: ["on", "off"]
    case .history: UserPreferences.History.allCases.map(\.rawValue)
    }
  }

  /// Whether a value from the file is valid.
  func allows(_ value: String) -> Bool {
    if self == .language { return value == standard || PostLanguage(value) != nil }
    if self == .width { return value == standard || Int(value).map(UserPreferences.widths.contains) == true }
    if self == .hold { return value == standard || Int(value).map(UserPreferences.holds.contains) == true }
    if self == .page { return value == standard || Int(value).map(UserPreferences.pages.contains) == true }
    if self == .spokenPost {
      // The user is told of a damaged value.
      return value == standard || (try? UserPreferences.template(value)) != nil
    }
    if self == .hiddenNotifications || self == .desktopNotifications {
      // The user is told of a damaged value.
      return (try? UserPreferences.kinds(value, of: self)) != nil
    }
    // The user is told of a damaged value.
    if self == .hiddenPosts { return (try? UserPreferences.postKinds(value)) != nil }
    // Earlier versions had a limit of their own.
    if self == .archive {
      return ["off", "on", "forever"].contains(value) || UserPreferences.archiveLimit(value) != nil
    }
    if self == .quietHours { return value == standard || QuietHours(value) != nil }
    return choices?.contains(currentWord(for: value)) ?? true
  }

  /// The visibilities that can be a default; direct posts are none since a default mentions nobody.
  static let visibilities: [Visibility] = [.public, .unlisted, .private]

  /// Translates the server's or an older word for a value into the current one.
  func currentWord(for value: String) -> String {
    guard self == .visibility else { return value }
    return Visibility(typed: value, among: Self.visibilities)?.word ?? value
  }

  /// The value in a server's preferences; `nil` for settings that a server does not have.
  func value(of server: Preferences) -> String? {
    switch self {
    case .visibility: server.visibility.word
    case .sensitive: server.sensitive ? "yes" : "no"
    case .quotePolicy: server.quotePolicy.flatMap { QuotePolicy.known.contains($0) ? $0.rawValue : nil }
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
    case .theme, .width, .density, .repeats, .hiddenPosts, .page, .pager, .hold, .outbox, .color, .time, .live,
      .pictures, .usageLog, .archive, .archivePrivate, .history, .shell, .altTextCommand, .spellingCommand,
      .translateCommand, .supporter, .plain, .hints, .autosuggest, .spokenSymbols, .spokenPost, .hiddenNotifications,
      .desktopNotifications, .desktopMethod, .quietHours, .nameColors, .hyperlinks, .clipboard:
      nil
    }
  }
}
