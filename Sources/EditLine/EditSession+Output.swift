extension EditSession {
  /// The line as shown: libedit's, or what replaces it.
  var editedLine: EditedLine {
    if let stand { return stand }
    guard let request else { return EditedLine(prompt: Prompt([]), text: "", cursor: 0) }
    guard !request.isSecret, let line = libedit?.line else {
      return EditedLine(prompt: request.prompt, text: "", cursor: 0)
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: line.scalars)
    return EditedLine(prompt: request.prompt, text: String(scalars), cursor: line.cursor)
  }

  func draw(_ line: EditedLine) -> String {
    var line = line
    if isDrawn {
      line.continuation = configuration.continuation
      line.secondary = assistance.secondary
      if stand == nil, isAssisted { line.highlights = assistance.highlights(line.text) }
    }
    return renderer.draw(line, size: size, width: configuration.displayWidth)
  }

  /// The bytes that show a line as it is now, with its hint.
  private func drawCurrent(_ current: EditedLine) -> String {
    var line = current
    if stand == nil, menu == nil, isDrawn, line.cursor == line.text.unicodeScalars.count {
      line.hint = suggestion(for: line.text) ?? ""
    }
    line.menu = menu?.rows(size, secondary: assistance.secondary, width: configuration.displayWidth) ?? []
    return draw(line)
  }

  func repaint() {
    guard request != nil else { return }
    updateSize()
    let line = editedLine
    terminal.write(renderer.echo(line, width: configuration.displayWidth), to: terminal.display)
    terminal.write(drawCurrent(line), to: terminal.display)
  }

  /// Writes everything printed at once, so that a thousand messages cost one redraw.
  func writeNotes() {
    defer {
      for flush in flushes { flush.resume() }
      flushes = []
    }
    guard !notes.isEmpty, !isReleased else { return }
    let text = notes.reduce(into: "") { text, note in
      text += note
      if !note.hasSuffix("\n") { text += "\n" }
    }
    notes = []
    removeProgress()
    if terminal.data != terminal.display, request == nil {
      terminal.write(text, to: terminal.data)
      return
    }
    writeAbove(text)
  }

  /// Begins a new line unless the cursor is at the start of one: another program may have left a line without its end.
  ///
  /// Where the cursor is need not be known: blanks up to the last column wrap from anywhere but the first one.
  func beginLine() {
    let blanks = String(repeating: " ", count: max(size.columns - 1, 1))
    terminal.write(isDrawn ? "\(blanks)\r\u{1B}[K" : "\(blanks)\r", to: terminal.display)
  }

  /// Clears the text that says how far something is.
  func removeProgress() {
    guard isProgressShown else { return }
    isProgressShown = false
    terminal.write("\r\u{1B}[K", to: terminal.display)
  }

  /// Writes whole lines above the line being edited.
  func writeAbove(_ text: String) {
    guard request != nil else {
      terminal.write(text, to: terminal.display)
      return
    }
    updateSize()
    let bytes = renderer.erase() + text + drawCurrent(editedLine)
    terminal.write(isDrawn ? "\u{1B}[?2026h" + bytes + "\u{1B}[?2026l" : bytes, to: terminal.display)
  }
}
