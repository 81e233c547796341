internal import CEditLine

extension EditSession {
  /// The line as it is now: what libedit has, or what stands in for it.
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

  func frame(of line: EditedLine) -> Frame {
    Layout.frame(line, columns: size.columns, width: configuration.displayWidth)
      .clipped(to: size.rows, hidden: renderer.frame?.hiddenAbove ?? 0)
  }

  /// The frame of the line as it is now, with its hint.
  private var currentFrame: Frame {
    var line = editedLine
    if stand == nil, !line.text.isEmpty, line.cursor == line.text.unicodeScalars.count {
      line.hint = configuration.hint?(line.text) ?? ""
    }
    return frame(of: line)
  }

  /// Brings the screen up to date.
  func repaint() {
    guard isDrawn, request != nil else { return }
    updateSize()
    terminal.write(renderer.draw(currentFrame), to: terminal.display)
  }

  /// Writes what was printed: all of it at once, so that a thousand notes cost one redraw.
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
    if terminal.data != terminal.display, request == nil {
      terminal.write(text, to: terminal.data)
      return
    }
    writeAbove(text)
  }

  /// Writes whole lines above the line being edited.
  func writeAbove(_ text: String) {
    guard request != nil else {
      terminal.write(text, to: terminal.display)
      return
    }
    guard isDrawn else {
      if let libedit { cel_flush(libedit.editor) }
      terminal.write("\n" + text, to: terminal.display)
      if let libedit, request?.isSecret == false { cel_refresh(libedit.editor) }
      return
    }
    updateSize()
    let bytes = "\u{1B}[?2026h" + renderer.erase() + text + renderer.draw(currentFrame) + "\u{1B}[?2026l"
    terminal.write(bytes, to: terminal.display)
  }
}
