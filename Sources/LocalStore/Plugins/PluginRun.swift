import Glibc
import PluginKit

/// One run of a plugin, in a session of its own: without the terminal, and ended with everything that it has started.
struct PluginRun {
  var path: String
  var call: PluginCall
  var environment: [String: String]
  /// Whether the user has stopped it; asked again and again.
  var isCancelled: @Sendable () -> Bool

  /// How much of its standard error is kept.
  private static let complaintLimit = 4096

  /// Runs it to its end, while the thread waits.
  func result() throws(PluginFailure) -> PluginResult {
    guard let input = Self.filled(with: call.input, folder: environment["TMPDIR"] ?? "/tmp") else {
      throw .cannotStart
    }
    defer { close(input) }
    guard var output = PipeReader(limit: call.outputLimit) else { throw .cannotStart }
    defer { output.closeAll() }
    guard var complaint = PipeReader(limit: nil) else { throw .cannotStart }
    defer { complaint.closeAll() }
    let child = start(input: input, output: output.writer, complaint: complaint.writer)
    output.closeWriter()
    complaint.closeWriter()
    guard let child else { throw .cannotStart }
    return try wait(for: child, &output, &complaint)
  }

  private func wait(
    for child: pid_t, _ output: inout PipeReader, _ complaint: inout PipeReader
  ) throws(PluginFailure) -> PluginResult {
    let deadline = Self.milliseconds() + call.limit
    var status: Int32 = 0
    while true {
      Self.exchange(&output, &complaint, within: output.isClosed && complaint.isClosed ? 2 : 10)
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { break }
      let failure: PluginFailure? =
        ended < 0 && errno != EINTR
        ? .stopped
        : isCancelled()
          ? .stopped
          : output.isFull
            ? .tooMuch(limit: call.outputLimit)
            : Self.milliseconds() >= deadline ? .timedOut(seconds: call.limit / 1000) : nil
      if let failure {
        Self.end(child)
        throw failure
      }
    }
    // Whatever it has left behind, which may hold its output open.
    kill(-child, SIGKILL)
    for _ in 0..<200 where !(output.isClosed && complaint.isClosed) && !output.isFull {
      guard Self.exchange(&output, &complaint, within: 20) else { break }
    }
    if output.isFull { throw .tooMuch(limit: call.outputLimit) }
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    return PluginResult(code: code, output: output.bytes, complaint: complaint.bytes.suffix(Self.complaintLimit))
  }

  /// Reads what has come within so many milliseconds; returns whether anything has.
  @discardableResult
  private static func exchange(
    _ output: inout PipeReader, _ complaint: inout PipeReader, within limit: Int32
  ) -> Bool {
    var waiting = [output, complaint].map { pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, 2, limit) > 0 else { return false }
    if waiting[0].revents != 0 { output.read(keeping: nil) }
    if waiting[1].revents != 0 { complaint.read(keeping: complaintLimit) }
    return true
  }

  /// Ends it and what it has started: with a request first, and by force half a second later.
  private static func end(_ child: pid_t) {
    kill(-child, SIGTERM)
    var isReaped = false
    for _ in 0..<50 where !isReaped {
      isReaped = waitpid(child, nil, WNOHANG) != 0
      if !isReaped { poll(nil, 0, 10) }
    }
    kill(-child, SIGKILL)
    if !isReaped { waitpid(child, nil, 0) }
  }

  private func start(input: Int32, output: Int32, complaint: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    for (descriptor, place) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (complaint, STDERR_FILENO)] {
      guard posix_spawn_file_actions_adddup2(&actions, descriptor, place) == 0 else { return nil }
    }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID, which the headers show to C alone: without a controlling terminal, /dev/tty cannot be opened.
    let ownSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | ownSession))
    return Programs.start(
      path, arguments: call.arguments, environment: environment, actions: &actions, attributes: &attributes)
  }

  /// Makes a file without a name that only this process and the program have: nothing waits for the program to read it.
  private static func filled(with bytes: [UInt8], folder: String) -> Int32? {
    var template = Array("\(folder.isEmpty ? "/tmp" : folder)/howdah-XXXXXX".utf8CString)
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

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// The reading end of a pipe, and what has come through it.
private struct PipeReader {
  private(set) var reader: Int32
  private(set) var writer: Int32
  private(set) var bytes: [UInt8] = []
  private let limit: Int?

  init?(limit: Int?) {
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
    }
    guard made == 0 else { return nil }
    (reader, writer) = ends
    self.limit = limit
    for end in [reader, writer] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
  }

  var isClosed: Bool { reader < 0 }

  /// Whether more has come than may.
  var isFull: Bool { limit.map { bytes.count > $0 } ?? false }

  /// Reads what is there, or only keeps the end of it.
  mutating func read(keeping end: Int?) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(reader, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
      if let end, bytes.count > 4 * end { bytes.removeFirst(bytes.count - end) }
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(reader)
      reader = -1
    }
  }

  mutating func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  mutating func closeAll() {
    closeWriter()
    if reader >= 0 { close(reader) }
    reader = -1
  }
}
