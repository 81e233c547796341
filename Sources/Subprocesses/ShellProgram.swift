public import FeatureKit
import Glibc

/// Runs what the user typed after `|` or `!`, in a shell that has the terminal meanwhile.
public struct ShellProgram: Sendable {
  /// The environment of the commands; `nil` on a machine without a shell.
  private let environment: [String: String]?

  public static let none = ShellProgram(environment: nil)

  /// Runs `/bin/sh` with the environment that is passed in.
  public static func live(environment: [String: String]) -> ShellProgram { ShellProgram(environment: environment) }

  /// Runs a command with this input, or with the terminal's, and returns its exit code; 128 and more if a signal ended it.
  ///
  /// Cancelling the task ends the command.
  /// - Throws: ``Failure`` if it cannot be started.
  public func run(_ command: String, _ input: [UInt8]?) async throws -> Int32 {
    // Where there is no terminal to share, what the shell has started ends with it.
    try await run(command, input: input, hasOwnSession: !ProgramLaunch.hasTerminal)
  }

  /// Runs a command with this input and without the terminal's keys; what it writes is shown, or nothing of it.
  public func runApart(_ command: String, _ input: [UInt8], isSilent: Bool) async throws -> Int32 {
    try await run(command, input: input, isSilent: isSilent, hasOwnSession: true)
  }

  /// Runs a command with this input and without the terminal; returns its exit code, and what it wrote, errors too.
  ///
  /// Cancelling the task ends the command.
  /// - Throws: ``Failure`` if it cannot be started, or writes more than a megabyte.
  public func runCapturing(_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8]) {
    try await capture(command, input: input, withErrors: true)
  }

  /// Runs a command in the same way, and leaves out what it writes to standard error.
  public func runReading(_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8]) {
    try await capture(command, input: input, withErrors: false)
  }

  private func capture(
    _ command: String, input: [UInt8], withErrors: Bool
  ) async throws -> (code: Int32, output: [UInt8]) {
    guard let environment else { throw Failure.cannotStart }
    // It ends when it is done, or when the user ends it.
    var call = Programs.Call(["-c", command], input: input, limit: .max / 2)
    (call.hasOwnSession, call.mergesErrors) = (true, withErrors)
    do {
      let answer = try await Programs.live(environment: environment).answer(of: "/bin/sh", call)
      return (answer.code, answer.output)
    } catch {
      switch error {
      case .cannotStart: throw Failure.cannotStart
      case .tooMuch: throw Failure.tooMuch
      case .interrupted, .timedOut: throw CancellationError()
      }
    }
  }

  private func run(
    _ command: String, input: [UInt8]?, isSilent: Bool = false, hasOwnSession: Bool
  ) async throws -> Int32 {
    guard let environment else { throw Failure.cannotStart }
    var launch = ProgramLaunch(path: "/bin/sh", arguments: ["-c", command], environment: environment)
    var file: Int32?
    defer { if let file { close(file) } }
    if let input {
      // Nothing has to be written while the program waits for the user, as into a pipe.
      file = ProgramLaunch.unnamedFile(with: input, environment: environment)
      guard let file else { throw Failure.cannotStart }
      launch.input = .descriptor(file)
    }
    if isSilent { (launch.output, launch.errors) = (.nothing, .nothing) }
    launch.hasOwnSession = hasOwnSession
    guard let code = await launch.run() else { throw Failure.cannotStart }
    return code
  }

  public enum Failure: AppErrorConvertible, Equatable {
    /// There is no shell, no room for the input, or no process.
    case cannotStart
    /// It wrote more than is kept.
    case tooMuch

    public var appError: AppError {
      switch self {
      case .cannotStart:
        .validation("No shell can be started here.", suggestion: "Write to a file in place of it: > FILE.")
      case .tooMuch:
        .validation(
          "The program wrote more than a megabyte and was stopped.", suggestion: "Let it write to a file: > FILE.")
      }
    }
  }
}
