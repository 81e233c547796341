internal import CEditLine
internal import Glibc

/// libedit's editor and history in Swift types.
///
/// It must stay on the thread that made it. A line feed within a line is another scalar for libedit, which then has
/// one row to draw, out of sight; `lineFeed` says why that matters.
final class LibEdit {
  let editor: OpaquePointer
  private let history: OpaquePointer

  /// The replacement for a line feed: libedit draws whatever it edits, and crashes with more rows than the terminal has.
  static let lineFeed: Unicode.Scalar = "\u{10FF0A}"
  /// The capacity of a line, as `cost` counts: half of what libedit can draw, since its yank cannot be stopped.
  private static let capacity = cel_columns / 2 - 1_000

  init?(programName: String, terminal: Terminal, historyLimit: Int) {
    guard let editor = cel_create(programName, terminal.input), let history = history_winit() else { return nil }
    self.editor = editor
    self.history = history
    cel_history_size(history, CInt(clamping: historyLimit))
    // Twice what a line can have, which costs two columns or more for each character: see there.
    cel_reserve(editor, Int(cel_columns))
    cel_set_signal(editor, false)
    cel_set_editor(editor, wide("emacs").stable)
    cel_set_history(editor, history)
  }

  deinit {
    history_wend(history)
    el_end(editor)
  }

  // MARK: the buffer

  /// The scalars of the line and how many are before the cursor.
  var line: (scalars: [Unicode.Scalar], cursor: Int) {
    guard let info = el_wline(editor)?.pointee, let start = info.buffer else { return ([], 0) }
    let scalars = (0..<max(0, info.lastchar - start)).map { scalar(start[$0]) }
    return (scalars, min(max(0, info.cursor - start), scalars.count))
  }

  private var count: Int {
    guard let info = el_wline(editor)?.pointee, let start = info.buffer else { return 0 }
    return info.lastchar - start
  }

  func hasRoom(for text: String = "") -> Bool {
    // Counting takes time, and a line is seldom so long that it matters.
    guard count + text.unicodeScalars.count > Self.capacity / 8 else { return true }
    return Self.cost(line.scalars) + Self.cost(text.unicodeScalars) <= Self.capacity
  }

  /// The number of columns that libedit may need: it spells out what it cannot print.
  private static func cost(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + (iswprint(wint_t($1.value)) != 0 ? 2 : 8) }
  }

  /// Inserts text at the cursor, which then is after it; false if there is no room.
  @discardableResult func insert(_ text: String) -> Bool {
    guard hasRoom(for: text) else { return false }
    _ = wide(text).withUnsafeBufferPointer { el_winsertstr(editor, $0.baseAddress) }
    return true
  }

  static func canEdit(_ text: String) -> Bool {
    text.unicodeScalars.count <= capacity / 8 || cost(text.unicodeScalars) <= capacity
  }

  /// Replaces the whole line; libedit cannot replace it by nothing.
  func replace(with text: String) {
    guard !text.isEmpty, Self.canEdit(text) else { return }
    _ = wide(text).withUnsafeBufferPointer { el_wreplacestr(editor, $0.baseAddress) }
  }

  /// Puts the cursor back into the line, where a command has left it outside.
  func keepCursor() { cel_keep_cursor(editor) }

  func moveCursor(by scalars: Int) {
    if scalars != 0 { el_cursor(editor, CInt(clamping: scalars)) }
  }

  /// Makes libedit read these keys next, before those from the keyboard.
  func push(_ keys: String) {
    wide(keys).withUnsafeBufferPointer { keys in
      if let base = keys.baseAddress { el_wpush(editor, base) }
    }
  }

  /// Adds an entry to the history that Up walks through.
  func remember(_ line: String) {
    guard Self.canEdit(line) else { return }
    wide(line).withUnsafeBufferPointer { line in
      if let base = line.baseAddress { cel_history_enter(history, base) }
    }
  }

  func forgetHistory() { cel_history_clear(history) }

  /// Edits a line; nil if it was not finished.
  func readLine() -> String? {
    cel_history_rewind(history)
    var count: CInt = 0
    guard let start = el_wgets(editor, &count), count > 0 else { return nil }
    var scalars = (0..<Int(count)).map { scalar(start[$0]) }
    // Enter has put an end to it.
    if scalars.last == "\n" || scalars.last == "\r" { scalars.removeLast() }
    return text(scalars)
  }

  // MARK: keys

  var isVi: Bool { cel_is_vi(editor) }

  func bind(_ key: String, to command: String) {
    wide(key).withUnsafeBufferPointer { key in
      wide(command).withUnsafeBufferPointer { command in
        guard let key = key.baseAddress, let command = command.baseAddress else { return }
        cel_bind(editor, key, command)
      }
    }
  }

  func bindInCommandMode(_ key: String, to command: String) {
    wide(key).withUnsafeBufferPointer { key in
      wide(command).withUnsafeBufferPointer { command in
        guard let key = key.baseAddress, let command = command.baseAddress else { return }
        cel_bind_alternative(editor, key, command)
      }
    }
  }

  /// One of libedit's commands and the one of ours that the user's keys get instead.
  func replacement(of command: String, by other: String) -> cel_replacement {
    cel_replacement(name: wide(command).stable, use: wide(other).stable)
  }

  func addFunction(_ name: String, _ function: @escaping cel_edit_function) {
    cel_add_function(editor, wide(name).stable, wide("howdah").stable, function)
  }
}

/// The text as libedit takes it.
private func wide(_ text: String) -> [wchar_t] {
  text.unicodeScalars.map { wchar_t(bitPattern: ($0 == "\n" ? LibEdit.lineFeed : $0).value) } + [0]
}

private func scalar(_ wide: wchar_t) -> Unicode.Scalar {
  let scalar = Unicode.Scalar(UInt32(bitPattern: wide)) ?? "\u{FFFD}"
  return scalar == LibEdit.lineFeed ? "\n" : scalar
}

func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var view = String.UnicodeScalarView()
  view.append(contentsOf: scalars)
  return String(view)
}

extension [wchar_t] {
  /// A copy that lives as long as the process, for strings that libedit keeps by address.
  fileprivate var stable: UnsafePointer<wchar_t> {
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: count)
    copy.initialize(from: self, count: count)
    return UnsafePointer(copy)
  }
}
