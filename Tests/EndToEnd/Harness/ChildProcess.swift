import Glibc

/// A program that a test has started, with files for its three streams.
///
/// Files and not pipes: the ends of a pipe would leak into whatever another test starts at the same moment.
final class ChildProcess {
  let id: pid_t
  private let words: [String]
  private var code: Int32?

  init(
    _ program: String, _ arguments: [String], environment: [String: String], input: String = "/dev/null",
    output: String = "/dev/null", error: String = "/dev/null", outputDescriptor: Int32? = nil
  ) throws {
    Self.keepDescriptors()
    self.words = [program] + arguments
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    if let outputDescriptor {
      posix_spawn_file_actions_adddup2(&actions, outputDescriptor, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    }
    posix_spawn_file_actions_addopen(&actions, 2, error, flags, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // As a shell would start it, whatever the test runner ignores and this thread blocks.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var id = pid_t()
    let problem = posix_spawn(&id, program, &actions, &attributes, &words, &variables)
    guard problem == 0 else { throw Problem("\(program) cannot be started: \(problem)") }
    self.id = id
  }

  /// Keeps what this process has open from every child: a child that had a server's socket would keep its port.
  private static func keepDescriptors() {
    for name in Files.names(in: "/proc/self/fd") {
      guard let descriptor = Int32(name), descriptor > 2 else { continue }
      // One that has been closed meanwhile is not concern.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    guard code == nil else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// The exit code, or 128 and the signal that ended it; `nil` while it runs.
  var exitCode: Int32? {
    if let code { return code }
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    let signal = status & 0x7F
    code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return code
  }

  /// Waits for its end.
  func wait(within limit: Duration = Deadline.usual) throws -> Int32 {
    do { return try Deadline.first("the end of process \(id)", within: limit) { exitCode } } catch {
      throw Problem("\(error): \(words.joined(separator: " "))\n\(state)")
    }
  }

  /// What its threads do, and which signals they block, for the report of a process that does not end.
  private var state: String {
    let folder = "/proc/\(id)/task"
    return Files.names(in: folder).map { thread in
      // A thread may end meanwhile.
      let lines = ["status", "wchan"].map { file in (try? Files.text("\(folder)/\(thread)/\(file)")) ?? "" }
      let told = lines[0].split(separator: "\n").filter { line in
        ["Name", "State", "SigPnd", "ShdPnd", "SigBlk"].contains { line.hasPrefix("\($0):") }
      }
      return (told.map(String.init) + [lines[1]]).joined(separator: ", ")
    }.joined(separator: "\n")
  }

  /// Sends a signal, unless it has ended.
  func signal(_ number: Int32) {
    if exitCode == nil { kill(id, number) }
  }
}
