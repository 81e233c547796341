import Glibc

/// One run of another program.
struct ProgramRun {
  var path: String
  var call: Programs.Call
  var environment: [String: String]

  func answer() throws(Programs.Failure) -> Programs.Answer {
    let input = try Pipe()
    let output: Pipe
    let complaints: Pipe
    do throws(Programs.Failure) { output = try Pipe() } catch {
      input.closeBoth()
      throw error
    }
    do throws(Programs.Failure) { complaints = try Pipe() } catch {
      input.closeBoth()
      output.closeBoth()
      throw error
    }
    let child = start(reading: input.reader, writing: output.writer, complaining: complaints.writer)
    close(input.reader)
    close(output.writer)
    close(complaints.writer)
    guard let child else {
      close(input.writer)
      close(output.reader)
      close(complaints.reader)
      throw .cannotStart
    }
    var conversation = Conversation(
      toWrite: call.input[...], input: input.writer, output: output.reader, complaints: complaints.reader)
    defer { conversation.closeAll() }
    return try wait(for: child, &conversation)
  }

  /// Exchanges bytes until the program has ended, the time limit has passed or the task is cancelled.
  private func wait(
    for child: pid_t, _ conversation: inout Conversation
  ) throws(Programs.Failure) -> Programs.Answer {
    let deadline = Self.milliseconds() + call.limit
    var status: Int32 = 0
    while true {
      conversation.exchange(within: conversation.isOver ? 1 : 10)
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { break }
      // Another thread has reaped it; only its output is known.
      if ended < 0, errno != EINTR { throw .interrupted }
      if let failure = failure(conversation, deadline: deadline) {
        end(child)
        throw failure
      }
    }
    // Its last output may still be in the pipes; a child process that keeps them open is not waited for.
    conversation.drain()
    guard conversation.output.count <= call.outputLimit else { throw .tooMuch }
    // The low seven bits are the signal that ended it, the next eight its exit code.
    guard status & 0x7F == 0 else { throw .interrupted }
    return Programs.Answer(
      code: (status >> 8) & 0xFF, output: conversation.output, complained: conversation.complained)
  }

  private func failure(_ conversation: Conversation, deadline: Int) -> Programs.Failure? {
    if call.isCancelled() { return .interrupted }
    if Self.milliseconds() >= deadline { return .timedOut }
    return conversation.output.count > call.outputLimit ? .tooMuch : nil
  }

  /// Terminates it, and kills it if it does not end.
  private func end(_ child: pid_t) {
    kill(child, SIGTERM)
    for _ in 0..<50 {
      if waitpid(child, nil, WNOHANG) != 0 { return }
      poll(nil, 0, 10)
    }
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }

  private func start(reading: Int32, writing: Int32, complaining: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    for (descriptor, place) in [(reading, STDIN_FILENO), (writing, STDOUT_FILENO), (complaining, STDERR_FILENO)] {
      guard posix_spawn_file_actions_adddup2(&actions, descriptor, place) == 0 else { return nil }
    }
    // Signals that this program ignores or blocks are reset: Ctrl-C ends the other program too, which is in the same
    // group.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return Programs.start(
      path, arguments: call.arguments, environment: environment, actions: &actions, attributes: &attributes)
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// A pipe that no other program inherits.
private struct Pipe {
  var reader: Int32
  var writer: Int32

  init() throws(Programs.Failure) {
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
    }
    guard made == 0 else { throw .cannotStart }
    (reader, writer) = ends
    for end in [reader, writer] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func closeBoth() {
    close(reader)
    close(writer)
  }
}

/// The bytes exchanged with another program.
private struct Conversation {
  var toWrite: ArraySlice<UInt8>
  /// Negative once it is closed, like the others.
  var input: Int32
  private(set) var outputEnd: Int32
  private(set) var complaintsEnd: Int32
  private(set) var output: [UInt8] = []
  private(set) var complained = false

  init(toWrite: ArraySlice<UInt8>, input: Int32, output: Int32, complaints: Int32) {
    self.toWrite = toWrite
    self.input = input
    outputEnd = output
    complaintsEnd = complaints
    for descriptor in [input, output, complaints] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    if toWrite.isEmpty { Self.close(&self.input) }
  }

  /// Whether the program has closed its output, and so is about to end.
  var isOver: Bool { outputEnd < 0 && complaintsEnd < 0 }

  /// Waits up to so many milliseconds until something can be read or written, and does so.
  mutating func exchange(within limit: Int32) {
    var waiting = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0), pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: complaintsEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waiting, 3, limit) > 0 else { return }
    if waiting[0].revents != 0 { write() }
    if waiting[1].revents != 0 { output += Self.read(&outputEnd) }
    if waiting[2].revents != 0, !Self.read(&complaintsEnd).isEmpty { complained = true }
  }

  /// Reads what is available without waiting.
  mutating func drain() {
    for _ in 0..<64 where !isOver { exchange(within: 0) }
  }

  mutating func closeAll() {
    Self.close(&input)
    Self.close(&outputEnd)
    Self.close(&complaintsEnd)
  }

  private mutating func write() {
    // A program that does not read must not end this one by a signal.
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    let count = toWrite.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
    let code = errno
    if count < 0, code == EPIPE {
      var atOnce = timespec()
      sigtimedwait(&pipeSignal, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if count > 0 { toWrite = toWrite.dropFirst(count) }
    if toWrite.isEmpty || (count < 0 && code != EAGAIN && code != EINTR) { Self.close(&input) }
  }

  private static func read(_ descriptor: inout Int32) -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count > 0 { return chunk[..<count] }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { close(&descriptor) }
    return []
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }
}
