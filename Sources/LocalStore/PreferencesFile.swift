/// Stores settings as lines of `name = value` that the user can edit, in the file `settings` in the configuration
/// folder.
///
/// Comments, empty lines and unknown lines are preserved. The last line with a name counts. Values with leading or
/// trailing spaces, quotes or line breaks are written in double quotes.
public struct PreferencesFile: Sendable {
  public var path: String { file.path }
  private let file: StoredFile

  public init(locations: FileLocations) {
    file = locations.file(FileLocations.join(locations.config, "settings"))
  }

  /// Creates the store for the settings of one account, `user@host`, a file in `accounts/`.
  public init(locations: FileLocations, account: String) {
    let folder = FileLocations.join(locations.config, "accounts")
    file = locations.file(FileLocations.join(folder, StoredFile.name(for: account)))
  }

  /// Settings as the text of a file.
  public static func text(_ values: [(name: String, value: String)]) -> String {
    let lines = values.map { PreferencesLine(name: $0.name, value: $0.value) }
    return String(decoding: PreferencesLine.bytes(of: lines), as: UTF8.self)
  }

  /// Every name and value in a file, including unknown ones.
  public static func values(in bytes: [UInt8]) -> [String: String] {
    var result: [String: String] = [:]
    for line in PreferencesLine.all(in: bytes) {
      if let name = line.name { result[name] = line.value }
    }
    return result
  }

  /// Loads every name and value, including unknown ones; none if there is no file.
  public func load() throws(StoreError) -> [String: String] { Self.values(in: try file.read() ?? []) }

  /// Returns a closure that loads the file if it was changed since this call or the last load; `nil` if it was not, or if it
  /// cannot be read now.
  public func changes() -> () -> [String: String]? {
    var known = file.version
    return {
      let version = file.version
      guard version != known else { return nil }
      known = version
      // Whoever reads it at the next start is told why it cannot be read.
      do { return try load() } catch { return nil }
    }
  }

  /// Loads the lines that are neither settings, comments nor empty.
  public func ignoredLines() throws(StoreError) -> [String] {
    PreferencesLine.all(in: try file.read() ?? []).compactMap(\.stray)
  }

  /// Sets a value, or removes it with `nil`; every other line is preserved.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written; then nothing is changed.
  public func set(_ name: String, to value: String?) throws(StoreError) {
    try file.change { () throws(StoreError) in
      let before = PreferencesLine.all(in: try file.read() ?? [])
      var lines = before
      if let value {
        let line = PreferencesLine(name: name, value: value)
        if let last = lines.lastIndex(where: { $0.name == name }) {
          lines[last] = line
        } else {
          lines.append(line)
        }
      } else {
        lines.removeAll { $0.name == name }
      }
      if lines != before { try file.replace(with: PreferencesLine.bytes(of: lines)) }
    }
  }
}
