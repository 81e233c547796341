import CSpawn
import Dispatch
import Glibc

/// A program to start, and what it gets of this one.
struct ProgramLaunch {
  /// The destination of one of its three standard streams.
  enum Stream {
    case same
    /// `/dev/null`.
    case nothing
    /// The terminal, also where the stream of this program is redirected.
    case terminal
    /// An open file or pipe.
    case descriptor(Int32)
  }

  var path: String
  var arguments: [String]
  var environment: [String: String]
  var input = Stream.same
  var output = Stream.same
  var errors = Stream.same
  /// Whether it gets a session of its own, and so neither the terminal nor the signals of its keys.
  var hasOwnSession = false
  /// Whether it goes on when this program ends.
  var outlives = false

  /// Whether there is a terminal to open.
  static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// `POSIX_SPAWN_SETSID` of <spawn.h>, which Swift does not import.
  private static let newSession: Int32 = 0x80

  /// Starts the program without a shell; `nil` if that fails.
  ///
  /// Signals that this program ignores or blocks do their usual work there: Ctrl-C ends the other program too, unless it has a
  /// session of its own. No other descriptor is passed on.
  func start() -> ChildProcess? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    for (stream, place) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      guard Self.lead(place, to: stream, &actions) == 0 else { return nil }
    }
    // Not every descriptor is marked with `O_CLOEXEC` before another thread starts a program, and not every library marks
    // its own: a listening socket that is passed on keeps its port in use.
    guard posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1) == 0 else { return nil }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let session = hasOwnSession ? Self.newSession : 0
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session))
    return ChildProcess(leadsSession: hasOwnSession, outlives: outlives) { spawn(&actions, &attributes) }
  }

  private static func lead(_ place: Int32, to stream: Stream, _ actions: inout posix_spawn_file_actions_t) -> Int32 {
    switch stream {
    case .same: 0
    case .nothing:
      posix_spawn_file_actions_addopen(
        &actions, place, "/dev/null", place == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
    case .terminal: posix_spawn_file_actions_addopen(&actions, place, "/dev/tty", O_RDWR, 0)
    case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }
  }

  /// A program that has just been written is refused (`ETXTBSY`) while a child that another thread forked still has the
  /// descriptor that wrote it, which lasts until that child's `exec`; such a start is repeated for up to a second.
  private func spawn(
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) -> pid_t? {
    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    for _ in 0..<100 {
      let result = posix_spawn(&child, path, &actions, &attributes, words + [nil], variables + [nil])
      guard result == ETXTBSY else { return result == 0 ? child : nil }
      poll(nil, 0, 10)
    }
    return nil
  }

  /// Runs the program to its end and returns its exit code, 128 and more if a signal ended it; `nil` if it did not start.
  ///
  /// A cancelled task ends the program, by force if need be. No thread of the concurrency pool waits for it.
  func run() async -> Int32? {
    guard let child = start() else { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          child.waitUntilEnded()
          continuation.resume(returning: child.exitCode()?.value)
        }
      }
    } onCancel: {
      child.requestEnd()
    }
  }

  /// Creates a file without a name that has these bytes, for a program's standard input: nothing waits for the program
  /// to read it.
  ///
  /// - Returns: an open descriptor at the beginning of the file; `nil` if there is no room.
  static func unnamedFile(with bytes: [UInt8], environment: [String: String]) -> Int32? {
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(folder)/howdah-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    unlink(template)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
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

  /// Milliseconds since a fixed moment, for time limits.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// A pipe to or from a program; ``ProgramLaunch`` passes only the end on that is meant for it.
struct Pipe {
  let reader: Int32
  let writer: Int32

  /// Creates a pipe; `nil` if there are too many open files.
  init?() {
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
    }
    guard made == 0 else { return nil }
    (reader, writer) = ends
  }

  func closeBoth() {
    close(reader)
    close(writer)
  }
}
