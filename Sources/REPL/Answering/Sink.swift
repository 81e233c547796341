import TerminalKit

/// The destination of a command's output.
enum Sink {
  case line
  /// Into a text that is shown in a pager if it is longer than the screen.
  case pager(HeldText)
  /// Into a file or a program: what is asked, and errors, stay on the terminal.
  case bytes(CollectedBytes)

  /// The output of a command, until its destination is known.
  @MainActor
  final class HeldText {
    /// `nil` once it was printed.
    private(set) var text: String? = ""

    func add(_ more: String) -> Bool {
      text?.append(more)
      return text != nil
    }

    /// Prints what is held, and holds nothing from now on.
    func flush(_ write: (String) -> Void) {
      if let text, !text.isEmpty { write(text) }
      text = nil
    }
  }

  /// The output of a command for a file or a program.
  @MainActor
  final class CollectedBytes {
    var bytes: [UInt8] = []
  }

  @MainActor
  func output(_ line: Output) -> Output {
    var output = line
    switch self {
    case .line: break
    case .pager(let held):
      output.write = { if !held.add($0) { line.write($0) } }
      // Questions and lines that arrive one by one are printed at once, with what was printed before them.
      output.ask = { prompt, isSecret in
        held.flush(line.write)
        return await line.ask(prompt, isSecret)
      }
      output.writeQuestion = { text in
        held.flush(line.write)
        line.writeQuestion(text)
      }
      output.lines = { held.flush(line.write) }
    case .bytes(let collected):
      output.write = { collected.bytes += Array($0.utf8) }
      output.writeBytes = {
        collected.bytes += $0
        return true
      }
      output.canOverwrite = false
      // The file has it, not the screen.
      output.isRecorded = false
      output.pageHeight = { nil }
      output.pagerHeight = { nil }
      output.style = line.style.forFiles
    }
    return output
  }

  /// The mode in which a command's responses are printed there.
  func mode(_ line: CommandMode) -> CommandMode {
    if case .bytes = self { line.forFiles } else { line }
  }
}

extension Output.Style {
  /// The style of what goes to a file: no colours, links or hints.
  var forFiles: Output.Style {
    var style = recorded
    style.showsHints = false
    return style
  }
}
