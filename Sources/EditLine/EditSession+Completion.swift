extension EditSession {
  /// Completion: inserts or lists the candidates at the cursor.
  ///
  /// It inserts the common prefix and shows the candidates below the line; where nothing can be taken back, a second
  /// press prints them. Printing, interrupting and typing continue while the completer runs.
  func complete(_ libedit: LibEdit) {
    let before = editedLine
    let line = libedit.line
    let cursor = text(line.scalars[..<line.cursor]).count
    guard let completion = completion(of: before.text, at: cursor), !completion.candidates.isEmpty else {
      terminal.write("\u{7}", to: terminal.display)
      return
    }
    defer { completedLine = editedLine }
    let count = before.text.count
    let start = min(max(0, completion.range.lowerBound), count)
    let end = min(max(start, completion.range.upperBound), count)
    let present = before.text.dropFirst(start).prefix(end - start)
    if completion.candidates.count == 1, let only = completion.candidates.first {
      let rest = before.text.dropFirst(end)
      replace(
        start..<end, of: before.text, with: only.text + (only.isComplete && rest.first != " " ? " " : ""), libedit)
      return
    }
    let common = completion.commonPrefix
    var range = start..<end
    if common.count > present.count || (common.count == present.count && common != present && !common.isEmpty) {
      replace(range, of: before.text, with: common, libedit)
      range = start..<start + common.count
    } else if !isDrawn, completedLine == before {
      writeAbove(list(completion.candidates))
    }
    if isDrawn { choose(from: completion.candidates, replacing: range, libedit) }
  }

  /// Shows the candidates below the line, where the same key goes through them.
  ///
  /// Escape takes back what was chosen, Enter takes it without running the line, and any other key takes it and does
  /// what it does.
  private func choose(from candidates: [Completion.Candidate], replacing range: Range<Int>, _ libedit: LibEdit) {
    let typed = editedLine.text
    var chosen = CompletionMenu(
      candidates.map { (visible($0.label ?? $0.text), $0.summary.map { visible($0) }) })
    menu = chosen
    defer { menu = nil }
    while let key = typedKey() {
      switch key {
      case controls.interrupt:
        outcome = .interrupted("")
        return
      case .scalar("\t"), .sequence("\u{1B}[B"), .sequence("\u{1B}OB"): chosen.choose(next: true)
      case .sequence("\u{1B}[Z"), .sequence("\u{1B}[A"), .sequence("\u{1B}OA"): chosen.choose(next: false)
      case .scalar("\u{1B}"), .scalar("\u{07}"):
        if chosen.selection != nil { restore(typed, cursor: range.upperBound, libedit) }
        return
      case .scalar("\n") where chosen.selection != nil:
        if let selection = chosen.selection, candidates[selection].isComplete,
          editedLine.text.unicodeScalars.dropFirst(editedLine.cursor).first != " "
        {
          libedit.insert(" ")
        }
        return
      default:
        keys.insert(key, at: keys.startIndex)
        return
      }
      menu = chosen
      if let selection = chosen.selection { replace(range, of: typed, with: candidates[selection].text, libedit) }
    }
  }

  private func restore(_ typed: String, cursor: Int, _ libedit: LibEdit) {
    _ = set(typed, cursor: typed.prefix(cursor).unicodeScalars.count, libedit)
  }

  private func replace(_ range: Range<Int>, of line: String, with replacement: String, _ libedit: LibEdit) {
    let clean = String(String.UnicodeScalarView(replacement.unicodeScalars.filter { !Self.isControl($0) }))
    let head = String(line.prefix(range.lowerBound)) + clean
    let tail = String(line.dropFirst(range.upperBound))
    libedit.replace(with: head + tail)
    libedit.moveCursor(by: head.unicodeScalars.count - libedit.line.cursor)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }

  /// The completer's result; nil on a timeout, or if another key is typed.
  private func completion(of line: String, at cursor: Int) -> Completion? {
    nextCompletion += 1
    let id = nextCompletion
    let task = Task { [mailbox, completer = configuration.completer] in
      _ = mailbox.post(.completed(id, await completer(line, cursor)))
    }
    defer {
      task.cancel()
      completions = [:]
    }
    let deadline = ContinuousClock.now + .seconds(2)
    while completions[id] == nil, outcome == nil {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return nil }
      if let interrupt = controls.interrupt, keys.contains(interrupt) { return nil }
      repaint()
      wait(atMost: rest)
    }
    return completions[id]
  }

  // MARK: the list

  /// The candidates in rows to print.
  private func list(_ candidates: [Completion.Candidate]) -> String {
    let menu = CompletionMenu(candidates.map { (visible($0.label ?? $0.text), $0.summary.map { visible($0) }) })
    return menu.rows(size, width: configuration.displayWidth).reduce(into: "") { text, row in
      text += String(row.reduce(into: "") { $0 += $1.text }.drop { $0 == " " }) + "\n"
    }
  }

  private func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.isControl($0) }))
  }
}
