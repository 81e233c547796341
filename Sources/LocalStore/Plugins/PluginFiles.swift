import FoundationEssentials
import MastodonKit
import PluginKit
import Synchronization

/// The files about plugins: what the user allows them, in the configuration folder, and what they said of themselves, in
/// the cache.
final class PluginFiles: Sendable {
  private let cachePath: String
  /// The cache's content for each plugin, until its file changes.
  private let memory = Mutex<(stamp: PluginProgram.Stamp?, texts: [String: Descriptions.Entry])?>(nil)
  private let permissionFile: JSONFile<Permissions>
  private let cache: JSONFile<Descriptions>

  struct Permissions: Codable, Sendable {
    var plugins: [PluginPermission]
  }

  struct Descriptions: Codable, Sendable {
    var plugins: [Entry]

    struct Entry: Codable, Sendable {
      var path: String
      var stamp: PluginProgram.Stamp
      var text: String
    }
  }

  init(locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void)
  {
    cachePath = FileLocations.join(locations.cache, "plugins.json")
    permissionFile = JSONFile(
      file: locations.file(FileLocations.join(locations.config, "plugins.json")), now: now, report: report,
      content: { record in
        record.records("plugins").map { Permissions(plugins: $0.compactMap { $0.entity(as: PluginPermission.self) }) }
      })
    cache = JSONFile(
      file: locations.file(FileLocations.join(locations.cache, "plugins.json")), now: now, report: report,
      content: { record in
        record.records("plugins").map {
          Descriptions(plugins: $0.compactMap { $0.entity(as: Descriptions.Entry.self) })
        }
      })
  }

  func permissions() throws(StoreError) -> [PluginPermission] { try permissionFile.load()?.plugins ?? [] }

  func allow(_ name: String, _ permission: PluginPermission?) throws(StoreError) {
    try permissionFile.update { known in
      var plugins = known?.plugins ?? []
      let place = plugins.firstIndex { $0.name == name }
      if let place { plugins.remove(at: place) }
      if let permission { plugins.insert(permission, at: place ?? plugins.count) }
      return plugins.isEmpty ? nil : Permissions(plugins: plugins)
    }
  }

  /// The program's description of itself, unless it has changed since.
  func text(of program: PluginProgram) -> String? {
    let stamp = PluginFolders.stamp(of: cachePath)
    let texts = memory.withLock { memory in
      if let memory, memory.stamp == stamp { return memory.texts }
      // They can be asked again.
      guard let known = try? cache.loadStrictly() else { return [:] }
      let texts = Dictionary(known.plugins.map { ($0.path, $0) }) { first, _ in first }
      memory = (stamp, texts)
      return texts
    }
    guard let known = texts[program.path], known.stamp == program.stamp else { return nil }
    return known.text
  }

  func keep(_ text: String, of program: PluginProgram) throws(StoreError) {
    // Its size and the second of its change may stay the same.
    defer { memory.withLock { $0 = nil } }
    try cache.updateCache { known in
      let others = (known?.plugins ?? []).filter { $0.path != program.path }
      return Descriptions(
        plugins: others.suffix(999) + [Descriptions.Entry(path: program.path, stamp: program.stamp, text: text)])
    }
  }
}
