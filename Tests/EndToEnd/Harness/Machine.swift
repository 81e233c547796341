import Glibc

/// One person's machine: directories of its own, and `howdah` as a shell there would start it.
final class Machine {
  /// The results of a program.
  struct Run {
    var code: Int32
    var output: String
    var error: String

    /// The lines of the output.
    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
    /// The whole output, in order to search it for secrets.
    var everything: String { output + error }
  }

  let folder: TemporaryFolder
  private var runs = 0
  /// The servers that this machine is signed in to; they run as long as it does.
  private var servers: [SandboxProcess] = []

  init() throws { folder = try TemporaryFolder() }

  /// The program's environment, without anything of the user who runs the tests.
  var environment: [String: String] {
    let program = Self.folderOfProgram ?? ""
    return [
      "HOME": folder.path, "PATH": "\(program):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "XDG_CONFIG_HOME": folder.file("config"), "XDG_DATA_HOME": folder.file("data"),
      "XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache"),
      // Servers answer late while many tests begin.
      "HOWDAH_TIMEOUT": "\(Deadline.usual.components.seconds)",
      // A crash is to end a test, not to ask it questions.
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Runs `howdah` to its end.
  func howdah(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Run {
    try howdah(arguments, input: input, environment: environment)
  }

  func howdah(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Run {
    try run(Self.program(), arguments, input: input, environment: environment)
  }

  /// Runs a line of shell, in which `howdah` is the program.
  func shell(_ script: String, environment: [String: String] = [:]) throws -> Run {
    _ = try Self.program()
    return try run("/bin/sh", ["-c", script], input: "", environment: environment)
  }

  private func run(
    _ program: String, _ arguments: [String], input: String, environment: [String: String]
  ) throws -> Run {
    runs += 1
    let (standardInput, output, error) = (
      folder.file("\(runs).in"), folder.file("\(runs).out"), folder.file("\(runs).err")
    )
    try Files.write(input, to: standardInput)
    let process = try ChildProcess(
      program, arguments, environment: self.environment.merging(environment) { $1 }, input: standardInput,
      output: output, error: error)
    let code = try process.wait()
    return Run(code: code, output: try Files.text(output), error: try Files.text(error))
  }

  /// Howdah's own directories and files on this machine.
  func kept() throws -> [(path: String, isFolder: Bool, mode: UInt32)] {
    try ["config", "data", "state", "cache"].flatMap { try Files.all(below: folder.file($0)) }
  }

  /// Signs in to a server of its own, and returns that.
  @discardableResult
  func signIn(state: String? = nil, quirks: String? = nil, faults: [String] = []) throws -> SandboxProcess {
    let server = try SandboxProcess(state: state, faults: faults, quirks: quirks)
    servers.append(server)
    try signIn(at: server.host, token: server.token)
    return server
  }

  /// Signs in to a server.
  func signIn(at host: String, token: String) throws {
    let login = try howdah("login", host, "--with-token", input: token)
    guard login.code == 0 else { throw Problem("no sign-in: \(login.everything)") }
  }

  // MARK: - The program

  /// The path of the built program.
  static func program() throws -> String {
    guard let folder = folderOfProgram else {
      throw Problem("howdah was not built beside the tests: \(CommandLine.arguments[0])")
    }
    return "\(folder)/howdah"
  }

  /// The folder of the test bundle, which is where everything else was built, too.
  private static let folderOfProgram: String? = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let source = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    // Beside the tests; else, where a runner loads them from elsewhere, beside the bundle that it was told of.
    let bundles = [own] + CommandLine.arguments
    let folders = bundles.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    return (folders + ["/\(source)/.build/debug"]).first { access("\($0)/howdah", X_OK) == 0 }
  }()
}
