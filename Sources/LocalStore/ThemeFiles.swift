/// Finds the user's themes: files `NAME.theme` in the folder `themes` in the configuration folder.
public struct ThemeFiles: Sendable {
  /// The folder, which only the user creates.
  public let folder: String
  private let locations: FileLocations

  public init(locations: FileLocations) {
    folder = FileLocations.join(locations.config, "themes")
    self.locations = locations
  }

  /// The names of the themes, in order; none if there is no folder.
  public func names() throws(StoreError) -> [String] {
    try Directory(path: folder, memory: locations.memory).names().filter { $0.hasSuffix(Self.ending) }
      .map { String($0.dropLast(Self.ending.count)) }.filter(Self.isName).sorted()
  }

  public func path(of name: String) -> String { FileLocations.join(folder, name + Self.ending) }

  /// Loads the text of a theme, at most its beginning if the file is far too long; `nil` if it does not exist.
  public func text(of name: String) throws(StoreError) -> String? {
    guard Self.isName(name), let bytes = try locations.file(path(of: name)).read() else { return nil }
    return String(decoding: bytes.prefix(65_536), as: UTF8.self)
  }

  private static let ending = ".theme"

  /// Whether a word is a valid theme name: letters, digits, hyphens and underscores.
  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.count <= 64
      && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
