import Foundation
import Synchronization

/// One start at a time: a child must not inherit the pipes of another, or neither would see the end of the other.
private let starting = Mutex(())

/// A tmux client in control mode: commands in, their output and what happens out.
///
/// Foundation's `Process` lets children inherit the signal mask of a worker thread, in which everything is blocked:
/// tmux cannot work so, and neither can what runs in it.
struct ControlClient {
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []

  init(_ arguments: [String], environment: [String: String]) throws {
    self = try starting.withLock { _ in try ControlClient(starting: arguments, environment) }
  }

  private init(starting arguments: [String], _ environment: [String: String]) throws {
    // A client that has gone is an error of one test, not the end of all.
    signal(SIGPIPE, SIG_IGN)
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Problem(description: "no pipe") }
    for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var mask = sigset_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(toChild[0])
      close(fromChild[1])
    }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_addclose(&actions, toChild[0])
    posix_spawn_file_actions_addclose(&actions, fromChild[1])
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in words + variables { free(string) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, &variables)
    guard result == 0 else { throw Problem(description: "\(arguments[0]): \(String(cString: strerror(result)))") }
    process = child
    input = toChild[1]
    output = fromChild[0]
  }

  /// Sends a command and returns what it prints.
  @discardableResult mutating func tell(_ command: String) throws -> [String] {
    try write(command + "\n")
    return try reply()
  }

  /// Sends a command that ends the client.
  func tellLast(_ command: String) throws {
    try write(command + "\n")
  }

  /// The output of the next command.
  @discardableResult mutating func reply() throws -> [String] {
    var block: [String]?
    while true {
      let line = try line()
      if line.hasPrefix("%begin ") {
        block = []
      } else if line.hasPrefix("%end ") {
        if let block { return block }
      } else if line.hasPrefix("%error ") {
        throw Problem(description: block?.joined(separator: "\n") ?? "error")
      } else if line.hasPrefix("%exit") {
        throw Problem(description: "tmux has ended: \(line)")
      } else {
        block?.append(line)
      }
    }
  }

  /// Returns when something has happened, or a little later.
  func waitForNews() {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    if unread.isEmpty { poll(&descriptor, 1, 5) }
  }

  private mutating func line() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let bytes = read()
      guard !bytes.isEmpty else { throw Problem(description: "tmux has gone") }
      unread += bytes
    }
  }

  private func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Problem(description: "the client has gone") }
      rest = rest.dropFirst(count)
    }
  }

  private func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, Foundation.read(output, buffer.baseAddress, buffer.count))
    }
  }

  /// Waits until the child has gone.
  func finish() {
    while !read().isEmpty {}
    close(input)
    close(output)
    waitpid(process, nil, 0)
  }
}
