import Glibc

/// A folder of its own for each test, gone when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/howdah-e2e-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Problem("no temporary folder: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      // Reversed, what is in a folder comes before the folder.
      for entry in try Files.all(below: path).reversed() { remove(entry.path) }
      remove(path)
    } catch {
      // Somebody else is tidying up; what is left is in /tmp and nobody's secret.
    }
  }

  /// The path of something in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Why the harness cannot go on; never what a test is about.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
