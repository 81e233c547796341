internal import Glibc
internal import Synchronization

/// Reads lines from a pipe or a file.
///
/// A last line without a line feed counts; a carriage return before the line
/// feed is dropped; invalid UTF-8 becomes U+FFFD.
public final class PipedLineReader: Sendable {
  fileprivate struct State {
    var bytes: [UInt8] = []
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

  /// The next line without its line feed, nil at the end; one caller at a time.
  public func next() async -> String? {
    while true {
      let (line, isAtEnd) = state.withLock { ($0.nextLine(), $0.isAtEnd) }
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
    let bytes: [UInt8]? = await withCheckedContinuation { continuation in
      do {
        try EditorThread.start { [descriptor] in continuation.resume(returning: Self.read(descriptor)) }
      } catch {
        continuation.resume(returning: Self.read(descriptor))
      }
    }
    state.withLock { state in
      state.isReading = false
      guard let bytes else {
        state.isAtEnd = true
        return
      }
      state.bytes.removeFirst(state.head)
      state.searched -= state.head
      state.head = 0
      state.bytes += bytes
    }
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    while true {
      guard let bytes = Terminal.bytes(of: descriptor) else {
        return nil
      }
      if !bytes.isEmpty { return bytes }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wanted, 1, -1)
    }
  }
}

extension PipedLineReader.State {
  fileprivate mutating func nextLine() -> String? {
    if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      defer {
        head = end + 1
        searched = head
      }
      return line(bytes[head..<end])
    }
    searched = bytes.count
    guard isAtEnd, head < bytes.count else { return nil }
    defer { head = bytes.count }
    return line(bytes[head...])
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}
