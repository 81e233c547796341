public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension UserPreferences {
  /// The names of the settings, as typed and as written in the file.
  public enum Name: String, CaseIterable, Sendable {
    case theme
    case width
    /// The number of posts on a page at the prompt.
    case page
    case color
    /// Whether the names of accounts have colours of their own.
    case nameColors = "name-colors"
    case hyperlinks
    /// Whether `copy` sets the terminal's clipboard.
    case clipboard
    case time
    /// The amount of the attachments that is shown.
    case media
    case live
    /// The kinds of notifications that are not listed unless they are asked for.
    case hiddenNotifications = "hidden-notifications"
    /// The kinds of notifications that the desktop shows too.
    case desktopNotifications = "desktop-notifications"
    case desktopMethod = "desktop-method"
    /// The part of the day without announcements.
    case quietHours = "quiet-hours"
    /// The way in which images are drawn in the terminal.
    case pictures
    /// Whether posts in lists show their first picture.
    case picturesInTimelines = "pictures-in-timelines"
    case visibility
    /// Whether the attachments of new posts are marked as sensitive.
    case sensitive
    case language
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
    case altTextCommand = "alt-text-command"
    /// The program that lists misspelt words.
    case spellingCommand = "spelling-command"
    /// The program that translates posts in place of the server.
    case translateCommand = "translate-command"
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
    case .usageLog, .pager, .hold, .quietHours, .picturesInTimelines: "off"
    case .archive: "500MB"
    case .archivePrivate: "on"
    case .shell: "pipes"
    case .outbox: "prompt"
    case .altTextCommand, .spellingCommand, .translateCommand: "off"
    case .history: UserPreferences.History.commands.rawValue
    case .language: UserPreferences.noLanguage
    }
  }

  /// The accepted values.
  ///
  /// Those of the theme are in the ``ThemeStore``.
  var kind: Setting.Kind {
    switch self {
    case .theme: .word([standard], description: standard)
    case .width: .integer(UserPreferences.widths, or: standard)
    case .page: .integer(UserPreferences.pages, or: standard)
    case .hold: .integer(UserPreferences.holds, or: standard)
    case .desktopMethod: .choice(of: UserPreferences.DesktopMethod.self)
    case .plain, .hyperlinks, .clipboard: .choice(["auto", "on", "off"])
    case .spokenSymbols: .choice(of: SpokenSymbols.self)
    case .color: .choice(of: UserPreferences.Color.self)
    case .time: .choice(of: Layout.TimeFormat.self)
    case .media: .choice(of: Layout.MediaExpansion.self)
    case .contentWarnings: .choice(of: Layout.Expansion.self)
    case .density: .choice(of: Layout.Density.self)
    case .repeats: .choice(["fold", "show"])
    case .live: .choice(of: UserPreferences.Live.self)
    case .pictures: .choice(of: UserPreferences.Pictures.self)
    case .picturesInTimelines: .choice(["off", "thumbnails"])
    case .history: .choice(of: UserPreferences.History.self)
    case .quotePolicy: .choice(QuotePolicy.known.map(\.rawValue))
    case .sensitive, .supporter: .choice(["no", "yes"])
    case .usageLog, .pager: .choice(["off", "on"])
    case .archivePrivate, .hints, .autosuggest, .nameColors: .choice(["on", "off"])
    case .shell: .choice(["off", "pipes", "on"])
    case .outbox: .choice(["off", "prompt", "on"])
    // Not a choice, because the server's words for the same visibilities are accepted too.
    case .visibility:
      .word(Self.visibilities.map(\.word), description: Self.visibilities.map(\.word).joined(separator: ", "))
    case .language:
      .word([standard] + PostLanguage.codes, description: "\(standard), or a code such as en or pt-BR")
    case .spokenPost: .word([standard], description: "\(standard), or a text such as \"$name: $text\"")
    case .hiddenNotifications, .desktopNotifications:
      .word(
        (self == .desktopNotifications ? [standard, "all"] : [standard]) + NotificationCategory.words,
        description:
          "\(self == .desktopNotifications ? "\(standard), all" : standard), or kinds such as boosts,favourites")
    case .hiddenPosts:
      .word(
        [standard] + TimelineOptions.Kind.allCases.map(\.rawValue),
        description: "\(standard), or kinds such as own,favourited")
    case .quietHours: .word([standard], description: "\(standard), or hours such as 22:00-07:00")
    case .archive: .word([standard, "off", "forever"], description: "a size such as 500MB, off, or forever")
    case .altTextCommand:
      .word([standard], description: "\(standard), or a command that reads the image on its standard input")
    case .spellingCommand, .translateCommand:
      .word([standard], description: "\(standard), or a command that reads the text on its standard input")
    }
  }

  /// Returns a typed value as it is stored; one of few words is returned as it is.
  ///
  /// - Throws: ``AppError`` for a value that is not accepted.
  func checked(_ word: String) throws -> String {
    switch self {
    case .language where word != standard:
      guard let language = PostLanguage(word) else {
        throw AppError.usage(
          "Unknown language “\(Sanitizer.clean(word))”.", suggestion: "Use a code such as en, ja or pt-BR.")
      }
      return language.code
    case .visibility:
      let offered = Self.visibilities
      guard let visibility = Visibility(typed: word, among: offered) else {
        throw AppError.unlisted(
          "visibility cannot be “\(word)”.", word: word, among: offered.map(\.word),
          choices: "Choose \(offered.map(\.word).joined(separator: ", ")).")
      }
      return visibility.word
    case .spokenPost:
      _ = try UserPreferences.template(word)
      return word
    case .hiddenNotifications, .desktopNotifications:
      let kinds = try UserPreferences.kinds(word.lowercased(), of: self)
      if kinds.isEmpty { return standard }
      return kinds.count == NotificationCategory.allCases.count ? "all" : NotificationCategory.text(Set(kinds))
    case .hiddenPosts:
      let kinds = try UserPreferences.postKinds(word.lowercased())
      let named = TimelineOptions.Kind.allCases.filter(kinds.contains).map(\.rawValue)
      return named.isEmpty ? standard : named.joined(separator: ",")
    // Earlier versions had a limit of their own for “on”.
    case .archive where ["off", "on", "forever"].contains(word.lowercased()): return word.lowercased()
    case .archive:
      guard UserPreferences.archiveLimit(word) != nil else {
        throw AppError.unlisted(
          "archive cannot be “\(word)”.", word: word, among: ["off", "on", "forever"],
          choices: "Use a size from 10MB such as 500MB or 2GB, off, or forever.")
      }
      return word.uppercased().replacing(" ", with: "")
    case .quietHours where word != standard:
      guard let hours = QuietHours(word) else {
        throw AppError.usage(
          "quiet-hours cannot be “\(Sanitizer.clean(word))”.", suggestion: "Use hours such as 22:00-07:00, or off.")
      }
      return hours.text
    case .altTextCommand, .spellingCommand, .translateCommand:
      guard word.contains(where: { !$0.isWhitespace }) else {
        throw AppError.usage("\(rawValue) needs a command.", suggestion: "To turn it off: set \(rawValue) \(standard)")
      }
      return word
    default: return word
    }
  }

  /// Whether a value from the file is valid; the user is told of one that is not.
  func allows(_ value: String) -> Bool {
    switch kind {
    case .choice(let words): words.contains(value)
    case .integer(let range, let word): value == word || Int(value).map(range.contains) == true
    // The user is told of a value that is refused.
    case .word: (try? checked(value)) != nil
    }
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
    default: nil
    }
  }
}

extension Setting.Kind {
  fileprivate static func choice<Value: CaseIterable & RawRepresentable<String>>(of values: Value.Type) -> Self {
    .choice(values.allCases.map(\.rawValue))
  }
}
