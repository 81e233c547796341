public import FeatureKit
import LocalStore

/// Validates and stores changes of the user's preferences, and lists them as settings.
@MainActor
public struct PreferenceEditor {
  private let preferences: UserPreferences
  private let liveChanged: @MainActor () -> Void
  private let archiveEnded: @MainActor (_ onlyPrivate: Bool) throws -> Void
  private let drawsPictures: @MainActor () -> Bool

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - liveChanged: Opens or closes the stream after live events were turned on or off.
  ///   - archiveEnded: Deletes what is kept after the user turned that off, or only the private posts of it.
  ///   - drawsPictures: Whether there is a program that draws pictures.
  public init(
    preferences: UserPreferences, liveChanged: @escaping @MainActor () -> Void,
    archiveEnded: @escaping @MainActor (_ onlyPrivate: Bool) throws -> Void,
    drawsPictures: @escaping @MainActor () -> Bool
  ) {
    self.preferences = preferences
    self.liveChanged = liveChanged
    self.archiveEnded = archiveEnded
    self.drawsPictures = drawsPictures
  }

  /// Stores a value as typed, or removes it with `nil`.
  ///
  /// - Throws: ``AppError`` for an invalid value, and if it cannot be stored; nothing changes then.
  public func change(_ name: UserPreferences.Name, to value: String?) throws {
    let value = try value.map(name.checked)
    if name == .picturesInTimelines, value == "thumbnails", !drawsPictures() {
      throw AppError.validation(
        "chafa, which draws the pictures, is not installed.", suggestion: "Install it, then try again.")
    }
    let before = preferences.live
    let archive = preferences.archiveOptions
    try preferences.set(name, to: value)
    let options = preferences.archiveOptions
    if archive.isOn, !options.isOn {
      try archiveEnded(false)
    } else if archive.keepsPrivate, !options.keepsPrivate {
      try archiveEnded(true)
    }
    follow(before)
  }

  /// Takes the values that another process has stored.
  public func refresh() {
    let before = preferences.live
    preferences.refresh()
    follow(before)
  }

  /// Opens or closes the stream at once, not at the next start.
  private func follow(_ before: UserPreferences.Live) {
    if before != preferences.live, before == .off || preferences.live == .off { liveChanged() }
  }

  /// The settings in the order in which they are listed, with those of push after the live events.
  public func settings(push: [Setting]) -> [Setting] {
    [
      setting(
        .theme, "Reading", "the colour theme; auto follows the terminal's background",
        .choice([UserPreferences.automaticTheme] + preferences.themes.names)),
      setting(.width, "Reading", "the line width in columns, up to the terminal's; auto: text up to 100"),
      setting(.density, "Reading", "whether a post in a list takes all of its lines or one"),
      setting(.repeats, "Reading", "whether a timeline shows a post once, however often it is boosted, or each time"),
      setting(.hiddenPosts, "Reading", "kinds of posts that Home and other timelines leave out"),
      setting(.page, "Reading", "how many posts a page has; auto: as many as fit the terminal"),
      setting(.pager, "Reading", "whether long output opens in a pager ($PAGER, else less)"),
      setting(.color, "Reading", "when colours are used"),
      setting(.nameColors, "Reading", "whether each account's name has a colour of its own"),
      setting(.hyperlinks, "Reading", "whether links can be clicked; auto: where the terminal is known to do that"),
      setting(
        .clipboard, "Reading",
        "whether copy sets the terminal's clipboard; auto: unless the terminal is known to lack that"),
      setting(.time, "Reading", "how times are written"),
      setting(.contentWarnings, "Reading", "whether posts with a content warning are folded"),
      setting(.media, "Reading", "how much of images, videos and audio is described"),
      setting(.pictures, "Reading", "how images are drawn in the terminal"),
      setting(.picturesInTimelines, "Reading", "whether a post in a list shows its first picture, small"),
      setting(.hints, "Reading", "whether the commands to type next are listed"),
      setting(.autosuggest, "Reading", "whether the prompt suggests the rest of an earlier line; Right accepts it"),
      setting(.plain, "Speech", "whether responses are sentences for a screen reader; auto: on a dumb terminal"),
      setting(.spokenSymbols, "Speech", "whether @ and # are spoken as written or as words"),
      setting(.spokenPost, "Speech", "the spoken parts of a post"),
      setting(.visibility, "Posting", "who can see new posts"),
      setting(.sensitive, "Posting", "whether attachments of new posts are marked as sensitive"),
      setting(.language, "Posting", "the language of new posts"),
      setting(.quotePolicy, "Posting", "who can quote new posts"),
      setting(
        .hold, "Posting",
        "how many seconds a post is kept at the prompt before it is sent, so that undo can take it back"),
      setting(
        .outbox, "Posting",
        "where changes wait in the outbox while the server can't be reached: at the prompt, also in a shell (on), or not "
          + "at all (off)"),
      setting(
        .live, "Live",
        "announcements above the prompt: everything (on), only notifications (quiet), or nothing (off)"
      ),
    ] + push + [
      setting(.hiddenNotifications, "Notifications", "kinds that are neither listed nor announced"),
      setting(.desktopNotifications, "Notifications", "kinds that the desktop shows too, while the prompt is open"),
      setting(
        .desktopMethod, "Notifications",
        "how desktop notifications are sent; auto: by the terminal if it can, else with notify-send"),
      setting(.quietHours, "Notifications", "when nothing is announced; a summary follows at the end"),
      setting(.history, "Privacy", "which typed lines are kept for the next run"),
      setting(.usageLog, "Privacy", "whether command names and durations are recorded on this machine"),
      setting(
        .archive, "Privacy", "how much of what you read is kept on this machine, for find and without a network",
        deletions: ["off": "the archives of all accounts"]),
      setting(
        .archivePrivate, "Privacy",
        "whether the archive keeps posts that only followers or mentioned accounts can read",
        deletions: ["off": "those that are kept"]),
      setting(
        .shell, "Privacy",
        "which programs the prompt may run: none (off), those after | (pipes), or also those after ! (on)"),
      setting(.altTextCommand, "Programs", "the program that suggests alt text for /describe N --suggest"),
      setting(
        .spellingCommand, "Programs", "the program that lists misspelt words for /spelling, such as aspell list"),
      setting(.translateCommand, "Programs", "the program that translates posts in place of the server"),
      setting(.supporter, "About", "whether the command about thanks you for supporting Howdah"),
    ]
  }

  private func setting(
    _ name: UserPreferences.Name, _ section: String, _ summary: String,
    _ kind: @autoclosure @escaping @MainActor () -> Setting.Kind? = nil, deletions: [String: String] = [:]
  ) -> Setting {
    Setting(
      name: name.setting, aliases: name == .color ? ["colour"] : [], section: section, summary: summary,
      kind: kind() ?? name.kind, standard: name.standard,
      get: { [preferences] in preferences.setting(name).value },
      origin: { [preferences] in preferences.setting(name).origin },
      set: { try change(name, to: $0) }, reset: { try change(name, to: nil) },
      isSecondary: ["Speech", "Notifications", "Programs"].contains(section), deletions: deletions)
  }
}
