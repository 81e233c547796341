public import TerminalKit

extension UserPreferences {
  /// Which live events are shown.
  public enum Live: String, CaseIterable, Sendable {
    /// New posts and notifications.
    case on
    /// Notifications only.
    case quiet
    /// None; no stream is opened.
    case off
  }

  public enum Color: String, CaseIterable, Sendable {
    /// In terminals that support them, unless `NO_COLOR` is set.
    case auto
    case always
    case never
  }

  /// The way in which images are drawn in the terminal.
  public enum Pictures: String, CaseIterable, Sendable {
    /// In the best way that the terminal announces.
    case auto
    case off
    case blocks
    /// With the kitty graphics protocol.
    case kitty
    /// With iTerm2's inline images.
    case iterm
    case sixel

    /// The way of drawing, where the terminal chooses it for `auto`; `nil` for no pictures.
    public func way(of terminal: () -> PictureWay) -> PictureWay? {
      switch self {
      case .auto: terminal()
      case .off: nil
      case .blocks: .blocks
      case .kitty: .kitty
      case .iterm: .iterm
      case .sixel: .sixel
      }
    }
  }

  /// Which lines typed at the prompt are kept for the next run.
  public enum History: String, CaseIterable, Sendable {
    /// Commands without the text of posts.
    case commands
    case all
    case off
  }
}
