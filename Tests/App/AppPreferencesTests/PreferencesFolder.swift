import AppPreferences
import FoundationEssentials
import Glibc
import LocalStore
import MastodonKit
import Testing

/// A temporary configuration folder, removed with the object.
final class PreferencesFolder: Sendable {
  let locations: FileLocations

  init() throws {
    var template = Array("/tmp/howdah-tests-XXXXXX".utf8CString)
    let path = String(cString: try #require(mkdtemp(&template)))
    locations = try FileLocations(environment: ["HOME": path, "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path])
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
  }

  /// The folder itself.
  var path: String { String(locations.config.dropLast("/howdah".count)) }
  /// The settings for all accounts.
  var file: PreferencesFile { PreferencesFile(locations: locations) }
  /// The log of commands.
  var usage: UsageFile { UsageFile(locations: locations) }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(locations.config)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @MainActor func themes(report: @escaping (String) -> Void = { _ in }) -> ThemeStore {
    ThemeStore(files: ThemeFiles(locations: locations), report: report)
  }

  @MainActor func preferences() throws -> UserPreferences { try UserPreferences(file: file, themes: themes()) }
}

extension ServerPreferences {
  /// Preferences of a server that cannot be reached.
  @MainActor static func offline(_ values: Preferences? = nil) -> ServerPreferences {
    let server = ServerPreferences(storage: .none, service: .fixtures.offline)
    if let values { server.take(values) }
    return server
  }
}
