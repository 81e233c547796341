import EditLine
import FeatureKit
import Glibc
import TerminalKit

/// The environment of the process, its terminal and its time zone; nothing else in the program reads them.
struct Surroundings {
  let environment: [String: String]
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  let rows: Int
  /// A name for the terminal and the session on it, unique on this machine; `nil` without a terminal.
  let terminal: String?

  static func current() -> Surroundings {
    var environment: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return Surroundings(
      environment: environment, inputIsTerminal: isatty(0) == 1, outputIsTerminal: isatty(1) == 1,
      errorIsTerminal: isatty(2) == 1,
      rows: LineEditor.terminalSize?.rows ?? 24, terminal: terminalName())
  }

  /// Whether the user sees questions, responses and warnings: all three streams are terminals.
  var isAttended: Bool { inputIsTerminal && outputIsTerminal && errorIsTerminal }

  /// The session's id, its terminal and its start time, because ids and terminals are reused.
  private static func terminalName() -> String? {
    // Numbered as in proc_pid_stat(5): 6 is the session, 7 the terminal, 22 the start time.
    guard let own = fields(ofProcess: "self"), let session = own[6], let terminal = own[7], terminal != "0" else {
      return nil
    }
    return "\(session)-\(terminal)-\(fields(ofProcess: session)?[22] ?? "0")"
  }

  /// The fields of `/proc/ID/stat` from 3; the name before them can contain anything.
  private static func fields(ofProcess id: String) -> [Int: String]? {
    let descriptor = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = String(decoding: bytes[(end + 1)..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count >= 20 else { return nil }
    return Dictionary(uniqueKeysWithValues: words.enumerated().map { ($0 + 3, String($1)) })
  }

  /// The time zone: that of `TZ`, else the machine's.
  ///
  /// Each call looks whether that is another one by now.
  @Sendable static func zone() -> LocalZone {
    tzset()
    let name = getenv("TZ").map { String(cString: $0) } ?? "machine"
    return LocalZone(name: "\(name) \(offset(at: time(nil)))") { offset(at: $0) }
  }

  /// The seconds east of UTC at a moment, as the system's rules say.
  private static func offset(at moment: Int) -> Int {
    var moment = moment
    var local = tm()
    return localtime_r(&moment, &local) == nil ? 0 : local.tm_gmtoff
  }

  func colorDepth(isTerminal: Bool, ignoringNoColor: Bool) -> ColorDepth {
    ColorDepth.detect(
      term: environment["TERM"], colorTerm: environment["COLORTERM"],
      noColor: ignoringNoColor ? nil : environment["NO_COLOR"], isTerminal: isTerminal)
  }

  /// The width of a character on this terminal, in columns.
  ///
  /// tmux and screen draw the parts of a joined emoji side by side; terminals draw one glyph.
  var displayWidth: @Sendable (Character) -> Int {
    if features.isMultiplexer { return { $0.unjoinedDisplayWidth } }
    return { $0.displayWidth }
  }

  /// Whether the terminal's background is light, as `COLORFGBG` says it: `15;0`, or `0;default;15`.
  var isOnLight: Bool? {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let color = Int(last) else { return nil }
    return color == 7 || (9...15).contains(color)
  }

  /// The terminal's name for itself: two with the same name are expected to look the same.
  var terminalKind: String {
    ["TERM", "TERM_PROGRAM", "COLORTERM"].compactMap { environment[$0] }.joined(separator: " ")
  }

  /// Whether the terminal can be asked for its background: not a console that may show the question.
  var tellsBackground: Bool {
    guard let term = environment["TERM"] else { return false }
    return !isDumb && term != "linux" && !term.hasPrefix("vt") && !term.hasPrefix("cons")
  }

  /// Whether the terminal can only append text.
  var isDumb: Bool { LineEditor.Style(terminalName: environment["TERM"]) == .appendOnly }

  var features: TerminalFeatures { TerminalFeatures(environment: environment) }

  /// The number of posts that are fetched at once at the prompt: at least as many as fit on the screen.
  var pageSize: Int { max(20, min(40, rows / 2)) }
}
