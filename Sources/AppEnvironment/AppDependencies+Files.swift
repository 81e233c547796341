import Dispatch
public import FeatureKit
import LocalStore
import PushNotifications
import QuickLook
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
    var access = UserFiles(
      read: { path in
        guard path != "-" else {
          if let bytes = try await input.read(NamedFiles.largest) { return bytes }
          throw AppError.usage("Nothing is piped to standard input.", suggestion: "Name a file in place of the -.")
        }
        do {
          if let bytes = try files.read(Self.named(path)) { return bytes }
        } catch {
          guard case StoreError.failed(let path, let reason) = error else { throw error }
          throw AppError.validation(
            "\(Sanitizer.clean(path)) cannot be read: \(reason).", suggestion: "Name another file.")
        }
        throw AppError.notFound(
          "\(Sanitizer.clean(path)) does not exist.", suggestion: "Check the name, then try again.")
      }, exists: files.exists,
      write: { path, bytes in try await Self.onThread { try files.write(Self.named(path), bytes) } })
    access.append = { path, bytes in try await Self.onThread { try files.append(Self.named(path), bytes) } }
    access.names = { try files.names(in: $0) }
    access.begin = { try files.begin(Self.named($0)) }
    return access
  }

  /// Returns a path that is not empty.
  private static func named(_ path: String) throws -> String {
    guard !path.isEmpty else { throw AppError.validation("The path is empty.", suggestion: "Name a file.") }
    return path
  }

  /// Does what may wait for a disk or another program on a thread that may block.
  private static func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
