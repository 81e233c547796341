public import FoundationEssentials
public import TerminalKit

/// The terminal, the time and the user's settings, as far as a view depends on them.
///
/// A view is a pure function of its state and its layout; it reads no clock, locale or terminal.
public struct Layout: Hashable, Sendable {
  /// The number of columns, 20 or more.
  public var width: Int
  /// Whether the user has asked for this width.
  public var isExactWidth = false
  /// The number of lines of a post in a list.
  public var density = Density.normal
  /// The number of rows that a page may have; `nil` for any number, as in files and in speech.
  public var height: Int?
  /// The number of items on a page regardless of rows; `nil` for as many as fit.
  public var page: Int?
  /// The current time, for ages such as `4 min`.
  public var now: Date
  /// The user's time zone, for clock times and days.
  public var zone: LocalZone
  public var timeFormat: TimeFormat
  /// Whether content behind a warning is folded or shown.
  public var contentWarnings: Expansion
  /// The amount of text about media.
  public var media: MediaExpansion

  /// The way in which pictures are shown; `nil` for none.
  public var pictures: PictureWay?
  /// Whether posts in lists show their first picture.
  public var showsThumbnails = false
  /// The colours of the terminal, for pictures; text has roles instead.
  public var colors = ColorDepth.none

  /// The spoken form of mentions and hashtags.
  public var spokenSymbols = SpokenSymbols.verbatim
  /// The template for a spoken post; `nil` for the standard sentences.
  public var spokenPost: TextTemplate?

  /// The only form of the document that is used, or `nil` for all; a view may omit the others to save time.
  public var form: Form?

  public enum Form: Hashable, Sendable {
    /// Blocks, to be seen.
    case seen
    /// Sentences, to be heard.
    case spoken
    /// JSON, for scripts.
    case data
  }

  /// Whether a list shows only a part of what was loaded: what fits the terminal, or what the user can keep in mind.
  public var isPaged: Bool { height != nil || (form == .spoken && page != nil) }

  /// Whether a form is used.
  public func needs(_ form: Form) -> Bool { self.form.map { $0 == form } ?? true }

  public enum TimeFormat: String, Hashable, Sendable, CaseIterable {
    /// `4 min`, `2 h`, `3 d`.
    case relative
    /// `14:02`, or `21 Nov 14:02` on another day.
    case absolute
  }

  /// The number of lines of a post in a list.
  public enum Density: String, Hashable, Sendable, CaseIterable {
    case normal
    case compact
  }

  /// Whether content behind a warning is shown.
  public enum Expansion: String, Hashable, Sendable, CaseIterable {
    /// Only the warning is shown.
    case fold
    case show
  }

  public enum MediaExpansion: String, Hashable, Sendable, CaseIterable {
    /// The kind and the description; of sensitive media only that it is sensitive.
    case `default`
    /// The kind and the description always.
    case show
    case hide
  }

  public init(
    width: Int = 80, now: Date, zone: LocalZone = .utc, timeFormat: TimeFormat = .relative,
    contentWarnings: Expansion = .fold, media: MediaExpansion = .default, form: Form? = nil
  ) {
    self.width = width
    self.now = now
    self.zone = zone
    self.timeFormat = timeFormat
    self.contentWarnings = contentWarnings
    self.media = media
    self.form = form
  }
}
