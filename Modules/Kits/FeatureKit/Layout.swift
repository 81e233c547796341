public import FoundationEssentials
public import TerminalKit

/// What a view may know of the world it is shown in.
///
/// A view is a pure function of its state and this: no clock, no locale, no terminal is asked.
public struct Layout: Hashable, Sendable {
  /// The columns there are, 20 or more.
  public var width: Int
  /// The time to measure ages from.
  public var now: Date
  /// Minutes east of UTC, for clock times.
  public var utcOffsetMinutes: Int
  /// How times are written.
  public var timeFormat: TimeFormat
  /// Whether content warnings are folded until asked for.
  public var contentWarnings: Expansion
  /// Whether media that its author marked sensitive is described until asked for.
  public var media: MediaExpansion

  /// How the terminal is given pictures; `nil` where there are words alone.
  public var pictures: PictureWay?
  /// How many colours the terminal has, for pictures; words have roles instead.
  public var colors = ColorDepth.none

  /// The only form of the document that will be used, or `nil` for all; a view may leave the others out to save time.
  public var form: Form?

  /// The forms that a document has.
  public enum Form: Hashable, Sendable {
    /// What is seen: blocks.
    case seen
    /// What is heard: sentences.
    case spoken
    /// What a script gets: data.
    case data
  }

  /// Whether a form will be used.
  public func needs(_ form: Form) -> Bool { self.form.map { $0 == form } ?? true }

  /// How times are written.
  public enum TimeFormat: String, Hashable, Sendable, CaseIterable {
    /// `4 min`, `2 h`, `3 d`.
    case relative
    /// `14:02`, or `21 Nov 14:02` on another day.
    case absolute
  }

  /// What is done with what may be unwelcome.
  public enum Expansion: String, Hashable, Sendable, CaseIterable {
    /// Only the warning is shown.
    case fold
    /// The content is shown below its warning.
    case show
  }

  /// How much is said of media.
  public enum MediaExpansion: String, Hashable, Sendable, CaseIterable {
    /// The kind and the description; what is marked sensitive only says that it is.
    case `default`
    /// The kind and the description always.
    case show
    /// Only that there is media.
    case hide
  }

  /// Makes a layout; `now` has no default because a view's time is a parameter.
  public init(
    width: Int = 80, now: Date, utcOffsetMinutes: Int = 0, timeFormat: TimeFormat = .relative,
    contentWarnings: Expansion = .fold, media: MediaExpansion = .default, form: Form? = nil
  ) {
    self.width = width
    self.now = now
    self.utcOffsetMinutes = utcOffsetMinutes
    self.timeFormat = timeFormat
    self.contentWarnings = contentWarnings
    self.media = media
    self.form = form
  }
}
