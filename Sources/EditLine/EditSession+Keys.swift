internal import CEditLine
internal import Glibc

/// Functions of keys that libedit does not have.
///
/// libedit calls them through reserved key codes: C1 controls, which no keyboard sends and which both
/// of vi's modes can bind. `.editrc` can bind other keys to the functions by their names.
private enum Function: String, CaseIterable {
  case paste
  case backward = "backward-cluster"
  case forward = "forward-cluster"
  case up
  case down
  case deleteBackward = "delete-backward-cluster"
  case deleteForward = "delete-forward-cluster"
  case newline
  case complete
  case search
  case clear
  case deleteOrEnd = "delete-or-end"
  case end
  case nextWord = "next-word"
  case undo
  case edit
  case continueLine = "continue"
  case moveToEnd = "move-to-end"

  var name: String { "howdah-\(rawValue)" }

  var key: Unicode.Scalar { Unicode.Scalar(0x80 + UInt8(Self.allCases.firstIndex(of: self) ?? 0)) }

  /// C calls it, so it cannot capture which function is meant.
  var entry: cel_edit_function {
    switch self {
    case .paste: { editor, _ in run(editor, .paste) }
    case .backward: { editor, _ in run(editor, .backward) }
    case .forward: { editor, _ in run(editor, .forward) }
    case .up: { editor, _ in run(editor, .up) }
    case .down: { editor, _ in run(editor, .down) }
    case .deleteBackward: { editor, _ in run(editor, .deleteBackward) }
    case .deleteForward: { editor, _ in run(editor, .deleteForward) }
    case .newline: { editor, _ in run(editor, .newline) }
    case .complete: { editor, _ in run(editor, .complete) }
    case .search: { editor, _ in run(editor, .search) }
    case .clear: { editor, _ in run(editor, .clear) }
    case .deleteOrEnd: { editor, _ in run(editor, .deleteOrEnd) }
    case .end: { editor, _ in run(editor, .end) }
    case .nextWord: { editor, _ in run(editor, .nextWord) }
    case .undo: { editor, _ in run(editor, .undo) }
    case .edit: { editor, _ in run(editor, .edit) }
    case .continueLine: { editor, _ in run(editor, .continueLine) }
    case .moveToEnd: { editor, _ in run(editor, .moveToEnd) }
    }
  }
}

/// libedit's own functions that these use, on keys that `.editrc` does not unbind by accident.
private enum Primitive {
  static let deleteScalar = "\u{9A}"
  /// Steps out of an empty line in vi mode: only ``Function/moveToEnd`` uses it.
  static let end = "\u{94}"
  static let start = "\u{93}"
  static let nextWord = "\u{96}"
  static let killToEnd = "\u{99}"
  /// Only in vi mode.
  static let commandMode: Unicode.Scalar = "\u{98}"
  static let bindings = [
    (deleteScalar, "em-delete-prev-char"), (start, "ed-move-to-beg"), (end, "ed-move-to-end"),
    ("\u{95}", "ed-prev-word"), (nextWord, "em-next-word"), (killToEnd, "ed-kill-line"),
  ]
}

/// The meanings of escape sequences as sent by xterm, the Linux console, tmux and screen.
private let sequences: [String: Unicode.Scalar] = {
  var table: [String: Unicode.Scalar] = [
    "\u{1B}[3~": Function.deleteForward.key, "\u{1B}[Z": Function.complete.key,
    "\u{1B}[1~": "\u{93}", "\u{1B}[7~": "\u{93}", "\u{1B}[4~": Function.end.key,
    "\u{1B}[8~": Function.end.key,
    "\u{1B}[1;5D": "\u{95}", "\u{1B}[1;3D": "\u{95}", "\u{1B}[5D": "\u{95}", "\u{1B}Od": "\u{95}",
    "\u{1B}[1;5C": Function.nextWord.key, "\u{1B}[1;3C": Function.nextWord.key,
    "\u{1B}[5C": Function.nextWord.key, "\u{1B}Oc": Function.nextWord.key,
  ]
  let letters: [(String, Unicode.Scalar)] = [
    ("A", Function.up.key), ("B", Function.down.key), ("C", Function.forward.key),
    ("D", Function.backward.key), ("H", "\u{93}"), ("F", Function.end.key),
  ]
  for (letter, key) in letters {
    table["\u{1B}[" + letter] = key
    table["\u{1B}O" + letter] = key
  }
  return table
}()

/// libedit's request for a key.
private func readKey(_ editor: OpaquePointer?, _ key: UnsafeMutablePointer<wchar_t>?) -> CInt {
  guard let session = session(editor) else { return -1 }
  session.libedit?.keepCursor()
  guard let next = session.nextKey() else {
    errno = EINTR
    return -1
  }
  key?.pointee = wchar_t(bitPattern: next.value)
  return 1
}

private func session(_ editor: OpaquePointer?) -> EditSession? {
  guard let editor, let context = cel_context(editor) else { return nil }
  return Unmanaged<EditSession>.fromOpaque(context).takeUnretainedValue()
}

private func run(_ editor: OpaquePointer?, _ function: Function) -> UInt8 {
  guard let session = session(editor), let libedit = session.libedit else { return UInt8(CC_ERROR) }
  return UInt8(clamping: session.run(function, libedit))
}

extension EditSession {
  // MARK: what libedit is told

  static let unreadSettings = "Your .editrc was not read, because it is not a regular file of at most 1 MB."

  func installKeys(_ libedit: LibEdit) {
    cel_set_read(libedit.editor, readKey)
    for function in Function.allCases { libedit.addFunction(function.name, function.entry) }
    bindKeys(libedit)
    // Commands of libedit that harm its own buffers (vi-undo exchanges them), or write to the terminal themselves.
    let replacements = [
      libedit.replacement(of: "ed-move-to-end", by: Function.moveToEnd.name),
      libedit.replacement(of: "vi-undo", by: Function.undo.name),
      libedit.replacement(of: "vi-histedit", by: Function.edit.name),
    ]
    let read = cel_source(
      libedit.editor, editrc, Unmanaged.passUnretained(self).toOpaque(),
      { context in
        guard let context else { return }
        let session = Unmanaged<EditSession>.fromOpaque(context).takeUnretainedValue()
        // `bind -v` has replaced the whole map.
        if let libedit = session.libedit { session.bindKeys(libedit) }
      },
      { context, sequence in
        guard let context else { return }
        let session = Unmanaged<EditSession>.fromOpaque(context).takeUnretainedValue()
        session.sequencesOfTheUser.insert(text(sequence))
      }, replacements, replacements.count)
    if read != 0 { notes.append(Self.unreadSettings) }
    // `edit off` would let the kernel edit the line, which cannot share the screen with printed messages.
    cel_set_edits(libedit.editor, true)
  }

  private func bindKeys(_ libedit: LibEdit) {
    let isVi = libedit.isVi
    var bindings = Primitive.bindings + Function.allCases.map { (String($0.key), $0.name) }
    bindings += [
      ("^I", Function.complete.name), ("^R", Function.search.name), ("^L", Function.clear.name),
      ("^D", Function.deleteOrEnd.name), ("^P", Function.up.name), ("^N", Function.down.name),
      ("^H", Function.deleteBackward.name), ("^?", Function.deleteBackward.name), ("^W", "ed-delete-prev-word"),
      ("^E", isVi ? Function.moveToEnd.name : Function.end.name),
    ]
    if isVi {
      bindings.append((String(Primitive.commandMode), "vi-command-mode"))
    } else {
      bindings += [
        ("^B", Function.backward.name), ("^F", Function.forward.name),
        ("\\ef", Function.nextWord.name), ("^X^U", Function.undo.name), ("^X^E", Function.edit.name),
      ]
    }
    // vi inserts Ctrl-X.
    bindings.append(("^_", Function.undo.name))
    for (key, command) in bindings { libedit.bind(key, to: command) }
    guard isVi else { return }
    for (key, command) in bindings where key != "^H" && key != "^?" { libedit.bindInCommandMode(key, to: command) }
    libedit.bindInCommandMode("$", to: Function.moveToEnd.name)
    // Its own undo knows one change.
    libedit.bindInCommandMode("u", to: Function.undo.name)
    // It runs an editor that writes to the terminal without our knowledge.
    libedit.bindInCommandMode("v", to: "ed-unassigned")
  }

  // MARK: keys for libedit

  /// The next key, nil if the line ends.
  func nextKey() -> Unicode.Scalar? {
    while outcome == nil {
      guard let key = keys.popFirst() else {
        noteForUndo()
        repaint()
        wait()
        continue
      }
      if !key.isCharacter || !isTyping { noteForUndo() }
      isTyping = key.isCharacter
      switch key {
      case controls.interrupt: outcome = .interrupted("")
      case controls.suspend: suspendGroup()
      case controls.quit: cel_quit()
      default:
        if let scalar = scalar(for: key) { return scalar }
      }
    }
    return nil
  }

  /// The key code for libedit; nil if the key has no meaning.
  private func scalar(for key: Key) -> Unicode.Scalar? {
    switch key {
    // Enter in every mode: vi's command mode uses the line feed differently.
    case .scalar("\n"): return isIncomplete ? Function.continueLine.key : "\r"
    case .scalar(LibEdit.lineFeed), .report: return nil
    // Once a key such as an arrow is bound in vi's insert mode, libedit takes Escape for its beginning and waits for the rest.
    case .scalar("\u{1B}") where libedit?.isVi == true && hasOnlyKeySequences: return Primitive.commandMode
    case .scalar(let scalar):
      // Command keys work in a full line, or it could not be made shorter.
      return scalar.value < 0x20 || scalar.value == 0x7F || libedit?.hasRoom() == true ? scalar : nil
    case .paste(let text):
      if !text.isEmpty { insertions.append(text) }
      return Function.paste.key
    case .sequence(let sequence):
      if sequencesOfTheUser.contains(sequence) {
        libedit?.push(String(sequence.dropFirst()))
        return "\u{1B}"
      }
      if sequence == "\u{1B}\r" || sequence == "\u{1B}\n" {
        // In vi it is Escape and then Enter, pressed quickly.
        guard libedit?.isVi == true else { return Function.newline.key }
        libedit?.push("\r")
        return "\u{1B}"
      }
      return sequences[sequence]
    }
  }

  /// Whether the user has bound escape sequences, and only such as one key sends, which are never a typed Escape.
  private var hasOnlyKeySequences: Bool {
    !sequencesOfTheUser.isEmpty && sequencesOfTheUser.allSatisfy { $0.hasPrefix("\u{1B}[") || $0.hasPrefix("\u{1B}O") }
  }

  /// Whether Enter goes on with the line instead of ending it.
  private var isIncomplete: Bool {
    guard isAssisted, let line = libedit?.line else { return false }
    return assistance.isIncomplete(text(line.scalars))
  }

  // MARK: functions

  fileprivate func run(_ function: Function, _ libedit: LibEdit) -> CInt {
    noteForUndo()
    switch function {
    case .paste:
      guard !insertions.isEmpty else { return CC_NORM }
      if !libedit.insert(insertions.removeFirst()) { notes.append("The paste is too long for one line.") }
      return CC_REFRESH
    case .newline:
      libedit.insert("\n")
      return CC_REFRESH
    case .backward:
      libedit.moveCursor(by: -scalarsBefore(libedit.line))
      return CC_CURSOR
    case .forward: return forward(libedit)
    case .deleteBackward: return delete(scalarsBefore(libedit.line), libedit)
    case .deleteForward: return deleteForward(libedit)
    case .deleteOrEnd:
      if libedit.line.scalars.isEmpty {
        outcome = .endOfInput
        return CC_EOF
      }
      return deleteForward(libedit)
    case .up: return moveRow(libedit, up: true)
    case .down: return moveRow(libedit, up: false)
    case .clear:
      clearScreen()
      return CC_REFRESH
    case .complete:
      complete(libedit)
      return CC_REFRESH
    case .search: return search(libedit)
    case .end:
      return acceptSuggestion(libedit) ? CC_REFRESH : moveToEnd(libedit)
    case .moveToEnd: return moveToEnd(libedit)
    case .nextWord:
      if acceptWordOfSuggestion(libedit) { return CC_REFRESH }
      libedit.push(Primitive.nextWord)
      return CC_NORM
    case .undo: return undo(libedit)
    case .edit: return editElsewhere(libedit)
    case .continueLine:
      libedit.moveCursor(by: libedit.line.scalars.count - libedit.line.cursor)
      libedit.insert("\n")
      return CC_REFRESH
    }
  }

  /// Leaves the end of an empty line to the command that goes to its start, which stays in the line.
  private func moveToEnd(_ libedit: LibEdit) -> CInt {
    libedit.push(libedit.line.scalars.isEmpty ? Primitive.start : Primitive.end)
    // Not the end of a command: in vi mode, what was typed before decides what happens to the text up to there.
    return CC_ARGHACK
  }

  private func forward(_ libedit: LibEdit) -> CInt {
    let line = libedit.line
    let count = scalarsAfter(line)
    guard count == 0, isDrawn, !line.scalars.isEmpty else {
      libedit.moveCursor(by: count)
      return CC_CURSOR
    }
    return acceptSuggestion(libedit) ? CC_REFRESH : CC_CURSOR
  }

  private func deleteForward(_ libedit: LibEdit) -> CInt {
    let count = scalarsAfter(libedit.line)
    libedit.moveCursor(by: count)
    return delete(count, libedit)
  }

  /// Deletes scalars before the cursor by libedit's own keys: its function for it would overwrite the kill buffer.
  func delete(_ count: Int, _ libedit: LibEdit) -> CInt {
    guard count > 0 else { return CC_NORM }
    libedit.push(String(repeating: Primitive.deleteScalar, count: count))
    return CC_NORM
  }

  /// Empties the line by libedit's own functions, since it cannot be replaced by nothing.
  func clearLine(_ libedit: LibEdit) -> CInt {
    let line = libedit.line
    // In vi's command mode the cursor is never after the last character, which a deletion backwards would leave.
    guard libedit.isVi else {
      libedit.moveCursor(by: line.scalars.count - line.cursor)
      return delete(line.scalars.count, libedit)
    }
    libedit.moveCursor(by: -line.cursor)
    libedit.push(Primitive.killToEnd)
    return CC_NORM
  }

  /// Up and Down move between the rows of a line, and at its ends through the history.
  private func moveRow(_ libedit: LibEdit, up: Bool) -> CInt {
    let (scalars, cursor) = libedit.line
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    guard up ? start > 0 : end < scalars.count else {
      return recall(libedit, up: up)
    }
    let column = cursor - start
    if up {
      let above = scalars[..<(start - 1)].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      libedit.moveCursor(by: min(above + column, start - 1) - cursor)
    } else {
      let endBelow = scalars[(end + 1)...].firstIndex(of: "\n") ?? scalars.count
      libedit.moveCursor(by: min(end + 1 + column, endBelow) - cursor)
    }
    return CC_CURSOR
  }

  private func clearScreen() {
    // Where nothing can be cleared, the line is shown again.
    guard isDrawn else { return terminal.write(renderer.erase(), to: terminal.display) }
    renderer.forget()
    terminal.write("\u{1B}[H\u{1B}[2J", to: terminal.display)
  }

  // MARK: clusters

  private func scalarsBefore(_ line: (scalars: [Unicode.Scalar], cursor: Int)) -> Int {
    text(line.scalars[..<line.cursor]).last?.unicodeScalars.count ?? 0
  }

  private func scalarsAfter(_ line: (scalars: [Unicode.Scalar], cursor: Int)) -> Int {
    text(line.scalars[line.cursor...]).first?.unicodeScalars.count ?? 0
  }
}

private func text(_ wide: UnsafePointer<wchar_t>) -> String {
  var view = String.UnicodeScalarView()
  var next = wide
  while next.pointee != 0 {
    view.append(Unicode.Scalar(UInt32(bitPattern: next.pointee)) ?? "\u{FFFD}")
    next += 1
  }
  return String(view)
}
