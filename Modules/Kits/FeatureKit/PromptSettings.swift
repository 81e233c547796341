public import TerminalKit

/// The user's settings that concern the prompt and what it prints.
///
/// The root fills it in from the preferences, and the prompt reads it when it needs one.
public struct PromptSettings: Sendable {
  /// A setting that is `auto` unless the user knows better.
  public enum Choice: String, Sendable {
    case auto, on, off

    /// Whether it is on, where that is known of the terminal.
    public func isOn(_ isKnown: Bool) -> Bool { self == .auto ? isKnown : self == .on }
  }

  /// Which programs may be run from the prompt.
  public enum ShellAccess: String, CaseIterable, Sendable {
    case off
    /// Those after `|`.
    case pipes
    /// Also those after `!`.
    case on
  }

  /// Whether responses are sentences for a screen reader.
  public var isPlain = false
  /// Whether the commands to type next are listed.
  public var showsHints = true
  public var theme = Theme.mono
  /// The width that was asked for, by option or by setting; `nil` for the terminal's.
  public var width: Int?
  /// When colours are used: `auto`, `always` or `never`.
  public var color = "auto"
  /// Whether the names of accounts have colours of their own.
  public var colorsNames = true
  public var hyperlinks = Choice.auto
  /// Whether the clipboard of a terminal is set.
  public var clipboard = Choice.auto
  /// Which programs may be run from the prompt.
  public var shellAccess = ShellAccess.off
  /// Whether what is longer than the screen is shown in a pager.
  public var usesPager = false
  /// Whether the rest of an earlier line is suggested.
  public var suggestsHistory = false
  /// Whether lines with a text for others are saved in the history file too.
  public var keepsTexts = false
  /// Whether numbers keep their meaning in the next run, as they do on a terminal.
  public var keepsNumbers = true
  public var desktopMethod = "auto"

  /// Creates the settings of a user who has set nothing.
  public init() {}
}

/// The user's place, for the prompt.
public struct PromptPlace: Sendable {
  /// The way to the screen on top: `sandbox · home`, `post by Rook`.
  public var path: [String]
  public var unread: Int
  /// The numbers of notifications that other accounts of this machine have got meanwhile, by `user@host`.
  public var unreadElsewhere: [String: Int] = [:]
  /// The number of new posts in the present timeline.
  public var newPosts: Int

  public init(path: [String], unread: Int, newPosts: Int) {
    self.path = path
    self.unread = unread
    self.newPosts = newPosts
  }
}
