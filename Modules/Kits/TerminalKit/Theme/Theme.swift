/// A theme: a named set of appearances for the roles.
///
/// Appearance alone never carries meaning: plain text loses nothing.
public struct Theme: Hashable, Sendable {
  public let name: String
  public let summary: String
  /// Whether it is for dark backgrounds; `nil` if it suits both.
  public let isDark: Bool?
  /// The colours that tell the names of accounts apart; none if all names look the same.
  public let names: [Color]
  private let appearances: [Role: Appearance]

  /// Creates a theme; a role that is left out looks like running text.
  public init(
    name: String, summary: String, isDark: Bool?, names: [Color] = [], appearances: [Role: Appearance]
  ) {
    self.names = names
    self.name = name
    self.summary = summary
    self.isDark = isDark
    self.appearances = appearances
  }

  /// The appearance of an account's name; the same account has the same colour in every run.
  func appearance(ofName key: UInt32) -> Appearance {
    var appearance = self[.name]
    if !names.isEmpty { appearance.color = names[Int(key % UInt32(names.count))] }
    return appearance
  }

  public subscript(role: Role) -> Appearance { appearances[role] ?? Appearance() }

  /// Every theme, the default one first.
  public static let all: [Theme] = [
    .dusk, .tide, .day, .paper, .contrastDark, .contrastLight, .highContrast, .mono,
  ]

  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }
}
