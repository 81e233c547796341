import FoundationEssentials

/// A stored file whose content is one JSON document with a version.
struct JSONFile<Content: Codable & Sendable>: Sendable {
  var path: String
  var now: @Sendable () -> Date
  var report: @Sendable (StoreNotice) -> Void

  private struct Versioned: Codable {
    var version: Int
    /// Not read from a later version, whose content may be anything.
    var content: Content?

    init(version: Int, content: Content) {
      self.version = version
      self.content = content
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      content = version > JSONFile.version ? nil : try container.decode(Content.self, forKey: .content)
    }
  }

  private var file: StoredFile { StoredFile(path: path) }
  private static var version: Int { 1 }

  /// What it holds, or nil if it is not there; a damaged one is set aside first.
  func load() throws(StoreError) -> Content? {
    guard let bytes = try file.read() else { return nil }
    do throws(StoreError) {
      return try decode(bytes)
    } catch .damaged {
      return try file.change { () throws(StoreError) in try self.loadOrSetAside() }
    }
  }

  /// Changes what it holds while no other process can; a damaged file is set aside first.
  func update(_ change: (Content?) -> Content?) throws(StoreError) {
    try file.change { () throws(StoreError) in
      guard let content = change(try loadOrSetAside()) else { return try file.remove() }
      try file.replace(with: encode(content))
    }
  }

  /// Only while the lock is held: the file may have been put right since it was last read.
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
    do {
      guard let content = try JSONDecoder().decode(Versioned.self, from: Data(bytes)).content else {
        throw StoreError.newer(path: path)
      }
      return content
    } catch let error as StoreError {
      throw error
    } catch {
      // What was wrong with it is not said: a message of the decoder may quote the content.
      throw .damaged(path: path)
    }
  }

  private func encode(_ content: Content) throws(StoreError) -> [UInt8] {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(Versioned(version: Self.version, content: content))) + [0x0A]
    } catch {
      throw .failed(path: path, reason: "it cannot be written as JSON")
    }
  }
}
