import Dispatch
import FeatureKit
import Glibc
import REPL
import Synchronization
import TerminalKit

/// Standard input, output and error of a run without a prompt.
enum StandardStreams {
  /// Whether errors are JSON for another program.
  static let isData = Atomic(false)

  /// Whether a signal is ending the program, which then prints nothing more and ends with the signal.
  static let isEnding = Atomic(false)

  private static func waitIfEnding() {
    while isEnding.load(ordering: .relaxed) { pause() }
  }

  /// Opens closed descriptors among 0, 1 and 2 on `/dev/null`, so that no socket or database gets these numbers.
  ///
  /// A closed standard output stays one that cannot be written, as for other programs.
  static func reserve() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // `open` takes the lowest free number.
      _ = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of a text, in pieces if necessary.
  ///
  /// A closed pipe ends the program silently, as usual in shells. Failures on standard error are ignored: the exit code
  /// stays that of the command.
  ///
  /// - Parameter afterChange: Whether the text may say that something was done, so that nobody should do it again.
  static func write(_ text: String, to descriptor: Int32, afterChange: Bool = false) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor, afterChange: afterChange) }
  }

  /// Writes bytes in the same way.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { write($0, to: descriptor, afterChange: false) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, afterChange: Bool) {
    waitIfEnding()
    var rest = bytes
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
      let isClosed = code == EBADF
      let message =
        isClosed ? "Standard output is closed." : "The output cannot be written: \(String(cString: strerror(code)))."
      let error: AppError =
        afterChange
        ? .partial(
          .detailed(
            .unknown(message), suggestion: "The change was made: look before you run the command again.", data: []),
          left: [])
        : .detailed(
          .unknown(message),
          suggestion: isClosed ? "For no output, send it to /dev/null." : "Make room, or write somewhere else.",
          data: [])
      report(error, isJSON: isData.load(ordering: .relaxed))
      _exit(ExitCode(error).rawValue)
    }
  }

  /// Writes text that may come from anywhere, such as a file's name: nothing in it moves the cursor.
  static func say(_ text: String, to descriptor: Int32) { write(Sanitizer.clean(text), to: descriptor) }

  /// Writes what happened and what to do; no line of it but the first begins at the margin.
  static func report(_ error: AppError, isJSON: Bool) {
    let words = "! \(error.message)\n\(error.suggestion)".replacing("\n", with: "\n  ")
    if isJSON { write(error.json, to: 2) } else { say(words + "\n", to: 2) }
  }

  /// Ends the program when nobody reads what it prints any more, also while there is nothing to print.
  ///
  /// `howdah watch home | head -1` ends after the first line and not with the second one, which may come tomorrow.
  static func endWithReader() {
    var information = stat()
    guard fstat(1, &information) == 0, [S_IFIFO, S_IFSOCK].contains(information.st_mode & S_IFMT) else { return }
    DispatchQueue(label: "howdah.reader").async {
      var waiting = pollfd(fd: 1, events: 0, revents: 0)
      // A signal may end the waiting.
      while waiting.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 { poll(&waiting, 1, -1) }
      _exit(128 + SIGPIPE)
    }
  }

  /// Waits until a non-blocking descriptor is ready or has failed.
  private static func wait(for events: Int32, on descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&waiting, 1, -1)
  }

  /// Reads available bytes from standard input; returns 0 at the end, and -1 with `errno` set on an error.
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

  /// Reads a line from standard input byte by byte, so that the rest is left for other programs; `nil` at the end, and where
  /// a line is longer than ``textLimit``.
  static func readLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while readInput(&byte, 1) == 1 {
      guard bytes.count < textLimit else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The maximum length in bytes of a text on standard input.
  static let textLimit = 1 << 20

  /// Reads a text from standard input, without a byte order mark and the line feeds at its end.
  ///
  /// - Throws: ``AppError`` if it is longer than ``textLimit``, is not UTF-8, or cannot be read to its end.
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
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw AppError.validation(
        "Standard input is not text in UTF-8. Nothing was sent.",
        suggestion: "Convert it, as with iconv -f latin1 -t utf-8.")
    }
    return text
  }

  /// Reads standard input to its end or to a limit; returns `nil` if it is a terminal.
  ///
  /// Polls for cancellation while waiting, so that Ctrl-C works.
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

  /// Ends the process with an exit code, without running C and C++ exit handlers.
  ///
  /// None of them is needed: output is not buffered here, and the editor has restored the terminal before.
  static func leave(_ code: Int32) -> Never {
    waitIfEnding()
    _exit(code)
  }
}
