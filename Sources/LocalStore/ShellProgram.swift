import Dispatch
public import FeatureKit
import Glibc
import Synchronization

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
    var program = ShellProgram { command, input in
      guard let child = start(command, input: input, isSilent: false, environment: environment) else {
        throw Failure.cannotStart
      }
      return await end(of: child)
    }
    program.runSilently = { command, input in
      guard let child = start(command, input: input, isSilent: true, environment: environment) else {
        throw Failure.cannotStart
      }
      return await end(of: child)
    }
    return program
  }

  /// Waits for a program and returns its exit code.
  private static func end(of child: pid_t) async -> Int32 {
    let running = Mutex<pid_t?>(child)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          var status: Int32 = 0
          while waitpid(child, &status, 0) < 0, errno == EINTR {}
          running.withLock { $0 = nil }
          continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
        }
      }
    } onCancel: {
      running.withLock { if let child = $0 { kill(child, SIGTERM) } }
    }
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

  private static func start(
    _ command: String, input: [UInt8]?, isSilent: Bool, environment: [String: String]
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var file: Int32 = -1
    defer { if file >= 0 { close(file) } }
    if let input {
      // Nothing has to be written while the program waits for the user, as into a pipe.
      let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      guard let filled = filled(with: input, in: folder) else { return nil }
      file = filled
      posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
    }
    if isSilent {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return Programs.start(
      "/bin/sh", arguments: ["-c", command], environment: environment, actions: &actions, attributes: &attributes)
  }

  /// Makes a file without a name that only this process and the program have.
  private static func filled(with bytes: [UInt8], in folder: String) -> Int32? {
    var template = Array("\(folder)/howdah-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    unlink(template)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        close(file)
        return nil
      }
      rest = rest.dropFirst(count)
    }
    guard lseek(file, 0, SEEK_SET) == 0 else {
      close(file)
      return nil
    }
    return file
  }
}
