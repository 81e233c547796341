/// How each role looks: a named set of appearances.
///
/// No theme gives a role a meaning that the words or signs do not carry already: text without any look loses nothing.
public struct Theme: Hashable, Sendable {
  /// What the reader calls it.
  public let name: String
  /// One line about it.
  public let summary: String
  /// Whether it is made for light text on a dark background; `nil` where it suits both.
  public let isDark: Bool?
  private let appearances: [Role: Appearance]

  /// Makes a theme; a role that is left out looks like running text.
  public init(name: String, summary: String, isDark: Bool?, appearances: [Role: Appearance]) {
    self.name = name
    self.summary = summary
    self.isDark = isDark
    self.appearances = appearances
  }

  /// How a role looks.
  public subscript(role: Role) -> Appearance { appearances[role] ?? Appearance() }

  /// Every theme, the default one first.
  public static let all: [Theme] = [
    .dusk, .tide, .day, .paper, .contrastDark, .contrastLight, .highContrast, .mono,
  ]

  /// Finds a theme by its name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }
}
