public import FeatureKit
import Glibc

/// Runs what the user typed after `|` or `!`, in a shell that has the terminal meanwhile.
public struct ShellProgram: Sendable {
  /// Runs a command with this input, or with the terminal's, and returns its exit code; 128 and more if a signal ended it.
  ///
  /// Throws ``Failure`` if it cannot be started. Cancelling the task ends the command.
  public var run: @Sendable (_ command: String, _ input: [UInt8]?) async throws -> Int32

  /// Runs a command with this input and shows nothing of what it writes.
  public var runSilently: @Sendable (_ command: String, _ input: [UInt8]) async throws -> Int32

  /// Makes it from its closure.
  public init(run: @escaping @Sendable (_ command: String, _ input: [UInt8]?) async throws -> Int32) {
    self.run = run
    runSilently = { try await run($0, $1) }
  }

  /// A machine without a shell.
  public static let none = ShellProgram { _, _ in throw Failure.cannotStart }

  /// Runs `/bin/sh` with the environment that is passed in.
  public static func live(environment: [String: String]) -> ShellProgram {
    var program = ShellProgram { try await run($0, input: $1, isSilent: false, environment) }
    program.runSilently = { try await run($0, input: $1, isSilent: true, environment) }
    return program
  }

  private static func run(
    _ command: String, input: [UInt8]?, isSilent: Bool, _ environment: [String: String]
  ) async throws -> Int32 {
    var launch = ProgramLaunch(path: "/bin/sh", arguments: ["-c", command], environment: environment)
    var file: Int32?
    defer { if let file { close(file) } }
    if let input {
      // Nothing has to be written while the program waits for the user, as into a pipe.
      file = ProgramLaunch.unnamedFile(with: input, environment: environment)
      guard let file else { throw Failure.cannotStart }
      launch.input = .descriptor(file)
    }
    if isSilent {
      (launch.output, launch.errors) = (.nothing, .nothing)
      // So that what the shell has started ends with it.
      launch.hasOwnSession = true
    }
    guard let code = await launch.run() else { throw Failure.cannotStart }
    return code
  }

  /// Why nothing ran.
  public enum Failure: AppErrorConvertible, Equatable {
    /// There is no shell, no room for the input, or no process.
    case cannotStart

    /// The error to show.
    public var appError: AppError {
      .validation("No shell can be started here.", suggestion: "Write to a file in place of it: > FILE.")
    }
  }
}
