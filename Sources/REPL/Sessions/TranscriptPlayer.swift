import FeatureKit
import TerminalKit
public import TranscriptKit

/// Types a session's lines into an app and writes down what it answers.
@MainActor
public final class TranscriptPlayer {
  private let transcript: Transcript
  private let host: Host
  private var typed: ArraySlice<String>
  private var answer = ""
  private var unanswered: String?

  private init(_ transcript: Transcript, host: Host) {
    self.transcript = transcript
    self.host = host
    typed = transcript.typed[...]
  }

  /// The session as it goes now.
  ///
  /// - Throws: ``AppError`` if a question has no answer in it, or lines follow after it was left.
  public static func play(_ transcript: Transcript, host: Host) async throws -> Transcript {
    try await TranscriptPlayer(transcript, host: host).play()
  }

  private func play() async throws -> Transcript {
    let interpreter = Interpreter(host: host, output: output)
    let notes = Task { for await note in host.notes { answer += Transcript.escaped(interpreter.render(note)) } }
    defer { notes.cancel() }

    let start = transcript.start
    var text = transcript.header.map { "\($0)\n" }.joined() + "\n"
    if let command = start.command {
      text += "$ \(command)\n"
      if start.opensScreen {
        await interpreter.open()
        text += taken()
      } else {
        text += "\n"
      }
    }
    while let line = typed.popFirst() {
      let prompt = host.screen().textInput.map { $0.prompt() + " " } ?? Transcript.prompt
      let verdict = await interpreter.run(line: line)
      // What was posted while the command ran is printed before the next prompt. A note is read off the main actor and printed
      // on it, so both are given their turns.
      for _ in 0..<20 {
        await Task.detached(priority: Task.currentPriority) {}.value
        await Task.yield()
      }
      text += Transcript.line(line, behind: prompt) + "\n" + taken()
      if verdict.leaves { break }
    }
    guard typed.isEmpty else {
      throw AppError.validation(
        "The session goes on after it was left: \(Self.name(typed.first ?? ""))", suggestion: "Put quit at its end.")
    }
    if let unanswered {
      throw AppError.validation(
        "The session has no answer to “\(Self.name(unanswered))”.",
        suggestion: "Put one below the command: ? \(Self.name(unanswered)): y")
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return Transcript(text)
  }

  /// What was answered, and a blank line behind it.
  private func taken() -> String {
    defer { answer = "" }
    return answer.isEmpty ? "" : answer + "\n"
  }

  private var output: Output {
    let start = transcript.start
    let format: Renderer.Format = start.isData ? .json : start.isPlain ? .spoken : .plain
    var output = Output(
      style: Output.Style(format: format, colors: .none, showsHints: format != .json, hasHyperlinks: false),
      terminalWidth: { start.width },
      // How long a busy machine takes is no part of a session.
      write: { [unowned self] in if !$0.hasPrefix("Still waiting.") { answer += Transcript.escaped($0) } },
      writeError: { [unowned self] in answer += Transcript.escaped($0) },
      ask: { [unowned self] prompt, _ in ask(prompt) })
    output.pageHeight = { start.rows.map { max($0 - 2, 1) } }
    return output
  }

  private func ask(_ prompt: String) -> String? {
    guard let line = typed.popFirst() else {
      unanswered = prompt
      return nil
    }
    answer += "\(Transcript.answer)\(prompt): \(line)\n"
    return line
  }

  private static func name(_ line: String) -> String { String(Sanitizer.clean(line).prefix(80)) }
}
