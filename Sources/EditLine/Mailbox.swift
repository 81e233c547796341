internal import CEditLine
internal import Glibc
internal import Synchronization

enum Command: Sendable {
  case read(LineRequest, CheckedContinuation<LineEditor.Outcome, Never>)
  /// The task that waited for this line was cancelled.
  case cancel(UInt64)
  case print(String)
  /// Shows a text on the last line, in place of the last such text, unless a line is read.
  case progress(String)
  case flush(CheckedContinuation<Void, Never>)
  case completed(UInt64, Completion)
  /// The lines edited by another program.
  case edited(UInt64, LineEditor.EditedText)
  /// Assists in another way from the next line on.
  case assistance(LineEditor.Assistance)
  /// Keeps a line in the history file that was remembered for this run.
  case keep(String)
  /// Switches to another history file; nil for none.
  case history(String?)
  /// Shows lines in another style from the next one on.
  case style(LineEditor.Style)
  /// Gives the terminal to another program until `reclaim`.
  case release(CheckedContinuation<Void, Never>)
  case reclaim(CheckedContinuation<Void, Never>)
  case shutdown(CheckedContinuation<Void, Never>?)
}

struct LineRequest: Sendable {
  var id: UInt64
  var prompt: Prompt
  var initialText: String
  var history: LineEditor.Recording
  var isSecret: Bool
}

/// The queue of commands to the editing thread, and the pipe that wakes it while it waits for a key.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Readable when there are commands.
  let wakeDescriptor: Int32
  private let wakeEnd: Int32

  init() throws(LineEditor.SetupError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { cel_pipe($0) }
    }
    guard result == 0 else { throw .noPipe(errno) }
    (wakeDescriptor, wakeEnd) = ends
  }

  deinit {
    _ = Glibc.close(wakeDescriptor)
    _ = Glibc.close(wakeEnd)
  }

  /// Adds a command; false if the thread has ended.
  @discardableResult func post(_ command: Command) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      // One byte for each batch: the thread takes all commands at once.
      if state.commands.count == 1 { wake() }
      return true
    }
  }

  /// Takes the commands added since the last call.
  func drain() -> [Command] {
    state.withLock { state in
      var bytes: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &bytes) { buffer in
        while read(wakeDescriptor, buffer.baseAddress, buffer.count) > 0 {}
      }
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Closes the queue and returns the remaining commands.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeEnd, &byte, 1)
  }
}
