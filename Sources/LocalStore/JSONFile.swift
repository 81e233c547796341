import FoundationEssentials
import MastodonKit

/// A stored file with one versioned JSON document: written by `JSONEncoder`, read by name.
///
/// Every command reads and few write: the first use of `JSONDecoder` would cost each of them a millisecond.
struct JSONFile<Content: Encodable & Sendable>: Sendable {
  var file: StoredFile
  var newestVersion = 1
  var now: @Sendable () -> Date
  var report: @Sendable (StoreNotice) -> Void
  var version: @Sendable (Content) -> Int
  /// Reads the content; `nil` if something is missing.
  var content: @Sendable (JSONRecord) -> Content?

  private struct Versioned: Encodable {
    var version: Int
    var content: Content
  }

  private var path: String { file.path }

  /// Loads the content; `nil` if the file does not exist; a damaged one stays where it is and throws.
  func loadStrictly() throws(StoreError) -> Content? {
    guard let bytes = try file.read() else { return nil }
    return try decode(bytes)
  }

  /// Loads the content; `nil` if the file does not exist; a damaged one is set aside first.
  func load() throws(StoreError) -> Content? {
    guard let bytes = try file.read() else { return nil }
    do throws(StoreError) {
      return try decode(bytes)
    } catch .damaged {
      return try file.change { () throws(StoreError) in try self.loadOrSetAside() }
    }
  }

  /// Changes the content under a lock; a damaged file is set aside first.
  func update(_ change: (Content?) -> Content?) throws(StoreError) {
    try file.change { () throws(StoreError) in
      guard let content = change(try loadOrSetAside()) else { return try file.remove() }
      try file.replace(with: encode(content))
    }
  }

  /// Changes content that can be requested again: a damaged file counts as missing, and a power failure may lose the
  /// change.
  func updateCache(_ change: (Content?) -> Content) throws(StoreError) {
    try file.change { () throws(StoreError) in
      var known: Content?
      do throws(StoreError) {
        known = try loadStrictly()
      } catch .damaged, .newer {
        known = nil
      }
      try file.replace(with: encode(change(known)), durable: false)
    }
  }

  func remove() throws(StoreError) {
    try file.remove()
    try StoredFile(path: path + ".lock", memory: file.memory).remove()
  }

  /// Only under the lock: the file may have been replaced since it was last read.
  private func loadOrSetAside() throws(StoreError) -> Content? {
    guard let bytes = try file.read() else { return nil }
    do throws(StoreError) {
      return try decode(bytes)
    } catch .damaged {
      report(.setAside(path: path, keptAs: try file.setAside(at: now())))
      return nil
    }
  }

  private func decode(_ bytes: [UInt8]) throws(StoreError) -> Content {
    // The error does not say what is wrong, because the content may be a secret. Invalid UTF-8 would be read as U+FFFD.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .damaged(path: path) }
    let record: JSONRecord?
    do { record = try JSONRecord(bytes) } catch { throw .damaged(path: path) }
    guard let version = record?.integer("version") else { throw .damaged(path: path) }
    guard version <= newestVersion else { throw .newer(path: path) }
    guard let content = record?.record("content").flatMap(self.content) else { throw .damaged(path: path) }
    return content
  }

  private func encode(_ content: Content) throws(StoreError) -> [UInt8] {
    do {
      let encoder = MastodonJSON.makeEncoder()
      encoder.outputFormatting.formUnion([.prettyPrinted, .sortedKeys])
      return Array(try encoder.encode(Versioned(version: version(content), content: content))) + [0x0A]
    } catch {
      throw .failed(path: path, reason: "it cannot be written as JSON")
    }
  }
}
