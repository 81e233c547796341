import Dispatch
import Glibc
import LocalStore

/// Shows a page to the person in a browser of this machine, where there is one.
public struct BrowserOpener: Sendable {
  /// Whether a browser that is started here is one that the person sees, and that can come back to this machine.
  public var isAtHand: @Sendable () -> Bool
  /// Starts a browser with a page; `false` if none could be started.
  public var open: @Sendable (_ url: String) -> Bool

  /// Makes an opener from its parts.
  public init(isAtHand: @escaping @Sendable () -> Bool, open: @escaping @Sendable (_ url: String) -> Bool) {
    self.isAtHand = isAtHand
    self.open = open
  }

  /// There is no browser.
  public static let none = BrowserOpener(isAtHand: { false }, open: { _ in false })

  /// What shows a file of this machine: `HOWDAH_VIEWER`, else what the desktop opens files with, else `BROWSER`.
  public static func viewer(environment: [String: String]) -> BrowserOpener {
    BrowserOpener(
      isAtHand: {
        environment["HOWDAH_VIEWER"]?.isEmpty == false || BrowserProgram.isAtHand(in: environment)
      },
      open: { path in
        guard let program = BrowserProgram(viewing: path, environment: environment) else { return false }
        return program.start(environment: environment)
      })
  }

  /// The browser that an environment speaks of: `BROWSER`, else what the desktop opens pages with.
  public static func live(environment: [String: String]) -> BrowserOpener {
    BrowserOpener(
      isAtHand: { BrowserProgram.isAtHand(in: environment) },
      open: { url in
        guard let program = BrowserProgram(showing: url, environment: environment) else { return false }
        return program.start(environment: environment)
      })
  }
}

/// A program and its arguments that show a page.
struct BrowserProgram: Equatable {
  let path: String
  let arguments: [String]

  /// What opens a page with the person's own browser on a desktop; none of them is a browser for a terminal.
  static let usual = ["xdg-open", "gio-open", "wslview", "termux-open-url", "x-www-browser"]

  /// Finds a program: the first of `BROWSER` that is there, else a usual one.
  ///
  /// `BROWSER` is a list with colons between; `%s` stands for the page, which otherwise comes last. No shell reads it.
  init?(showing url: String, environment: [String: String]) {
    var commands = (environment["BROWSER"] ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    if commands.allSatisfy(\.isEmpty) { commands = Self.usual.map { [$0] } }
    self.init(commands, showing: url, path: environment["PATH"])
  }

  /// Finds a program for a file: the one that was named, a usual one, a browser.
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

  /// Whether a browser that is started here appears before the person.
  ///
  /// Over ssh it would appear on the other machine, if at all, unless somebody has set one that knows the way back.
  static func isAtHand(in environment: [String: String]) -> Bool {
    func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    if has("BROWSER") { return true }
    return !has("SSH_CONNECTION") && (has("DISPLAY") || has("WAYLAND_DISPLAY"))
  }

  private static func find(_ program: String, in path: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    return path.split(separator: ":").map { "\($0)/\(program)" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  /// `POSIX_SPAWN_SETSID` of <spawn.h>, which Swift does not see.
  private static let newSession: Int32 = 0x80

  /// Starts it apart from the terminal, which it can neither read nor write; `false` if that fails.
  func start(environment: [String: String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // A browser stays; with the socket that waits for it, it would hold the port that the next sign-in needs.
    Programs.keepDescriptorsHere()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP, SIGTSTP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session of its own: Ctrl-C here is not meant for it.
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var id = pid_t()
    guard posix_spawn(&id, path, &actions, &attributes, &words, &variables) == 0 else { return false }
    // Somebody has to hear of its end, or it stays in the list of processes.
    DispatchQueue.global(qos: .background).async { [id] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
    return true
  }
}
