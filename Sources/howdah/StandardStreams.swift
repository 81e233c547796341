import FeatureKit
import Glibc
import REPL

/// The three descriptors of a process that has no terminal to share.
enum StandardStreams {
  /// Opens what the caller has closed of 0, 1 and 2 on nothing, so that no socket or database gets one of these numbers.
  static func reserve() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is what `open` takes.
      _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
  }

  /// Writes all of the text, also where the other side takes it in pieces.
  ///
  /// A reader that has gone ends the program without a word, as pipes expect. What cannot be said on standard error changes
  /// nothing: the exit code is that of the command.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        }
        let code = errno
        if code == EINTR { continue }
        if code == EAGAIN {
          wait(for: POLLOUT, on: descriptor)
          continue
        }
        if descriptor == 2 { return }
        if code == EPIPE { _exit(128 + SIGPIPE) }
        write("! The output cannot be written: \(String(cString: strerror(code))).\n", to: 2)
        _exit(ExitCode.internal.rawValue)
      }
    }
  }

  /// Waits until a descriptor that does not block can be used, or has failed.
  private static func wait(for events: Int32, on descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&waiting, 1, -1)
  }

  /// Reads standard input as far as it has come; 0 at the end, -1 with `errno` set if it cannot be read.
  private static func readInput(_ buffer: UnsafeMutableRawPointer, _ limit: Int) -> Int {
    while true {
      let count = read(0, buffer, limit)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(for: POLLIN, on: 0)
      default: return -1
      }
    }
  }

  /// Reads one line from standard input, a byte at a time so that what follows is left for others; `nil` at the end.
  static func readLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while readInput(&byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// How many bytes a text may have that is read from standard input.
  static let textLimit = 1 << 20

  /// Reads all of standard input, without the line feeds at its end.
  ///
  /// - Throws: ``AppError`` if it has more than ``textLimit`` bytes or cannot be read to its end: half a text is not sent.
  static func readText() throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = readInput(&chunk, chunk.count)
      guard count >= 0 else {
        throw AppError.unknown("Standard input cannot be read: \(String(cString: strerror(errno))). Nothing was sent.")
      }
      guard count > 0 else { break }
      bytes += chunk[..<count]
      guard bytes.count <= textLimit else {
        throw AppError.validation(
          "The text on standard input is longer than \(textLimit >> 20) MB.", suggestion: "Post a part of it.")
      }
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads standard input to its end or to so many bytes; `nil` where it is a keyboard.
  ///
  /// It looks up now and then while nothing comes, so that Ctrl-C is heard.
  @concurrent
  static func readPiped(limit: Int) async throws -> [UInt8]? {
    guard isatty(0) == 0 else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < limit {
      try Task.checkCancellation()
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) != 0 else { continue }
      let count = read(0, &chunk, min(chunk.count, limit - bytes.count))
      if count > 0 { bytes += chunk[..<count] }
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { break }
    }
    return bytes
  }

  /// Ends the process with this code, without the farewells of C and C++ libraries.
  ///
  /// Nothing waits for them: writing here is not buffered, and the editor has given the terminal back before.
  static func leave(_ code: Int32) -> Never {
    _exit(code)
  }
}
