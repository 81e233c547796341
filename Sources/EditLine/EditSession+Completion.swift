extension EditSession {
  /// Completion: inserts or lists the candidates at the cursor.
  ///
  /// The first press inserts the common prefix, the second one lists the candidates. Printing, interrupting and typing
  /// continue while the completer runs.
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
    if common.count > present.count || (common.count == present.count && common != present && !common.isEmpty) {
      replace(start..<end, of: before.text, with: common, libedit)
    } else if completedLine == before {
      writeAbove(list(completion.candidates))
    }
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

  /// The candidates in columns, or one on a row if they have summaries.
  private func list(_ candidates: [Completion.Candidate]) -> String {
    // The list may not push what the user reads off the screen.
    let maximumRows = max(3, size.rows / 3)
    let widest = candidates.prefix(100).reduce(0) { max($0, width(visible($1.text))) }
    let hasSummaries = candidates.contains { $0.summary != nil } && candidates.count <= maximumRows
    let columns = hasSummaries ? 1 : max(1, (size.columns - 1) / (widest + 2))
    let shown = candidates.prefix(min(100, columns * maximumRows))
      .map { (name: visible($0.text), summary: $0.summary.map(visible)) }
    let more = candidates.count > shown.count ? "… and \(candidates.count - shown.count) more\n" : ""
    if hasSummaries {
      return shown.reduce(into: "") { text, candidate in
        let gap = String(repeating: " ", count: widest - width(candidate.name) + 2)
        text +=
          candidate.summary.map { candidate.name + gap + cut($0, to: size.columns - widest - 3) } ?? candidate.name
        text += "\n"
      } + more
    }
    let rows = (shown.count + columns - 1) / columns
    var text = ""
    for row in 0..<rows {
      var line = ""
      for (column, index) in stride(from: row, to: shown.count, by: rows).enumerated() {
        if column > 0 {
          let previous = shown[index - rows].name
          line += String(repeating: " ", count: widest - width(previous) + 2)
        }
        line += shown[index].name
      }
      text += line + "\n"
    }
    return text + more
  }

  private func cut(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var kept = ""
    var room = columns - 1
    for character in text {
      room -= configuration.displayWidth(character)
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.isControl($0) }))
  }

  private func width(_ text: String) -> Int {
    text.reduce(0) { $0 + configuration.displayWidth($1) }
  }
}
