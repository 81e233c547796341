/// What this machine's other programs are to the app: found by name, started without a shell, waited for within bounds.
public struct Programs: Sendable {
  /// Finds a program by its name, along the person's `PATH`.
  public var find: @Sendable (_ name: String) -> String?
  /// Whether there is a session bus, by which a keyring could be reached.
  public var hasSessionBus: @Sendable () -> Bool
  /// Runs the program at a path, and waits for its end.
  public var run: @Sendable (_ path: String, Call) throws(Failure) -> Answer

  /// Makes access from its parts.
  public init(
    find: @escaping @Sendable (_ name: String) -> String?, hasSessionBus: @escaping @Sendable () -> Bool,
    run: @escaping @Sendable (_ path: String, Call) throws(Failure) -> Answer
  ) {
    self.find = find
    self.hasSessionBus = hasSessionBus
    self.run = run
  }

  /// A machine on which no other program is installed.
  public static let none = Programs(
    find: { _ in nil }, hasSessionBus: { false }, run: { _, _ throws(Failure) in throw .cannotStart })

  /// What a program is given.
  ///
  /// Everybody on the machine can see the arguments of a program: a secret is input.
  public struct Call: Sendable {
    /// Its arguments, without its name.
    public var arguments: [String]
    /// What it reads from standard input.
    public var input: [UInt8]
    /// How many milliseconds it may take.
    public var limit: Int
    /// How many bytes it may write; no secret and no answer to a question about one has more than a megabyte.
    public var outputLimit: Int

    /// Makes a call.
    public init(_ arguments: [String], input: [UInt8] = [], limit: Int, outputLimit: Int = 1 << 20) {
      self.arguments = arguments
      self.input = input
      self.limit = limit
      self.outputLimit = outputLimit
    }
  }

  /// What a program answers.
  public struct Answer: Sendable {
    /// Its exit code.
    public var code: Int32
    /// What it wrote to standard output.
    public var output: [UInt8]
    /// Whether it complained on standard error; what it said is not kept, since it may quote a secret.
    public var complained: Bool

    /// Makes an answer.
    public init(code: Int32, output: [UInt8] = [], complained: Bool = false) {
      self.code = code
      self.output = output
      self.complained = complained
    }
  }

  /// Why there is no answer.
  public enum Failure: Error, Hashable, Sendable {
    /// It cannot be started.
    case cannotStart
    /// It took longer than it may, and was ended.
    case timedOut
    /// The person stopped it, or something else ended it.
    case interrupted
    /// It wrote more than is reasonable.
    case tooMuch
  }

  /// The programs of this machine, in an environment that is handed in and handed on.
  public static func live(environment: [String: String]) -> Programs {
    Programs(
      find: { name in
        guard !name.contains("/") else { return isProgram(name) ? name : nil }
        let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: 0x3A)
        // An empty or relative entry means the current directory, where anybody may have put a program.
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

  private static func isProgram(_ path: String) -> Bool { StoredFile(path: path).isProgram }
}
