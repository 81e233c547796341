import Dispatch
import EditLine
import Glibc

/// Asks the user a question in a run without a prompt, such as for the code in `howdah login HOST`.
enum Asking {
  /// Returns the answer, or `nil` if nobody can answer.
  ///
  /// - Parameter mayReadInput: Whether standard input is free and not the script itself.
  static func answer(to prompt: String, isSecret: Bool, mayReadInput: Bool) async -> String? {
    guard LineEditor.isInteractive else {
      // Only a token is read from a pipe: `howdah login HOST --with-token < FILE`.
      guard mayReadInput, isSecret else { return nil }
      // On another thread, so that a response from a browser can arrive meanwhile.
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let line = StandardStreams.readLine() ?? ""
          continuation.resume(returning: line.allSatisfy(\.isWhitespace) ? nil : line)
        }
      }
    }
    do {
      let editor = try LineEditor(
        configuration: LineEditor.Configuration(
          programName: "howdah", historyFile: nil, historyLimit: 1, style: .appendOnly, displayWidth: { _ in 1 },
          completer: { _, _ in .none }, holdsNotesUntilEnter: true))
      let prompt = Prompt(stringLiteral: "\(prompt): ")
      let outcome =
        isSecret ? await editor.readSecret(prompt) : await editor.readLine(prompt, history: .none)
      await editor.shutdown()
      // Ctrl-C and Ctrl-D count as an empty answer.
      guard case .line(let answer) = outcome else { return "" }
      return answer
    } catch {
      // Without a line editor there is no answer, and the command says what is missing.
      return nil
    }
  }
}
