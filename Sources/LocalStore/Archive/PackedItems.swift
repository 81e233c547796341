public import FeatureKit
import Synchronization

/// The elements of the JSON in a file, or in those that it packs, some at a time.
public final class PackedItems: Sendable {
  private struct Reading: ~Copyable {
    let file: PackedFile
    var parser = JSONItems()
    /// Whether a file ended within an element, which is said after what came before.
    var isCutOff = false
  }

  private let path: String
  private let reading: Mutex<Reading>

  /// Opens a file; `nil` if it does not exist.
  ///
  /// - Parameter names: The names of the packed files that are read; the file itself is read if it packs none.
  /// - Throws: ``StoreError``.
  public init?(_ path: String, names: Set<String>) throws(StoreError) {
    self.path = path
    do {
      guard let file = try PackedFile(path, names) else { return nil }
      reading = Mutex(Reading(file: file))
    } catch { throw Self.error(error, path) }
  }

  /// The next elements; `nil` at the end.
  ///
  /// - Throws: ``StoreError`` where no more can be read; what came before is whole.
  public func next() throws(StoreError) -> [UserFiles.Item]? {
    do {
      return try reading.withLock { reading in
        if reading.isCutOff { throw PackedBytes.Failure.cutOff }
        var (items, bytes): ([UserFiles.Item], Int) = ([], 0)
        while bytes < 1 << 20, let piece = try reading.file.next() {
          bytes += piece.bytes.count
          reading.parser.read(piece.bytes)
          if piece.isLast, reading.parser.isComplete { reading.parser.finish() }
          items += reading.parser.take().map { UserFiles.Item(file: piece.name, json: $0) }
          guard piece.isLast else { continue }
          reading.isCutOff = !reading.parser.isComplete
          reading.parser = JSONItems()
          if reading.isCutOff { return items }
        }
        return items.isEmpty && bytes == 0 ? nil : items
      }
    } catch { throw Self.error(error, path) }
  }

  private static func error(_ error: any Error, _ path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case PackedBytes.Failure.cutOff: .failed(path: path, reason: "it ends too early")
    case PackedBytes.Failure.bomb: .failed(path: path, reason: "it unpacks to far more than posts need")
    case PackedBytes.Failure.unknownMethod: .failed(path: path, reason: "it is encrypted, or packed in an unknown way")
    default: .failed(path: path, reason: "it is damaged")
    }
  }
}
