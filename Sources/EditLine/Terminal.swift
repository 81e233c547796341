internal import CEditLine
internal import Glibc

/// The file descriptors that an editor works with.
struct Terminal: Sendable {
  var input: Int32
  /// The descriptor on which the line is drawn: standard error if standard output is a file or a pipe.
  var display: Int32
  /// The descriptor to which `print` writes.
  var data: Int32
  /// Readable when a signal has come.
  var signals: Int32

  var size: TerminalSize { TerminalSize(fileDescriptor: display) ?? .assumed }

  /// Writes all bytes, however slow the terminal is, unless it is closed.
  func write(_ text: String, to descriptor: Int32) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wanted, 1, -1)
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// The bytes of a non-blocking descriptor, or of one that `poll` has called readable; nil at the end.
  static func bytes(of descriptor: Int32) -> [UInt8]? {
    var wasEnd = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let result = read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, result)
      wasEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
    }
    return wasEnd ? nil : bytes
  }
}

/// Events from the editing thread.
struct Events: Sendable {
  var interrupt: AsyncStream<Int>.Continuation
  var suspend: AsyncStream<Int>.Continuation
  var terminate: AsyncStream<Int32>.Continuation
  var resize: AsyncStream<TerminalSize>.Continuation
  var background: AsyncStream<Bool?>.Continuation

  func finish() {
    interrupt.finish()
    suspend.finish()
    terminate.finish()
    resize.finish()
    background.finish()
  }
}
