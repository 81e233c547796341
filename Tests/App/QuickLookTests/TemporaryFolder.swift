import Foundation

/// A folder of its own for one test, gone afterwards.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/howdah-look-\(UInt64.random(in: .min ... .max))"
  }

  deinit { if names != nil { do { try FileManager.default.removeItem(atPath: path) } catch {} } }

  /// The names in it, or in a folder below it; `nil` if that is not there.
  func names(in folder: String) -> [String]? {
    guard FileManager.default.fileExists(atPath: "\(path)/\(folder)") else { return nil }
    do { return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted() } catch { return nil }
  }

  private var names: [String]? { names(in: ".") }
}
