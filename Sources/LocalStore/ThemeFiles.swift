/// Finds the themes that a person has written: files `NAME.theme` in the folder `themes` among the configuration.
public struct ThemeFiles: Sendable {
  /// The folder, which is only made by the person.
  public let folder: String
  private let locations: FileLocations

  /// Makes the store; nothing is read yet.
  public init(locations: FileLocations) {
    folder = FileLocations.join(locations.config, "themes")
    self.locations = locations
  }

  /// The names of the themes, in order; none if there is no folder.
  public func names() throws(StoreError) -> [String] {
    try Directory(path: folder, memory: locations.memory).names().filter { $0.hasSuffix(Self.ending) }
      .map { String($0.dropLast(Self.ending.count)) }.filter(Self.isName).sorted()
  }

  /// Where the theme of this name is kept.
  public func path(of name: String) -> String { FileLocations.join(folder, name + Self.ending) }

  /// The text of a theme, or nil if there is none of this name; of a file that is far too long, its beginning.
  public func text(of name: String) throws(StoreError) -> String? {
    guard Self.isName(name), let bytes = try locations.file(path(of: name)).read() else { return nil }
    return String(decoding: bytes.prefix(65_536), as: UTF8.self)
  }

  private static let ending = ".theme"

  /// Whether a word can name a file here: letters, digits, hyphens and underscores, as it is typed behind `set theme`.
  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.count <= 64
      && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
