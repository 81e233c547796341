import Dispatch
public import FeatureKit
import LocalStore
import PushNotifications
import QuickLook
import Subprocesses
import TerminalKit

extension AppDependencies {
  /// Writes no file that a command names, and runs no program that it names.
  public mutating func keepUserFiles() {
    userFiles = MemoryFiles()
    shell = .none
    editor = .none
  }

  /// Reads and writes the files that the user names.
  public func createUserFiles() -> UserFiles {
    let (input, files) = (input, NamedFiles(expand: media.expandingHome, memory: userFiles))
    return UserFiles(
      read: { path in
        guard path != "-" else {
          if let bytes = try await input.read(NamedFiles.largest) { return bytes }
          throw AppError.usage("Nothing is piped to standard input.", suggestion: "Name a file in place of the -.")
        }
        return try Self.found(path) { try files.read($0) }
      }, exists: files.exists,
      write: { path, bytes in try await Self.onThread { try files.write(Self.named(path), bytes) } },
      append: { path, bytes in try await Self.onThread { try files.append(Self.named(path), bytes) } },
      parts: { path in
        let file = try await Self.onThread { try files.parts(Self.named(path)) }
        return UserFiles.PartFile(
          add: { bytes in try await Self.onThread { try file.add(bytes) } },
          finish: { try await Self.onThread { try file.finish() } })
      },
      items: { path, names in
        let items = try Self.found(path) { try files.items($0, names: names) }
        return { try await Self.onThread { try Self.readable { try items.next() } } }
      }, entries: { try files.entries(of: $0) }, begin: { try files.begin(Self.named($0)) })
  }

  private static func found<Value>(_ path: String, _ read: (String) throws -> Value?) throws -> Value {
    if let value = try readable({ try read(named(path)) }) { return value }
    throw AppError.notFound("\(Sanitizer.clean(path)) does not exist.", suggestion: "Check the name, then try again.")
  }

  /// Says of a file that the user named that another one may do.
  private static func readable<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch {
      guard case StoreError.failed(let path, let reason) = error else { throw error }
      throw AppError.validation("\(Sanitizer.clean(path)) cannot be read: \(reason).", suggestion: "Name another file.")
    }
  }

  /// Returns a path that is not empty.
  private static func named(_ path: String) throws -> String {
    guard !path.isEmpty else { throw AppError.validation("The path is empty.", suggestion: "Name a file.") }
    return path
  }

  /// Does what may wait for a disk or another program on a thread that may block.
  private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
