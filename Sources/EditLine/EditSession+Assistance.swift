internal import CEditLine

extension EditSession {
  /// Whether the line is one that is assisted with: a command, not a text or an answer.
  var isAssisted: Bool { request.map { $0.history != .none && !$0.isSecret } ?? false }

  // MARK: suggestions

  /// The rest of an earlier line that begins with this one.
  func suggestion(for line: String) -> String? {
    guard isDrawn, !line.isEmpty, walk?.isAtEntry != true || walk?.shown != line else { return nil }
    guard assistance.suggestsHistory, isAssisted, !line.utf8.contains(0x0A) else { return nil }
    if suggested.line != line {
      let beginning = line.utf8
      // Where no entry begins like this, none does with more.
      let isHopeless = suggested.rest == nil && !suggested.line.isEmpty && beginning.starts(with: suggested.line.utf8)
      let entry =
        isHopeless ? nil : suggestible.last { $0.utf8.count > beginning.count && $0.utf8.starts(with: beginning) }
      suggested = (line, entry.map { String($0.unicodeScalars.dropFirst(line.unicodeScalars.count)) })
    }
    return suggested.rest
  }

  /// The suggestion at the end of the line, if the cursor is there.
  private func suggestionAtEnd(_ libedit: LibEdit) -> String? {
    let line = libedit.line
    guard line.cursor == line.scalars.count, let rest = suggestion(for: text(line.scalars)), !rest.isEmpty else {
      return nil
    }
    return rest
  }

  /// Inserts the suggestion; whether there was one.
  func acceptSuggestion(_ libedit: LibEdit) -> Bool {
    guard let rest = suggestionAtEnd(libedit) else { return false }
    libedit.insert(rest)
    return true
  }

  /// Inserts the suggestion up to the end of its next word; whether there was one.
  func acceptWordOfSuggestion(_ libedit: LibEdit) -> Bool {
    guard let rest = suggestionAtEnd(libedit) else { return false }
    let gap = rest.prefix(while: \.isWhitespace)
    let word = rest[gap.endIndex...].prefix { !$0.isWhitespace }
    libedit.insert(String(gap + word))
    return true
  }

  /// Remembers a line that may be suggested.
  func suggestLater(_ line: String) {
    suggested = ("", nil)
    guard line.first != " ", suggestible.last != line else { return }
    suggestible.append(line)
    if suggestible.count > configuration.historyLimit { suggestible.removeFirst() }
  }

  // MARK: history

  /// Shows the next line of the history that begins with what was typed before the cursor.
  func recall(_ libedit: LibEdit, up: Bool) -> CInt {
    let line = libedit.line
    let current = text(line.scalars)
    let entries = request?.history == LineEditor.Recording.none ? rowsOfText : history.entries
    var walk =
      walk.flatMap { $0.shown == current ? $0 : nil }
      ?? HistoryWalk(current, before: text(line.scalars[..<line.cursor]), entries: entries)
    while let (entry, cursor) = walk.step(up: up, in: entries) {
      // Another program's line may be too long to be edited.
      guard LibEdit.canEdit(entry) else { continue }
      self.walk = walk
      return set(entry, cursor: cursor, libedit)
    }
    return CC_NORM
  }

  // MARK: undo

  /// Takes what was typed as a state to go back to.
  func noteForUndo() {
    guard request?.isSecret == false, let line = libedit?.line else { return }
    undoStack.note(line.scalars, cursor: line.cursor, isTyped: isTyping)
  }

  func undo(_ libedit: LibEdit) -> CInt {
    guard let state = undoStack.undo() else { return CC_NORM }
    return set(text(state.scalars), cursor: state.cursor, libedit)
  }

  func set(_ new: String, cursor: Int, _ libedit: LibEdit) -> CInt {
    guard new.isEmpty else {
      libedit.replace(with: new)
      libedit.moveCursor(by: cursor - libedit.line.cursor)
      return CC_REFRESH
    }
    return clearLine(libedit)
  }

  // MARK: another program

  /// Gives the line to another program, such as a text editor, and takes what it has saved; it does not run.
  func editElsewhere(_ libedit: LibEdit) -> CInt {
    guard isAssisted, let editor = configuration.externalEditor else {
      terminal.write("\u{7}", to: terminal.display)
      return CC_NORM
    }
    nextCompletion += 1
    let id = nextCompletion
    let line = editedLine.text
    terminal.write(renderer.erase(), to: terminal.display)
    giveTerminal()
    isReleased = true
    let task = Task { [mailbox] in _ = mailbox.post(.edited(id, await editor(line))) }
    while edits[id] == nil, outcome == nil { wait() }
    task.cancel()
    isReleased = false
    takeTerminal()
    renderer.forget()
    updateSize()
    defer { edits = [:] }
    switch edits[id] {
    case .text(let edited):
      guard libedit.hasRoom(for: edited) else {
        notes.append("The text is too long for one line.")
        return CC_REFRESH
      }
      return set(edited, cursor: edited.unicodeScalars.count, libedit)
    case .refused(let message): if !message.isEmpty { notes.append(message) }
    case nil: break
    }
    return CC_REFRESH
  }
}
