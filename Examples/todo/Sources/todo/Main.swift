import EditLine
import FeatureKit
import FoundationEssentials
import Glibc
import REPL
import TerminalKit
import TodoKit

/// `todo` opens the prompt, `todo add Buy milk` runs one command, and `todo < FILE` runs a script.
@main
@MainActor
enum Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let start = ContinuousClock.now
    let app = TodoApp(
      service: .file(URL(filePath: "todos.json")), layout: { Layout(now: Date()) },
      uptime: { ContinuousClock.now - start })
    if words.isEmpty, LineEditor.isInteractive { return await converse(app) }
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { print($0, terminator: "") }, writeError: { print($0, terminator: "") },
      ask: { _, _ in nil })
    let script = Script(interpreter: Interpreter(host: app, output: output))
    let lines = PipedLineReader(fileDescriptor: 0)
    let code =
      words.isEmpty
      ? await script.run({ await lines.next() }, isLast: { false }) : await script.run(words: words) { "" }
    exit(code.rawValue)
  }

  private static func converse(_ host: TodoApp) async {
    var completer: Completer?
    let configuration = LineEditor.Configuration(
      programName: "todo", historyFile: nil, historyLimit: 100, style: .drawn,
      displayWidth: { String($0).displayWidth },
      completer: { line, cursor in await MainActor.run { completer?.completion(of: line, at: cursor) ?? .none } },
      holdsNotesUntilEnter: false)
    do {
      let editor = try LineEditor(configuration: configuration)
      let console = Console(
        editor, style: .drawn, rendition: { Theme.mono[$0].rendition(.ansi16) },
        run: { _, _ in throw CancellationError() }, capture: { _, _ in throw CancellationError() },
        edit: { _ in throw CancellationError() }, ready: {})
      let prompt = PromptLoop(
        host: host, console: console,
        style: Output.Style(format: .ansi, colors: .ansi16, showsHints: true, hasHyperlinks: false),
        terminalWidth: { LineEditor.terminalSize?.columns ?? 80 }, pageHeight: { nil }, alert: { _ in "" })
      completer = Completer(prompt.interpreter)
      _ = await prompt.run()
      await editor.shutdown()
    } catch {
      print("The terminal cannot be used: \(error)")
    }
  }
}

extension TodoService {
  /// Keeps everything in a file of JSON, which need not exist.
  static func file(_ file: URL) -> TodoService {
    TodoService(
      all: {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do { return try JSONDecoder().decode([Todo].self, from: Data(contentsOf: file)) } catch {
          throw AppError.storage(.damaged(path: file.path))
        }
      },
      save: { todos in
        do { try JSONEncoder().encode(todos).write(to: file, options: .atomic) } catch {
          throw AppError.storage(.refused(path: file.path))
        }
      })
  }
}
