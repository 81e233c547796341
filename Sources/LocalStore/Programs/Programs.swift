import Dispatch
import Synchronization

/// Access to other programs: found by name, started without a shell, run with limits.
public struct Programs: Sendable {
  /// Finds a program by its name in the user's `PATH`.
  public var find: @Sendable (_ name: String) -> String?
  /// Whether there is a session bus, which a keyring needs.
  public var hasSessionBus: @Sendable () -> Bool
  /// Runs the program at a path until it ends.
  public var run: @Sendable (_ path: String, Call) throws(Failure) -> Answer

  /// A machine without other programs.
  public static let none = Programs(
    find: { _ in nil }, hasSessionBus: { false }, run: { _, _ throws(Failure) in throw .cannotStart })

  /// The input of a program.
  ///
  /// Arguments are visible to every user of the machine, so secrets are passed as standard input.
  public struct Call: Sendable {
    /// Its arguments, without its name.
    public var arguments: [String]
    public var input: [UInt8]
    /// The time limit in milliseconds.
    public var limit: Int
    /// The largest output in bytes; no secret has more than a megabyte.
    public var outputLimit: Int
    /// Whether it gets a session of its own, so that what it starts ends with it.
    var hasOwnSession = false
    /// Whether what it writes to standard error belongs to its output.
    var mergesErrors = false
    /// Whether nobody waits for the result any more; asked again and again while the program runs.
    var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

    public init(_ arguments: [String], input: [UInt8] = [], limit: Int, outputLimit: Int = 1 << 20) {
      self.arguments = arguments
      self.input = input
      self.limit = limit
      self.outputLimit = outputLimit
    }
  }

  public struct Answer: Sendable {
    public var code: Int32
    public var output: [UInt8] = []
    /// Whether it wrote to standard error; the text is not kept, because it may contain a secret.
    public var complained: Bool = false
  }

  public enum Failure: Error, Hashable, Sendable {
    case cannotStart
    /// It exceeded the time limit and was ended.
    case timedOut
    /// The user or something else interrupted it.
    case interrupted
    /// It exceeded the output limit.
    case tooMuch
  }

  /// The installed programs, run in the environment that is passed in.
  public static func live(environment: [String: String]) -> Programs {
    Programs(
      find: { name in
        guard !name.contains("/") else { return isProgram(name) ? name : nil }
        let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: 0x3A)
        // An empty or relative entry means the current directory, where any user may have put a program.
        return directories.map { FileLocations.join(String(Substring($0)), name) }
          .first { $0.hasPrefix("/") && isProgram($0) }
      },
      hasSessionBus: {
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        return environment["XDG_RUNTIME_DIR"].map { StoredFile(path: FileLocations.join($0, "bus")).exists } ?? false
      },
      run: { path, call throws(Failure) in
        try ProgramRun(path: path, call: call, environment: environment).answer()
      })
  }

  /// Ends the programs that run without the terminal, such as plugins, with what they have started.
  ///
  /// It takes up to 0.2 seconds, and is for the moment in which a signal ends this program: they would run on.
  public static func endAll() { ChildProcess.endAll() }

  private static func isProgram(_ path: String) -> Bool { StoredFile(path: path).isProgram }

  /// Runs a program while the caller's task is suspended; cancelling the task ends the program.
  ///
  /// ``run`` keeps its thread until the program has ended. On a machine with one or two cores the concurrency pool has as
  /// many threads, so nothing else would go on meanwhile.
  ///
  /// - Throws: ``Failure``.
  public func answer(of path: String, _ call: Call) async throws(Failure) -> Answer {
    let cancellation = Cancellation()
    var call = call
    call.isCancelled = { cancellation.isRequested.load(ordering: .relaxed) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Answer, Failure>, Never>) in
        DispatchQueue.global().async { [run, call] in
          continuation.resume(returning: Result { () throws(Failure) in try run(path, call) })
        }
      }
    } onCancel: {
      cancellation.isRequested.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }
}
