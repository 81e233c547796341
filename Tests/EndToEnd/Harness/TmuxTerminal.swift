import Glibc
import Testing

/// The content of a terminal, with everything that has scrolled away.
struct Screen: CustomStringConvertible {
  /// The rows, without blanks at their ends and blank rows at the end.
  var rows: [String]
  /// Counted from the first of the rows.
  var cursorRow: Int
  var cursorColumn: Int
  /// The number of unread notifications in the last prompt; the rows are without that.
  var unread = 0

  /// Whether the last line is the composer's prompt, which counts what is left: `post 500 │`.
  func isWriting(_ noun: String) -> Bool { rows.last.map { $0.hasPrefix("\(noun) ") && $0.hasSuffix(" │") } ?? false }

  /// The row that the cursor is in.
  var cursorLine: String { rows.indices.contains(cursorRow) ? rows[cursorRow] : "" }

  /// Whether a row contains this.
  func has(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The number of rows that contain this.
  func count(_ text: String) -> Int { rows.count { $0.contains(text) } }

  var description: String {
    rows.enumerated().map { "\($0 == cursorRow ? ">" : " ")|\($1)" }.joined(separator: "\n")
      + "\n cursor \(cursorRow),\(cursorColumn)"
  }
}

/// A real terminal with a shell command in it, which a test types into and looks at.
///
/// Each has a tmux server on a private socket, without anybody's configuration, that ends with it.
final class TmuxTerminal {
  let machine: Machine
  private let folder: TemporaryFolder

  /// Starts a shell command in a terminal on a person's machine.
  ///
  /// In the command, `howdah` is the program; where it was started with `started` before it, ``process()`` finds it. After
  /// its end the terminal says `ended` and the exit code.
  init(
    _ command: String = "started howdah", on machine: Machine, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    self.machine = machine
    folder = try TemporaryFolder()
    let variables = machine.environment.merging(environment) { $1 }.map { "export \($0)='\($1)'\n" }.joined()
    // The shell that becomes the program says first who it is, so that signals go to it alone.
    let started = "started() { sh -c 'echo $$ > \"$HOME/pid\"; exec \"$@\"' sh \"$@\"; }\n"
    let script = folder.file("script")
    try Files.write("\(variables)\(started)\(command)\necho ended $?\n", to: script)
    _ = try Machine.program()
    try tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "exec sleep 600", ";", "set", "-g", "remain-on-exit",
      "on",
      ";", "set", "-g", "status", "off", ";", "set", "-g", "window-size", "manual", ";", "set", "-g", "history-limit",
      "20000", ";", "set", "-g", "default-terminal", environment["TERM"] ?? "tmux-256color", ";", "resize-window", "-x",
      "\(columns)", "-y", "\(rows)", ";", "respawn-pane", "-k", "exec sh '\(script)'")
  }

  deinit {
    do { try tmux("kill-server") } catch {
      // It has ended by itself.
    }
  }

  // MARK: - Doing

  func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// Types a line and presses Enter.
  func enter(_ line: String) throws {
    try tmux("send-keys", "-l", "--", line, ";", "send-keys", "Enter")
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Sends bytes as they are, such as an answer of the terminal.
  func send(bytes: [UInt8]) throws { try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) }) }

  /// Pastes, marked as a paste if the program has asked for that.
  func paste(_ text: String) throws { try tmux("set-buffer", "--", text, ";", "paste-buffer", "-p", "-d") }

  /// Closes the terminal, as a broken connection does.
  func close() throws { try tmux("kill-server") }

  func resize(_ columns: Int, _ rows: Int) throws { try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// The program that was started with `started`.
  func process() throws -> pid_t {
    let file = machine.folder.file("pid")
    return try Deadline.first("the program's process") {
      access(file, R_OK) == 0 ? pid_t(try Files.text(file).filter(\.isNumber)) : nil
    }
  }

  // MARK: - Watching

  func screen() throws -> Screen {
    let answer = try tmux(
      "display-message", "-p", "#{history_size} #{cursor_y} #{cursor_x}", ";", "capture-pane", "-p", "-S", "-")
    var rows = answer.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    let numbers = rows.removeFirst().split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { throw Problem("tmux answered \(answer.prefix(100))") }
    while rows.last == "" { rows.removeLast() }
    let cursorRow = numbers[0] + numbers[1]
    var cursorColumn = numbers[2]
    var unread = 0
    for (index, row) in rows.enumerated() where row.contains("›") || row.contains(#/^\w+, \d+ (new post|notification)/#)
    {
      if index == cursorRow, let count = row.firstMatch(of: #/ ★ (\d+)(?=( · .*)? ›)/#) { unread = Int(count.1) ?? 0 }
      // What is new changes from prompt to prompt: tests see it without.
      rows[index] = row.replacing(#/(, \d+ (new posts?|notifications?))+(?=:)/#, with: "")
        .replacing(#/ ★ \d+(?=( · .*)? ›)/#, with: "").replacing(#/ \+\d+(?=( · .*)? ›)/#, with: "")
      if index == cursorRow { cursorColumn -= row.count - rows[index].count }
    }
    return Screen(rows: rows, cursorRow: cursorRow, cursorColumn: cursorColumn, unread: unread)
  }

  /// Waits until the screen is as described; what it is instead is in the error.
  @discardableResult
  func wait(for what: String, until isSo: (Screen) throws -> Bool) throws -> Screen {
    var last: Screen?
    do {
      return try Deadline.first(what) {
        let screen = try screen()
        last = screen
        return try isSo(screen) ? screen : nil
      }
    } catch {
      throw Problem("\(error); there is\n\(last?.description ?? "nothing")")
    }
  }

  /// Waits until a row contains this.
  @discardableResult
  func wait(forText text: String) throws -> Screen { try wait(for: "“\(text)”") { $0.has(text) } }

  /// Waits for the prompt to stand ready, at a place, with this after it.
  @discardableResult
  func wait(forPrompt place: String, line: String = "") throws -> Screen {
    let row = line.isEmpty ? "\(place) ›" : "\(place) › \(line)"
    return try wait(for: "the prompt “\(row)”") { $0.rows.last == row && $0.cursorRow == $0.rows.count - 1 }
  }

  /// The lines that the terminal had to break, because they were wider than itself.
  func wrappedRows() throws -> [String] {
    let rows = try tmux("capture-pane", "-p", "-J", "-S", "-").split(separator: "\n")
    let width = Int(try tmux("display-message", "-p", "#{pane_width}").filter(\.isNumber)) ?? 0
    return rows.filter { row in row.reversed().drop { $0 == " " }.count > width }.map(String.init)
  }

  /// Whether the alternate screen and the cursor are shown.
  func state() throws -> String {
    try tmux("display-message", "-p", "alternate #{alternate_on}, cursor #{cursor_flag}")
      .filter { !$0.isNewline }
  }

  // MARK: - tmux

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let (output, error) = (folder.file("out"), folder.file("err"))
    for file in [output, error] { try Files.write("", to: file) }
    let process = try ChildProcess(
      "/usr/bin/tmux", ["-u", "-L", "howdah", "-f", "/dev/null"] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm", "TMUX_TMPDIR": folder.path],
      output: output, error: error)
    guard try process.wait() == 0 else { throw Problem("tmux \(arguments): \(try Files.text(error))") }
    return try Files.text(output)
  }
}
