import Dispatch
import Glibc
import Synchronization

/// A program that was started, until its end was noted.
///
/// The system gives a process number to another process as soon as the end of its owner was noted. So signals are sent, and the
/// end is noted, one at a time: a signal never meets a process that has nothing to do with this one.
final class ChildProcess: Sendable {
  let number: pid_t
  private let target: pid_t
  private let isNoted = Mutex(false)

  /// The processes that end with this program, which nothing else may end: a key and a closed terminal reach neither those
  /// that have a session of their own, nor any where there is no terminal.
  struct Dependents {
    /// What their signals are sent to: their number, which is negative for a session of their own.
    var targets: Set<pid_t> = []
    /// The number of programs that are being started, whose process ids are not known yet.
    var starting = 0
    /// Whether this program ends: no other is started then.
    var isClosed = false
  }

  static let dependents = Mutex(Dependents())

  /// Starts a process and takes it over; `nil` if it does not start.
  ///
  /// - Parameters:
  ///   - leadsSession: Whether it gets a session of its own; what it starts there gets its signals too.
  ///   - outlives: Whether it goes on when this program ends, as a browser does.
  ///   - start: Returns a child of this process, for which nobody else waits.
  init?(leadsSession: Bool, outlives: Bool, start: () -> pid_t?) {
    let sign: pid_t = leadsSession ? -1 : 1
    guard let child = outlives ? start() : Self.startDependent(sign, start) else { return nil }
    number = child
    target = sign * child
  }

  /// Starts one that ends with this program, without holding the lock: a file on a server that is gone may take for ever.
  ///
  /// It runs before its number is known: if this program began to end in between, it ends at once.
  private static func startDependent(_ sign: pid_t, _ start: () -> pid_t?) -> pid_t? {
    let mayStart = dependents.withLock { dependents in
      if !dependents.isClosed { dependents.starting += 1 }
      return !dependents.isClosed
    }
    guard mayStart else { return nil }
    let number = start()
    let isClosed = dependents.withLock { dependents in
      dependents.starting -= 1
      if let number, !dependents.isClosed { dependents.targets.insert(sign * number) }
      // The program may end as soon as nothing is starting, so this comes first.
      if let number, dependents.isClosed { kill(sign * number, SIGKILL) }
      return dependents.isClosed
    }
    guard let number, isClosed else { return number }
    var status: Int32 = 0
    waitpid(number, &status, 0)
    return nil
  }

  /// Ends these programs, with what they have started, because this program is about to end.
  ///
  /// Those that are just being started are waited for, for 200 milliseconds at most.
  static func endAll() {
    let targets = dependents.withLock {
      $0.isClosed = true
      return $0.targets
    }
    defer { for _ in 0..<20 where dependents.withLock({ $0.starting > 0 }) { poll(nil, 0, 10) } }
    guard !targets.isEmpty else { return }
    for target in targets { kill(target, SIGTERM) }
    for _ in 0..<20 where targets.contains(where: { kill($0, 0) == 0 }) { poll(nil, 0, 10) }
    for target in targets { kill(target, SIGKILL) }
  }

  /// Sends it a signal, and what it has started in its session; nothing happens once its end was noted.
  func send(_ signal: Int32) {
    isNoted.withLock { if !$0 { kill(target, signal) } }
  }

  /// Whether it has ended; also if somebody else has noted that.
  var hasEnded: Bool { wait(for: WNOHANG) }

  /// Blocks the thread until it has ended.
  func waitUntilEnded() { _ = wait(for: 0) }

  private func wait(for options: Int32) -> Bool {
    var information = siginfo_t()
    var result: Int32
    repeat {
      result = waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT | options)
    } while result < 0 && errno == EINTR
    return result < 0 || information.si_signo == SIGCHLD
  }

  /// Notes its end and returns its exit code; `nil` if somebody else has noted it.
  ///
  /// - Precondition: It has ended.
  func exitCode() -> ExitCode? {
    isNoted.withLock { isNoted in
      isNoted = true
      Self.dependents.withLock { _ = $0.targets.remove(target) }
      var status: Int32 = 0
      return waitpid(number, &status, WNOHANG) == number ? ExitCode(status: status) : nil
    }
  }

  /// Blocks the thread until it has ended by itself.
  ///
  /// - Parameters:
  ///   - exchange: Does what is to be done meanwhile, and takes some milliseconds.
  ///   - failure: Returns why it has to end, asked again and again.
  /// - Throws: The failure, once it was ended.
  func waitUntilEnded<Failure: Error>(
    exchanging exchange: () -> Void, unless failure: () -> Failure?
  ) throws(Failure) {
    while !hasEnded {
      exchange()
      if let failure = failure() {
        end()
        throw failure
      }
    }
  }

  /// Ends it, and what it has started in its session: with a request first, and by force half a second later.
  func end() {
    send(SIGTERM)
    let hasEnded = ends(within: 500)
    // Also what it has left behind.
    send(SIGKILL)
    if hasEnded || ends(within: 500) {
      _ = exitCode()
    } else {
      // A device keeps it. Only this waits for both.
      DispatchQueue.global(qos: .background).async {
        self.waitUntilEnded()
        _ = self.exitCode()
      }
    }
  }

  /// Asks it to end, and kills it two seconds later, while the thread goes on; another one waits for its end.
  func requestEnd() {
    send(SIGTERM)
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) { self.send(SIGKILL) }
  }

  private func ends(within milliseconds: Int) -> Bool {
    for _ in 0..<(milliseconds / 10) {
      if hasEnded { return true }
      poll(nil, 0, 10)
    }
    return hasEnded
  }
}

struct ExitCode: Equatable {
  /// Its exit code; 128 and the signal's number if a signal ended it, as shells have it.
  let value: Int32
  /// Whether a signal ended it.
  let isOfSignal: Bool

  /// Reads a status of `waitpid`: the signal's number is in the low seven bits, the exit code in the next eight.
  init(status: Int32) {
    isOfSignal = status & 0x7F != 0
    value = isOfSignal ? 128 + (status & 0x7F) : (status >> 8) & 0xFF
  }
}
