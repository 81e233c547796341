/// Keeps settings as lines of `name = value` that a person can edit: the file `settings` among the configuration.
///
/// Comments, empty lines and lines that mean nothing to this version stay as they are. A later line wins over an earlier
/// one of the same name. Values with spaces at an end, quotes or line breaks are written in double quotes.
public struct PreferencesFile: Sendable {
  /// Where the file is.
  public var path: String { file.path }
  private let file: StoredFile

  /// Makes the store; nothing is read yet.
  public init(locations: FileLocations) {
    file = locations.file(FileLocations.join(locations.config, "settings"))
  }

  /// Makes the store for what an account, `user@host`, has for itself: a file of its own in `accounts/`.
  public init(locations: FileLocations, account: String) {
    let folder = FileLocations.join(locations.config, "accounts")
    file = locations.file(FileLocations.join(folder, StoredFile.name(for: account)))
  }

  /// Every name and value in the file, also those that this version does not know; none if there is no file.
  public func load() throws(StoreError) -> [String: String] {
    var result: [String: String] = [:]
    for line in PreferencesLine.all(in: try file.read() ?? []) {
      if let name = line.name { result[name] = line.value }
    }
    return result
  }

  /// The lines that are neither settings, nor comments, nor empty, as they stand there.
  public func ignoredLines() throws(StoreError) -> [String] {
    PreferencesLine.all(in: try file.read() ?? []).compactMap(\.stray)
  }

  /// Sets a value, or forgets it with nil; every other line stays as it is.
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
