import Glibc

/// One run of another program.
struct ProgramRun {
  var path: String
  var call: Programs.Call
  var environment: [String: String]

  func answer(_ isCancelled: () -> Bool) throws(Programs.Failure) -> Programs.Answer {
    guard let input = Pipe() else { throw .cannotStart }
    guard let output = Pipe() else {
      input.closeBoth()
      throw .cannotStart
    }
    guard let complaints = Pipe() else {
      input.closeBoth()
      output.closeBoth()
      throw .cannotStart
    }
    let child = ProgramLaunch(
      path: path, arguments: call.arguments, environment: environment, input: .descriptor(input.reader),
      output: .descriptor(output.writer),
      errors: .descriptor(call.mergesErrors ? output.writer : complaints.writer), hasOwnSession: call.hasOwnSession
    ).start()
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
      call, input: input.writer, output: output.reader, complaints: complaints.reader)
    defer { conversation.closeAll() }
    return try wait(for: child, &conversation, isCancelled)
  }

  /// Exchanges bytes until the program has ended, the time limit has passed or the task is cancelled.
  private func wait(
    for child: ChildProcess, _ conversation: inout Conversation, _ isCancelled: () -> Bool
  ) throws(Programs.Failure) -> Programs.Answer {
    let deadline = ProgramLaunch.milliseconds() + call.limit
    try child.waitUntilEnded(
      exchanging: { conversation.exchange(within: conversation.isOver ? 1 : 10) },
      unless: { isCancelled() ? .interrupted : failure(conversation, deadline: deadline) })
    // What it has left behind may hold its output open.
    if call.hasOwnSession { child.send(SIGKILL) }
    // Its last output may still be in the pipes; a child process that keeps them open is not waited for.
    conversation.drain(within: call.hasOwnSession ? 20 : 0)
    let code = child.exitCode()
    guard !conversation.isFull else { throw .tooMuch }
    guard let code, call.hasOwnSession || !code.isOfSignal else { throw .interrupted }
    return Programs.Answer(
      code: code.value, isOfSignal: code.isOfSignal, output: conversation.output, complained: conversation.complained,
      complaint: conversation.complaint.suffix(call.complaintLimit))
  }

  private func failure(_ conversation: Conversation, deadline: Int) -> Programs.Failure? {
    if ProgramLaunch.milliseconds() >= deadline { return .timedOut }
    return conversation.isFull ? .tooMuch : nil
  }
}

/// The bytes exchanged with another program.
private struct Conversation {
  private let call: Programs.Call
  private var toWrite: ArraySlice<UInt8>
  /// Negative once it is closed, like the others.
  private var input: Int32
  private var outputEnd: Int32
  private var complaintsEnd: Int32
  private(set) var output: [UInt8] = []
  private(set) var complained = false
  private(set) var complaint: [UInt8] = []

  init(_ call: Programs.Call, input: Int32, output: Int32, complaints: Int32) {
    self.call = call
    toWrite = call.input[...]
    self.input = input
    outputEnd = output
    complaintsEnd = complaints
    for descriptor in [input, output, complaints] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    if toWrite.isEmpty { Self.close(&self.input) }
  }

  /// Whether the program has closed its output, and so is about to end.
  var isOver: Bool { outputEnd < 0 && complaintsEnd < 0 }

  /// Whether it has written more than it may.
  var isFull: Bool { output.count > call.outputLimit }

  /// Waits up to so many milliseconds until something can be read or written, and does so; returns whether it could.
  @discardableResult
  mutating func exchange(within limit: Int32) -> Bool {
    var waiting = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0), pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: complaintsEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waiting, 3, limit) > 0 else { return false }
    if waiting[0].revents != 0 { write() }
    if waiting[1].revents != 0 { output += Self.read(&outputEnd) }
    if waiting[2].revents != 0 { complain(Self.read(&complaintsEnd)) }
    return true
  }

  private mutating func complain(_ bytes: ArraySlice<UInt8>) {
    if !bytes.isEmpty { complained = true }
    guard call.complaintLimit > 0 else { return }
    complaint += bytes
    if complaint.count > 4 * call.complaintLimit { complaint.removeFirst(complaint.count - call.complaintLimit) }
  }

  /// Reads what comes within so many milliseconds of each other.
  mutating func drain(within limit: Int32) {
    for _ in 0..<200 where !isOver && !isFull { guard exchange(within: limit) else { return } }
  }

  mutating func closeAll() {
    Self.close(&input)
    Self.close(&outputEnd)
    Self.close(&complaintsEnd)
  }

  private mutating func write() {
    let (count, code) = withoutPipeSignal { toWrite.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) } }
    if count > 0 { toWrite = toWrite.dropFirst(count) }
    if toWrite.isEmpty || (count < 0 && code != EAGAIN && code != EINTR) { Self.close(&input) }
  }

  private static func read(_ descriptor: inout Int32) -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: 65_536)
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
