import Foundation
import Testing

/// The content of a terminal.
struct Screen: Equatable, CustomStringConvertible {
  /// All rows that were ever shown and not erased, without blanks at their ends and blank rows at the end.
  var rows: [String]
  /// The number of them that have been scrolled away.
  var scrolledAway: Int
  /// Counted from the first of the rows.
  var cursorRow: Int
  var cursorColumn: Int

  var description: String {
    rows.enumerated().map { "\($0 == cursorRow ? ">" : " ")|\($1)" }.joined(separator: "\n")
      + "\n cursor \(cursorRow),\(cursorColumn)"
  }

  func endsWith(_ tail: [String]) -> Bool { rows.suffix(tail.count).elementsEqual(tail) }
}

/// A program in a terminal of its own, pressed and watched through tmux's control mode.
///
/// Each has its own server on a private socket, which ends with it.
final class Tmux {
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  private var client: ControlClient
  let folder: TemporaryFolder
  /// Each line written there becomes a note of the probe.
  private var notes: FileHandle?

  /// Starts a shell command; `probe` in it stands for the probe with its options for notes.
  init(_ command: String, columns: Int = 40, rows: Int = 12, environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    let fifo = folder.file("notes")
    guard mkfifo(fifo, 0o600) == 0 else { throw Problem(description: "no FIFO: \(errno)") }
    let script = folder.file("run")
    let probe = try Self.probe()
    // No configuration of the person who runs the tests, and no questions by the backtracer.
    var variables = [
      "HOME": folder.path, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "PS1": "$ ", "HISTFILE": "/dev/null",
    ]
    variables.merge(environment) { $1 }
    let exports = variables.map { "export \($0)='\($1)'\n" }.joined()
    // The shell that becomes the probe has said who it is: signals go to it alone.
    let inner = "echo $$ > \"$HOME/pid\"; exec \"$0\" \"$@\""
    let function = "probe() { sh -c '\(inner)' '\(probe)' --notes '\(fifo)' \"$@\"; }\n"
    try (exports + function + command + "\n").write(toFile: script, atomically: true, encoding: .utf8)
    let settings = folder.file("tmux.conf")
    try """
    set -g default-terminal tmux-256color
    set -g history-limit 20000
    set -g remain-on-exit on
    set -g status off
    """.write(toFile: settings, atomically: true, encoding: .utf8)
    let environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm", "TMUX_TMPDIR": folder.path,
    ]
    let tmux = ["tmux", "-u", "-L", "editline", "-f", settings]
    // tmux 3.3 crashes when a session begins with sizes set by hand, and now and then when it begins in control mode.
    let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "exec sh '\(script)'"]
    try ControlClient(tmux + session, environment: environment).finish()
    client = try ControlClient(tmux + ["-C", "attach", "-f", "no-output,ignore-size"], environment: environment)
    try client.reply()
    try tell("set -g window-size manual")
    notes = FileHandle(forUpdatingAtPath: fifo)
  }

  deinit {
    do { try client.tellLast("kill-server") } catch { Issue.record(error) }
    client.finish()
  }

  /// The probe lies beside the test bundle.
  static func probe() throws -> String {
    let file = FileManager.default
    var folders = [CommandLine.arguments[0]].map { URL(filePath: $0).deletingLastPathComponent().path }
    if let tests = try? file.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folders.insert(URL(filePath: tests).deletingLastPathComponent().path, at: 0)
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    folders += ["\(package)/.build/debug", "\(file.currentDirectoryPath)/.build/debug"]
    for folder in folders where file.isExecutableFile(atPath: folder + "/EditLineProbe") {
      return folder + "/EditLineProbe"
    }
    throw Problem(description: "no EditLineProbe in \(folders)")
  }

  // MARK: doing

  func type(_ text: String) throws {
    try tell("send-keys -l -- \(Self.quoted(text))")
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String...) throws {
    try tell("send-keys " + keys.joined(separator: " "))
  }

  /// Pastes text, marked as a paste if the program has asked for that.
  func paste(_ text: String) throws {
    try tell("set-buffer -- \(Self.quoted(text))")
    try tell("paste-buffer -p -d")
  }

  func resize(_ columns: Int, _ rows: Int) throws {
    try tell("resize-window -x \(columns) -y \(rows)")
  }

  func note(_ text: String) throws {
    try notes?.write(contentsOf: Data((text + "\n").utf8))
  }

  /// Sends a signal to the probe.
  func signal(_ number: Int32) throws {
    let text = try String(contentsOfFile: folder.file("pid"), encoding: .utf8)
    guard let process = Int32(text.filter(\.isNumber)) else { throw Problem(description: "no process in \(text)") }
    kill(process, number)
  }

  // MARK: watching

  func screen() throws -> Screen {
    var rows = try tell("capture-pane -p -S -").map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    if rows.last?.hasPrefix("Pane is dead") == true { rows.removeLast() }
    while rows.last == "" { rows.removeLast() }
    let numbers = try tell("display-message -p '#{history_size} #{cursor_y} #{cursor_x}'").first ?? ""
    let parts = numbers.split(separator: " ").compactMap { Int($0) }
    guard parts.count == 3 else { throw Problem(description: "no numbers in \(numbers)") }
    return Screen(rows: rows, scrolledAway: parts[0], cursorRow: parts[0] + parts[1], cursorColumn: parts[2])
  }

  /// Waits until the screen is as described, and says what it is if it never becomes so.
  @discardableResult func expect(
    _ what: String, seconds: Int = 10, _ location: SourceLocation = #_sourceLocation, until isSo: (Screen) -> Bool
  ) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var screen = try screen()
    while !isSo(screen) {
      if ContinuousClock.now > deadline {
        Issue.record("expected \(what), but there is\n\(screen)", sourceLocation: location)
        return false
      }
      client.waitForNews()
      screen = try self.screen()
    }
    return true
  }

  @discardableResult func expectRows(
    _ tail: String..., cursor: Int? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    try expect("rows \(tail)" + (cursor.map { " with the cursor in column \($0)" } ?? ""), location) { screen in
      screen.endsWith(tail) && (cursor == nil || (screen.cursorColumn == cursor))
    }
  }

  /// Sends tmux a command and returns what it prints.
  @discardableResult func tell(_ command: String) throws -> [String] {
    try client.tell(command)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "$": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{1B}": quoted += "\\e"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
