public import TerminalKit

/// All themes: the built-in ones and the user's.
public struct ThemeList: Hashable, Sendable {
  /// The themes in the order in which they are listed.
  public var entries: [Entry]
  public var current: String
  public var folder: String

  public init(entries: [Entry], current: String, folder: String) {
    self.entries = entries
    self.current = current
    self.folder = folder
  }

  public struct Entry: Hashable, Sendable {
    public var theme: Theme
    /// The file that it was read from; `nil` for a built-in one.
    public var file: String?
    /// The lines of the file that could not be read.
    public var mistakes: [Theme.Mistake]

    public init(theme: Theme, file: String? = nil, mistakes: [Theme.Mistake] = []) {
      self.theme = theme
      self.file = file
      self.mistakes = mistakes
    }
  }

  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let all = ThemeList(
      entries: Theme.all.map { Entry(theme: $0) }, current: "dusk", folder: "~/.config/howdah/themes")
    /// A user's theme with two unreadable lines.
    public let own = ThemeList.reading("base = day\nname = #7a4b00 bold\ntitel = bold\nlink = blau\n")
  }

  private static func reading(_ text: String) -> ThemeList {
    let (theme, mistakes) = Theme.read(text, name: "orchard")
    return ThemeList(
      entries: [
        Entry(theme: .dusk), Entry(theme: theme, file: "~/.config/howdah/themes/orchard.theme", mistakes: mistakes),
      ], current: "orchard", folder: "~/.config/howdah/themes")
  }
}
