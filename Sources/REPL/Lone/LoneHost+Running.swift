import EditLine
import Glibc
import TerminalKit

extension LoneHost {
  /// Runs the command of a shell's arguments; without one, the prompt at a terminal or else the script on standard input.
  public func run(_ words: [String], named program: String) async -> ExitCode {
    if words.isEmpty, LineEditor.isInteractive { return await converse(named: program) }
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { print($0, terminator: "") },
      writeError: { _ = Array($0.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) } },
      ask: { _, _ in nil })
    let script = Script(interpreter: Interpreter(host: self, output: output))
    let lines = PipedLineReader(fileDescriptor: 0)
    guard words.isEmpty else { return await script.run(words: words) { "" } }
    return await script.run({ await lines.next() }, isLast: { false })
  }

  private func converse(named program: String) async -> ExitCode {
    var completer: Completer?
    let configuration = LineEditor.Configuration(
      programName: program, historyFile: nil, historyLimit: 100, style: .drawn,
      displayWidth: { String($0).displayWidth },
      completer: { line, cursor in await MainActor.run { completer?.completion(of: line, at: cursor) ?? .none } },
      holdsNotesUntilEnter: false)
    let editor: LineEditor
    do { editor = try LineEditor(configuration: configuration) } catch {
      print("The terminal cannot be used: \(error)")
      return .internal
    }
    let console = Console(
      editor, style: .drawn, rendition: { Theme.mono[$0].rendition(.ansi16) },
      run: { _, _ in throw CancellationError() }, capture: { _, _ in throw CancellationError() },
      edit: { _ in throw CancellationError() }, ready: {})
    let prompt = PromptLoop(
      host: self, console: console,
      style: Output.Style(format: .ansi, colors: .ansi16, showsHints: true, hasHyperlinks: false),
      terminalWidth: { LineEditor.terminalSize?.columns ?? 80 }, pageHeight: { nil }, alert: { _ in "" })
    completer = Completer(prompt.interpreter)
    _ = await prompt.run()
    await editor.shutdown()
    return .done
  }
}
