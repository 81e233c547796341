import Glibc
import PluginKit

/// One run of a plugin, in a session of its own: without the terminal, and ended with everything that it has started.
struct PluginRun {
  var path: String
  var call: PluginCall
  var environment: [String: String]
  /// Whether the user has stopped it; asked again and again.
  var isCancelled: @Sendable () -> Bool

  /// The number of bytes of its standard error that are kept.
  private static let complaintLimit = 4096

  /// Runs it to its end, while the thread waits.
  func result() throws(PluginFailure) -> PluginResult {
    guard let input = ProgramLaunch.unnamedFile(with: call.input, environment: environment) else { throw .cannotStart }
    defer { close(input) }
    guard var output = PipeReader(limit: call.outputLimit) else { throw .cannotStart }
    defer { output.closeAll() }
    guard var complaint = PipeReader(limit: nil) else { throw .cannotStart }
    defer { complaint.closeAll() }
    // Without a controlling terminal, /dev/tty cannot be opened.
    let child = ProgramLaunch(
      path: path, arguments: call.arguments, environment: environment, input: .descriptor(input),
      output: .descriptor(output.writer), errors: .descriptor(complaint.writer), hasOwnSession: true
    ).start()
    output.closeWriter()
    complaint.closeWriter()
    guard let child else { throw .cannotStart }
    return try wait(for: child, &output, &complaint)
  }

  private func wait(
    for child: ChildProcess, _ output: inout PipeReader, _ complaint: inout PipeReader
  ) throws(PluginFailure) -> PluginResult {
    let deadline = ProgramLaunch.milliseconds() + call.limit
    try child.waitUntilEnded(
      exchanging: { Self.exchange(&output, &complaint, within: output.isClosed && complaint.isClosed ? 2 : 10) },
      unless: { failure(output, deadline: deadline) })
    // What it has left behind may hold its output open.
    child.send(SIGKILL)
    let code = child.exitCode()
    for _ in 0..<200 where !(output.isClosed && complaint.isClosed) && !output.isFull {
      guard Self.exchange(&output, &complaint, within: 20) else { break }
    }
    if output.isFull { throw .tooMuch(limit: call.outputLimit) }
    guard let code else { throw .stopped }
    return PluginResult(
      code: code.value, isOfSignal: code.isOfSignal, output: output.bytes,
      complaint: complaint.bytes.suffix(Self.complaintLimit))
  }

  private func failure(_ output: PipeReader, deadline: Int) -> PluginFailure? {
    if isCancelled() { return .stopped }
    if output.isFull { return .tooMuch(limit: call.outputLimit) }
    return ProgramLaunch.milliseconds() >= deadline ? .timedOut(seconds: call.limit / 1000) : nil
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
}

/// The reading end of a pipe, and what has come through it.
private struct PipeReader {
  private(set) var reader: Int32
  private(set) var writer: Int32
  private(set) var bytes: [UInt8] = []
  private let limit: Int?

  init?(limit: Int?) {
    guard let pipe = Pipe() else { return nil }
    (reader, writer) = (pipe.reader, pipe.writer)
    self.limit = limit
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
