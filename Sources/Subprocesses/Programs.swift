import Glibc

/// Access to other programs: found by name, started without a shell, run with limits.
public struct Programs: Sendable {
  /// Finds a program by its name in the user's `PATH`.
  public var find: @Sendable (_ name: String) -> String?
  /// Whether there is a session bus, which a keyring needs.
  public var hasSessionBus: @Sendable () -> Bool
  /// Runs the program at a path until it ends; asks again and again whether anybody still waits for the result.
  public var run: @Sendable (_ path: String, Call, _ isCancelled: @Sendable () -> Bool) throws(Failure) -> Answer

  /// A machine without other programs.
  public static let none = Programs(
    find: { _ in nil }, hasSessionBus: { false }, run: { _, _, _ throws(Failure) in throw .cannotStart })

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
    /// Whether it gets a session of its own: no key of the terminal ends it, and what it starts ends with it.
    public var hasOwnSession = false
    /// Whether what it writes to standard error belongs to its output.
    public var mergesErrors = false
    /// The number of bytes that are kept of the end of its standard error, which may contain a secret.
    public var complaintLimit = 0

    public init(_ arguments: [String], input: [UInt8] = [], limit: Int, outputLimit: Int = 1 << 20) {
      self.arguments = arguments
      self.input = input
      self.limit = limit
      self.outputLimit = outputLimit
    }
  }

  public struct Answer: Sendable {
    /// Its exit code; 128 and the signal's number if a signal ended it, as shells have it.
    public var code: Int32
    /// Whether a signal ended it, which is so of a program with a session of its own only.
    public var isOfSignal = false
    public var output: [UInt8] = []
    /// Whether it wrote to standard error.
    public var complained = false
    /// The end of that.
    public var complaint: [UInt8] = []
  }

  public enum Failure: Error, Hashable, Sendable {
    case cannotStart
    /// It exceeded the time limit and was ended.
    case timedOut
    /// The user stopped it, or something else ended a program that has the terminal.
    case interrupted
    /// It exceeded the output limit.
    case tooMuch
  }

  /// The installed programs, run in the environment that is passed in.
  public static func live(environment: [String: String]) -> Programs {
    Programs(
      find: { SearchPath(environment: environment).find($0) },
      hasSessionBus: {
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        return environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
      },
      run: { path, call, isCancelled throws(Failure) in
        try ProgramRun(path: path, call: call, environment: environment).answer(isCancelled)
      })
  }

  /// Ends the programs that run without the terminal, such as plugins, with what they have started.
  ///
  /// It takes up to 0.2 seconds, and is for the moment in which a signal ends this program: they would run on.
  public static func endAll() { ChildProcess.endAll() }

  /// Runs a program while the caller's task is suspended; cancelling the task ends the program.
  ///
  /// ``run`` keeps its thread until the program has ended.
  ///
  /// - Throws: ``Failure``.
  public func answer(of path: String, _ call: Call) async throws(Failure) -> Answer {
    do {
      return try await onThread(stopped: Failure.interrupted) { [run] isCancelled in
        try run(path, call, isCancelled)
      }
    } catch {
      throw error as? Failure ?? .interrupted
    }
  }
}
