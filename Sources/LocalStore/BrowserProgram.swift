import Dispatch
import Glibc

/// A program with the arguments that make it show a page.
struct BrowserProgram: Equatable {
  let path: String
  let arguments: [String]

  /// Programs that open a page in the desktop's default browser; none of them runs in the terminal.
  static let usual = ["xdg-open", "gio-open", "wslview", "termux-open-url", "x-www-browser"]

  /// Finds the first installed program of `BROWSER`, or one of the usual ones if `BROWSER` is empty.
  ///
  /// `BROWSER` is separated by colons; `%s` stands for the page, which is otherwise the last argument. No shell is used.
  init?(showing url: String, environment: [String: String]) {
    var commands = (environment["BROWSER"] ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    if commands.allSatisfy(\.isEmpty) { commands = Self.usual.map { [$0] } }
    self.init(commands, showing: url, path: environment["PATH"])
  }

  /// Finds a program for a file: `HOWDAH_VIEWER` alone if it is set, else the usual ones, then `BROWSER`.
  init?(viewing path: String, environment: [String: String]) {
    let named = (environment["HOWDAH_VIEWER"] ?? "").split(separator: " ").map(String.init)
    let browsers = (environment["BROWSER"] ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    let commands = named.isEmpty ? Self.usual.map { [$0] } + browsers : [named]
    self.init(commands, showing: path, path: environment["PATH"])
  }

  private init?(_ commands: [[String]], showing url: String, path directories: String?) {
    for words in commands {
      guard let program = words.first, let path = Self.find(program, in: directories ?? "") else { continue }
      let arguments = words.dropFirst().map { $0.replacing("%s", with: url) }
      self.path = path
      self.arguments = words.contains { $0.contains("%s") } ? arguments : arguments + [url]
      return
    }
    return nil
  }

  /// Whether a browser started here appears on the user's screen.
  ///
  /// Over ssh it would appear on the remote machine, if at all, unless `BROWSER` names one that forwards the page.
  static func isAvailable(in environment: [String: String]) -> Bool {
    func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    if has("BROWSER") { return true }
    return !has("SSH_CONNECTION") && (has("DISPLAY") || has("WAYLAND_DISPLAY"))
  }

  static func find(_ program: String, in path: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    return path.split(separator: ":").map { "\($0)/\(program)" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  /// `POSIX_SPAWN_SETSID` of <spawn.h>, which Swift does not import.
  private static let newSession: Int32 = 0x80

  /// Starts the program without access to the terminal; `false` if that fails.
  func start(environment: [String: String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP, SIGTSTP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // In a separate session, Ctrl-C at the prompt does not reach it.
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let started = Programs.start(
      path, arguments: arguments, environment: environment, actions: &actions, attributes: &attributes)
    guard let id = started else { return false }
    // Without a wait it would stay behind as a zombie process.
    DispatchQueue.global(qos: .background).async {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
    return true
  }
}
