import Crypto
public import FoundationEssentials
import Glibc
import MastodonKit
public import PluginKit
import Synchronization

/// The files about plugins: what the user allows them, in the configuration folder, and what they said of themselves, in
/// the cache.
public final class PluginFiles: Sendable {
  private let cachePath: String
  /// The cache's content for each plugin, until its file changes.
  private let memory = Mutex<(stamp: PluginProgram.Stamp?, texts: [String: Description])?>(nil)
  private let permissionFile: JSONFile<Plugins<PluginPermission>>
  private let cache: JSONFile<Plugins<Description>>

  /// The content of a file.
  private struct Plugins<Plugin: Codable & Sendable>: Codable, Sendable {
    var plugins: [Plugin]

    init(_ plugins: [Plugin]) { self.plugins = plugins }

    init?(reading record: JSONRecord) {
      guard let records = record.records("plugins") else { return nil }
      plugins = records.compactMap { $0.entity() }
    }
  }

  private struct Description: Codable, Sendable {
    var path: String
    var stamp: PluginProgram.Stamp
    var text: String
  }

  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    cachePath = FileLocations.join(locations.cache, "plugins.json")
    permissionFile = JSONFile(
      file: locations.file(FileLocations.join(locations.config, "plugins.json")), now: now, report: report,
      version: { _ in 1 }, content: { Plugins(reading: $0) })
    cache = JSONFile(
      file: locations.file(cachePath), now: now, report: report, version: { _ in 1 }, content: { Plugins(reading: $0) })
  }

  public func permissions() throws(StoreError) -> [PluginPermission] { try permissionFile.load()?.plugins ?? [] }

  public func allow(_ name: String, _ permission: PluginPermission?) throws(StoreError) {
    try permissionFile.update { known in
      var plugins = known?.plugins ?? []
      let place = plugins.firstIndex { $0.name == name }
      if let place { plugins.remove(at: place) }
      if let permission { plugins.insert(permission, at: place ?? plugins.count) }
      return plugins.isEmpty ? nil : Plugins(plugins)
    }
  }

  /// The program's description of itself, unless it has changed since.
  public func text(of program: PluginProgram) -> String? {
    let stamp = Self.stamp(of: cachePath)
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

  public func keep(_ text: String, of program: PluginProgram) throws(StoreError) {
    // Its size and the second of its change may stay the same.
    defer { memory.withLock { $0 = nil } }
    try cache.updateCache { known in
      let others = (known?.plugins ?? []).filter { $0.path != program.path }
      return Plugins(others.suffix(999) + [Description(path: program.path, stamp: program.stamp, text: text)])
    }
  }

  /// The time and size of a file, wherever links lead.
  public static func stamp(of path: String) -> PluginProgram.Stamp? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    return PluginProgram.Stamp(modified: information.st_mtim.tv_sec, size: Int(information.st_size))
  }

  /// The SHA-256 of a file of at most 64 MB, in hexadecimal.
  public static func digest(of path: String) throws(StoreError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StoreError(code: errno, path: path) }
      if count == 0 { break }
      total += count
      guard total <= 64 << 20 else { throw .failed(path: path, reason: "it is larger than 64 MB") }
      hash.update(data: chunk[..<count])
    }
    return hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
