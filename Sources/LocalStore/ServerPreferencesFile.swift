public import MastodonKit

/// Stores the preferences that an account's server sent, so that a command need not request them before it prints.
///
/// One file for each account in `preferences/` in the cache folder: lines of `name = value`, with the names of
/// Mastodon's API.
public struct ServerPreferencesFile: Sendable {
  private let file: StoredFile

  /// Creates the store for an account, `user@host`; nothing is read yet.
  public init(locations: FileLocations, account: String) {
    let folder = FileLocations.join(locations.cache, "preferences")
    file = locations.file(FileLocations.join(folder, StoredFile.name(for: account)))
  }

  /// Loads what the server sent last; `nil` if nothing was saved.
  public func load() throws(StoreError) -> Preferences? {
    guard let bytes = try file.read() else { return nil }
    var preferences = Preferences()
    for line in PreferencesLine.all(in: bytes) {
      switch line.name {
      case "posting:default:visibility": preferences.visibility = Visibility(rawValue: line.value)
      case "posting:default:sensitive": preferences.sensitive = line.value == "true"
      case "posting:default:language": preferences.language = line.value
      case "reading:expand:media": preferences.expandMedia = Preferences.ExpandMedia(rawValue: line.value)
      case "reading:expand:spoilers": preferences.expandSpoilers = line.value == "true"
      default: break
      }
    }
    return preferences
  }

  public func remove() throws(StoreError) {
    try file.remove()
    try StoredFile(path: file.path + ".lock", memory: file.memory).remove()
  }

  /// Saves what the server sent; a power failure may lose it, because the server sends it again.
  public func save(_ preferences: Preferences) throws(StoreError) {
    var lines = [
      PreferencesLine(name: "posting:default:visibility", value: preferences.visibility.rawValue),
      PreferencesLine(name: "posting:default:sensitive", value: String(preferences.sensitive)),
      PreferencesLine(name: "reading:expand:media", value: preferences.expandMedia.rawValue),
      PreferencesLine(name: "reading:expand:spoilers", value: String(preferences.expandSpoilers)),
    ]
    if let language = preferences.language {
      lines.append(PreferencesLine(name: "posting:default:language", value: language))
    }
    let bytes = PreferencesLine.bytes(of: lines)
    try file.change { () throws(StoreError) in
      if try file.read() != bytes { try file.replace(with: bytes, durable: false) }
    }
  }
}
