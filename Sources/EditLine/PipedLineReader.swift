internal import Glibc
internal import Synchronization

/// Reads lines from a pipe or a file.
///
/// A last line without a line feed counts; a carriage return before the line
/// feed is dropped.
public final class PipedLineReader: Sendable {
  /// Why the lines ended before the pipe or the file did.
  public enum Failure: Equatable, Sendable {
    /// It cannot be read; the reason is the system's, such as "Is a directory".
    case unreadable(String)
    /// A line, counted from 1, has more than ``PipedLineReader/limit`` bytes.
    case tooLong(line: Int)
    /// A line, counted from 1, is not UTF-8.
    case notText(line: Int)
  }

  /// The largest length of a line in bytes, so that a pipe without line feeds does not fill the memory.
  public static let limit = 1 << 20

  fileprivate struct State {
    var bytes: [UInt8] = []
    var count = 0
    var failure: Failure?
    var head = 0
    /// The number of bytes that were searched for a line feed.
    var searched = 0
    var isAtEnd = false
    var isReading = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Reads a file descriptor, which stays open; 0 is standard input.
  public init(fileDescriptor: Int32 = 0) {
    descriptor = fileDescriptor
  }

  /// Why there are no more lines; `nil` while there are, and at the end.
  public var failure: Failure? { state.withLock { $0.failure } }

  /// The next line without its line feed, nil at the end and after a failure; one caller at a time.
  public func next() async -> String? {
    while true {
      let (line, isAtEnd) = state.withLock { ($0.nextLine(), $0.isAtEnd || $0.failure != nil) }
      if let line { return line }
      if isAtEnd { return nil }
      await readMore()
    }
  }

  /// Reads bytes on a thread of its own, since that can block for ever.
  private func readMore() async {
    state.withLock { state in
      precondition(!state.isReading, "one reader of a pipe at a time")
      state.isReading = true
    }
    let result: Result<[UInt8]?, SystemError> = await withCheckedContinuation { continuation in
      do {
        try EditorThread.start { [descriptor] in continuation.resume(returning: Self.read(descriptor)) }
      } catch {
        continuation.resume(returning: Self.read(descriptor))
      }
    }
    state.withLock { state in
      state.isReading = false
      let bytes: [UInt8]
      switch result {
      case .success(let read?): bytes = read
      case .success(nil):
        state.isAtEnd = true
        return
      case .failure(let error):
        state.failure = .unreadable(String(cString: strerror(error.code)))
        return
      }
      state.bytes.removeFirst(state.head)
      state.searched -= state.head
      state.head = 0
      state.bytes += bytes
    }
  }

  /// A value of `errno`.
  private struct SystemError: Error {
    var code: Int32
  }

  /// Waits for bytes; nil at the end.
  private static func read(_ descriptor: Int32) -> Result<[UInt8]?, SystemError> {
    while true {
      errno = 0
      guard let bytes = Terminal.bytes(of: descriptor) else {
        let code = errno
        // A terminal that was closed is an end.
        return code == 0 || code == EIO ? .success(nil) : .failure(SystemError(code: code))
      }
      if !bytes.isEmpty { return .success(bytes) }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wanted, 1, -1)
    }
  }
}

extension PipedLineReader.State {
  fileprivate mutating func nextLine() -> String? {
    guard failure == nil else { return nil }
    if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      defer {
        head = end + 1
        searched = head
      }
      return line(bytes[head..<end])
    }
    searched = bytes.count
    if bytes.count - head > PipedLineReader.limit { failure = .tooLong(line: count + 1) }
    guard failure == nil, isAtEnd, head < bytes.count else { return nil }
    defer { head = bytes.count }
    return line(bytes[head...])
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> String? {
    count += 1
    if bytes.count > PipedLineReader.limit { failure = .tooLong(line: count) }
    let text = String(validating: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    if failure == nil, text == nil { failure = .notText(line: count) }
    return failure == nil ? text : nil
  }
}
