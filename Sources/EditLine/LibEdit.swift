internal import CEditLine
internal import Glibc

/// libedit's editor and history in Swift's words: the buffer as text, keys as scalars.
///
/// It must stay on the thread that made it.
final class LibEdit {
  let editor: OpaquePointer
  private let history: OpaquePointer

  init?(programName: String, terminal: Terminal, style: LineEditor.Style, historyLimit: Int) {
    guard let editor = cel_create(programName, terminal.input, terminal.display, style == .drawn),
      let history = history_winit()
    else { return nil }
    self.editor = editor
    self.history = history
    cel_history_size(history, CInt(clamping: historyLimit))
    cel_set_signal(editor, false)
    cel_set_editor(editor, wide("emacs").stable)
    cel_set_history(editor, history)
    // The terminal is raw all the time, also while a command runs: what is typed then is kept, not echoed.
    for mode in ["-d", "-x"] {
      for flag in ["-icanon", "-echo", "-isig", "-ixon", "-iexten"] {
        wide(mode).withUnsafeBufferPointer { mode in
          wide(flag).withUnsafeBufferPointer { flag in
            if let mode = mode.baseAddress, let flag = flag.baseAddress { cel_set_tty(editor, mode, flag) }
          }
        }
      }
    }
    if style == .appendOnly {
      // libedit keeps the pointer.
      cel_set_terminal(editor, strdup("dumb"))
    }
  }

  deinit {
    history_wend(history)
    el_end(editor)
  }

  // MARK: the buffer

  /// The scalars of the line and how many are before the cursor.
  var line: (scalars: [Unicode.Scalar], cursor: Int) {
    guard let info = el_wline(editor)?.pointee, let start = info.buffer else { return ([], 0) }
    let count = info.lastchar - start
    let scalars = (0..<max(0, count)).map { Unicode.Scalar(UInt32(bitPattern: start[$0])) ?? "\u{FFFD}" }
    return (scalars, min(max(0, info.cursor - start), scalars.count))
  }

  /// Inserts text at the cursor, which then is behind it.
  func insert(_ text: String) {
    _ = wide(text).withUnsafeBufferPointer { el_winsertstr(editor, $0.baseAddress) }
  }

  /// Replaces the whole line; libedit cannot replace it by nothing.
  func replace(with text: String) {
    guard !text.isEmpty else { return }
    _ = wide(text).withUnsafeBufferPointer { el_wreplacestr(editor, $0.baseAddress) }
  }

  /// Moves the cursor by so many scalars.
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
    wide(line).withUnsafeBufferPointer { line in
      if let base = line.baseAddress { cel_history_enter(history, base) }
    }
  }

  /// Lets the person edit a line; nil if it was not finished.
  func readLine() -> String? {
    cel_history_rewind(history)
    var count: CInt = 0
    guard let start = el_wgets(editor, &count), count > 0 else { return nil }
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: (0..<Int(count)).map { Unicode.Scalar(UInt32(bitPattern: start[$0])) ?? "\u{FFFD}" })
    if scalars.last == "\n" || scalars.last == "\r" { scalars.removeLast() }
    return String(scalars)
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

  /// Binds a key in vi's command mode.
  func bindInCommandMode(_ key: String, to command: String) {
    wide(key).withUnsafeBufferPointer { key in
      wide(command).withUnsafeBufferPointer { command in
        guard let key = key.baseAddress, let command = command.baseAddress else { return }
        cel_bind_alternative(editor, key, command)
      }
    }
  }

  func addFunction(_ name: String, _ function: @escaping cel_edit_function) {
    cel_add_function(editor, wide(name).stable, wide("howdah").stable, function)
  }
}

/// The text as libedit takes it.
private func wide(_ text: String) -> [wchar_t] {
  text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
}

extension [wchar_t] {
  /// A copy that lives as long as the program, for what libedit remembers by address.
  fileprivate var stable: UnsafePointer<wchar_t> {
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: count)
    copy.initialize(from: self, count: count)
    return UnsafePointer(copy)
  }
}
