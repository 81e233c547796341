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
    self.init(commands, showing: url, among: SearchPath(environment: environment))
  }

  /// Finds a program for a file: `HOWDAH_VIEWER` alone if it is set, else the usual ones, then `BROWSER`.
  init?(viewing path: String, environment: [String: String]) {
    let named = (environment["HOWDAH_VIEWER"] ?? "").split(separator: " ").map(String.init)
    let browsers = (environment["BROWSER"] ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    let commands = named.isEmpty ? Self.usual.map { [$0] } + browsers : [named]
    self.init(commands, showing: path, among: SearchPath(environment: environment))
  }

  private init?(_ commands: [[String]], showing url: String, among programs: SearchPath) {
    for words in commands {
      guard let program = words.first, let path = programs.find(program) else { continue }
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

  /// Starts the program without access to the terminal; `false` if that fails.
  func start(environment: [String: String]) -> Bool {
    let launch = ProgramLaunch(
      path: path, arguments: arguments, environment: environment, input: .nothing, output: .nothing, errors: .nothing,
      hasOwnSession: true, outlives: true)
    guard let child = launch.start() else { return false }
    // Without a wait it would stay behind as a zombie process.
    DispatchQueue.global(qos: .background).async {
      child.waitUntilEnded()
      _ = child.exitCode()
    }
    return true
  }
}
